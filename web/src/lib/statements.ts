// statements.ts - what a statement at the table can be about.
import type { Entry } from './lens';

/** A place of a statement (GET /games): the kind of the things that fill it, and those things by their codes. */
export interface Place {
  of: string;
  things?: Record<string, string>;
}

export interface Offer {
  /** Things that fit best, by their codes: those that the player in question has just played, the latest first. */
  first: string[];
  rest: string[];
}

/** The things for a place.  `by`: the player whom the statement is about; `entries`: the part of the log that may be seen. */
export function offer({ things }: Place, entries: readonly Entry[], by: number): Offer {
  const codes = Object.keys(things ?? {});
  const played = entries.filter((entry) => entry.by === by).map(({ move }) => move.split(' ').find((word) => things && word in things));
  const first = [...new Set(played.reverse().filter((code) => code !== undefined))];
  return { first, rest: codes.filter((code) => !first.includes(code)) };
}
