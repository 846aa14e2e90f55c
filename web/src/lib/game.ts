// game.ts - what a board gets: a game as one sees it, at a table of the house or in a record.
import type { Row } from './decks';
import type { Choice, Entry, Reason, Result, Scene } from './lens';

export interface Game<V = unknown, F = unknown> extends Scene<V, F> {
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
  readonly choices: Choice[];
  /** The latest move that is shown. */
  readonly last: Entry | undefined;
  readonly result: Result | null;
  /** Plays a move in notation; one that is not allowed is explained to the player instead. */
  play(move: string): void;
  /** What I would see after a move of mine; null if it is not allowed. */
  tried(move: string): Scene<V, F> | null;
  /** Why I may not do that now; null if I may. */
  why(move: string): Reason | null;
  /** Shows a reason. */
  explain(reason: Reason): void;
  /** Names by code: things('card').y7 is "yellow 7". */
  things(of: string): Record<string, string>;
  /** The rows of the deck file of this kind, in the order of the game's decks. */
  rows(kind: number): Row[];
}

/** "play y7 3" in parts. */
export const parts = (move: string): { verb: string; with: string[] } => {
  const [verb, ...rest] = move.split(' ');
  return { verb, with: rest };
};

/** The choices that begin with these words. */
export const having = (choices: Choice[], verb: string, ...first: (string | undefined)[]): Choice[] =>
  choices.filter((choice) => {
    const p = parts(choice.move);
    return p.verb === verb && first.every((word, i) => word === undefined || p.with[i] === word);
  });
