// table.svelte.ts - one table of the house, as one sits or looks on there.
//
// The house tells the moves as one hears them; the lens makes of them what one sees.  Others' moves are shown one after the
// other, so that one can follow them: `shown` runs after `told`.
import { house, nonce, type Message, Refusal } from './house.svelte';
import { type Agreed, Book, type Choice, type Entry, type Reason, type Result, ROOM, type Seat, seatNumber } from './lens';
import { see, seen } from './seen';
import { settings } from './settings.svelte';
import { botName, pause, type Story } from './story';
import { t, words } from './words.svelte';

export type Phase = 'waiting' | 'playing' | 'over';

export interface SeatInfo {
  seat: number;
  name: string;
  person: boolean;
  bot: string;
  held: boolean;
  nonce: boolean;
  vote: string;
  of?: number;
}

export interface Said {
  who: Seat;
  name: string;
  person: number;
  text: string;
  state?: string;
  at: number; // after how many moves
}

export interface HouseAgreed extends Agreed {
  bot: string;
  host: number;
  clock?: 'none' | 'move' | 'game';
  time?: number;
  backs?: boolean;
  public?: boolean;
  onlookers?: boolean;
}

const TOO_MANY = 60; // moves that are shown one by one

export class Table implements Story {
  ready = $state(false);
  gone = $state(''); // why one cannot be here
  link = $state('');
  host = $state(false);
  agreed = $state.raw<HouseAgreed | null>(null);
  phase = $state<Phase>('waiting');
  me = $state(ROOM);
  seats = $state<SeatInfo[]>([]);
  here = $state<boolean[]>([]);
  onlookers = $state(0);
  talk = $state<Said[]>([]);
  asked = $state<number[]>([]);
  left = $state.raw<number[] | null>(null);
  leftAt = $state(0);
  commitment = $state('');
  secret = $state('');
  ended = $state(false); // by a vote
  next = $state(''); // the table of the next game

  entries = $state.raw<Entry[]>([]);
  from = $state(0); // the first of them that the log may show
  shown = $state(0);
  told = $state(0);
  view = $state.raw<unknown>(null);
  choices = $state.raw<Choice[]>([]);
  result = $state.raw<Result | null>(null);
  brief = $state.raw<string[]>([]);
  moment = $state<number | null>(null); // an earlier one that is looked at, or now
  missed = $state(0); // moves that were made while one was away
  refusal = $state.raw<Reason | null>(null);

