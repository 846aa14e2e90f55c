// decks.ts - reads a deck file: CSV with a header, lines with # as comments, and quotes around fields with commas.
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
