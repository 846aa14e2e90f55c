import '@fontsource-variable/jost/wght.css';
import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import './tokens.css';
import { house } from './lib/house.svelte';
import { loadLens } from './lib/lens';
import { words } from './lib/words.svelte';
import { pages } from './pages/pages';

// A part of the page could not be loaded, because the house has a newer page or the network failed: load the whole page again.
const AGAIN = 10000; // milliseconds that the page must be old: a page that lacks a part for good must not be loaded all the time
const loadAgain = () => {
  if (house.state === 'lost') house.connectListeners.add(() => location.reload());
  else location.reload();
};
addEventListener('vite:preloadError', () => setTimeout(loadAgain, AGAIN - performance.now()));

// What the page will need is fetched beside the words.  If that fails, the page asks for it again.
const part = location.pathname.split('/')[1];
if (part in pages) pages[part as keyof typeof pages]().catch(() => undefined);
if (part === 't' || part === 'replay') loadLens().catch(() => undefined);

await words.choose();
house.connect();
const target = document.getElementById('app')!;
target.replaceChildren();
mount(App, { target });
