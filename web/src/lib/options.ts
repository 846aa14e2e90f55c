// options.ts - the values of a game's options in words, for the form of a new table and for a table that waits for players.
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

/** A number in a list of values is a seat.  Any other value without words of its own is shown as it is. */
export function valueName(game: string, value: string, option?: OptionInfo): string {
  const word = entries.get(game)?.values?.[value] ?? VALUES[value];
  if (word) return word();
  return option?.values.includes('|') && /^\d$/.test(value) ? t('page.value.seat', Number(value) + 1) : value;
}
