import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import { defineConfig } from 'vitest/config';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** For `npm run dev`: the house that answers requests for anything but the page's files. */
const house = process.env.HOUSE ?? 'http://localhost:7447';

/** The components of each page, by the first part of its address (src/pages/pages.ts); the start page is always loaded. */
const PAGES = { index: [], t: ['TablePage'], new: ['New'], rules: ['Rules'], replay: ['Replay'], history: ['History'] };

/** An HTML file for each page, with links to all that the page needs, so that the browser fetches everything at once. */
const linkPages: Plugin = {
  name: 'link-pages',
  enforce: 'post',
  generateBundle(_, bundle) {
    const index = bundle['index.html'] as Rolldown.OutputAsset;
    const html = String(index.source);
    const files = Object.values(bundle);
    const chunkOf = (module: string) =>
      files.find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(module)) as Rolldown.OutputChunk;
    for (const [part, names] of Object.entries(PAGES)) {
      const links = new Set<string>();
      const add = (chunk: Rolldown.OutputChunk) => {
        for (const css of chunk.viteMetadata?.importedCss ?? []) links.add(`<link rel="stylesheet" crossorigin href="/${css}">`);
        links.add(`<link rel="modulepreload" crossorigin href="/${chunk.fileName}">`);
        for (const file of chunk.imports) add(bundle[file] as Rolldown.OutputChunk);
      };
      for (const module of ['start.ts', ...names.map((name) => `/pages/${name}.svelte`)]) add(chunkOf(module));
      const source = html.replace('</head>', `${[...links].filter((link) => !html.includes(link)).join('\n    ')}\n  </head>`);
      if (part === 'index') index.source = source;
      else this.emitFile({ type: 'asset', fileName: `${part}.html`, source });
    }
  },
};

// tools/page makes build/page/made (the lens, types, words) first, and embeds build/page/dist in the program afterwards.
export default defineConfig({
  root: at('.'),
  plugins: [svelte(), linkPages],
  resolve: { alias: { made: at('../build/page/made') }, conditions: process.env.VITEST ? ['browser'] : undefined },
  build: {
    outDir: at('../build/page/dist'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    reportCompressedSize: false,
    // What is always needed together is one file, with all that it imports: on a phone's network each file costs more than its bytes.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', test: /\/src\/lib\/langs\.ts$|preload-helper/, priority: 3 },
            { name: 'page', test: /\/src\/start\.ts$/, priority: 2 },
            { name: 'table', test: /\/src\/(pages\/TablePage|parts\/(Discards|Prompt|Since))\.svelte$/, priority: 1 },
            { name: (id) => id.split('/').at(-2)!, test: /\/src\/games\/[^/]+\/board\.ts$/ },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: [at('..')] },
    // A house accepts only its own address as the origin of a connection.
    proxy: Object.fromEntries(
      ['/ws', '/games', '/record', '/cookie'].map((path) => [
        path,
        { target: house, ws: true, changeOrigin: true, headers: { origin: house } },
      ]),
    ),
  },
  test: { include: ['src/**/*.test.ts'], environment: 'happy-dom', pool: 'vmThreads' },
});
