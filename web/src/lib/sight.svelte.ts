// sight.svelte.ts - what is shown of a table: the story that the house tells, as far as one has followed it.
//
// The house tells the moves as one hears them; the lens makes of them what one sees.  Others' moves are shown one after the
// other, so that one can follow them: `shown` runs after `told`.
import { type Agreed, Book, type Choice, type Entry, type Reason, type Result, ROOM, type Scene, type Seat } from './lens';
import { see, seen } from './seen';
import { settings } from './settings.svelte';
import { pause, type Story } from './story';
import { words } from './words.svelte';

const TOO_MANY = 60; // moves that are shown one by one

export class Sight implements Story {
  ready = $state(false);
  entries = $state.raw<Entry[]>([]);
  from = $state(0); // the first of them that the log may show
  shown = $state(0);
  told = $state(0);
  view = $state.raw<unknown>(null);
  figures = $state.raw<unknown>(null);
  choices = $state.raw<Choice[]>([]);
  result = $state.raw<Result | null>(null);
  brief = $state.raw<string[]>([]);
  moment = $state<number | null>(null); // an earlier one that is looked at, or now
  missed = $state(0); // moves that were made while one was away
  refusal = $state.raw<Reason | null>(null);
  catching = false; // the story so far is on its way

  #book: Book | null = null;
  #me = ROOM;
  #commitment = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reliving: ReturnType<typeof setTimeout> | undefined;
  #since = 0; // the latest move that one saw

  /** `chooses`: is a choice of mine awaited? */
  constructor(
    readonly key: string,
    readonly chooses: () => boolean,
  ) {}

  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#reliving);
  }

  get begun(): boolean {
    return this.#book !== null;
  }

  /** Is all shown that was told? */
  get current(): boolean {
    return this.shown === this.told;
  }

  things(of: string): Record<string, string> {
    return this.#book?.things(of) ?? {};
  }

  deck(kind: number): string {
    return this.#book?.deck(kind) ?? '';
  }

  tried(move: string): Scene | null {
    return this.#book?.tried(this.#me, move) ?? null;
  }

  why(move: string): Reason | null {
    return this.#book?.why(this.#me, move) ?? null;
  }

  said(who: Seat, state: string): string {
    return this.#book?.said(who, state) ?? state;
  }

  // ---- what is told ----

  /** Fetches the games' code, once. */
  async prepare(): Promise<void> {
    this.#book ??= await Book.make();
  }

  /** Begins anew, with the eyes of `me`; what is wrong, or ''. */
  open(agreed: Agreed, me: number, names: string[], commitment: string): string {
    const book = this.#book!;
    this.#me = me;
    this.#commitment = commitment;
    book.lang(words.lang);
    const wrong = book.open(agreed, me);
    if (wrong) return wrong;
    clearTimeout(this.#timer);
    this.name(names);
    this.catching = true;
    this.brief = book.brief();
    this.moment = null;
    this.entries = [];
    this.shown = this.told = 0;
    this.result = null;
    this.choices = [];
    return '';
  }

  name(names: string[]): void {
    names.forEach((name, q) => this.#book?.name(q, name));
  }

  /** A move; what is wrong, or ''. */
  hear(by: Seat, move: string): string {
    const wrong = this.#book!.hear(by, move);
    this.told = this.#book!.length;
    return wrong;
  }

  /** All moves from the n-th on are taken back. */
  back(n: number): void {
    this.#book!.back(n);
    this.told = n;
    this.missed = Math.max(0, Math.min(this.missed, n - this.#since));
    if (this.moment !== null && this.moment >= n) this.moment = null;
    if (this.shown > n) {
      this.shown = n;
      this.entries = this.entries.slice(0, n);
      this.#look();
    }
  }

  // ---- what one sees ----

  /** All is known: it is shown as it is now. */
  settle(): void {
    const before = seen(this.key)?.moves ?? this.told;
    if (!this.ready && before < this.told) this.#miss(before);
    this.#skip(this.told);
    this.catching = false;
    this.ready = true;
    this.#look();
  }

  #skip(to: number): void {
    const entries = this.entries.slice(0, this.#book!.at);
    while (this.#book!.at < to) entries.push(this.#book!.step()!);
    this.entries = entries;
    this.shown = this.#book!.at;
  }

  #look(): void {
    const book = this.#book!;
    if (this.moment !== null) {
      book.goto(this.moment);
      [this.view, this.figures] = [book.view(), book.figures()];
    }
    book.goto(this.shown);
    if (this.moment === null) [this.view, this.figures] = [book.view(), book.figures()];
    this.from = book.from();
    this.result = book.result();
    if (!this.missed) see(this.key, this.shown, this.#commitment);
    this.offer();
  }

  /** Looks at an earlier moment; null: at now. */
  look(moment: number | null): void {
    this.moment = moment === this.shown ? null : moment;
    this.#look();
  }

  offer(): void {
    this.choices = this.chooses() ? this.#book!.choices(this.#me) : [];
  }

  /** Shows what has been told, in a time in which one can follow it. */
  run(): void {
    clearTimeout(this.#timer);
    if (this.shown >= this.told) {
      this.#look();
      return;
    }
    const next = this.#book!; // stands at `shown`
    if (this.told - this.shown > TOO_MANY || document.hidden) {
      this.#miss(this.shown);
      this.#skip(this.told);
      this.#look();
      return;
    }
    const entries = [...this.entries];
    do entries.push(next.step()!);
    while (next.at < this.told && entries.at(-1)!.by === 'dealer' && entries.at(-2)?.by === 'dealer');
    this.entries = entries;
    this.shown = next.at;
    this.#look();
    if (this.shown < this.told) this.#timer = setTimeout(() => this.run(), pause(entries.at(-1)!, settings.pace));
  }

  // ---- what was done while one was away ----

  #miss(since: number): void {
    if (!this.missed) this.#since = since;
    this.missed = this.told - this.#since;
  }

  /** Shows it again, as far back as one may look; or not, and all is well. */
  relive(): void {
    const first = Math.max(this.#since, this.from);
    this.caughtUp();
    this.look(first);
    this.#relive();
  }

  caughtUp(): void {
    this.missed = 0;
    see(this.key, this.shown, this.#commitment);
  }

  #relive(): void {
    const moment = this.moment;
    if (moment === null) return;
    this.#reliving = setTimeout(
      () => {
        if (this.moment !== moment) return; // one looks elsewhere
        this.look(moment + 1);
        this.#relive();
      },
      pause(this.entries[moment], settings.pace || 1),
    );
  }

  /** The language has changed: everything is said anew. */
  speak(names: string[]): void {
    const book = this.#book!;
    book.lang(words.lang);
    this.name(names);
    this.brief = book.brief();
    if (!this.ready || this.catching) return; // nothing is shown yet
    book.goto(0);
    this.entries = this.entries.map(() => book.step()!);
    this.#look();
  }
}
