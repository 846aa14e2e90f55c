// start.ts - the page itself.
import '@fontsource-variable/jost/wght.css';
import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import './tokens.css';
import { house } from './lib/house.svelte';
import { words } from './lib/words.svelte';

// A part of the page could not be loaded, because the house has a newer page or the network failed: load the whole page again.
const AGAIN = 10000; // milliseconds that the page must be old: a page that lacks a part for good must not be loaded all the time
const loadAgain = () => {
  if (house.state === 'lost') house.connectListeners.add(() => location.reload());
  else location.reload();
};
addEventListener('vite:preloadError', () => setTimeout(loadAgain, AGAIN - performance.now()));

await words.choose();
house.connect();
const target = document.getElementById('app')!;
target.replaceChildren();
mount(App, { target });
