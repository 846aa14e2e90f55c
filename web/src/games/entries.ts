// entries.ts - the games that have a board of their own: one folder here for each, with the game's name.
//
// A folder's index.ts is what the start page needs of the game; the rest is loaded with the first table or record of the game.
// A game without a folder is shown on the plain board.
import type { Component, Snippet } from 'svelte';
import type { Game } from '../lib/game';
import type { Hint } from '../lib/guide';
import type { Order } from '../lib/lens';
import type { Move } from '../lib/notation';
import type { Stage } from '../lib/stage';

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
  /** The same for values that are on no list; `things` has the names of the game's things. */
  readonly typed?: (value: string, things: (of: string) => Record<string, string>) => string;
  /** The rules that its options are about. */
  readonly optionRules?: Record<string, string>;
  /** Keys of its statements in the speaker's own words, which have {1} for the first thing that they are about, and so on. */
  readonly statements?: Record<string, string>;
  /** The rule about the discussion before a vote, if there is one. */
  readonly discussionRule?: string;
  /** Options that the page of a new table shows in a form of the game's own, and that form. */
  readonly form?: { readonly keys: readonly string[]; readonly load: () => Promise<{ default: Component<OptionForm> }> };
  /** Pictures for rules; the catalogs have a caption for each, such as picture.J3.6. */
  readonly pictures?: () => Promise<{ default: Component<Picture> }>;
  /** Loads the board: `() => import('./board')`. */
  readonly board: () => Promise<{ default: GameBoard }>;
}

/** What a form for options gets: the order so far, with the options that have been changed, and a way to change one. */
export interface OptionForm {
  order: Order;
  set: (key: string, value: string) => void;
}

/** What draws the picture of a rule gets. */
export interface Picture {
  rule: string;
  stage: Stage;
}

/** How a game is shown at a table. */
export interface GameBoard {
  readonly Board: Component<{ game: Game; guide?: Snippet }>;
  /** Whether it fills the window.  On a phone such a board gets the guide, and shows it where nothing moves. */
  readonly fills?: boolean;
  /** Verbs of moves that a player makes on the others' turns too: what happened since one's own turn goes on past them. */
  readonly answers?: readonly string[];
  /** Hints for beginners, the most urgent ones first. */
  readonly hints: readonly Hint<Game, string>[];
  /** What a replay draws as a chart over time. */
  readonly track?: Track;
  /** Why a player won, ahead of the next best one, in one sentence; without it the points say it. */
  readonly why?: (view: unknown, figures: unknown, names: string[], winner: number, next: number) => string;
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
  Board: Component<{ game: Game<V, F, M>; guide?: Snippet }>;
  fills?: boolean;
  answers?: readonly M['verb'][];
  hints: Hint<Game<V, F, M>, M['verb']>[];
  track?: Omit<Track, 'points'> & { points(view: V, players: number): number[] };
  why?: (view: V, figures: F, names: string[], winner: number, next: number) => string;
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
