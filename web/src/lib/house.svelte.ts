// house.svelte.ts - the connection to the house: one WebSocket that reconnects by itself, and goes to the node that runs the table.
// doc/protocol.md describes the messages; their types are generated from doc/protocol.schema.json.
import type { Answers, Message, Request, You } from 'made/protocol';
import { deviceLabel } from './device';
import { words } from './words.svelte';

/** A request without its number, which the connection adds. */
type WithoutNumber<R> = R extends Request ? Omit<R, 're'> : never;
export type Asked = WithoutNumber<Request>;

/** The house has refused a request. */
export class Refusal extends Error {
  constructor(
    text: string,
    readonly key: string,
    readonly rule: string,
  ) {
    super(text);
  }
}

interface Pending {
  resolve(answer: never): void;
  reject(why: Error): void;
}

const IDLE = 30000; // milliseconds without a message, after which the house is asked for a sign of life
const TIMEOUT = 10000; // milliseconds that an answer may take before the connection counts as lost
const UNNOTICED = 3000; // milliseconds without a connection, after which the person is told
const LOST = 'page.lost';
// Codes with which the house closes a connection.
const CLOSES = 1001;
const MOVED = 1012;
const SIGNED_OUT = 4001;

/** Whether the connection was lost before the answer came. */
export const isLost = (why: unknown): boolean => why instanceof Refusal && why.key === LOST;

class House {
  state = $state<'connecting' | 'connected' | 'lost'>('connecting');
  /** Whether the connection has been lost for so long that the person should know. */
  away = $state(false);
  you = $state.raw<You | null>(null);
  /** Whether this device was signed out from another one, and nobody has signed in since. */
  signedOut = $state(false);
  /** Called with every message, answers included. */
  listeners = new Set<(message: Message) => void>();
  /** Called whenever the connection is established, the first time and after a loss. */
  connectListeners = new Set<() => unknown>();
  #socket: WebSocket | null = null;
  #pending = new Map<number, Pending>();
  #re = 0;
  #tries = 0;
  #node = ''; // the node to connect to; '': any
  #hops = 0; // from node to node, in a row
  #watch = 0; // the number of the request to go to a table that has no answer yet, or 0
  #change = Promise.withResolvers<void>(); // of what #arrive() waits for
  #cookie: Promise<unknown> = Promise.resolve(); // is being stored; without it the next connection would be nobody's
  #noticed: ReturnType<typeof setTimeout> | undefined;
  #lastHeard = 0; // when the latest message came
  #waitingSince = 0; // since when the house owes a message; 0: it owes none
  #tabs = new BroadcastChannel('you'); // tells the other tabs of this browser who is signed in

