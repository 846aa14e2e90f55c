// guide.ts - which hint a beginner is shown: a machine that goes on by what happens, not by clicks on the hint.
//
// The hints of a game are in its board.ts, the most urgent ones first.  One is shown when it matters for the first time, alone, and
// comes back until it is learned.  The page tells the machine what can be done now (`show`) and what was done (`happened`).

/** Besides the verbs of its game, a hint can be about these. */
export type Deed = 'discuss' | 'talk';

export interface Hint<G, V extends string> {
  /** Of the catalogs, and what goes into its places. */
  readonly key: string;
  readonly with?: (game: G) => (string | number)[];
  /** The rule that it tells of; none: the hint is about the page. */
  readonly rule?: string;
  /** It matters while one of these can be done, and is learned when the player does one, having been told or not. */
  readonly act?: readonly (V | Deed)[];
  /** It is worth knowing when one of these can be done, and is learned when the player does one after having been told. */
  readonly at?: readonly (V | Deed)[];
  /** Whether this is one of the few games that have it; if it is left out, all have. */
  readonly rare?: (game: G) => boolean;
  /** Only then. */
  readonly when?: (game: G) => boolean;
}

const PATIENCE = 2; // moves that a player makes while a hint is shown, without doing what it tells of: then it has been read

export class Guide<G, V extends string> {
  #told = new Set<string>(); // hints that were shown since the page was opened
  #moves = new Map<string, number[]>(); // made while a hint was shown, by their numbers
  #learnedBy = new Map<string, number>(); // the number of the move that showed that a hint is learned
  #latest = ''; // the hint that was shown when the player could last do something
  #shown = '';

  /** `learned` has the keys of hints that need not be shown any more; the caller keeps it. */
  constructor(
    readonly hints: readonly Hint<G, V>[],
    readonly learned: { has(key: string): boolean; add(key: string): unknown; delete(key: string): unknown },
  ) {}

  /** The hint for what can be done now; none if that is nothing, or everything about it is learned. */
  show(game: G, can: ReadonlySet<string>): Hint<G, V> | undefined {
    const hint = this.hints.find(
      ({ key, act, at, rare, when }) =>
        !this.learned.has(key) && (act ?? at)?.some((verb) => can.has(verb)) && (rare?.(game) ?? true) && (when?.(game) ?? true),
    );
    this.#shown = hint?.key ?? '';
    if (can.size) this.#latest = this.#shown;
    if (hint) this.#told.add(hint.key);
    return hint;
  }

  /** Something was done, by the player or by somebody else.  A hint that the player is reading does not go away because of others.
   * A move has a number; what cannot be taken back has none. */
  happened(verb: string, own: boolean, number = -1): void {
    for (const { key, act, at } of this.hints) {
      if (this.learned.has(key)) continue;
      const about = (act ?? at)!.some((one) => one === verb);
      if (!(own ? this.#did(key, about, !!act, number) : about && !!act && this.#told.has(key) && this.#shown !== key)) continue;
      this.learned.add(key);
      this.#learnedBy.set(key, number);
    }
    if (own) this.#latest = '';
  }

  /** The moves from this number on were taken back: what they taught is told again. */
  undone(from: number): void {
    for (const [key, number] of this.#learnedBy) if (number >= from) this.learned.delete(key);
    for (const [key, moves] of this.#moves)
      this.#moves.set(
        key,
        moves.filter((number) => number < from),
      );
  }

  /** Whether a move of the player's shows that a hint is learned. */
  #did(key: string, about: boolean, act: boolean, number: number): boolean {
    if (key !== this.#latest) return about && act;
    const moves = [...(this.#moves.get(key) ?? []), number];
    this.#moves.set(key, moves);
    return about || moves.length >= PATIENCE;
  }
}
