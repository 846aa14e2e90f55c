// settings.svelte.ts - the settings on this device.
import { keep, kept } from './kept';

export const CLICK = -1;

class Settings {
  theme = $state(kept<'auto' | 'light' | 'dark'>('theme', 'auto'));
  sound = $state(kept('sound', true)); // at the viewer's turn
  soundDeal = $state(kept('soundDeal', true));
  soundEnd = $state(kept('soundEnd', true));
  guide = $state(kept('guide', true));
  hints = $state(kept<string[]>('hints', [])); // that the guide need not show any more
  pace = $state(kept('pace', 1)); // how slowly others' moves are shown; 0: at once; CLICK: each until the player goes on

  constructor() {
    $effect.root(() => {
      $effect(() => {
        for (const key of ['theme', 'sound', 'soundDeal', 'soundEnd', 'guide', 'hints', 'pace'] as const) keep(key, this[key]);
        document.documentElement.dataset.theme = this.theme;
      });
    });
  }
}

export const settings = new Settings();
export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
