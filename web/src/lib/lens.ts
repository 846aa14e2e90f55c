// lens.ts - the games' own code in the browser: a story, the view at any point of it, and its sentences.  See wasm/lens.c.
import lensUrl from 'made/lens.wasm?url';
import type { Seat } from 'made/views';
import { type Lang, LANGS } from './langs';
import { type Known, type Move, notation } from './notation';
import { painted } from './painted';

export type { Seat };
export const ROOM = 7;
const DEALER = 8;
export const OPEN = DEALER; // as a viewer: sees everything; only of records

/** What a story is opened with. */
export interface Order {
  game: string;
  edition?: number; // of the rules; the newest unless it is given
  seats: number;
  options?: Record<string, string | number>;
  decks?: { name: string; text: string }[];
}

/** A move of the story, as this listener heard it, and what it brought about. */
export interface Entry {
  by: Seat;
  move: string;
  say: string;
  chapter: boolean;
  back: boolean; // it can be taken back, until something else happens
  news: string[];
  list?: { of: string; item: string }; // deals with the same `of` are one sentence: their items go into its {}
}

/** A sentence as data: a key of the catalogs and what goes into its places. */
export interface Line {
  say: string;
  with: unknown[];
}

/** A sentence about what is particular to a game, such as its special roles, in words and as data. */
export interface Brief {
  text: string;
  line: Line;
}

export interface Choice<M extends Move = Known<Move>> {
  move: M;
  notation: string;
  say: string;
  preview: string[];
  brings: Line[];
}

/** A view, and the figures that the rules compute from it (types: made/views). */
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
  scores: { seat: number; points: number; say: string }[];
}

export interface RecordHead {
  error?: string;
  line?: number; // of the error; 0: it is on no line in particular
  game: string;
  seats: { name: string; bot: string }[];
  moves: number;
  whole: boolean;
  deal: 'seed' | 'commit' | 'hand';
  edition: number;
  practice: boolean; // the player went back in it
  box: boolean; // the settings and decks at the start were checked
}

type Exports = Record<string, (...numbers: number[]) => number> & { memory: WebAssembly.Memory };

export const seatNumber = (seat: Seat): number => (seat === 'room' ? ROOM : seat === 'dealer' ? DEALER : Number(seat));

/** The sentences of the games' code in a language (tools/po.py). */
const sentences: Record<Lang, () => Promise<{ default: string }>> = {
  en: () => import('made/lens.en.json') as never,
  pl: () => import('made/lens.pl.json') as never,
  ru: () => import('made/lens.ru.json') as never,
};

/** The games' code, and access to its memory: one instance for all stories of the page. */
class Lens {
  static #loaded: Promise<Lens> | undefined;
  static #lang: Lang = 'en';
  private constructor(readonly exports: Exports) {}

  static load(): Promise<Lens> {
    this.#loaded ??= this.#fetch();
    this.#loaded.catch(() => (this.#loaded = undefined)); // the next call fetches it again
    return this.#loaded;
  }

