// table.svelte.ts - a table of the house, for a player or a spectator: what the house says about it, and the requests to it.
// What is shown of it is its `sight`.
import type {
  Agreed,
  Discussion,
  Event,
  HereMessage,
  Listener,
  Message,
  Phase,
  SayEvent,
  StateEvent,
  StoryMessage,
  TableSeat,
  UpdateMessage,
  VoteEvent,
} from 'made/protocol';
import { type GameBoard, boardOf } from '../games/entries';
import { type Asked, house, isLost, nonce, Refusal } from './house.svelte';
import { ROOM, type Seat, seatNumber } from './lens';
import { type Move, notation } from './notation';
import { settings } from './settings.svelte';
import { Sight } from './sight.svelte';
import { botName } from './log';
import { t } from './words.svelte';

const UNREADABLE = 'house.unreadable'; // the house cannot read the table just now, perhaps because another node takes it over
const RETRY = 1000; // milliseconds

export interface Said {
  who: Seat;
  name: string;
  person: number;
  text: string;
  state?: string;
  at?: number; // the move that a statement was made after, if this page has heard it
}

/** How things stand, as a table and its updates say. */
interface Turn {
  asked?: (number | 'dealer')[];
  left?: number[] | null;
  discussion?: Discussion | null;
}

export class Table {
  gone = $state(''); // why the table cannot be shown; '' if it can
  link = $state('');
  host = $state(false);
  removed = $state(false); // by the host: this person can only watch
  silenced = $state(false); // spectators may not talk
  practice = $state(false); // somebody went back in the game, among bots
  agreed = $state.raw<Agreed | null>(null);
  board = $state.raw<GameBoard | null>(null);
  phase = $state<Phase>('waiting');
  me = $state(ROOM);
  seats = $state<TableSeat[]>([]);
  here = $state<boolean[]>([]);
  spectators = $state(0);
  watching = $state.raw<string[]>([]); // the names of spectators
  refused = $state<number[]>([]); // the seats that have refused what others vote for
  talk = $state<Said[]>([]);
  asked = $state<number[]>([]);
  clocks = $state.raw<number[] | null>(null);
  discussion = $state.raw<Discussion | null>(null); // nobody may move before it is over
  clocksAt = $state(0); // when the clocks and the discussion were so
  next = $state(''); // the table of the next game, which everybody has just voted for
  after = $state(''); // the same, if the vote was earlier: then there is only a link

