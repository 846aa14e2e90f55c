// types.mjs LENS.WASM PROTOCOL.SCHEMA.JSON OUT - generates types:
//
//   OUT/views.ts      the views, figures and moves of all games, from the games' own tables
//   OUT/protocol.ts   the messages of a house, from doc/protocol.schema.json
import { readFile, writeFile } from 'node:fs/promises';

const [lens, protocol, out] = process.argv.slice(2);

/** The type of a JSON Schema; `named` gives the name of the type that a $ref points to. */
function type(of, named) {
  const all = (schemas) => schemas.map((one) => type(one, named));
  if (of.$ref) return named(of.$ref.split('/').at(-1));
  if (of.anyOf ?? of.oneOf) return all(of.anyOf ?? of.oneOf).join(' | ');
  if ('const' in of) return JSON.stringify(of.const);
  if (of.enum) return of.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (of.prefixItems) return `[${all(of.prefixItems).join(', ')}]`;
  if (of.type === 'array') return of.items ? `Array<${type(of.items, named)}>` : '[]';
  if (of.type === 'integer') return 'number';
  if (of.properties) return `{ ${members(of, named).join(' ')} }`;
  if (of.type === 'object') return `Record<string, ${of.additionalProperties ? type(of.additionalProperties, named) : 'unknown'}>`;
  return of.type;
}

function members({ properties, required = [] }, named) {
  return Object.entries(properties).map(([name, of]) => `${name}${required.includes(name) ? '' : '?'}: ${type(of, named)};`);
}

const itself = (name) => name;
const comment = ({ description }) => (description ? `/** ${description} */\n` : '');
const declare = (name, of, named) => {
  if (of.oneOf) return `${comment(of)}export type ${name} =\n${of.oneOf.map((one) => `  | ${type(one, named)}`).join('\n')};`;
  if (!of.properties) return `${comment(of)}export type ${name} = ${type(of, named)};`;
  return `${comment(of)}export interface ${name} {\n  ${members(of, named).join('\n  ')}\n}`;
};

async function views() {
  const { exports } = await WebAssembly.instantiate(await WebAssembly.compile(await readFile(lens)), {});
  exports._initialize();
  const text = (at) => {
    const bytes = new Uint8Array(exports.memory.buffer, at);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  };
  const upper = (word) => word[0].toUpperCase() + word.slice(1);
  const parts = ["export type Seat = number | 'room' | 'dealer' | '-';"];
  for (let game = 0; ; game++) {
    const schema = text(exports.sh_schema(game));
    if (!schema) return parts;
    const { title, $defs } = JSON.parse(schema);
    const name = title.split('-').map(upper).join('');
    for (const part of ['view', 'figures', 'move']) if ($defs[part]) parts.push(declare(name + upper(part), $defs[part], upper));
  }
}

async function messages() {
  const { $defs } = JSON.parse(await readFile(protocol, 'utf8'));
  const requests = Object.values($defs).filter((of) => of['x-answer']);
  const answers = requests.map((of) => `  ${of.properties.do.const}: ${of['x-answer'].join(' | ')};`);
  return [
    ...Object.entries($defs).map(([name, of]) => declare(name, of, itself)),
    `/** The answers to a request, besides an error, by its \`do\`. */\nexport interface Answers {\n${answers.join('\n')}\n}`,
  ];
}

const write = (file, from, parts) => writeFile(`${out}/${file}`, [`// Generated from ${from}.`, ...parts].join('\n\n') + '\n');
await write('views.ts', 'the tables of fields and verbs in games/', await views());
await write('protocol.ts', 'doc/protocol.schema.json', await messages());
