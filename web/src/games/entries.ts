// entries.ts - the games that have a board of their own: one folder here for each, with the game's name.
//
// A folder's index.ts is what the start page needs of the game; the rest is loaded with the first table or record of the game.
// A game without a folder is shown on the plain board.
import type { Component } from 'svelte';
import type { Game } from '../lib/game';
import type { Move } from '../lib/notation';

export interface GameEntry {
  /** Its place on the start page, among the other games' numbers. */
  readonly order: number;
  readonly title: () => string;
  /** One or two sentences that make people want to play it. */
  readonly pitch: () => string;
  /** Its picture, as the contents of an <svg> of 320 by 150. */
  readonly Emblem: Component;
  /** The custom property with the colour of its tables in lists (emblem.tokens.css). */
  readonly colour: `--${string}`;
  /** How many players a game has that is started at once, with bots. */
  readonly seats: number;
  /** The letter of its rules: J if the catalogs have them as rule.J3.4. */
  readonly letter: string;
  /** Rules with a letter in place of a number (J9.W): the letters in the order of the rules, and the number that they come after. */
  readonly lettered?: { readonly parts: string; readonly after: number };
  /** Words for values of its options that are not among the common ones (lib/options.ts). */
  readonly values?: Record<string, () => string>;
  /** Loads the board: `() => import('./board')`. */
  readonly board: () => Promise<{ default: GameBoard }>;
}

/** How a game is shown at a table. */
export interface GameBoard {
  readonly Board: Component<{ game: Game }>;
  /** Hints for beginners: keys of the catalogs, and when each fits, given the verbs of the legal moves.  The first that fits is shown. */
  readonly hints: readonly [key: string, fits: (game: Game, verbs: ReadonlySet<string>) => boolean][];
  /** What a replay draws as a chart over time. */
  readonly track?: Track;
}

interface Track {
  /** A number for every player at a moment, in the order of the names, then one for each of `others`. */
  points(view: unknown, players: number): number[];
  readonly others?: () => string[];
  /** What the numbers are at a moment, if they are not points. */
  readonly caption?: (moment: number) => string;
}

/** A board with the types of its game. */
interface TypedBoard<V, F, M extends Move> {
  Board: Component<{ game: Game<V, F, M> }>;
  hints: [key: string, fits: (game: Game<V, F, M>, verbs: ReadonlySet<M['verb']>) => boolean][];
  track?: Omit<Track, 'points'> & { points(view: V, players: number): number[] };
}

/** Makes a board for the page, which does not know the games' types.  The lens gives values of the types in made/views. */
export const boardFor = <V, F, M extends Move>(board: TypedBoard<V, F, M>): GameBoard => board as unknown as GameBoard;

const found = import.meta.glob<GameEntry>('./*/index.ts', { eager: true, import: 'default' });
const named = Object.entries(found).map(([path, entry]) => [path.split('/')[1], entry] as const);

/** By name, in the order of the start page. */
export const entries: ReadonlyMap<string, GameEntry> = new Map(named.sort(([, a], [, b]) => a.order - b.order));

/** Loads the board of a game. */
export async function boardOf(game: string): Promise<GameBoard> {
  const entry = entries.get(game);
  return (await (entry ? entry.board() : import('../parts/plain'))).default;
}
