import '@fontsource-variable/jost/wght.css';
import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { house } from './lib/house.svelte';
import { words } from './lib/words.svelte';

await words.choose();
house.come();
mount(App, { target: document.getElementById('app')! });
