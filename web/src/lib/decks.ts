// decks.ts - the rows of a deck file: CSV with a header, comments with #, quotes where there are commas.
export type Row = Record<string, string>;

function cells(line: string): string[] {
  const found: string[] = [];
  for (const match of line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)) found.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
  return found;
}

export function rows(deck: string): Row[] {
  const lines = deck.split(/\r?\n/).filter((line) => line && !line.startsWith('#'));
  const head = cells(lines.shift() ?? '');
  return lines.map((line) => Object.fromEntries(cells(line).map((cell, i) => [head[i], cell])));
}
