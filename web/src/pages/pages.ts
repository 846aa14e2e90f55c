// pages.ts - the pages that are loaded when their address is opened, by the first part of the address.
export const pages = {
  t: () => import('./TablePage.svelte'),
  new: () => import('./New.svelte'),
  rules: () => import('./Rules.svelte'),
  replay: () => import('./Replay.svelte'),
  history: () => import('./History.svelte'),
};
