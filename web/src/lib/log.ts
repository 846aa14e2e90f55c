// log.ts - what a table and a record have in common: a log of moves, shown at a pace.
import type { Brief, Entry } from './lens';
import { prefersReducedMotion } from './settings.svelte';
import { t } from './words.svelte';

/** What the log shows. */
export interface LogSource {
  readonly brief: Brief[];
  readonly entries: Entry[];
  readonly from: number; // the first entry that may be shown
  readonly moment: number | null; // after how many entries the board shows the table; null: after all
  look(moment: number): void;
}

/** How long a move is shown before the next one, in milliseconds. */
export function pause(last: Entry, pace: number): number {
  return pace * ((last.by === 'dealer' ? 350 : 750) * (prefersReducedMotion() ? 0.6 : 1) + (last.news.length ? 600 : 0));
}

const BOT_NAMES = ['page.bot.0', 'page.bot.1', 'page.bot.2', 'page.bot.3', 'page.bot.4', 'page.bot.5', 'page.bot.6'];

/** A name for the bot at seat q: at a house bots have none.  Nobody else at the table has it. */
export function botName(seats: { name: string }[], q: number): string {
  const free = BOT_NAMES.map((key) => t(key)).filter((name) => !seats.some((seat) => seat.name === name));
  return free[q % free.length];
}
