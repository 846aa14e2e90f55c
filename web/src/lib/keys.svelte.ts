// keys.svelte.ts - the keys at a table.  The rule is the same everywhere: a number goes to a choice, Enter takes it.
import { t } from './words.svelte';

/** The keys and what they do, for the list. */
export const keyList = (): [key: string, does: string][] => [
  ['1 – 9', t('page.keys.number')],
  ['Tab', t('page.keys.tab')],
  ['Enter', t('page.keys.enter')],
  ['Esc', t('page.keys.esc')],
  ['P', t('page.keys.pass')],
  ['Z', t('page.keys.undo')],
  ['?', t('page.keys.list')],
];

class Keys {
  shown = $state(false); // the list
}
export const keys = new Keys();

const LIT = '[data-move]:enabled, [data-pick]:enabled';

/** The control of a board that a key stands for. */
function controlOf(key: string, board: HTMLElement): HTMLElement | null | undefined {
  if (/^[1-9]$/.test(key))
    return [...board.querySelectorAll<HTMLElement>(LIT)].filter((one) => one.checkVisibility() && one.ariaDisabled !== 'true')[
      Number(key) - 1
    ];
  if (key === 'Enter') return board.querySelector<HTMLElement>('.prompt .button.main:enabled');
  if (key === 'Escape') return board.querySelector<HTMLElement>('[data-pick="back"]:enabled');
  if (key === 'p' || key === 'P') return board.querySelector<HTMLElement>('[data-move="pass"]:enabled, [data-pick="pass"]:enabled');
  return null;
}

/** Does what a key stands for on a board, unless it is meant for something else. */
export function pressKey(e: KeyboardEvent, board: HTMLElement | undefined, undo: () => void): void {
  const at = document.activeElement;
  if (e.ctrlKey || e.altKey || e.metaKey || e.defaultPrevented || at?.matches('input, textarea, select')) return;
  if (e.key === '?') keys.shown = !keys.shown;
  if (!board || document.querySelector('dialog[open], :popover-open, #menu')) return;
  if (['z', 'я'].includes(e.key.toLowerCase()) && !e.repeat) undo(); // я: the same key in Russian
  if (e.key === 'Enter' && at?.matches('button, a, summary, [role=tab]')) return; // it does that itself
  const control = controlOf(e.key, board);
  if (!control) return;
  e.preventDefault();
  control.focus();
  if (!/^[1-9]$/.test(e.key)) control.click();
}