  static async #fetch(): Promise<Lens> {
    await painted(); // it is large, and whoever waits for it should see where they are
    const [{ instance }] = await Promise.all([WebAssembly.instantiateStreaming(fetch(lensUrl), {}), sentences[this.#lang]()]);
    const exports = instance.exports as unknown as Exports;
    exports._initialize();
    const lens = new Lens(exports);
    await lens.#speak(this.#lang);
    return lens;
  }

  /** Sets the language, also for when it is loaded. */
  static async speak(lang: Lang): Promise<void> {
    this.#lang = lang;
    const lens = await this.#loaded?.catch(() => undefined);
    if (lens) await lens.#speak(lang);
  }

  async #speak(lang: Lang): Promise<void> {
    const number = LANGS.indexOf(lang);
    const bytes = new TextEncoder().encode((await sentences[lang]()).default + '\0');
    new Uint8Array(this.exports.memory.buffer, this.exports.sh_words(number), bytes.length).set(bytes);
    this.exports.sh_words_read(number);
    this.exports.sh_lang(number);
  }

  /** A C string. */
  text(at: number): string {
    const bytes = new Uint8Array(this.exports.memory.buffer, at);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  /** Writes text to where the next call reads it, and returns its size. */
  give(text: string): number {
    const bytes = new TextEncoder().encode(text);
    const size = Math.min(bytes.length, this.exports.sh_in_size() - 1);
    const room = new Uint8Array(this.exports.memory.buffer, this.exports.sh_in(), size + 1);
    room.set(bytes.subarray(0, size));
    room[size] = 0;
    return size;
  }
}

/** Sets the language of all stories. */
export const speak = (lang: Lang): Promise<void> => Lens.speak(lang);

/** One story: the moves as one listener heard them.  The view is the one after `at` of its `length` moves. */
export class Story {
  at = 0;
  length = 0;
  readonly #lens: Lens;
  #handle: number;

  private constructor(lens: Lens) {
    this.#lens = lens;
    this.#handle = lens.exports.sh_new();
    if (!this.#handle) throw new Error('There are too many games on this page.');
  }

  static async begin(): Promise<Story> {
    return new Story(await Lens.load());
  }

  /** Frees its memory; a closed story gives empty answers. */
  close(): void {
    this.#lens.exports.sh_free(this.#handle);
    this.#handle = 0;
  }

  private call(name: string, ...numbers: number[]): number {
    return this.#lens.exports[name](this.#handle, ...numbers);
  }

  private text(name: string, ...numbers: number[]): string {
    return this.#lens.text(this.call(name, ...numbers));
  }

  private json<T>(name: string, ...numbers: number[]): T | null {
    const text = this.text(name, ...numbers);
    return text ? (JSON.parse(text) as T) : null;
  }

  private give(text: string): number {
    return this.#lens.give(text);
  }

  /** Opens a new story, as `who` hears it; returns what is wrong, or ''. */
  open(order: Order, who: number): string {
    const bytes = (text: string) => new TextEncoder().encode(text).length;
    const lines = [`game ${order.game}`, `edition ${order.edition ?? 0}`, `seats ${order.seats}`];
    for (const [key, value] of Object.entries(order.options ?? {})) lines.push(`option ${key}=${value}`);
    for (const deck of order.decks ?? []) lines.push(`deck ${deck.name} ${bytes(deck.text)}\n${deck.text}`);
    const wrong = this.text('sh_open', this.give(lines.join('\n') + '\n'));
    this.length = 0;
    this.sit(who);
    return wrong;
  }

  /** Opens a record, at its start and as the spectators hear it. */
  record(text: string): RecordHead {
    const head = this.json<RecordHead>('sh_record', this.give(text))!;
    this.at = 0;
    this.length = head.moves ?? 0;
    return head;
  }

  /** Goes back to the start, as `who` hears it. */
  sit(who: number): void {
    this.call('sh_sit', who);
    this.at = 0;
  }

  name(seat: number, name: string): void {
    this.give(name);
    this.call('sh_name', seat);
  }

  /** Adds a move to the end of the story, without going there; returns what is wrong, or ''. */
  hear(by: Seat, move: string): string {
    this.give(move);
    const wrong = this.text('sh_hear', seatNumber(by));
    if (!wrong) this.length++;
    return wrong;
  }

  /** Adds moves, each with its mover: "1 play y7"; returns what is wrong, or ''. */
  hearAll(moves: string[]): string {
    const wrong = this.text('sh_story', this.give(moves.map((move) => `${move}\n`).join('')));
    if (!wrong) this.length += moves.length;
    return wrong;
  }

  /** Takes moves back, until `to` are left. */
  back(to: number): void {
    this.call('sh_back', to);
    this.length = to;
    this.at = Math.min(this.at, to);
  }

  /** Goes one move on; null at the end. */
  step(): Entry | null {
    const entry = this.json<Entry>('sh_step');
    if (entry) this.at++;
    return entry;
  }

  goto(at: number): void {
    this.at = this.call('sh_goto', at);
  }

  /** The first move that the log may show from here. */
  from(): number {
    return this.call('sh_from');
  }

  view<V>(): V {
    return this.json<V>('sh_view')!;
  }

  figures<F>(): F {
    return this.json<F>('sh_figures')!;
  }

  /** What a seat would see right after a move, before anybody else acts; null if the move is not legal. */
  tried(seat: number, move: Move): Scene | null {
    this.give(notation(move));
    return this.json<Scene>('sh_try', seat);
  }

  tell(): string[] {
    return this.json<string[]>('sh_tell') ?? [];
  }

  brief(): Brief[] {
    return this.json<Brief[]>('sh_brief') ?? [];
  }

  choices(seat: number): Choice[] {
    const found = this.json<(Omit<Choice, 'move' | 'notation'> & { move: string; parts: Known<Move> })[]>('sh_choices', seat) ?? [];
    return found.map(({ move, parts, ...rest }) => ({ ...rest, move: parts, notation: move }));
  }

  why(seat: number, move: Move): Reason | null {
    this.give(notation(move));
    return this.json<Reason>('sh_why', seat);
  }

  /** The sentence of a statement. */
  said(seat: Seat, state: string): string {
    this.give(state);
    return this.text('sh_said', seatNumber(seat));
  }

  result(): Result | null {
    return this.json<Result>('sh_result');
  }

  /** Names of the things of a kind, by their codes. */
  things(of: string): Record<string, string> {
    this.give(of);
    return this.json<Record<string, string>>('sh_things') ?? {};
  }

  deck(kind: number): string {
    return this.text('sh_deck', kind);
  }
}
