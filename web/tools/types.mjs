// types.mjs LENS.WASM OUT - writes OUT/views.ts: the views, figures and moves of all games, from the games' own tables.
import { readFile, writeFile } from 'node:fs/promises';

const [lens, out] = process.argv.slice(2);
const { exports } = await WebAssembly.instantiate(await WebAssembly.compile(await readFile(lens)), {});
exports._initialize();

function text(at) {
  const bytes = new Uint8Array(exports.memory.buffer, at);
  return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
}

function type(of) {
  if (of.$ref) return 'Seat';
  if (of.anyOf) return of.anyOf.map(type).join(' | ');
  if (of.const) return JSON.stringify(of.const);
  if (of.prefixItems) return `[${of.prefixItems.map(type).join(', ')}]`;
  if (of.type === 'array') return of.items ? `Array<${type(of.items)}>` : '[]';
  if (of.type === 'integer') return 'number';
  return of.type;
}

function members(of, indent) {
  return Object.entries(of.properties)
    .map(([name, member]) => `${indent}${name}: ${type(member)};`)
    .join('\n');
}

const names = (game) =>
  game
    .split('-')
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join('');
const parts = ['// Generated from the tables of fields and verbs in games/.', "export type Seat = number | 'room' | 'dealer' | '-';"];
for (let game = 0; ; game++) {
  const schema = text(exports.sh_schema(game));
  if (!schema) break;
  const { title, $defs } = JSON.parse(schema);
  parts.push(`export interface ${names(title)}View {\n${members($defs.view, '  ')}\n}`);
  if ($defs.figures) parts.push(`export interface ${names(title)}Figures {\n${members($defs.figures, '  ')}\n}`);
  parts.push(
    `export type ${names(title)}Move =\n${$defs.move.oneOf.map((move) => `  | { verb: ${type(move.properties.verb)}; with: ${type(move.properties.with)} }`).join('\n')};`,
  );
}
await writeFile(`${out}/views.ts`, parts.join('\n\n') + '\n');
