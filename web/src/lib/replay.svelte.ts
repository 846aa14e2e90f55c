// replay.svelte.ts - a record that is watched: any moment of it, as any seat, the spectators or the dealer saw it.
import { boardOf, type GameBoard } from '../games/entries';
import { rows } from './decks';
import { type Game, watched } from './game';
import { type Brief, type Entry, OPEN, type RecordHead, type Result, ROOM, Story } from './lens';
import { botName, type LogSource, pause } from './log';

const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

export class Replay implements LogSource {
  head = $state.raw<RecordHead>({ game: '', seats: [], moves: 0, whole: false, deal: 'hand', edition: 0, practice: false, box: false });
  names = $state.raw<string[]>([]);
  brief = $state.raw<Brief[]>([]);
  result = $state.raw<Result | null>(null); // at the end of the record
  who = $state(OPEN);
  at = $state(0);
  view = $state.raw<unknown>(null);
  figures = $state.raw<unknown>(null);
  playing = $state(false);
  speed = $state(1);
  /** All moves, as `who` heard them. */
  story = $state.raw<Entry[]>([]);
  /** Moments at which a chapter begins, such as a round or a trick. */
  chapters = $state.raw<number[]>([]);
  /** For every moment from 0, the points of every player. */
  points: number[][] = [];

  #froms = $state.raw<number[]>([]); // for every moment, the first entry that the log may show
  #timer: ReturnType<typeof setTimeout> | undefined;

  private constructor(
    readonly bytes: Uint8Array<ArrayBuffer>,
    readonly lens: Story,
    readonly board: GameBoard | null, // null if the record cannot be read
    head: RecordHead,
  ) {
    this.head = head;
    this.#tell();
  }

  /** null if it is aborted while it loads: then nobody would close it. */
  static async open(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<Replay | null> {
    const lens = await Story.begin();
    let replay: Replay | null = null;
    try {
      const head = lens.record(textOf(bytes));
      const board = head.error ? null : await boardOf(head.game);
      if (!signal.aborted) replay = new Replay(bytes, lens, board, head);
      return replay;
    } finally {
      if (!replay) lens.close();
    }
  }

  close(): void {
    this.stop();
    this.lens.close();
  }

  /** Reads the record, in the reader's language. */
  translate(): void {
    this.head = this.lens.record(textOf(this.bytes));
    this.#tell();
  }

  #tell(): void {
    if (this.head.error) return;
    const { seats } = this.head;
    const named = seats.map((seat, q) => seat.name || botName(seats, q));
    named.forEach((name, q) => this.lens.name(q, name));
    this.names = [...named, ...Object.values(this.lens.things('seat')).slice(seats.length)];
    this.brief = this.lens.brief();
    const who = this.who;
    this.#scan();
    if (who !== OPEN) this.#hear(who);
    this.look(this.at);
  }

  /** Goes through the whole record once, for the points at every moment and the starts of chapters, after their cards are dealt. */
  #scan(): void {
    const views: { round?: number }[] = [];
    this.#hear(OPEN, () => views.push(this.lens.view()));
    const moves = this.story;
    this.result = this.lens.result();
    this.points = views.map((view) => this.board?.track?.points(view, this.names.length) ?? []);
    const afterDeals = (at: number): number => (moves[at]?.by === 'dealer' ? afterDeals(at + 1) : at);
    const begins = moves.flatMap((move, i) => {
      const begun = move.chapter && !moves[i - 1]?.chapter; // several in a row are one chapter
      // Games count rounds in a field of this name, if they have rounds.
      return begun || views[i].round !== views[i + 1].round ? [afterDeals(i + 1)] : [];
    });
    this.chapters = [...new Set([afterDeals(0), ...begins])].filter((at) => at < moves.length);
  }

  /** Shows the record as a seat, the spectators (ROOM) or the dealer (OPEN) saw it. */
  sit(who: number): void {
    this.#hear(who);
    this.look(this.at);
  }

  /** Goes through the whole record as `who` heard it, and stops at every moment. */
  #hear(who: number, stop: () => void = () => undefined): void {
    const story: Entry[] = [];
    const froms = [0];
    this.lens.sit(who);
    stop();
    for (let entry = this.lens.step(); entry; entry = this.lens.step()) {
      story.push(entry);
      froms.push(this.lens.from());
      stop();
    }
    this.who = who;
    this.story = story;
    this.#froms = froms;
  }

  // ---- what the log shows ----

  /** Whether the rules limit how far back the log goes.  Then it shows nothing ahead of the present moment either. */
  get #limited(): boolean {
    return this.#froms.some((from) => from > 0);
  }
  get entries(): Entry[] {
    return this.#limited ? this.story.slice(0, this.at) : this.story;
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

  // ---- moving through the record ----

  look(moment: number): void {
    this.at = Math.max(0, Math.min(Math.floor(moment) || 0, this.story.length));
    this.lens.goto(this.at);
    this.view = this.lens.view();
    this.figures = this.lens.figures();
  }

  /** Goes to a moment and stops playing. */
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
    const isDeal = (i: number) => this.story[i]?.by === 'dealer';
    while (isDeal(to) && isDeal(to - 1)) to++; // deals in a row are shown at once
    this.look(to);
    if (this.at === this.story.length) this.stop();
    else this.#timer = setTimeout(() => this.#run(), pause(this.last!, 1 / this.speed));
  }

  /** For the board. */
  readonly game: Game = gameOf(this);
}

function gameOf(replay: Replay): Game {
  return {
    ...watched,
    get name() {
      return replay.head.game;
    },
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
    get brief() {
      return replay.brief;
    },
    get last() {
      return replay.last;
    },
    get result() {
      return replay.over ? replay.result : null;
    },
    tell: () => (replay.view ? replay.lens.tell() : []),
    things: (of) => replay.lens.things(of),
    rows: (kind) => rows(replay.lens.deck(kind)),
  };
}
