// rules.ts - what the table of Inside Job must know of its rules (doc/rules/inside-job.md) beyond what a view says.
import type { InsideJobView, Seat } from 'made/views';
import type { Game } from '../../lib/game';

export const COLOURS = ['yellow', 'pink', 'green', 'blue'] as const;
export type Colour = (typeof COLOURS)[number];
export type InsideJob = Game<InsideJobView>;

export interface Card {
  code: string;
  colour: Colour;
  value: number;
}

export interface Mission {
  code: string;
  condition: string; // as deck files write it
  words: string;
  trump: Colour;
  risky: boolean;
}

/** A card on the table, at its place in the trick. */
export interface Played {
  card: Card;
  seat: number;
  raised: boolean;
  colour: Colour; // that it counts as, J4.2
}

/** J1: tricks, missions that win, intel that reveals; by the number of seats. */
const SIZES: Record<number, { tricks: number; need: number; limit: number }> = {
  2: { tricks: 9, need: 7, limit: 6 },
  3: { tricks: 11, need: 9, limit: 6 },
  4: { tricks: 10, need: 7, limit: 5 },
  5: { tricks: 9, need: 6, limit: 4 },
};

const PAIRS: Record<string, string> = {
  'sleeper-cell': 'sleeper,paranoid',
  'high-stakes': 'daredevil,shady',
  'inner-circle': 'accomplice,professor-no',
  'bad-company': 'shady,sleeper',
};

export const LARRY = 2;
export const isSeat = (seat: Seat | null): seat is number => typeof seat === 'number';
export const is = (code: string | null | undefined): code is string => !!code && code !== '-';

export const cardOf = (code: string): Card => ({
  code,
  colour: COLOURS.find((colour) => colour[0] === code[0])!,
  value: Number(code.slice(1)),
});

/** The names of things; anew with each view, for the language may have changed. */
export function namesOf(game: InsideJob) {
  void game.view;
  return { card: game.things('card'), colour: game.things('colour'), role: game.things('role') };
}
export type Names = ReturnType<typeof namesOf>;

/** The special roles of this game, J9.1. */
export function specials(game: InsideJob): string[] {
  const roles = game.options.roles ?? 'none';
  return roles === 'none' ? [] : (PAIRS[roles] ?? roles).split(',');
}

export function sizes(game: InsideJob): { tricks: number; need: number; limit: number } {
  const usual = SIZES[game.players];
  const own = game
    .rows(1)
    .filter((row) => specials(game).includes(row.role))
    .map((row) => row.abilities.match(/limit-(\d)-(\d)/))
    .find((found) => found);
  return own ? { ...usual, limit: Number(own[game.players === 5 ? 2 : 1]) } : usual;
}

/** agents, insider or neutral. */
export const sideOf = (game: InsideJob, role: string): string => game.rows(1).find((row) => row.role === role)?.side ?? 'neutral';

export function missionOf(game: InsideJob, code: string): Mission {
  const row = game.rows(0).find((r) => r.number === code)!;
  const words = game.things('mission')[code].split(';')[0];
  return { code, condition: row.condition, words, trump: row.trump as Colour, risky: row.risky === 'yes' };
}

/** Whose card is the one at this place: clockwise, but Larry is always the second, J10.3. */
function seatAt(game: InsideJob, place: number): number {
  const starter = game.view.starter as number;
  if (game.players === 2) return [starter, LARRY, 1 - starter][place];
  return (starter + place) % game.players;
}

/** The place that wins, J3.6, J4.5. */
export function winner(trick: Played[], trump: Colour): number {
  const rank = ({ colour, card }: Played) => (colour === trump ? 32 + card.value : colour === trick[0].card.colour ? card.value : -1);
  return trick.reduce((best, played, i) => (i && rank(played) >= Math.max(0, rank(trick[best])) ? i : best), 0);
}

/** Can the mission no longer be completed, after these of `n` cards?  J11. */
export function lost({ condition }: Mission, trick: Played[], n: number): boolean {
  const values = trick.map(({ card }) => card.value);
  const range = condition.match(/^all (\d+)-(\d+)$/);
  const places: Record<string, number> = { second: 1, third: 2, last: n - 1 };
  const raised = condition.match(/^raised (second|third|last)$/);
  if (range) return values.some((value) => value < Number(range[1]) || value > Number(range[2]));
  if (raised) return trick[places[raised[1]]]?.raised === false;
  switch (condition) {
    case 'all even': return values.some((value) => value % 2);
    case 'all odd': return values.some((value) => value % 2 === 0);
    case 'ascending': return values.some((value, i) => i && value <= values[i - 1]);
    case 'descending': return values.some((value, i) => i && value >= values[i - 1]);
    case 'same colour': return trick.some(({ colour }) => colour !== trick[0].colour);
    default: return false;
  }
}

/** The trick that lies there: the current one, or the last until the next mission is picked. */
export function trickOf(game: InsideJob) {
  const { view, names } = game;
  const whole = view.n === names.length;
  const at = whole ? view.tricks - 1 : view.tricks;
  const mission = is(view.picked[at]) ? missionOf(game, view.picked[at]) : null;
  const played: Played[] = view.trick.slice(0, view.n).map((code, place) => {
    const card = cardOf(code);
    const raised = view.raised.includes(place);
    return { card, seat: seatAt(game, place), raised, colour: raised ? mission!.trump : card.colour };
  });
  return {
    whole,
    mission,
    played,
    best: mission && played.length ? winner(played, mission.trump) : -1,
    done: whole && view.completed.includes(at),
    lost: !whole && !!mission && lost(mission, played, names.length),
  };
}
export type Trick = ReturnType<typeof trickOf>;

/** Where things that belong to a player lie, in percent; by how many play, and clockwise from the nearest. */
export const SPOTS: Record<number, [number, number][]> = {
  3: [[50, 83], [17, 34], [83, 34]],
  4: [[50, 84], [15, 50], [50, 16], [85, 50]],
  5: [[50, 83], [17, 74], [20, 25], [80, 25], [83, 74]],
};
