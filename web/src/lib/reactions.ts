// reactions.ts - a few things that are said with one click.  They are talk: one picture, which the page puts into the reader's words.
import { t } from './words.svelte';

const REACTIONS: Record<string, () => string> = {
  '👋': () => t('page.react.hello'),
  '👍': () => t('page.react.good'),
  '😮': () => t('page.react.wow'),
  '😂': () => t('page.react.laugh'),
  '🤔': () => t('page.react.think'),
  '🙏': () => t('page.react.thanks'),
};

export const reactions = Object.keys(REACTIONS);

/** What a reaction means; '' if the text is none. */
export const meaning = (text: string): string => REACTIONS[text]?.() ?? '';
