// signature.mjs [CORE.WASM] - prints the signatures of all games as the WebAssembly core plays them.
import { readFile } from 'node:fs/promises';

process.removeAllListeners('warning'); // "WASI is an experimental feature"
const { WASI } = await import('node:wasi');

const file = process.argv[2] ?? new URL('../build/wasm/core.wasm', import.meta.url);
const wasi = new WASI({ version: 'preview1' });
const module = await WebAssembly.compile(await readFile(file));
const core = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
wasi.initialize(core);

const { memory, sh_games, sh_signature } = core.exports;
for (let game = 0; game < sh_games(); game++) {
  const at = sh_signature(game);
  const bytes = new Uint8Array(memory.buffer, at);
  process.stdout.write(new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0))));
}
