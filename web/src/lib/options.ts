// options.ts - the values of a game's options in words, for the form of a new table and for a table that waits for players.
import type { OptionInfo } from 'made/protocol';
import { entries } from '../games/entries';
import { t } from './words.svelte';

const VALUES: Record<string, () => string> = {
  on: () => t('page.value.on'),
  off: () => t('page.value.off'),
  none: () => t('page.value.none'),
  random: () => t('page.value.random'),
  '...': () => t('page.value.other'),
};

const BOTS: Record<string, () => string> = {
  random: () => t('bot.name.random'),
  sensible: () => t('bot.name.sensible'),
};

/** A number in a list of values is a seat.  Any other value without words of its own is shown as it is. */
export function valueName(game: string, value: string, option: OptionInfo, things: (of: string) => Record<string, string>): string {
  const entry = entries.get(game);
  const word = entry?.values?.[value] ?? VALUES[value];
  if (word) return word();
  if (option.values.includes('|') && /^\d$/.test(value)) return t('page.value.seat', Number(value) + 1);
  return (option.values.endsWith('...') && entry?.typed?.(value, things)) || value;
}

/** The name of a bot, as the terminal has it too. */
export const botKind = (bot: string): string => BOTS[bot]?.() ?? bot;
