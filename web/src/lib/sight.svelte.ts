// sight.svelte.ts - what is shown of a table: the story that the house tells, as far as one has followed it.
//
// The house tells the moves as one hears them; the lens makes of them what one sees.  Others' moves are shown one after the
// other, so that one can follow them: `shown` runs after `told`.
import { type Choice, type Entry, type Order, type Reason, type Result, ROOM, type Scene, type Seat, Story } from './lens';
import { type LogSource, pause } from './log';
import type { Move } from './notation';
import { see, seen } from './seen';
import { settings } from './settings.svelte';
import { words } from './words.svelte';

const TOO_MANY = 60; // moves that are shown one by one

export class Sight implements LogSource {
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

  #story: Story | null = null;
  #closed = false;
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
    this.#closed = true;
    this.#story?.close();
    this.#story = null;
  }

  get begun(): boolean {
    return this.#story !== null;
  }

  /** Is all shown that was told? */
  get current(): boolean {
    return this.shown === this.told;
  }

  things(of: string): Record<string, string> {
    return this.#story?.things(of) ?? {};
  }

  /** The table in sentences, at the moment that is looked at. */
  tell(): string[] {
    const story = this.#story;
    if (!story || !this.view) return [];
    story.goto(this.moment ?? this.shown);
    const told = story.tell();
    story.goto(this.shown);
    return told;
  }

  deck(kind: number): string {
    return this.#story?.deck(kind) ?? '';
  }

  tried(move: Move): Scene | null {
    return this.#story?.tried(this.#me, move) ?? null;
  }

  why(move: Move): Reason | null {
    return this.#story?.why(this.#me, move) ?? null;
  }

  said(who: Seat, state: string): string {
    return this.#story?.said(who, state) ?? state;
  }

  // ---- what is told ----

  /** Fetches the games' code, once. */
  async prepare(): Promise<void> {
    if (this.#story) return;
    const story = await Story.begin();
    if (this.#closed)
      story.close(); // meanwhile
    else this.#story = story;
  }

  /** Begins anew with the eyes of `me`, with all moves so far; what is wrong, or ''. */
  open(order: Order, me: number, names: string[], commitment: string, heard: string[]): string {
    const story = this.#story!;
    this.#me = me;
    this.#commitment = commitment;
    story.lang(words.lang);
    const wrong = story.open(order, me) || story.hearAll(heard);
    if (wrong) return wrong;
    clearTimeout(this.#timer);
    this.name(names);
    this.brief = story.brief();
    this.moment = null;
    this.entries = [];
    this.shown = 0;
    this.told = story.length;
    this.result = null;
    this.choices = [];
    return '';
  }

  name(names: string[]): void {
    names.forEach((name, q) => this.#story?.name(q, name));
  }

  /** A move; what is wrong, or ''. */
  hear(by: Seat, move: string): string {
    const wrong = this.#story!.hear(by, move);
    this.told = this.#story!.length;
    return wrong;
  }

  /** All moves from the n-th on are taken back. */
  back(n: number): void {
    this.#story!.back(n);
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
    this.ready = true;
    this.#look();
  }

  #skip(to: number): void {
    const entries = this.entries.slice(0, this.#story!.at);
    while (this.#story!.at < to) entries.push(this.#story!.step()!);
    this.entries = entries;
    this.shown = this.#story!.at;
  }

  #look(): void {
    const story = this.#story!;
    if (this.moment !== null) {
      story.goto(this.moment);
      [this.view, this.figures] = [story.view(), story.figures()];
    }
    story.goto(this.shown);
    if (this.moment === null) [this.view, this.figures] = [story.view(), story.figures()];
    this.from = story.from();
    this.result = story.result();
    if (!this.missed) see(this.key, this.shown, this.#commitment);
    this.offer();
  }

  /** Looks at an earlier moment; null: at now. */
  look(moment: number | null): void {
    this.moment = moment === this.shown ? null : moment;
    this.#look();
  }

  offer(): void {
    this.choices = (this.chooses() && this.#story?.choices(this.#me)) || [];
  }

  /** Shows what has been told, in a time in which one can follow it. */
  run(): void {
    clearTimeout(this.#timer);
    if (this.shown >= this.told) {
      this.#look();
      return;
    }
    const next = this.#story!; // stands at `shown`
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
    const story = this.#story!;
    story.lang(words.lang);
    this.name(names);
    this.brief = story.brief();
    if (!this.ready) return; // nothing is shown yet
    story.goto(0);
    this.entries = this.entries.map(() => story.step()!);
    this.#look();
  }
}
