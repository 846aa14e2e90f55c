// table.ts - Sentient as the page needs it: cards as they are printed, what they score, and who leads at an investor.
// The ids are those of doc/rules/sentient.md.
import type { Seat, SentientView } from 'made/views';
import type { Row } from '../../lib/decks';

export const TYPES = ['information', 'industry', 'military', 'transport', 'service'] as const;
export const NONE = '-';
export const PLACES = [0, 1, 2, 3, 4]; // of dice, and of investors
export const ROUNDS = [0, 1, 2];
export const TURNS = 5;

export interface Bot {
  number: string;
  type: string;
  condition: string;
  points: string;
  left: string;
  right: string;
}

export const bots = (rows: Row[]): Map<string, Bot> => new Map(rows.map((row) => [row.number, row as unknown as Bot]));

/** Names of cards with signs that are read aloud, too: a minus, not a hyphen. */
export const read = (names: Record<string, string>): Record<string, string> => Object.fromEntries(Object.entries(names).map(([code, name]) => [code, name.replace(/ -(?= |$)/g, ' −')]));

const COMPARE: Record<string, (a: number, b: number) => boolean> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '=': (a, b) => a === b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};
const isOdd = (word: string, n: number): boolean => (n % 2 === 1) === (word === 'odd');

/** What a card scores between two dice (S9); nothing as long as they show nothing. */
export function score(bot: Bot, l: number, r: number): number {
  if (!l || !r) return 0;
  const of: Record<string, number> = { sum: l + r, lower: Math.min(l, r), higher: Math.max(l, r), diff: Math.abs(l - r) };
  const c = bot.condition;
  let m: RegExpExecArray | null;
  if ((m = /^is (\d+)$/.exec(c))) return [0, 2, 7][[l, r].filter((die) => die === Number(m![1])).length];
  if ((m = /^(\d+)-(\w+)$/.exec(c))) return Math.max(0, Number(m[1]) - of[m[2]]);
  if ((m = /^(\w+)-(\d+)$/.exec(c))) return Math.max(0, of[m[1]] - Number(m[2]));
  let holds = false;
  if (c in COMPARE) holds = COMPARE[c](l, r);
  else if ((m = /^(odd|even),(odd|even)$/.exec(c))) holds = isOdd(m[1], l) && isOdd(m[2], r);
  else if ((m = /^sum (odd|even)$/.exec(c))) holds = isOdd(m[1], l + r);
  else if ((m = /^(sum|diff)(.+)$/.exec(c))) {
    const value = of[m[1]];
    holds = m[2].split('|').some((part) => COMPARE[part.replace(/\d+/, '')](value, Number(part.replace(/\D+/, ''))));
  }
  return holds ? Number(bot.points) : 0;
}

/** How a condition is drawn: lines, in which # is a die; `sides` are words for the left and the right die, `face` is a die itself. */
export interface Drawn {
  lines?: string[];
  sides?: string[];
  face?: number;
}

const SIGNS: Record<string, string> = { '<=': '≤', '>=': '≥' };
const readable = (text: string): string => text.replace(/[<>]=/g, (sign) => SIGNS[sign]).replace(/([≤≥=])(\d)/g, '$1 $2');

export function drawn(condition: string, word: Record<string, string>): Drawn {
  let m: RegExpExecArray | null;
  if ((m = /^is (\d+)$/.exec(condition))) return { face: Number(m[1]) };
  if (condition in COMPARE) return { lines: [`# ${readable(condition)} #`] };
  if ((m = /^(\w+),(\w+)$/.exec(condition))) return { sides: [word[m[1]], word[m[2]]] };
  if ((m = /^sum (\w+)$/.exec(condition))) return { lines: ['# + #', word[m[1]]] };
  if ((m = /^(\d+)-sum$/.exec(condition))) return { lines: [`${m[1]} −`, '(# + #)'] };
  if ((m = /^sum-(\d+)$/.exec(condition))) return { lines: ['(# + #)', `− ${m[1]}`] };
  if ((m = /^(\d+)-(\w+)$/.exec(condition))) return { lines: [`${m[1]} −`, word[m[2]]] };
  if ((m = /^(\w+)-(\d+)$/.exec(condition))) return { lines: [word[m[1]], `− ${m[2]}`] };
  if ((m = /^diff(.+)$/.exec(condition))) return { lines: ['|# − #|', readable(m[1])] };
  return { lines: ['# + #', readable(condition.replace('sum', '').replace('|', ' / '))] };
}

/** The cards of a seat in a round, by slot. */
export const network = (view: SentientView, round: number, seat: number): string[] => view.cards[round * 4 + seat];
export const scored = (view: SentientView, round: number, seat: number): number[] => view.scored[round * 4 + seat];

/** What each card of a network scores; null where there is none. */
export const scores = (deck: Map<string, Bot>, cards: string[], dice: number[]): (number | null)[] =>
  cards.map((card, k) => (card === NONE ? null : score(deck.get(card)!, dice[k], dice[k + 1])));

export const total = (points: (number | null)[]): number => points.reduce<number>((sum, n) => sum + (n ?? 0), 0);

/** Rounds that have been scored. */
export const over = (view: SentientView): number => (view.phase === 'over' ? 3 : view.round);

/** Pawns above the factory, by slot and seat. */
export interface Pawns {
  agents: number[][];
  assistants: number[][];
}

export interface Standing {
  influence: number[];
  first: Seat;
  second: Seat;
}

/** Who would get token and chip of an investor (S7.2 to S7.5). */
export function standing(pawns: Pawns, order: Seat[], position: number): Standing {
  const slots = [position - 1, position].filter((slot) => slot in pawns.agents);
  const count = (of: number[][], seat: number) => slots.reduce((sum, slot) => sum + of[slot][seat], 0);
  const influence = pawns.agents[0].map((_, seat) => count(pawns.agents, seat) + count(pawns.assistants, seat));
  const rank = order
    .filter((seat): seat is number => typeof seat === 'number' && influence[seat] > 0)
    .sort((a, b) => influence[b] - influence[a] || count(pawns.agents, b) - count(pawns.agents, a)); // of equals the higher in the stack stays first
  return { influence, first: rank[0] ?? NONE, second: rank[1] ?? NONE };
}

/** Cards and investors of a seat, by type; the investors won with their rounds, the printed one without. */
export function holdings(deck: Map<string, Bot>, view: SentientView, seat: number): { type: string; cards: number; printed: boolean; rounds: number[] }[] {
  const cards = ROUNDS.flatMap((round) => network(view, round, seat)).filter((card) => card !== NONE);
  return TYPES.map((type) => ({
    type,
    cards: cards.filter((card) => deck.get(card)?.type === type).length,
    printed: view.company[seat] === type,
    rounds: ROUNDS.filter((round) => view.investor[round].some((of, p) => of === type && view.token[round][p] === seat)),
  }));
}
