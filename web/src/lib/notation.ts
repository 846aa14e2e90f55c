// notation.ts - writes moves in the notation of records (doc/records.md): {verb: 'play', with: ['y7']} is "play y7".

/** What all moves have in common; made/views has those of each game. */
export interface Move {
  readonly verb: string;
  readonly with: readonly (string | number | null)[];
}

type Whole<T> = { readonly [K in keyof T]: Exclude<T[K], null> };
/** Moves in which nothing is hidden: those that the viewer can make. */
export type Known<M extends Move> = M extends Move ? { readonly verb: M['verb']; readonly with: Whole<M['with']> } : never;

export const notation = (move: Move): string => [move.verb, ...move.with.map((thing) => thing ?? '?')].join(' ');
