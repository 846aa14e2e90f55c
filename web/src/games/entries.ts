// entries.ts - the games that have a page of their own: one folder here for each, whose name is the game's.
//
// A folder's index.ts is what the start page needs of the game; the rest is loaded when somebody sits down to it.  A game
// without a folder is shown by the plain board.
import type { Component } from 'svelte';
import type { Game } from '../lib/game';
import type { Move } from '../lib/notation';

export interface GameEntry {
  /** Where it stands on the start page. */
  readonly order: number;
  readonly title: () => string;
  /** Why one would play it. */
  readonly pitch: () => string;
  readonly Emblem: Component;
  /** The custom property with the colour of its tables in lists. */
  readonly colour: `--${string}`;
  /** How many play when one just wants to play. */
  readonly seats: number;
  /** The letter of its rules, which the catalogs have as rule.J3.4. */
  readonly letter: string;
  /** Parts of a section's rules that are not numbered, in the order of the book, and the number after which they stand. */
  readonly lettered?: { readonly parts: string; readonly after: number };
  /** The values of its options in words, as far as they have some of their own. */
  readonly values?: Record<string, () => string>;
  readonly board: () => Promise<{ default: GameBoard }>;
}

/** How a game is shown at a table. */
export interface GameBoard {
  readonly Board: Component<{ game: Game }>;
  /** For the first game: keys of the catalogs, and when each fits; the most particular first. */
  readonly hints: readonly [key: string, fits: (game: Game, verbs: ReadonlySet<string>) => boolean][];
  /** What a replay draws over time. */
  readonly track?: Track;
}

export interface Track {
  /** What every player has at a moment, in the order of the names, then what `others` names. */
  points(view: unknown, players: number): number[];
  readonly others?: () => string[];
  /** If it is not points. */
  readonly caption?: (moment: number) => string;
}

/** A board whose parts know the types of their game. */
export interface TypedBoard<V, F, M extends Move> {
  Board: Component<{ game: Game<V, F, M> }>;
  hints: [key: string, fits: (game: Game<V, F, M>, verbs: ReadonlySet<M['verb']>) => boolean][];
  track?: Omit<Track, 'points'> & { points(view: V, players: number): number[] };
}

/** What comes from the lens is of the types that made/views says: from here on they are the board's business. */
export const boardFor = <V, F, M extends Move>(board: TypedBoard<V, F, M>): GameBoard => board as unknown as GameBoard;

const found = import.meta.glob<GameEntry>('./*/index.ts', { eager: true, import: 'default' });
const named = Object.entries(found).map(([path, entry]) => [path.split('/')[1], entry] as const);

/** By name, in the order of the start page. */
export const entries: ReadonlyMap<string, GameEntry> = new Map(named.sort(([, a], [, b]) => a.order - b.order));

/** The board of a game, which is fetched. */
export async function boardOf(game: string): Promise<GameBoard> {
  const entry = entries.get(game);
  return (await (entry ? entry.board() : import('../parts/plain'))).default;
}
