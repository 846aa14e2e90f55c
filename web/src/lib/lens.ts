// lens.ts - the games' own code in the browser: a story, what one sees of it, and what it says.  See wasm/lens.c.
import lensUrl from 'made/lens.wasm?url';
import type { Seat } from 'made/views';

export type { Seat };
export const LANGS = ['en', 'pl', 'ru'] as const;
export type Lang = (typeof LANGS)[number];
export const ROOM = 7;
export const DEALER = 8;
export const OPEN = 9; // sees everything; of records only

/** What a table was made with, as the house says it. */
export interface Agreed {
  game: string;
  seats: number;
  options?: Record<string, string>;
  decks?: { name: string; text: string }[];
}

/** A move of the story, as this listener heard it, and what it brought about. */
export interface Entry {
  by: Seat;
  move: string;
  say: string;
  chapter: boolean;
  back: boolean; // it can be taken back, as long as nothing else happens
  news: string[];
}

/** A sentence as data: a key of the catalogs and what goes into its places. */
export interface Line {
  say: string;
  with: unknown[];
}

export interface Choice {
  move: string;
  say: string;
  preview: string[];
  brings: Line[];
}

/** What one sees, and what the rules work out of it (types: made/views). */
export interface Scene<V = unknown, F = unknown> {
  readonly view: V;
  readonly figures: F;
}

export interface Reason {
  rule: string;
  text: string;
}

export interface Result {
  winners: number[];
  points: number[];
  account: { seat: number; points: number; say: string }[];
}

export interface RecordHead {
  error?: string;
  game: string;
  seats: { name: string; bot: string }[];
  moves: number;
  whole: boolean;
  deal: 'seed' | 'commit' | 'hand';
}

type Exports = Record<string, (...numbers: number[]) => number> & { memory: WebAssembly.Memory };

let module: Promise<WebAssembly.Module> | undefined;

export const seatNumber = (seat: Seat): number => (seat === 'room' ? ROOM : seat === 'dealer' ? DEALER : Number(seat));

/** One story.  Positions count moves from 0; the view is that after `at` of them. */
export class Book {
  at = 0;
  length = 0;
  private constructor(private readonly c: Exports) {}

  static async make(): Promise<Book> {
    module ??= WebAssembly.compileStreaming(fetch(lensUrl));
    module.catch(() => (module = undefined)); // it is fetched again the next time
    const instance = await WebAssembly.instantiate(await module, {});
    const exports = instance.exports as unknown as Exports;
    exports._initialize();
    return new Book(exports);
  }

  private text(at: number): string {
    const bytes = new Uint8Array(this.c.memory.buffer, at);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  private json<T>(at: number): T | null {
    const text = this.text(at);
    return text ? (JSON.parse(text) as T) : null;
  }

  private give(text: string): number {
    const bytes = new TextEncoder().encode(text);
    const size = Math.min(bytes.length, this.c.sh_in_size() - 1);
    const room = new Uint8Array(this.c.memory.buffer, this.c.sh_in(), size + 1);
    room.set(bytes.subarray(0, size));
    room[size] = 0;
    return size;
  }

  lang(lang: Lang): void {
    this.c.sh_lang(LANGS.indexOf(lang));
  }

  /** Opens a new story; what is wrong, or ''. */
  open(agreed: Agreed, who: number): string {
    const bytes = (text: string) => new TextEncoder().encode(text).length;
    const lines = [`game ${agreed.game}`, `seats ${agreed.seats}`];
    for (const [key, value] of Object.entries(agreed.options ?? {})) lines.push(`option ${key}=${value}`);
    for (const deck of agreed.decks ?? []) lines.push(`deck ${deck.name} ${bytes(deck.text)}\n${deck.text}`);
    const wrong = this.text(this.c.sh_open(this.give(lines.join('\n') + '\n')));
    this.sit(who);
    return wrong;
  }

  /** Opens a record; it is heard from the start, as the room. */
  record(text: string): RecordHead {
    const head = this.json<RecordHead>(this.c.sh_record(this.give(text)))!;
    this.at = 0;
    this.length = head.moves ?? 0;
    return head;
  }

  sit(who: number): void {
    this.c.sh_sit(who);
    this.at = 0;
  }

  name(seat: number, name: string): void {
    this.give(name);
    this.c.sh_name(seat);
  }

  /** Adds a move to the end of the story, without going there; what is wrong, or ''. */
  hear(by: Seat, move: string): string {
    this.give(move);
    const wrong = this.text(this.c.sh_hear(seatNumber(by)));
    if (!wrong) this.length++;
    return wrong;
  }

  back(to: number): void {
    this.c.sh_back(to);
    this.length = to;
    this.at = Math.min(this.at, to);
  }

  step(): Entry | null {
    const entry = this.json<Entry>(this.c.sh_step());
    if (entry) this.at++;
    return entry;
  }

  goto(at: number): void {
    this.at = this.c.sh_goto(at);
  }

  /** The first move that the log may show from here. */
  from(): number {
    return this.c.sh_from();
  }

  view<V>(): V {
    return this.json<V>(this.c.sh_view())!;
  }

  figures<F>(): F {
    return this.json<F>(this.c.sh_figures())!;
  }

  /** What a seat would see right after a move, before anybody answers it; null if it is not legal. */
  tried(seat: number, move: string): Scene | null {
    this.give(move);
    return this.json<Scene>(this.c.sh_try(seat));
  }

  tell(): string[] {
    return this.json<string[]>(this.c.sh_tell()) ?? [];
  }

  brief(): string[] {
    return this.json<string[]>(this.c.sh_brief()) ?? [];
  }

  choices(seat: number): Choice[] {
    return this.json<Choice[]>(this.c.sh_choices(seat)) ?? [];
  }

  why(seat: number, move: string): Reason | null {
    this.give(move);
    return this.json<Reason>(this.c.sh_why(seat));
  }

  said(seat: Seat, state: string): string {
    this.give(state);
    return this.text(this.c.sh_said(seatNumber(seat)));
  }

  result(): Result | null {
    return this.json<Result>(this.c.sh_result());
  }

  /** Names of the things of a kind, by their codes. */
  things(of: string): Record<string, string> {
    this.give(of);
    return this.json<Record<string, string>>(this.c.sh_things()) ?? {};
  }

  deck(kind: number): string {
    return this.text(this.c.sh_deck(kind));
  }
}
