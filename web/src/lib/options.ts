// options.ts - the options of a game in words: the form for a new table asks for them, a table that waits shows them.
import type { OptionInfo } from 'made/protocol';
import { entries } from '../games/entries';
import { t } from './words.svelte';

const VALUES: Record<string, () => string> = {
  on: () => t('page.value.on'),
  off: () => t('page.value.off'),
  none: () => t('page.value.none'),
  random: () => t('page.value.random'),
  sensible: () => t('page.value.sensible'),
  '...': () => t('page.value.other'),
};

/** A number on a list is a seat; any other value that is no word says it itself. */
export function valueOf(game: string, value: string, option?: OptionInfo): string {
  const word = entries.get(game)?.values?.[value] ?? VALUES[value];
  if (word) return word();
  return option?.values.includes('|') && /^\d$/.test(value) ? t('page.value.seat', Number(value) + 1) : value;
}
