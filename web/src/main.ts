import '@fontsource-variable/jost/wght.css';
import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import './tokens.css';
import { house } from './lib/house.svelte';
import { words } from './lib/words.svelte';

// A part of the page is no longer there, because the house has a newer page: load that.
addEventListener('vite:preloadError', (e) => {
  if (performance.now() < 10000) return; // this page is new already, so loading it again would not help
  e.preventDefault();
  location.reload();
});

await words.choose();
house.connect();
const target = document.getElementById('app')!;
target.replaceChildren();
mount(App, { target });
