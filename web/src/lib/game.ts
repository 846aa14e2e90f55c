// game.ts - what a board gets: a game as one player or spectator sees it, at a table of the house or in a record.
import type { Row } from './decks';
import type { Brief, Choice, Entry, Reason, Result, Scene } from './lens';
import type { Mark } from './sight.svelte';
import { type Known, type Move, notation } from './notation';

export interface Game<V = unknown, F = unknown, M extends Move = Move> extends Scene<V, F> {
  /** As the house names it, in lower case with hyphens; also the name of its folder in games/. */
  readonly name: string;
  /** Whether the board shows the present, rather than an earlier moment or a record. */
  readonly live: boolean;
  /** The viewer's own seat, or ROOM for a spectator; a board puts seat `near` at the bottom. */
  readonly me: number;
  readonly near: number;
  /** How many seats there are; `names` has the dummies after them. */
  readonly players: number;
  readonly names: string[];
  /** Who must choose now; and whether the viewer must, and has been shown everything that led to it. */
  readonly asked: number[];
  readonly turn: boolean;
  readonly choices: Choice<Known<M>>[];
  /** What is particular to this game, such as its special roles. */
  readonly brief: Brief[];
  /** The latest move that has been shown; and all since the viewer's own latest, which can be shown again. */
  readonly last: Entry | undefined;
  /** What happened after it that was no move, in a sentence. */
  readonly note?: string;
  readonly recap: Entry[];
  showRecap(): void;
  /** The latest statement of a player since the latest move with this verb, if there is one. */
  said(seat: number, since: M['verb']): string;
  /** How to show what the others have changed, for `data-mark`: mark((view) => view.dice[2][0]). */
  mark(part: (view: V) => unknown): Mark;
  /** Shows the next move, if the viewer wants to go on by a click; undefined if there is none or it comes by itself. */
  readonly next: (() => void) | undefined;
  readonly result: Result | null;
  /** Plays a move, or tells the player why it is not allowed. */
  play(move: Known<M>): void;
  /** What the viewer would see after a move of theirs; null if it is not allowed. */
  tried(move: Known<M>): Scene<V, F> | null;
  /** Why the viewer may not make a move now; null if they may. */
  why(move: Known<M>): Reason | null;
  /** Shows such a reason to the player. */
  explain(reason: Reason): void;
  /** Whether the guide should say nothing, because the board shows something to read. */
  hush(on: boolean): void;
  /** The view in sentences. */
  tell(): string[];
  /** Names by code: things('card').y7 is "yellow 7". */
  things(of: string): Record<string, string>;
  /** The rows of a deck file; the game's kinds of decks are numbered from 0. */
  rows(kind: number): Row[];
}

/** What a game is to somebody who can only watch it: a record, or a picture. */
export const watched = {
  live: false,
  turn: false,
  choices: [],
  recap: [],
  showRecap: () => undefined,
  said: () => '',
  mark: () => undefined,
  next: undefined,
  play: () => undefined,
  tried: () => null,
  why: () => null,
  explain: () => undefined,
  hush: () => undefined,
} satisfies Partial<Game>;

/** The choice with this move; undefined if it is not among them. */
export const choiceOf = <M extends Move>(choices: Choice<M>[], move: NoInfer<M>): Choice<M> | undefined => {
  const wanted = notation(move);
  return choices.find((choice) => choice.notation === wanted);
};

/** The choices with this verb. */
export const withVerb = <M extends Move, V extends M['verb']>(choices: Choice<M>[], verb: V): Choice<Extract<M, { verb: V }>>[] =>
  choices.filter((choice) => choice.move.verb === verb) as Choice<Extract<M, { verb: V }>>[];
