// table.svelte.ts - one table of the house, as one sits or looks on there.
//
// The house tells the moves as one hears them; the lens makes of them what one sees.  Others' moves are shown one after the
// other, so that one can follow them: `shown` runs after `told`.
import { house, isLost, nonce, type Message, Refusal } from './house.svelte';
import { type Agreed, Book, type Choice, type Entry, type Reason, type Result, ROOM, type Seat, seatNumber, type Sight } from './lens';
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
  removed = $state(false); // sent away by the host: may only look on
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
  ended = $state(false); // by a vote
  next = $state(''); // the table of the next game

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

  #book: Book | null = null;
  #update = 0;
  #id = Math.floor(Math.random() * 1e9);
  #sent: Message | null = null; // a move of mine that is not answered yet
  #catching = false; // the whole story is on its way
  #closed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reliving: ReturnType<typeof setTimeout> | undefined;
  #since = 0; // the latest move that one saw
  #queue: Promise<void> = Promise.resolve();
  #listener = (message: Message) => {
    this.#queue = this.#queue.then(() => this.#hear(message)).catch((why) => console.error(why));
  };
  #arrival = async () => {
    if (await this.#watch()) await this.#deliver();
  };

  constructor(readonly key: string) {
    house.listeners.add(this.#listener);
    house.arrivals.add(this.#arrival);
    if (house.state === 'here') void this.#watch();
  }

  close(): void {
    this.#closed = true;
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

  tried(move: string): Sight | null {
    return this.#book?.tried(this.me, move) ?? null;
  }

  why(move: string): Reason | null {
    return this.#book?.why(this.me, move) ?? null;
  }

  said(who: Seat, state: string): string {
    return this.#book?.said(who, state) ?? state;
  }

  // ---- what one does ----

  /** Was it done?  If not, the player reads why. */
  async #ask(message: Message): Promise<boolean> {
    try {
      await house.ask(message);
      return true;
    } catch (why) {
      this.#refused(why);
      return false;
    }
  }

  #refused(why: unknown): void {
    if (!(why instanceof Refusal)) throw why;
    this.refusal = { rule: why.rule, text: why.message };
  }

  /** Goes to the table; is one there? */
  async #watch(): Promise<boolean> {
    const again = this.ready && !this.#catching ? { after: this.#update, as: this.me === ROOM ? 'room' : this.me } : {};
    try {
      await house.ask({ do: 'watch', table: this.key, ...again });
      return true;
    } catch (why) {
      if (why instanceof Refusal && !isLost(why)) this.gone = why.message;
      return false;
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
    if (no || !this.turn || this.#sent) return;
    this.missed = 0;
    this.choices = [];
    this.#sent = { do: 'move', id: ++this.#id, move };
    await this.#deliver();
  }

  /** A move is sent until it is answered; because it has the same id, it counts once. */
  async #deliver(): Promise<void> {
    if (!this.#sent || house.state !== 'here') return;
    try {
      await house.ask(this.#sent);
    } catch (why) {
      if (isLost(why)) return; // until the connection is back
      this.#refused(why);
    }
    this.#sent = null;
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
    if (this.#closed || this.gone) return;
    if (message.table === this.key && message.view) await this.#arrive(message);
    else if (!this.#book) return; // it is about the table that one comes from
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
    this.removed = message.removed ?? false;
    this.agreed = { ...message.agreed, seats: view.seats.length };
    this.seats = view.seats;
    this.me = view.you === 'room' ? ROOM : view.you;
    this.commitment = view.commitment ?? '';
    this.ended = view.agreed ?? false;
    this.#presence(message);
    this.#book ??= await Book.make();
    if (this.#closed) return; // meanwhile; whoever is elsewhere now must not be brought back
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
      const last = await house.ask({ do: 'watch', table: this.key, after: 0, as: view.you }).catch(() => null);
      if (last?.view?.you === view.you) this.gone = t('page.table.long'); // the house tells it all at once, or not at all
      return;
    }
    this.phase = view.phase;
    this.#now(view);
    this.#settle();
    // Who was seated by a vote has given none.  If the game has begun meanwhile, there was one.
    if (this.phase === 'waiting' && this.seated && !this.mine!.nonce) void house.ask({ do: 'nonce', nonce: nonce() }).catch(() => undefined);
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
    if (this.gone) return;
    if (!('n' in message)) return; // of those that were missed, the last one says how things stand
    this.#now(message);
    if (this.#catching) this.#settle();
    else this.#run();
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
        if (e.held) this.#voted((seat) => seat.seat === e.seat || (seat.vote === 'hold' && seat.of === e.seat));
        this.#name();
        break;
      case 'start':
        this.phase = 'playing';
        break;
      case 'move': {
        this.gone = this.#book!.hear(e.who, e.move); // the house knows moves that this page does not
        this.told = this.#book!.length;
        break;
      }
      case 'back':
        this.#book!.back(e.n);
        this.told = e.n;
        this.missed = Math.max(0, Math.min(this.missed, e.n - this.#since));
        if (this.moment !== null && this.moment >= e.n) this.moment = null;
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
        this.asked = [];
        this.#voted(() => true);
        break;
      case 'again':
        this.#voted(() => true);
        break;
    }
  }

  /** These have what they wanted, or cannot have it any more. */
  #voted(which: (seat: SeatInfo) => boolean): void {
    for (const seat of this.seats) if (which(seat)) seat.vote = 'nothing';
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
    this.#catching = false;
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
    if (!this.missed) see(this.key, this.shown, this.commitment);
    this.#offer();
  }

  /** Looks at an earlier moment; null: at now. */
  look(moment: number | null): void {
    this.moment = moment === this.shown ? null : moment;
    this.#look();
  }

  #offer(): void {
    this.choices = this.turn && !this.#sent ? this.#book!.choices(this.me) : [];
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
    const book = this.#book;
    if (!book) return;
    book.lang(words.lang);
    this.#name();
    this.brief = book.brief();
    this.talk = this.talk.map((said) => (said.state ? { ...said, text: this.said(said.who, said.state) } : said));
    if (!this.ready || this.#catching) return; // nothing is shown yet
    book.goto(0);
    this.entries = this.entries.map(() => book.step()!);
    this.#look();
  }
}
