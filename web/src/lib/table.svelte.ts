// table.svelte.ts - one table of the house, as one sits or looks on there: what the house says, and what one asks of it.
// What is shown of it is its `sight`.
import type { Agreed, Event, Listener, Message, Phase, SayEvent, StateEvent, StoryMessage, TableSeat, UpdateMessage } from 'made/protocol';
import { type GameBoard, boardOf } from '../games/entries';
import { type Asked, house, isLost, nonce, Refusal } from './house.svelte';
import { ROOM, type Seat, seatNumber } from './lens';
import { type Move, notation } from './notation';
import { Sight } from './sight.svelte';
import { botName } from './log';
import { t } from './words.svelte';

export interface Said {
  who: Seat;
  name: string;
  person: number;
  text: string;
  state?: string;
}

export class Table {
  gone = $state(''); // why one cannot be here
  link = $state('');
  host = $state(false);
  removed = $state(false); // sent away by the host: may only look on
  agreed = $state.raw<Agreed | null>(null);
  board = $state.raw<GameBoard | null>(null); // how its game looks
  phase = $state<Phase>('waiting');
  me = $state(ROOM);
  seats = $state<TableSeat[]>([]);
  here = $state<boolean[]>([]);
  onlookers = $state(0);
  talk = $state<Said[]>([]);
  asked = $state<number[]>([]);
  left = $state.raw<number[] | null>(null);
  leftAt = $state(0);
  next = $state(''); // the table of the next game, when all go there
  after = $state(''); // the same, when they have gone there before

