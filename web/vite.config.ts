import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// tools/page makes build/page/made (the lens, types, words) first, and embeds build/page/dist in the program afterwards.
export default defineConfig({
  root: at('.'),
  plugins: [svelte()],
  resolve: { alias: { made: at('../build/page/made') } },
  build: { outDir: at('../build/page/dist'), emptyOutDir: true, assetsInlineLimit: 0, target: 'es2022', reportCompressedSize: false },
  server: {
    fs: { allow: [at('..')] },
    proxy: { '/ws': { target: 'http://localhost:7447', ws: true, changeOrigin: true }, '^/(games|record|cookie)': 'http://localhost:7447' },
  },
});
