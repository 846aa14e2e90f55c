import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** For `npm run dev`: the house that answers requests for anything but the page's files. */
const house = process.env.HOUSE ?? 'http://localhost:7447';

// tools/page makes build/page/made (the lens, types, words) first, and embeds build/page/dist in the program afterwards.
export default defineConfig({
  root: at('.'),
  plugins: [svelte()],
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
            { name: 'page', test: /\/src\/main\.ts$/, priority: 3 },
            { name: 'story', test: /\/src\/(lib\/(lens|flip\.svelte)\.ts|parts\/(Log|Tabs|Score|Prompt)\.svelte)$/, priority: 2 },
            { name: 'table', test: /\/src\/pages\/TablePage\.svelte$/, priority: 1 },
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
