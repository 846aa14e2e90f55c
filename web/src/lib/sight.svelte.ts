// sight.svelte.ts - what is shown of a table: the story that the house tells, as far as it has been shown.
//
// The house sends the moves as the viewer hears them, and the lens makes the view from them.  Others' moves are shown one by one, so
// that people can follow them: `shown` catches up with `told`.
import { type Brief, type Choice, type Entry, type Order, type Reason, type Result, ROOM, type Scene, type Seat, Story } from './lens';
import { changesFrom, type LogSource, ownUpTo, pause, type Undone } from './log';
import type { Move } from './notation';
import { see, seen } from './seen';
import { CLICK, settings } from './settings.svelte';

/** How a part of the board is marked: it changed in the others' latest turn, or since the viewer's own. */
export type Mark = 'last' | 'since' | undefined;

const TOO_MANY = 60; // more moves than this are not shown one by one

export class Sight implements LogSource {
  ready = $state(false);
  entries = $state.raw<Entry[]>([]);
  from = $state(0); // the first of them that the log may show
  undone = $state.raw<Undone[]>([]); // the take-backs that the viewer was told of
  shown = $state(0);
  told = $state(0);
  view = $state.raw<unknown>(null);
  figures = $state.raw<unknown>(null);
  choices = $state.raw<Choice[]>([]);
  result = $state.raw<Result | null>(null);
  brief = $state.raw<Brief[]>([]);
  moment = $state<number | null>(null); // the earlier moment on the board; null: the present
  missed = $state(0); // moves that were made while the viewer was away
  refusal = $state.raw<Reason | null>(null);
  waits = $state(false); // for the viewer's click, before the next move is shown

  #story: Story | null = null;
  #closed = false;
  #me = ROOM;
  #commitment = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reliving: ReturnType<typeof setTimeout> | undefined;
  #since = 0; // how many moves the viewer has seen
  #earlier = new Map<number, unknown>(); // views after so many moves, as they were asked for

  #read = 0; // when the move that is shown has been read

  /** `chooses`: whether the viewer must choose now; `answers`: the verbs of moves that one makes on the others' turns too;
   * `pace`: how slowly the next move is shown after this one. */
  constructor(
    readonly key: string,
    readonly chooses: () => boolean,
    readonly answers: () => readonly string[] | undefined,
    readonly pace: (last: Entry) => number,
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

  /** The take-back after which nothing has been shown yet. */
  get justUndone(): Undone | undefined {
    const last = this.undone.at(-1);
    return last?.at === this.shown && this.moment === null ? last : undefined;
  }

  /** Whether everything that was told has been shown. */
  get current(): boolean {
    return this.shown === this.told;
  }

  things(of: string): Record<string, string> {
    return this.#story?.things(of) ?? {};
  }

  /** The view in sentences, at the moment on the board. */
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

  // ---- what the others have done ----

  /** The moves that are shown, but for those after the moment on the board. */
  get #seen(): Entry[] {
    return this.moment === null ? this.entries : this.entries.slice(0, this.moment);
  }

  /** What has happened since the viewer's own latest move but for answers, as far as the log may show it. */
  get recap(): Entry[] {
    const since = this.#me === ROOM ? [] : this.entries.slice(ownUpTo(this.entries, this.#me, this.from, this.answers()));
    const first = since.findIndex(({ by }) => by !== 'dealer'); // what was dealt before belongs to the own move, or to the start
    return first < 0 ? [] : since.slice(first);
  }

