import '@fontsource-variable/jost/wght.css';
import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import './tokens.css';
import { house } from './lib/house.svelte';
import { words } from './lib/words.svelte';

// A part of the page cannot be had any more: the house has a newer page.
addEventListener('vite:preloadError', (e) => {
  if (performance.now() < 10000) return; // this one is new
  e.preventDefault();
  location.reload();
});

await words.choose();
house.come();
const target = document.getElementById('app')!;
target.replaceChildren();
mount(App, { target });