  constructor() {
    this.#tabs.onmessage = ({ data }: MessageEvent<You>) => {
      if (this.you?.person === data.person) this.you = data;
      else void this.#reconnect();
    };
    setInterval(() => this.#check(), 5000);
    addEventListener('online', () => this.#probe());
    document.addEventListener('visibilitychange', () => document.hidden || this.#probe());
  }

  connect(): void {
    const at = new URL('/ws', location.href);
    at.protocol = at.protocol === 'https:' ? 'wss:' : 'ws:';
    if (this.#node) at.searchParams.set('node', this.#node);
    const socket = new WebSocket(at);
    this.#socket = socket;
    this.#waitingSince = Date.now();
    socket.onmessage = (e) => socket === this.#socket && this.#receive(JSON.parse(e.data));
    socket.onclose = ({ code }) => {
      if (socket !== this.#socket) return;
      this.signedOut ||= code === SIGNED_OUT;
      if (code === MOVED) this.#hop('');
      else this.#lost(code);
    };
  }

  /** Notices a dead socket, which no browser reports: after a laptop has slept, or a phone has changed networks. */
  #check(): void {
    const now = Date.now();
    if (!this.#socket) return;
    if (this.#waitingSince && now - this.#waitingSince > TIMEOUT) {
      const socket = this.#socket;
      this.#lost();
      socket.close();
    } else if (now - this.#lastHeard > IDLE) this.#probe();
  }

  /** Reconnects at once, or asks whether the house is still there. */
  #probe(): void {
    if (!this.#socket && this.state === 'lost') this.connect();
    else if (!this.#waitingSince) this.lang();
  }

  #lost(code = 0): void {
    const soon = code === CLOSES && !this.#tries; // another node of the house may be there already
    this.#drop('lost');
    this.#node = '';
    this.#connectAfter(soon ? 100 + 400 * Math.random() : Math.min(500 * 2 ** this.#tries, 10000));
    this.#tries++;
  }

  /** Goes to another node of the house, twice at once, then ever more slowly: the table may be on its way, too. */
  #hop(node: string): void {
    const socket = this.#socket;
    const wait = this.#hops < 2 ? 0 : Math.min(300 * 2 ** (this.#hops - 2), 2000);
    this.#drop('connecting');
    this.#node = node;
    this.#hops++;
    socket?.close();
    void this.#cookie.finally(() => this.#connectAfter(wait));
  }

  #connectAfter(milliseconds: number): void {
    setTimeout(() => this.#socket ?? this.connect(), milliseconds);
  }

  #drop(state: 'connecting' | 'lost'): void {
    this.#socket = null;
    this.#watch = 0;
    this.state = state;
    this.#noticed ??= setTimeout(() => (this.away = true), UNNOTICED);
    for (const re of this.#pending.keys()) this.#refuse(re);
  }

  #refuse(re: number): void {
    this.#pending.get(re)?.reject(new Refusal(words.get('page.lost'), LOST, ''));
    this.#pending.delete(re);
  }

  /** Whether there is a connection, and the table to which the person goes has been reached. */
  get #there(): boolean {
    return this.state === 'connected' && !this.#watch;
  }

  async #arrive(): Promise<void> {
    while (!this.#there) await this.#change.promise;
  }

  #changed(): void {
    if (this.#there) {
      clearTimeout(this.#noticed);
      this.#noticed = undefined;
      this.away = false;
      this.#hops = 0;
    }
    this.#change.resolve();
    this.#change = Promise.withResolvers<void>();
  }

  /** Connects again, as the person in the cookie: all tabs of a browser are one person. */
  async #reconnect(): Promise<void> {
    const socket = this.#socket;
    this.#drop('connecting');
    socket?.close();
    this.connect();
    await this.#arrive();
  }

  #receive(message: Message): void {
    this.#lastHeard = Date.now();
    this.#waitingSince = 0;
    if ('house' in message) {
      this.you = message.you;
      this.#tries = 0;
      this.#send({ do: 'lang', lang: words.lang });
      this.state = 'connected';
      for (const listener of this.connectListeners) listener(); // they go back to their table first,
      this.#changed(); // so that requests made in the meantime are sent from there
      return;
    }
    if ('elsewhere' in message) {
      if (message.re === this.#watch) this.#hop(message.elsewhere);
      else this.#refuse(message.re!); // the person has gone on to another table
      return;
    }
    for (const listener of this.listeners) listener(message);
    const re = 're' in message ? message.re : undefined;
    const pending = re === undefined ? undefined : this.#pending.get(re);
    if (!pending) return;
    this.#pending.delete(re!);
    if (re === this.#watch) {
      this.#watch = 0;
      this.#changed();
    }
    if ('error' in message) pending.reject(new Refusal(message.text, message.error, message.rule ?? ''));
    else pending.resolve(message as never);
  }

  #send(message: Request): void {
    this.#waitingSince ||= Date.now();
    this.#socket?.send(JSON.stringify(message));
  }

  /** Sends a request, once there is a connection, and waits for the answer.  What is asked on the way to a table is sent from there. */
  async ask<R extends Asked>(request: R): Promise<Answers[R['do']]> {
    const goes = request.do === 'watch' || request.do === 'lobby';
    while (goes ? this.state !== 'connected' : !this.#there) await this.#change.promise;
    const re = ++this.#re;
    if (goes) this.#watch = request.do === 'watch' ? re : 0;
    return new Promise((resolve, reject) => {
      this.#pending.set(re, { resolve, reject });
      this.#send({ ...request, re } as Request);
    });
  }

  /** Signs in, with a name as a new person or with a code as one from another device. */
  async enter(who: { name: string } | { code: string }): Promise<void> {
    await this.#become((await this.ask({ do: 'enter', device: deviceLabel(navigator.userAgent), ...who })).you);
  }

  /** Signed in: the token goes into a cookie that no script can read. */
  async #become({ person, name, token }: You): Promise<void> {
    this.you = { person, name };
    this.signedOut = false;
    if (token) {
      const stored = fetch('/cookie', { method: 'POST', body: token });
      this.#cookie = stored.catch(() => undefined);
      await stored;
    }
    this.#tabs.postMessage({ person, name });
  }

  /** Signs in as a new person, unless another tab has just done so. */
  async #enterOnce(name: string): Promise<void> {
    const enter = async () => {
      await this.#reconnect();
      if (!this.you) await this.enter({ name });
    };
    // Browsers have locks only on secure origins.  Elsewhere, two tabs that sign in at the same moment become two people.
    await (navigator.locks ? navigator.locks.request('enter', enter) : this.enter({ name }));
  }

  async rename(name: string): Promise<void> {
    if (!this.you) await this.#enterOnce(name);
    if (this.you!.name !== name) await this.#become((await this.ask({ do: 'name', name })).you);
  }

  /** Makes sure that somebody is signed in, if need be as a guest. */
  async ensurePerson(): Promise<void> {
    await this.#arrive();
    if (!this.you) await this.#enterOnce(`${words.get('page.guest')} ${10 + Math.floor(Math.random() * 90)}`); // so that two guests seldom have the same name
  }

  /** Tells the house the language for its sentences. */
  lang(): void {
    if (this.state === 'connected') this.#send({ do: 'lang', lang: words.lang });
  }
}

export const house = new House();

/** Random bytes that go into the deals, so that nobody, not even the house, could have planned them. */
export const nonce = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