  #viewAfter(n: number): unknown {
    const story = this.#story!;
    if (!this.#earlier.has(n)) {
      story.goto(n);
      this.#earlier.set(n, story.view());
      story.goto(this.shown);
    }
    return this.#earlier.get(n);
  }

  readonly #changes = $derived.by(() => {
    void this.view; // the sentences of a view do not matter here, but a move that was taken back does
    if (!this.#story || !this.entries.length) return null;
    const { last, since } = changesFrom(this.#seen, this.#me, this.from, this.answers());
    return { last: this.#viewAfter(last), since: this.#viewAfter(since) };
  });

  /** Whether the others have changed a part of the view: in their latest turn, or since the viewer's own. */
  mark(part: (view: never) => unknown): Mark {
    const changes = this.#changes;
    if (!changes) return undefined;
    const [now, last, since] = [this.view, changes.last, changes.since].map((view) => JSON.stringify(part(view as never)));
    return now !== last ? 'last' : now !== since ? 'since' : undefined;
  }

  // ---- what is told ----

  /** Fetches the games' code, once. */
  async prepare(): Promise<void> {
    if (this.#story) return;
    const story = await Story.begin();
    if (this.#closed)
      story.close(); // the page was left in the meantime
    else this.#story = story;
  }

  /** Begins again as `me`, with all moves so far; returns what is wrong, or ''. */
  open(order: Order, me: number, names: string[], commitment: string, heard: string[]): string {
    const story = this.#story!;
    this.#me = me;
    this.#commitment = commitment;
    const wrong = story.open(order, me) || story.hearAll(heard);
    if (wrong) return wrong;
    clearTimeout(this.#timer);
    this.waits = false;
    this.#earlier.clear();
    this.name(names);
    this.brief = story.brief();
    this.moment = null;
    this.entries = [];
    this.undone = [];
    this.shown = 0;
    this.told = story.length;
    this.result = null;
    this.choices = [];
    return '';
  }

  name(names: string[]): void {
    names.forEach((name, q) => this.#story?.name(q, name));
  }

  /** Adds a move; returns what is wrong, or ''. */
  hear(by: Seat, move: string): string {
    const wrong = this.#story!.hear(by, move);
    this.told = this.#story!.length;
    return wrong;
  }

  /** Somebody takes back all moves but the first n. */
  back(n: number, by: number, practice: boolean): void {
    this.#story!.back(n);
    this.undone = [...this.undone.filter(({ at }) => at < n), { at: n, by, practice }];
    this.#earlier.clear();
    this.told = n;
    this.#read = 0;
    this.missed = Math.max(0, Math.min(this.missed, n - this.#since));
    if (this.moment !== null && this.moment >= n) this.moment = null;
    if (this.shown > n) {
      this.shown = n;
      this.entries = this.entries.slice(0, n);
      this.#look();
    }
  }

  // ---- what is shown ----

  /** Shows the present at once, without the moves that led to it. */
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

  /** Shows an earlier moment; null: the present. */
  look(moment: number | null): void {
    this.moment = moment === this.shown ? null : moment;
    this.#look();
  }

  /** Lists the moves that the viewer can choose from. */
  offer(): void {
    this.choices = (this.chooses() && this.#story?.choices(this.#me)) || [];
  }

  /** Shows what has been told, at a pace that people can follow. */
  run(): void {
    if (this.waits && this.shown < this.told && settings.pace === CLICK) return;
    clearTimeout(this.#timer);
    this.waits = false;
    if (this.shown >= this.told) {
      this.#look();
      return;
    }
    const next = this.#story!; // it is at `shown`
    if (this.told - this.shown > TOO_MANY || document.hidden) {
      this.#miss(this.shown);
      this.#skip(this.told);
      this.#look();
      return;
    }
    const left = this.#read - performance.now();
    if (left > 0) {
      this.#timer = setTimeout(() => this.next(), left);
      return;
    }
    const entries = [...this.entries];
    do entries.push(next.step()!);
    while (next.at < this.told && entries.at(-1)!.by === 'dealer' && entries.at(-2)?.by === 'dealer');
    this.entries = entries;
    this.shown = next.at;
    this.#look();
    const last = entries.at(-1)!;
    const wait = pause(last, this.pace(last));
    this.#read = performance.now() + wait; // also if the next move is told later
    if (this.shown >= this.told) return;
    this.waits = settings.pace === CLICK && last.by !== 'dealer' && last.by !== this.#me;
    if (!this.waits) this.#timer = setTimeout(() => this.next(), wait);
  }

  /** Shows the next move. */
  next(): void {
    this.waits = false;
    this.#read = 0;
    this.run();
  }

  // ---- what happened while the viewer was away ----

  #miss(since: number): void {
    if (!this.missed) this.#since = since;
    this.missed = this.told - this.#since;
  }

  /** Shows the moves since the viewer's own again. */
  replayRecap(): void {
    this.#since = this.entries.length - this.recap.length;
    this.relive();
  }

  /** Shows the missed moves, as far back as the log goes. */
  relive(): void {
    const first = Math.max(this.#since, this.from);
    this.caughtUp();
    this.look(first);
    this.#relive();
  }

  /** The viewer does not need to be shown the missed moves, or has been. */
  caughtUp(): void {
    this.missed = 0;
    see(this.key, this.shown, this.#commitment);
  }

  #relive(): void {
    const moment = this.moment;
    if (moment === null) return;
    this.#reliving = setTimeout(
      () => {
        if (this.moment !== moment) return; // the viewer has gone to another moment
        this.look(moment + 1);
        this.#relive();
      },
      pause(this.entries[moment], settings.pace || 1),
    );
  }

  /** Makes all sentences again, after the language has changed. */
  translate(names: string[]): void {
    const story = this.#story!;
    this.name(names);
    this.brief = story.brief();
    if (!this.ready) return; // nothing is shown yet
    story.goto(0);
    this.entries = this.entries.map(() => story.step()!);
    this.#look();
  }
}
