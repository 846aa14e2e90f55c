import '@fontsource-variable/jost/wght.css';
import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import './tokens.css';
import { house } from './lib/house.svelte';
import { loadLens } from './lib/lens';
import { words } from './lib/words.svelte';
import { pages } from './pages/pages';

// A part of the page is no longer there, because the house has a newer page: load that.
addEventListener('vite:preloadError', (e) => {
  if (performance.now() < 10000) return; // this page is new already, so loading it again would not help
  e.preventDefault();
  location.reload();
});

// What the page will need is fetched beside the words.  If that fails, the page asks for it again.
const part = location.pathname.split('/')[1];
if (part in pages) pages[part as keyof typeof pages]().catch(() => undefined);
if (part === 't' || part === 'replay') loadLens().catch(() => undefined);

await words.choose();
house.connect();
const target = document.getElementById('app')!;
target.replaceChildren();
mount(App, { target });
