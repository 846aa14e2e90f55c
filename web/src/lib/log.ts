// log.ts - what a table and a record have in common: a log of moves, shown at a pace.
import type { Brief, Entry } from './lens';
import { prefersReducedMotion } from './settings.svelte';
import { t } from './words.svelte';

/** Somebody took moves back, after which `at` were left. */
export interface Undone {
  at: number;
  by: number;
  practice: boolean; // past what may be taken back among people
}

/** What the log shows. */
export interface LogSource {
  readonly brief: Brief[];
  readonly entries: Entry[];
  readonly from: number; // the first entry that may be shown
  readonly undone?: Undone[]; // in the order of the entries
  readonly moment: number | null; // after how many entries the board shows the table; null: after all
  look(moment: number): void;
}

/** A line of the log: moves in a row, the last of which is number `at`, from 1. */
export interface LogLine {
  say: string;
  by: Entry['by'];
  chapter: boolean;
  news: string[];
  at: number;
  times: number;
}

/** The entries from number `from` on as lines: equal sentences in a row are one line, and so are deals of one kind. */
export function logLines(entries: Entry[], from: number): LogLine[] {
  const found: (LogLine & { list?: { of: string; items: string[] } })[] = [];
  for (let i = from; i < entries.length; i++) {
    const { say, by, chapter, news, list } = entries[i];
    const last = found.at(-1);
    if (list && last?.list?.of === list.of && !last.news.length) {
      last.list.items.push(list.item);
      Object.assign(last, { at: i + 1, say: list.of.replace('{}', last.list.items.join(', ')), news });
    } else if (last?.say === say && !last.news.length) Object.assign(last, { at: i + 1, times: last.times + 1, news });
    else
      found.push({
        ...{ say, by, news, at: i + 1, times: 1, chapter: chapter && !last?.chapter },
        ...(list && { list: { of: list.of, items: [list.item] } }),
      });
  }
  return found;
}

/**
 * The number of moves up to the viewer's latest one, but no fewer than the log may show; a spectator has made none.
 * Answers are moves that one makes on the others' turns too: alone they do not count.
 */
export function ownUpTo(entries: Entry[], me: number, from: number, answers: readonly string[] = []): number {
  let own = entries.findLastIndex(({ by, move }) => by === me && !answers.includes(move.split(' ')[0])) + 1;
  while (own && entries[own]?.by === me) own++;
  return Math.max(from, own);
}

const SETUP = 5; // so many deals in a row are a new round

/** The number of moves up to the end of the latest deals that began a round or a trick: what they brought is new for everybody. */
function dealtUpTo(entries: Entry[]): number {
  for (let end = entries.length; end > 0; end--) {
    let at = end;
    while (at > 0 && entries[at - 1].by === 'dealer') at--;
    const deals = entries.slice(at, end);
    if (deals.length >= SETUP || deals.some(({ chapter }) => chapter)) return end;
    end = Math.max(at, 1);
  }
  return 0;
}

/** After how many moves to look for what the others have changed: in the latest turn of one of them, and since the viewer's own. */
export function changesFrom(entries: Entry[], me: number, from: number, answers?: readonly string[]): { last: number; since: number } {
  const dealt = Math.max(dealtUpTo(entries), ownUpTo(entries, me, from, answers));
  const turn = entries.findLastIndex(({ by }) => typeof by === 'number');
  let last = Math.max(turn, 0);
  for (let i = turn; i >= 0 && (entries[i].by === 'dealer' || entries[i].by === entries[turn].by); i--)
    if (entries[i].by !== 'dealer') last = i; // what is dealt during a turn is part of it
  return { last: Math.max(last, dealt), since: dealt };
}

const READ = 45; // milliseconds for a letter

/** How long a move is shown before the next one, in milliseconds: what it brought about, a trick that is won, takes time to read. */
export function pause(last: Entry, pace: number): number {
  const read = Math.min(3600, READ * last.news.join(' ').length);
  return Math.abs(pace) * ((last.by === 'dealer' ? 350 : 750) * (prefersReducedMotion() ? 0.6 : 1) + read);
}

export const sayUndone = ({ by, practice }: Undone, names: string[]): string =>
  practice ? t('page.went-back', names[by]) : t('page.took-back', names[by]);

const BOT_NAMES = ['page.bot.0', 'page.bot.1', 'page.bot.2', 'page.bot.3', 'page.bot.4', 'page.bot.5', 'page.bot.6'];

/** A name for the bot at seat q: at a house bots have none.  Nobody else at the table has it. */
export function botName(seats: { name: string }[], q: number): string {
  const free = BOT_NAMES.map((key) => t(key)).filter((name) => !seats.some((seat) => seat.name === name));
  return free[q % free.length];
}
