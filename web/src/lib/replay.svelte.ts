// replay.svelte.ts - a record, looked at again: any moment of it, with anybody's eyes.
import type { AgentsView, InsideJobView, SentientView } from 'made/views';
import { rows } from './decks';
import type { Game } from './game';
import { Book, type Entry, OPEN, type RecordHead, type Result, ROOM } from './lens';
import { botName, pause, type Story } from './story';
import { words } from './words.svelte';

/** What the players have at a moment, in the order of the names; of Inside Job at last the missions that were completed. */
function pointsOf(game: string, view: unknown, places: number): number[] {
  if (game !== 'inside-job') return (view as AgentsView | SentientView).points.slice(0, places);
  const { intel, completed } = view as InsideJobView;
  return [...intel.slice(0, places), completed.length];
}

export class Replay implements Story {
  head = $state.raw<RecordHead>({ game: '', seats: [], moves: 0, whole: false, deal: 'hand' });
  names = $state.raw<string[]>([]);
  brief = $state.raw<string[]>([]);
  result = $state.raw<Result | null>(null); // of the end
  who = $state(OPEN);
  at = $state(0);
  view = $state.raw<unknown>(null);
  figures = $state.raw<unknown>(null);
  playing = $state(false);
  speed = $state(1);
  /** All moves, as `who` heard them. */
  story = $state.raw<Entry[]>([]);
  /** Moments at which a round begins, or a trick. */
  chapters = $state.raw<number[]>([]);
  /** Of every moment from 0, what every player has. */
  points: number[][] = [];

  #froms = $state.raw<number[]>([]); // of every moment, where the log begins
  #timer: ReturnType<typeof setTimeout> | undefined;

  private constructor(
    readonly bytes: Uint8Array<ArrayBuffer>,
    readonly book: Book,
  ) {
    this.speak();
  }

  static async open(bytes: Uint8Array<ArrayBuffer>): Promise<Replay> {
    return new Replay(bytes, await Book.make());
  }

  /** Reads the record, in the language of the reader. */
  speak(): void {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.bytes);
    this.book.lang(words.lang);
    this.head = this.book.record(text);
    if (this.head.error) return;
    const { seats } = this.head;
    const named = seats.map((seat, q) => seat.name || botName(seats, q));
    named.forEach((name, q) => this.book.name(q, name));
    this.names = [...named, ...Object.values(this.book.things('seat')).slice(seats.length)];
    this.brief = this.book.brief();
    this.#count();
    this.sit(this.who);
  }

  /** Goes through all of it once: who has what when, and where chapters begin, when all of them is laid out. */
  #count(): void {
    const moves: Entry[] = [];
    this.book.sit(OPEN);
    const views = [this.book.view<{ round?: number }>()];
    for (let entry = this.book.step(); entry; entry = this.book.step()) {
      moves.push(entry);
      views.push(this.book.view());
    }
    this.result = this.book.result();
    this.points = views.map((view) => pointsOf(this.head.game, view, this.names.length));
    const laid = (at: number): number => (moves[at]?.by === 'dealer' ? laid(at + 1) : at);
    const begins = moves.flatMap((move, i) => {
      const begun = move.chapter && !moves[i - 1]?.chapter; // several in a row are one
      return begun || views[i].round !== views[i + 1].round ? [laid(i + 1)] : [];
    });
    this.chapters = [...new Set([laid(0), ...begins])].filter((at) => at < moves.length);
  }

  /** Looks with the eyes of a seat, of the ROOM, or OPEN: with those of the dealer. */
  sit(who: number): void {
    const story: Entry[] = [];
    const froms = [0];
    this.book.sit(who);
    for (let entry = this.book.step(); entry; entry = this.book.step()) {
      story.push(entry);
      froms.push(this.book.from());
    }
    this.who = who;
    this.story = story;
    this.#froms = froms;
    this.look(this.at);
  }

  // ---- what the log shows: of Inside Job, players see no further back than they may (J3.7), and nothing ahead ----

  get #short(): boolean {
    return this.#froms.some((from) => from > 0);
  }
  get entries(): Entry[] {
    return this.#short ? this.story.slice(0, this.at) : this.story;
  }
  get from(): number {
    return this.#froms[this.at] ?? 0;
  }
  get moment(): number {
    return this.at;
  }
  get last(): Entry | undefined {
    return this.story[this.at - 1];
  }
  get over(): boolean {
    return this.at === this.story.length && this.result !== null;
  }

  // ---- going about ----

  look(moment: number): void {
    this.at = Math.max(0, Math.min(Math.floor(moment) || 0, this.story.length));
    this.book.goto(this.at);
    this.view = this.book.view();
    this.figures = this.book.figures();
  }

  /** Goes there, and stays. */
  go(moment: number): void {
    this.stop();
    this.look(moment);
  }

  chapter(step: 1 | -1): void {
    const to = step > 0 ? this.chapters.find((at) => at > this.at) : this.chapters.findLast((at) => at < this.at);
    this.go(to ?? (step > 0 ? this.story.length : 0));
  }

  play(): void {
    if (this.at === this.story.length) this.look(0);
    this.playing = true;
    this.#run();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.playing = false;
  }

  #run(): void {
    let to = this.at + 1;
    const dealt = (i: number) => this.story[i]?.by === 'dealer';
    while (dealt(to) && dealt(to - 1)) to++; // what is dealt, is dealt at once
    this.look(to);
    if (this.at === this.story.length) this.stop();
    else this.#timer = setTimeout(() => this.#run(), pause(this.last!, 1 / this.speed));
  }

  /** For the board. */
  readonly game: Game = (() => {
    const replay = this;
    return {
      get name() {
        return replay.head.game;
      },
      live: false,
      get view() {
        return replay.view;
      },
      get figures() {
        return replay.figures;
      },
      get me() {
        return replay.who < ROOM ? replay.who : ROOM;
      },
      get near() {
        return replay.who < ROOM ? replay.who : 0;
      },
      get players() {
        return replay.head.seats.length;
      },
      get names() {
        return replay.names;
      },
      get asked() {
        const by = replay.story[replay.at]?.by;
        return typeof by === 'number' ? [by] : [];
      },
      turn: false,
      choices: [],
      get last() {
        return replay.last;
      },
      get result() {
        return replay.over ? replay.result : null;
      },
      play: () => undefined,
      tried: () => null,
      why: () => null,
      explain: () => undefined,
      things: (of) => replay.book.things(of),
      rows: (kind) => rows(replay.book.deck(kind)),
    };
  })();
}