  readonly sight: Sight;
  #update = 0;
  #id = Math.floor(Math.random() * 1e9);
  #sent: Extract<Asked, { do: 'move' }> | null = null; // a move of mine that is not answered yet
  #closed = false;
  #queue: Promise<void> = Promise.resolve();
  #listener = (message: Message) => {
    this.#queue = this.#queue.then(() => this.#hear(message)).catch((why) => console.error(why));
  };
  #arrival = async () => {
    if (await this.#watch()) await this.#deliver();
  };

  constructor(readonly key: string) {
    this.sight = new Sight(key, () => this.turn && !this.#sent);
    house.listeners.add(this.#listener);
    house.arrivals.add(this.#arrival);
    if (house.state === 'here') void this.#watch();
  }

  close(): void {
    this.#closed = true;
    house.listeners.delete(this.#listener);
    house.arrivals.delete(this.#arrival);
    this.sight.close();
  }

  get seated(): boolean {
    return this.me !== ROOM;
  }

  get mine(): TableSeat | undefined {
    return this.seats[this.me];
  }

  /** Is it me who must choose, and can I see it? */
  get turn(): boolean {
    return this.seated && this.phase === 'playing' && this.asked.includes(this.me) && !this.mine?.held && this.sight.current;
  }

  get #named(): string[] {
    return this.seats.map((seat, q) => seat.name || (seat.bot || seat.person ? botName(this.seats, q) : ''));
  }

  /** Of those who sit there, and of dummies. */
  get names(): string[] {
    return [...this.#named, ...Object.values(this.sight.things('seat')).slice(this.seats.length)];
  }

  // ---- what one does ----

  /** Was it done?  If not, the player reads why. */
  async #ask(request: Asked): Promise<boolean> {
    try {
      await house.ask(request);
      return true;
    } catch (why) {
      this.#refused(why);
      return false;
    }
  }

  #refused(why: unknown): void {
    if (!(why instanceof Refusal)) throw why;
    this.sight.refusal = { rule: why.rule, text: why.message };
  }

  /** Goes to the table; is one there? */
  async #watch(): Promise<boolean> {
    const as: Listener = this.seated ? this.me : 'room';
    const again = this.sight.ready ? { after: this.#update, as } : {};
    try {
      await house.ask({ do: 'watch', table: this.key, want: 'story', ...again });
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
  async play(move: Move): Promise<void> {
    const no = this.sight.why(move);
    this.sight.refusal = no;
    if (no || !this.turn || this.#sent) return;
    this.#sent = { do: 'move', id: ++this.#id, move: notation(move) };
    this.sight.missed = 0;
    this.sight.offer();
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
    if (!this.sight.choices.length) this.sight.offer();
  }

  /** Can I take my latest move back? */
  get canGoBack(): boolean {
    const latest = this.sight.entries.at(-1);
    return this.phase === 'playing' && !!this.agreed?.backs && latest?.by === this.me && latest.back && this.sight.current;
  }

  // ---- what one hears ----

  async #hear(message: Message): Promise<void> {
    if (this.#closed || this.gone) return;
    if ('story' in message && message.table === this.key) await this.#arrive(message);
    else if (!this.sight.begun)
      return; // it is about the table that one comes from
    else if ('events' in message) this.#happens(message);
    else if ('here' in message) this.#presence(message);
    else if ('again' in message) this.next = message.again;
    else if ('gone' in message) this.gone = t('page.table.gone');
  }

  #presence({ here, onlookers }: { here: boolean[]; onlookers: number }): void {
    this.here = here;
    this.onlookers = onlookers;
  }

  /** The whole table: for who comes, sits down or gets up. */
  async #arrive(message: StoryMessage): Promise<void> {
    const { story } = message;
    this.link = message.link;
    this.host = message.host;
    this.removed = message.removed ?? false;
    this.agreed = message.agreed;
    this.seats = story.seats;
    this.me = story.you === 'room' ? ROOM : story.you;
    this.#presence(message);
    [this.board] = await Promise.all([boardOf(message.agreed.game), this.sight.prepare()]);
    if (this.#closed) return; // meanwhile; whoever is elsewhere now must not be brought back
    const order = { ...message.agreed, seats: story.seats.length };
    this.gone = this.sight.open(order, this.me, this.#named, story.commitment, story.heard);
    if (this.gone) return;
    this.talk = message.talk.map((e) => this.#saying(e));
    this.#update = message.update;
    this.phase = story.phase;
    this.#now(story);
    this.after = message.again ?? this.after;
    this.sight.settle();
    // Who was seated by a vote has given none.  If the game has begun meanwhile, there was one.
    if (this.phase === 'waiting' && this.seated && !this.mine!.nonce)
      void house.ask({ do: 'nonce', nonce: nonce() }).catch(() => undefined);
  }

  #happens(message: UpdateMessage): void {
    const next = message.update === this.#update + 1;
    const empty = message.update === this.#update && 're' in message; // the last one of those that were missed
    if (!next && !empty) return; // told before, or told again with what was missed
    this.#update = message.update;
    for (const event of message.events) this.#event(event);
    if (this.gone || !('n' in message)) return; // of those that were missed, the last one says how things stand
    this.#now(message);
    this.after = message.again ?? this.after;
    this.sight.run();
  }

  #now({ asked = [], left = null }: { asked?: (number | 'dealer')[]; left?: number[] | null }): void {
    this.asked = asked.filter((seat) => seat !== 'dealer');
    this.left = left;
    this.leftAt = performance.now();
  }

  #event(e: Event): void {
    switch (e.event) {
      case 'seat':
        this.seats[e.seat] = { ...this.seats[e.seat], ...e };
        if (e.held) this.#voted((seat) => seat.seat === e.seat || (seat.vote === 'hold' && seat.of === e.seat));
        this.sight.name(this.#named);
        break;
      case 'start':
        this.phase = 'playing';
        break;
      case 'move':
        this.gone = this.sight.hear(e.who, e.move); // the house knows moves that this page does not
        break;
      case 'back':
        this.sight.back(e.n);
        break;
      case 'vote':
        if (this.seats[e.who]) this.seats[e.who] = { ...this.seats[e.who], vote: e.vote, of: e.of };
        break;
      case 'say':
      case 'state':
        this.talk.push(this.#saying(e));
        break;
      case 'over':
        this.phase = 'over';
        this.#voted(() => true);
        break;
      case 'again':
        this.#voted(() => true);
        break;
    }
  }

  /** These have what they wanted, or cannot have it any more. */
  #voted(which: (seat: TableSeat) => boolean): void {
    for (const seat of this.seats) if (which(seat)) seat.vote = 'nothing';
  }

  #saying(e: SayEvent | StateEvent): Said {
    const name = ('name' in e && e.name) || (e.who === 'room' ? t('page.onlooker') : (this.names[seatNumber(e.who)] ?? ''));
    if (e.event === 'say') return { who: e.who, name, person: e.person, text: e.text };
    return { who: e.who, name, person: 0, text: this.sight.said(e.who, e.state), state: e.state };
  }

  /** The language has changed: everything is said anew. */
  speak(): void {
    if (!this.sight.begun) return;
    this.sight.speak(this.#named);
    this.talk = this.talk.map((said) => (said.state ? { ...said, text: this.sight.said(said.who, said.state) } : said));
  }
}