  #book: Book | null = null;
  #update = 0;
  #id = Math.floor(Math.random() * 1e9);
  #catching = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reliving: ReturnType<typeof setTimeout> | undefined;
  #since = 0; // the latest move that one saw
  #queue: Promise<void> = Promise.resolve();
  #listener = (message: Message) => {
    this.#queue = this.#queue.then(() => this.#hear(message)).catch((why) => console.error(why));
  };
  #arrival = () => void this.#watch();

  constructor(readonly key: string) {
    house.listeners.add(this.#listener);
    house.arrivals.add(this.#arrival);
    void this.#watch();
  }

  close(): void {
    house.listeners.delete(this.#listener);
    house.arrivals.delete(this.#arrival);
    clearTimeout(this.#timer);
    clearTimeout(this.#reliving);
  }

  get seated(): boolean {
    return this.me !== ROOM;
  }

  get mine(): SeatInfo | undefined {
    return this.seats[this.me];
  }

  /** Is it me who must choose, and can I see it? */
  get turn(): boolean {
    return this.seated && this.phase === 'playing' && this.asked.includes(this.me) && !this.mine?.held && this.shown === this.told;
  }

  get names(): string[] {
    const named = this.seats.map((seat, q) => this.#nameOf(seat, q));
    const dummies = Object.values(this.#book?.things('seat') ?? {}).slice(named.length);
    return [...named, ...dummies];
  }

  nameOf(seat: Seat): string {
    return seat === 'room' ? t('page.onlooker') : (this.names[seatNumber(seat)] ?? '');
  }

  #nameOf(seat: SeatInfo, q: number): string {
    return seat.name || (seat.bot || seat.person ? botName(this.seats, q) : '');
  }

  things(of: string): Record<string, string> {
    return this.#book?.things(of) ?? {};
  }

  deck(kind: number): string {
    return this.#book?.deck(kind) ?? '';
  }

  tell(): string[] {
    return this.#book?.tell() ?? [];
  }

  why(move: string): Reason | null {
    return this.#book?.why(this.me, move) ?? null;
  }

  said(who: Seat, state: string): string {
    return this.#book?.said(who, state) ?? state;
  }

  // ---- what one does ----

  async #ask(message: Message): Promise<void> {
    try {
      await house.ask(message);
    } catch (why) {
      if (why instanceof Refusal) this.refusal = { rule: why.rule, text: why.message };
      else throw why;
    }
  }

  async #watch(): Promise<void> {
    const again = this.#book && this.ready ? { after: this.#update, as: this.me === ROOM ? 'room' : this.me } : {};
    try {
      await house.ask({ do: 'watch', table: this.key, ...again });
    } catch (why) {
      if (why instanceof Refusal && why.key !== 'page.lost') this.gone = why.message;
    }
  }

  async sit(seat: number): Promise<void> {
    await house.known();
    await this.#ask({ do: 'sit', seat, nonce: nonce() });
  }

  rise = () => this.#ask({ do: 'rise' });
  start = () => this.#ask({ do: 'start' });
  bot = (seat: number, bot: string) => this.#ask({ do: 'bot', seat, bot });
  remove = (seat: number) => this.#ask({ do: 'remove', seat });
  leave = () => this.#ask({ do: 'leave' });
  return = () => this.#ask({ do: 'return' });
  vote = (vote: string) => this.#ask({ do: 'vote', vote });
  back = () => this.#ask({ do: 'back' });
  say = (text: string) => this.#ask({ do: 'say', text });
  state = (state: string) => this.#ask({ do: 'state', state });
  mute = (person: number) => this.#ask({ do: 'mute', person });
  report = (text: string) => this.#ask({ do: 'report', text });

  /** Plays a move; one that is not allowed is not sent, but explained. */
  async play(move: string): Promise<void> {
    const no = this.why(move);
    this.refusal = no;
    if (no || !this.turn) return;
    this.missed = 0;
    this.choices = [];
    await this.#ask({ do: 'move', id: ++this.#id, move });
    if (this.turn && !this.choices.length) this.#offer();
  }

  /** Can I take my latest move back? */
  get canGoBack(): boolean {
    return this.seated && this.phase === 'playing' && !!this.agreed?.backs && this.#takesBack(this.entries.at(-1));
  }

  #takesBack(latest: Entry | undefined): boolean {
    return latest?.by === this.me && latest.back && this.shown === this.told;
  }

  // ---- what one hears ----

  async #hear(message: Message): Promise<void> {
    if (message.table === this.key && message.view) await this.#arrive(message);
    else if ('update' in message) this.#happens(message);
    else if (message.here) this.#presence(message);
    else if (message.again) this.next = message.again;
    else if (message.gone) this.gone = t('page.table.gone');
  }

  #presence(message: Message): void {
    this.here = message.here;
    this.onlookers = message.onlookers ?? 0;
  }

  /** The whole table: for who comes, sits down or gets up. */
  async #arrive(message: Message): Promise<void> {
    const { view } = message;
    this.link = message.link;
    this.host = message.host;
    this.agreed = { ...message.agreed, seats: view.seats.length };
    this.seats = view.seats;
    this.me = view.you === 'room' ? ROOM : view.you;
    this.commitment = view.commitment ?? '';
    this.ended = view.agreed ?? false;
    this.#presence(message);
    this.#book ??= await Book.make();
    this.#book.lang(words.lang);
    const wrong = this.#book.open(this.agreed!, this.me);
    if (wrong) {
      this.gone = wrong;
      return;
    }
    this.brief = this.#book.brief();
    this.talk = (message.talk ?? []).map((e: Message) => this.#saying(e));
    this.#forget();
    this.#update = message.update;
    if (view.n > 0) {
      this.#catching = true;
      this.phase = 'waiting';
      this.#update = 0;
      void house.ask({ do: 'watch', table: this.key, after: 0, as: view.you }).catch(() => undefined);
      return;
    }
    this.phase = view.phase;
    this.#now(view);
    this.#settle();
    if (this.phase === 'waiting' && this.seated && !this.mine!.nonce) await this.#ask({ do: 'nonce', nonce: nonce() }); // seated by a vote
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.moment = null;
    this.entries = [];
    this.shown = this.told = 0;
    this.result = null;
    this.choices = [];
    this.#name();
  }

  #name(): void {
    this.seats.forEach((_, q) => this.#book?.name(q, this.names[q]));
  }

  #happens(message: Message): void {
    const next = message.update === this.#update + 1;
    const empty = message.update === this.#update && 're' in message; // the last one of those that were missed
    if (!this.#book || (!next && !empty)) return; // told before, or told again with what was missed
    this.#update = message.update;
    for (const event of message.events ?? []) this.#event(event);
    if ('n' in message) {
      this.#now(message);
      if (this.#catching && 're' in message) {
        this.#catching = false;
        this.#settle();
      }
    }
    if (this.ready) this.#run();
  }

  #now(now: Message): void {
    this.asked = now.asked ?? [];
    this.left = now.left ?? null;
    this.leftAt = performance.now();
  }

  #event(e: Message): void {
    switch (e.event) {
      case 'seat':
        this.seats[e.seat] = { ...this.seats[e.seat], ...e } as SeatInfo;
        this.#name();
        break;
      case 'start':
        this.phase = 'playing';
        break;
      case 'move': {
        const wrong = this.#book!.hear(e.who, e.move);
        if (wrong) throw new Error(wrong);
        this.told = this.#book!.length;
        break;
      }
      case 'back':
        this.#book!.back(e.n);
        this.told = e.n;
        if (e.n < this.#since) this.missed = 0;
        if (this.shown > e.n) {
          this.shown = e.n;
          this.entries = this.entries.slice(0, e.n);
          this.#look();
        }
        break;
      case 'vote':
        if (this.seats[e.who]) this.seats[e.who] = { ...this.seats[e.who], vote: e.vote, of: e.of };
        break;
      case 'say':
      case 'state':
        if (!this.#catching) this.talk.push(this.#saying(e));
        break;
      case 'over':
        this.phase = 'over';
        this.ended = e.agreed;
        this.secret = e.secret ?? '';
        this.asked = [];
        for (const seat of this.seats) seat.vote = 'nothing';
        break;
    }
  }

  #saying(e: Message): Said {
    const name = e.name ?? this.nameOf(e.who);
    return { who: e.who, name, person: e.person ?? 0, text: e.state ? this.said(e.who, e.state) : e.text, state: e.state, at: this.told };
  }

  // ---- what one sees ----

  /** All is known: it is shown as it is now. */
  #settle(): void {
    const before = seen(this.key)?.moves ?? this.told;
    if (!this.ready && before < this.told) this.#miss(before);
    this.#skip(this.told);
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
      this.view = book.view();
    }
    book.goto(this.shown);
    if (this.moment === null) this.view = book.view();
    this.from = book.from();
    this.result = book.result();
    if (!this.missed) see(this.key, this.shown, this.commitment);
    this.#offer();
  }

  /** Looks at an earlier moment; null: at now. */
  look(moment: number | null): void {
    this.moment = moment === this.shown ? null : moment;
    this.#look();
  }

  #offer(): void {
    this.choices = this.turn ? this.#book!.choices(this.me) : [];
  }

  /** Shows what has been told, in a time in which one can follow it. */
  #run(): void {
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
    if (this.shown < this.told) this.#timer = setTimeout(() => this.#run(), pause(entries.at(-1)!, settings.pace));
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
    see(this.key, this.shown, this.commitment);
  }

  #relive(): void {
    const moment = this.moment;
    if (moment === null) return;
    this.#reliving = setTimeout(() => {
      if (this.moment !== moment) return; // one looks elsewhere
      this.look(moment + 1);
      this.#relive();
    }, pause(this.entries[moment], settings.pace || 1));
  }

  /** The language has changed: everything is said anew. */
  speak(): void {
    if (!this.#book || !this.ready) return;
    const moves = this.entries.map((e) => [e.by, e.move] as const);
    this.#book.lang(words.lang);
    const shown = this.shown;
    this.#name();
    this.#book.goto(0);
    this.entries = moves.map(() => this.#book!.step()!);
    this.talk = this.talk.map((said) => (said.state ? { ...said, text: this.said(said.who, said.state) } : said));
    this.brief = this.#book.brief();
    this.shown = shown;
    this.#look();
  }
}
