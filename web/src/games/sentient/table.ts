// table.ts - Sentient for the page: cards as they are printed, its moves, and where to find things in a view.
import type { SentientFigures, SentientMove, SentientView } from 'made/views';
import type { Row } from '../../lib/decks';
import type { Game } from '../../lib/game';
import type { Choice } from '../../lib/lens';
import type { Known } from '../../lib/notation';

export type Sentient = Game<SentientView, SentientFigures, SentientMove>;
export type Move = Known<SentientMove>;

export const NONE = '-';
export const PLACES = [0, 1, 2, 3, 4]; // of dice, and of investors
export const ROUNDS = [0, 1, 2];
export const isLast = ({ view }: Sentient): boolean => view.round === ROUNDS.length - 1;

export interface Bot {
  number: string;
  type: string;
  condition: string;
  points: string;
  left: string;
  right: string;
}

export const bots = (rows: Row[]): Map<string, Bot> => new Map(rows.map((row) => [row.number, row as unknown as Bot]));

/** How a condition is drawn: lines, in which # is a die; `sides` are words for the left and the right die, `face` is a die itself. */
interface Drawn {
  lines?: string[];
  sides?: string[];
  face?: number;
}

const SIGNS: Record<string, string> = { '<=': '≤', '>=': '≥' };
const readable = (text: string): string => text.replace(/[<>]=/g, (sign) => SIGNS[sign]).replace(/([≤≥=])(\d)/g, '$1 $2');

export function drawn(condition: string, word: Record<string, string>): Drawn {
  let m: RegExpExecArray | null;
  if ((m = /^is (\d+)$/.exec(condition))) return { face: Number(m[1]) };
  if (/^[<=>]+$/.test(condition)) return { lines: [`# ${readable(condition)} #`] };
  if ((m = /^(\w+),(\w+)$/.exec(condition))) return { sides: [word[m[1]], word[m[2]]] };
  if ((m = /^sum (\w+)$/.exec(condition))) return { lines: ['# + #', word[m[1]]] };
  if ((m = /^(\d+)-sum$/.exec(condition))) return { lines: [`${m[1]} −`, '(# + #)'] };
  if ((m = /^sum-(\d+)$/.exec(condition))) return { lines: ['(# + #)', `− ${m[1]}`] };
  if ((m = /^(\d+)-(\w+)$/.exec(condition))) return { lines: [`${m[1]} −`, word[m[2]]] };
  if ((m = /^(\w+)-(\d+)$/.exec(condition))) return { lines: [word[m[1]], `− ${m[2]}`] };
  if ((m = /^diff(.+)$/.exec(condition))) return { lines: ['|# − #|', readable(m[1])] };
  return { lines: ['# + #', readable(condition.replace('sum', '').replace('|', ' / '))] };
}

/** Slots are counted from 1 in moves, and from 0 here. */
export const procure = (slot: number, assistants: number): Move => ({ verb: 'procure', with: [String(slot + 1), String(assistants)] });
export const plug = (slot: number, block: string): Move => ({ verb: 'plug', with: [String(slot + 1), block] });
export const PASS: Move = { verb: 'pass', with: [] };

/** What a choice would bring: its cards of this round and all its investors, each and in total, and what the total is now. */
export function brings({ brings: [line], move }: Choice): { total: number; now: number; cards: number; investors: number } {
  const [total, now, cards, investors] = line.with.slice(move.verb === 'plug' ? 2 : 0) as number[];
  return { total, now, cards, investors };
}

/** Lines of a preview as sentences. */
export const sentences = (lines: string[]): string => lines.map((line) => `${line[0].toLocaleUpperCase()}${line.slice(1)}.`).join(' ');

/** With its sign: +3, −1, 0. */
export const signed = (n: number): string => (n < 0 ? `−${-n}` : n ? `+${n}` : '0');

/** The cards of a seat in a round, by slot. */
export const network = (view: SentientView, round: number, seat: number): string[] => view.cards[round * 4 + seat];
export const scored = (view: SentientView, round: number, seat: number): number[] => view.scored[round * 4 + seat];

/** What the cards of a seat scored in a round, or would score with the dice as they are. */
export const pointsOf = (figures: SentientFigures, round: number, seat: number): number[] => figures.points[round * 4 + seat];

/** Rounds that have been scored. */
export const over = (view: SentientView): number => (view.phase === 'over' ? 3 : view.round);