  readonly sight: Sight;
  #update = 0;
  #id = Math.floor(Math.random() * 1e9);
  #sent: Extract<Asked, { do: 'move' }> | null = null; // the viewer's move that has no answer yet
  #closed = false;
  #queue: Promise<void> = Promise.resolve();
  #listener = (message: Message) => {
    this.#queue = this.#queue.then(() => this.#receive(message)).catch((why) => this.#failed(why));
  };
  #arrive = async () => {
    if (await this.#watch()) await this.#deliver();
  };

  constructor(readonly key: string) {
    this.sight = new Sight(
      key,
      () => this.turn && !this.#sent,
      () => this.board?.answers,
      ({ by }) => settings.pace * (this.asked.includes(this.me) && (by === this.me || this.clocks) ? 0.25 : 1), // nobody keeps the viewer waiting
    );
    house.listeners.add(this.#listener);
    house.connectListeners.add(this.#arrive);
    if (house.state === 'connected') void this.#watch();
  }

  close(): void {
    this.#closed = true;
    house.listeners.delete(this.#listener);
    house.connectListeners.delete(this.#arrive);
    this.sight.close();
  }

  get seated(): boolean {
    return this.me !== ROOM;
  }

  get mine(): TableSeat | undefined {
    return this.seats[this.me];
  }

  /** Whether the viewer must choose, and has been shown everything that led to it. */
  get turn(): boolean {
    return this.seated && this.phase === 'playing' && this.asked.includes(this.me) && !this.mine?.held && this.sight.current;
  }

  /** Whether the others wait until the viewer has nothing more to discuss. */
  get discusses(): boolean {
    return this.seated && !!this.discussion && !this.discussion.ready.includes(this.me);
  }

  get #named(): string[] {
    return this.seats.map((seat, q) => seat.name || (seat.bot || seat.person ? botName(this.seats, q) : ''));
  }

  /** The codes of the players' colours, if the game has them: the house only names one that is not the seat's own. */
  get colours(): string[] {
    const own = Object.keys((void this.sight.brief, this.sight.things('player-colour')));
    return own.length ? this.seats.map(({ colour }, q) => colour ?? own[q]) : [];
  }

  /** Whether the viewer may talk. */
  get canTalk(): boolean {
    return !this.removed && (!this.silenced || this.seated || this.host);
  }

  /** The names of the players, then of the dummies. */
  get names(): string[] {
    return [...this.#named, ...Object.values(this.sight.things('seat')).slice(this.seats.length)];
  }

  // ---- requests ----

  /** Returns whether it was done; if not, the player is shown why. */
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
    this.sight.refusal = { rule: why.rule, text: why.message.replace(` (${why.rule})`, '') }; // the page has a link to the rule
  }

  /** Goes to the table; returns whether that worked. */
  async #watch(): Promise<boolean> {
    const as: Listener = this.seated ? this.me : 'room';
    const again = this.sight.ready ? { after: this.#update, as } : {};
    try {
      await house.ask({ do: 'watch', table: this.key, want: 'story', ...again });
      return true;
    } catch (why) {
      if (!(why instanceof Refusal) || isLost(why)) return false;
      if (this.sight.ready && why.key === UNREADABLE) this.#arriveLater();
      else this.gone = why.message;
      return false;
    }
  }

  #arriveLater(): void {
    setTimeout(() => this.#closed || void this.#arrive(), RETRY);
  }

  /** The same as a person: under this name if there is one, or as a guest if nobody is signed in. */
  async #askAsPerson(request: Asked, name = ''): Promise<boolean> {
    try {
      if (name) await house.rename(name);
      await house.ensurePerson();
    } catch (why) {
      this.#refused(why);
      return false;
    }
    return this.#ask(request);
  }

  /** With a colour, or '' for that of the seat. */
  sit = (seat: number, name: string, colour: string) => this.#askAsPerson({ do: 'sit', seat, ...(colour && { colour }) }, name);

  /** Whether the table starts by itself as soon as the viewer is ready, because everybody else is. */
  get lacksOnlyMe(): boolean {
    const rest = this.seats.filter((seat) => seat.seat !== this.me);
    return this.seated && !this.mine!.nonce && rest.every((seat) => (seat.person ? seat.nonce : seat.bot));
  }

  /** Whoever is ready adds to the deals; the house takes that for the sign. */
  getReady = () => this.#ask({ do: 'nonce', nonce: nonce() });

  /** The host who starts is ready too. */
  async start(): Promise<void> {
    const last = this.lacksOnlyMe;
    if (this.seated && !this.mine!.nonce && !(await this.getReady())) return;
    if (!last) await this.#ask({ do: 'start' });
  }

  colour = (colour: string) => this.#ask({ do: 'colour', colour });
  rise = () => this.#ask({ do: 'rise' });
  bot = (seat: number, bot: string) => this.#ask({ do: 'bot', seat, bot });
  remove = (seat: number) => this.#ask({ do: 'remove', seat });
  leave = () => this.#ask({ do: 'leave' });
  return = () => this.#ask({ do: 'return' });
  ready = () => this.#ask({ do: 'ready' });
  vote = (vote: string) => this.#ask({ do: 'vote', vote });
  back = () => this.#ask({ do: 'back' });
  undo = (n: number) => this.#ask({ do: 'back', n });
  silence = (on: boolean) => this.#ask({ do: 'silence', on });
  say = (text: string) => this.#askAsPerson({ do: 'say', text });
  state = (state: string) => this.#ask({ do: 'state', state });
  mute = (person: number) => this.#askAsPerson({ do: 'mute', person });
  report = (text: string) => this.#askAsPerson({ do: 'report', text });

  /** Plays a move.  One that is not allowed is not sent; the player is shown why. */
  async play(move: Move): Promise<void> {
    const no = this.sight.why(move);
    this.sight.refusal = no;
    if (no || !this.turn || this.#sent) return;
    this.#sent = { do: 'move', id: ++this.#id, move: notation(move) };
    this.sight.missed = 0;
    this.sight.next(); // the viewer has read what is shown
    await this.#deliver();
  }

  /** Sends a move until it is answered.  It keeps its id, so it counts once. */
  async #deliver(): Promise<void> {
    if (!this.#sent || house.state !== 'connected') return;
    try {
      await house.ask(this.#sent);
    } catch (why) {
      if (isLost(why)) return; // it is sent again after the reconnection
      this.#refused(why);
    }
    this.#sent = null;
    if (!this.sight.choices.length) this.sight.offer();
  }

  /** Whether the viewer can take back their latest move. */
  get canGoBack(): boolean {
    const latest = this.sight.entries.at(-1);
    return this.phase === 'playing' && !!this.agreed?.backs && latest?.by === this.me && latest.back && this.sight.current;
  }

  /** Whether the viewer plays and nobody else but bots: then they can go back to any of their moves. */
  get alone(): boolean {
    return this.seated && this.phase !== 'waiting' && this.seats.every((seat, q) => !seat.person || q === this.me);
  }

  /** The viewer's latest move to which they can go back; -1 if there is none. */
  get latest(): number {
    return this.alone && this.sight.current ? this.sight.entries.findLastIndex(({ by }) => by === this.me) : -1;
  }

  /** Takes back the latest move, past what others have seen only if there are no others. */
  undoLatest = () => {
    if (this.canGoBack) void this.back();
    else if (this.latest >= 0) void this.undo(this.latest);
  };

  // ---- messages ----

  async #receive(message: Message): Promise<void> {
    if (this.#closed || this.gone) return;
    if ('story' in message && message.table === this.key) await this.#readTable(message);
    else if (!this.sight.begun)
      return; // it is about the table that was left
    else if ('events' in message) this.#applyUpdate(message);
    else if ('here' in message) this.#presence(message);
    else if ('again' in message) this.next = message.again;
    else if ('gone' in message) this.gone = t('page.table.gone');
  }

  /** The table could not be shown, perhaps because the games' code did not come: it is asked for again. */
  #failed(why: unknown): void {
    console.error(why);
    if (!this.sight.ready && !this.gone) this.#arriveLater();
  }

  #presence({ here, onlookers, watching = [] }: HereMessage): void {
    this.here = here;
    this.spectators = onlookers;
    this.watching = watching;
  }

  /** The whole table, which the house sends to whoever comes, sits down or gets up. */
  async #readTable(message: StoryMessage): Promise<void> {
    const { story } = message;
    this.link = message.link;
    this.host = message.host;
    this.removed = message.removed ?? false;
    this.silenced = message.silence ?? false;
    this.agreed = message.agreed;
    this.seats = story.seats;
    this.me = story.you === 'room' ? ROOM : story.you;
    this.#presence(message);
    [this.board] = await Promise.all([boardOf(message.agreed.game), this.sight.prepare()]);
    if (this.#closed) return; // the page was left in the meantime
    const order = { edition: 1, ...message.agreed, seats: story.seats.length }; // older tables do not say which edition: it was the first
    this.gone = this.sight.open(order, this.me, this.#named, story.commitment, story.heard);
    if (this.gone) return;
    this.talk = message.talk.map((e) => this.#talkLine(e));
    this.#update = message.update;
    this.phase = story.phase;
    this.practice = story.practice ?? false;
    this.#readTurn(story);
    this.after = message.again ?? this.after;
    this.sight.settle();
    // Nobody else has to be ready for a rematch with bots.  If the game has begun since, the request fails.
    if (
      message.agreed.before &&
      this.phase === 'waiting' &&
      this.lacksOnlyMe &&
      !this.seats.some((seat) => seat.person && seat !== this.mine)
    )
      void house.ask({ do: 'nonce', nonce: nonce() }).catch(() => undefined);
  }

  #applyUpdate(message: UpdateMessage): void {
    const next = message.update === this.#update + 1;
    const empty = message.update === this.#update && 're' in message; // after a reconnection: the end of the missed updates
    if (!next && !empty) return; // it is known already
    this.#update = message.update;
    for (const event of message.events) this.#applyEvent(event);
    if (this.gone || !('n' in message)) return; // only the last of the missed updates says how things stand
    this.#readTurn(message);
    this.after = message.again ?? this.after;
    this.sight.run();
  }

  #readTurn({ asked = [], left = null, discussion = null }: Turn): void {
    this.asked = asked.filter((seat) => seat !== 'dealer');
    this.clocks = left;
    this.discussion = discussion;
    this.clocksAt = performance.now();
  }

  #applyEvent(e: Event): void {
    switch (e.event) {
      case 'seat':
        this.seats[e.seat] = { ...this.seats[e.seat], colour: undefined, ...e };
        if (e.held) this.#clearVotes((seat) => seat.seat === e.seat || (seat.vote === 'hold' && seat.of === e.seat));
        this.sight.name(this.#named);
        break;
      case 'start':
        this.phase = 'playing';
        break;
      case 'move':
        this.gone = this.sight.hear(e.who, e.move); // fails if the house has newer rules than this page
        break;
      case 'back':
        this.sight.back(e.n, seatNumber(e.who), !!e.practice);
        if (!e.practice) break;
        this.practice = true;
        this.phase = 'playing'; // also if the game was over
        this.#clearVotes(() => true);
        break;
      case 'vote':
        this.#readVote(e);
        break;
      case 'silence':
        this.silenced = e.on;
        break;
      case 'say':
      case 'state':
        this.talk.push(this.#talkLine(e, this.sight.entries.length));
        break;
      case 'over':
        this.phase = 'over';
        this.#clearVotes(() => true);
        break;
      case 'again':
        this.#clearVotes(() => true);
        break;
    }
  }

  /** A vote for nothing withdraws one's own; whoever has none refuses what the others vote for. */
  #readVote({ who, vote, of }: VoteEvent): void {
    const seat = this.seats[who];
    if (!seat) return;
    const refuses = vote === 'nothing' && seat.vote === 'nothing';
    this.seats[who] = { ...seat, vote, of };
    this.refused = this.seats.every((one) => one.vote === 'nothing') ? [] : this.refused.filter((one) => one !== who);
    if (refuses && this.votes.length) this.refused.push(who);
  }

  /** What somebody votes for, each with those who do. */
  get votes(): { vote: string; of: number; by: number[] }[] {
    const found: { vote: string; of: number; by: number[] }[] = [];
    for (const { seat, vote, of = 0 } of this.seats) {
      if (!vote || vote === 'nothing') continue;
      const same = found.find((one) => one.vote === vote && (vote !== 'hold' || one.of === of));
      if (same) same.by.push(seat);
      else found.push({ vote, of, by: [seat] });
    }
    return found;
  }

  /** Forgets the votes that have taken effect, or no longer can. */
  #clearVotes(which: (seat: TableSeat) => boolean): void {
    for (const seat of this.seats) if (which(seat)) seat.vote = 'nothing';
    if (!this.votes.length) this.refused = [];
  }

  /** The latest statement of a player since the latest move with this verb. */
  statement(seat: number, since: string): string {
    const from = this.sight.entries.findLastIndex(({ move }) => move.split(' ')[0] === since);
    return this.talk.findLast(({ who, state, at }) => state && who === seat && at !== undefined && at > from)?.text ?? '';
  }

  #talkLine(e: SayEvent | StateEvent, at?: number): Said {
    const name = ('name' in e && e.name) || (e.who === 'room' ? t('page.onlooker') : (this.names[seatNumber(e.who)] ?? ''));
    if (e.event === 'say') return { who: e.who, name, person: e.person, text: e.text };
    return { who: e.who, name, person: 0, text: this.sight.said(e.who, e.state), state: e.state, at };
  }

  /** Makes all sentences again, after the language has changed. */
  translate(): void {
    if (!this.sight.begun) return;
    this.sight.translate(this.#named);
    this.talk = this.talk.map((said) => (said.state ? { ...said, text: this.sight.said(said.who, said.state) } : said));
  }
}
