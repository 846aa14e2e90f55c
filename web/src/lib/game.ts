// game.ts - what a board gets: a game as one sees it, at a table of the house or in a record.
import type { Row } from './decks';
import type { Choice, Entry, Reason, Result, Scene } from './lens';
import { type Known, type Move, notation } from './notation';

export interface Game<V = unknown, F = unknown, M extends Move = Move> extends Scene<V, F> {
  /** inside-job, sentient, agents */
  readonly name: string;
  /** It happens now, rather than being looked at again. */
  readonly live: boolean;
  /** One's own seat, or ROOM for an onlooker; a board puts seat `near` at the bottom. */
  readonly me: number;
  readonly near: number;
  /** How many sit there; `names` also has the dummies after them. */
  readonly players: number;
  readonly names: string[];
  /** Who must choose now; and whether it is me, and all has been shown. */
  readonly asked: number[];
  readonly turn: boolean;
  readonly choices: Choice<Known<M>>[];
  /** The latest move that is shown. */
  readonly last: Entry | undefined;
  readonly result: Result | null;
  /** Plays a move; one that is not allowed is explained to the player instead. */
  play(move: Known<M>): void;
  /** What I would see after a move of mine; null if it is not allowed. */
  tried(move: Known<M>): Scene<V, F> | null;
  /** Why I may not do that now; null if I may. */
  why(move: Known<M>): Reason | null;
  /** Shows a reason. */
  explain(reason: Reason): void;
  /** The table in sentences. */
  tell(): string[];
  /** Names by code: things('card').y7 is "yellow 7". */
  things(of: string): Record<string, string>;
  /** The rows of the deck file of this kind, in the order of the game's decks. */
  rows(kind: number): Row[];
}

/** The choice that is this move; undefined if it is none. */
export const choiceOf = <M extends Move>(choices: Choice<M>[], move: NoInfer<M>): Choice<M> | undefined => {
  const wanted = notation(move);
  return choices.find((choice) => choice.notation === wanted);
};

/** The choices with this verb. */
export const having = <M extends Move, V extends M['verb']>(choices: Choice<M>[], verb: V): Choice<Extract<M, { verb: V }>>[] =>
  choices.filter((choice) => choice.move.verb === verb) as Choice<Extract<M, { verb: V }>>[];
