// colours.mjs - checks that colours are written only in tokens.css and *.tokens.css: everything else uses their names.
import { glob, readFile } from 'node:fs/promises';

const WRITTEN =
  /#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(|:[^;{]*\b(?:white|black|red|green|blue|gr[ae]y)\b(?=[^;{]*;)/gi;
const QUOTED = /(["'`])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\1|(["'`])(?:rgba?|hsla?|oklch)\(/gi;

/** The colours that a file writes: any in its style sheet, and those in quotes elsewhere. */
function* colours(file, text) {
  const style = file.endsWith('.css') ? 0 : text.indexOf('<style');
  const code = style < 0 ? text : text.slice(0, style);
  const sheet = style < 0 ? '' : text.slice(style).replace(/var\(--[\w-]+\)|\/\*.*?\*\//gs, (hidden) => ' '.repeat(hidden.length));
  for (const { index, 0: found } of code.matchAll(QUOTED)) yield [index, found];
  for (const { index, 0: found } of sheet.matchAll(WRITTEN)) yield [style + index, found];
}

let wrong = 0;
for await (const file of glob('src/**/*.{svelte,css,ts}')) {
  if (file.endsWith('tokens.css')) continue;
  const text = await readFile(file, 'utf8');
  for (const [at, found] of colours(file, text)) {
    wrong++;
    console.error(`${file}:${text.slice(0, at).split('\n').length}: ${found} belongs in a tokens.css`);
  }
}
process.exit(wrong ? 1 : 0);
