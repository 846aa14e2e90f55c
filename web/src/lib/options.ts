// options.ts - the options of a game in words: the form for a new table asks for them, a table that waits shows them.
import type { Option } from './games.svelte';
import { t } from './words.svelte';

const VALUES: Record<string, () => string> = {
  on: () => t('page.value.on'),
  off: () => t('page.value.off'),
  none: () => t('page.value.none'),
  random: () => t('page.value.random'),
  sensible: () => t('page.value.sensible'),
  'sleeper-cell': () => t('page.value.sleeper-cell'),
  'high-stakes': () => t('page.value.high-stakes'),
  'inner-circle': () => t('page.value.inner-circle'),
  'bad-company': () => t('page.value.bad-company'),
  '...': () => t('page.value.other'),
};

/** A number on a list is a seat; any other value that is no word says it itself. */
export const valueOf = (value: string, option?: Option): string =>
  VALUES[value]?.() ?? (option?.values.includes('|') && /^\d$/.test(value) ? t('page.value.seat', Number(value) + 1) : value);

/** What an option is, in a sentence without its dot, and what more is to be said. */
export function labelOf({ about }: Option): { label: string; help: string } {
  const dot = about.indexOf('. ');
  return dot < 0 ? { label: about.replace(/\.$/, ''), help: '' } : { label: about.slice(0, dot), help: about.slice(dot + 2) };
}
