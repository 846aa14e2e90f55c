// log.ts - what a table and a record have in common: moves that one follows.
import type { Entry } from './lens';
import { calm } from './settings.svelte';
import { t } from './words.svelte';

/** What the log shows. */
export interface LogSource {
  readonly brief: string[];
  readonly entries: Entry[];
  readonly from: number; // the first of them that may be shown
  readonly moment: number | null; // after how many of them one looks at the table; null: after all
  look(moment: number): void;
}

/** Milliseconds that a move is shown before the next. */
export function pause(last: Entry, pace: number): number {
  return pace * ((last.by === 'dealer' ? 350 : 750) * (calm() ? 0.6 : 1) + (last.news.length ? 600 : 0));
}

const BOT_NAMES = ['page.bot.0', 'page.bot.1', 'page.bot.2', 'page.bot.3', 'page.bot.4', 'page.bot.5', 'page.bot.6'];

/** Bots have no names at a house; here each gets one that nobody else has. */
export function botName(seats: { name: string }[], q: number): string {
  const free = BOT_NAMES.map((key) => t(key)).filter((name) => !seats.some((seat) => seat.name === name));
  return free[q % free.length];
}
