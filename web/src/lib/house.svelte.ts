// house.svelte.ts - the connection to the house: one WebSocket that comes back by itself.  The messages are in doc/protocol.md.
// Their types are made from doc/protocol.schema.json.
import type { Answers, Message, Request, You } from 'made/protocol';
import { words } from './words.svelte';

/** A request as one makes it: its number is the connection's business. */
type Numberless<R> = R extends Request ? Omit<R, 're'> : never;
export type Asked = Numberless<Request>;

/** What the house says no with. */
export class Refusal extends Error {
  constructor(
    text: string,
    readonly key: string,
    readonly rule: string,
  ) {
    super(text);
  }
}

interface Waiting {
  resolve(answer: never): void;
  reject(why: Error): void;
}

const SILENCE = 30000; // milliseconds, after which the house is asked for a sign of life
const PATIENCE = 10000; // with it, and with any answer
const LOST = 'page.lost';

/** Was the connection lost before there was an answer? */
export const isLost = (why: unknown): boolean => why instanceof Refusal && why.key === LOST;

class House {
  state = $state<'coming' | 'here' | 'lost'>('coming');
  you = $state.raw<You | null>(null);
  /** Hears all that nobody asked for, and answers too. */
  listeners = new Set<(message: Message) => void>();
  /** Called whenever the connection stands anew. */
  arrivals = new Set<() => unknown>();
  #socket: WebSocket | null = null;
  #asked = new Map<number, Waiting>();
  #re = 0;
  #tries = 0;
  #greeted = Promise.withResolvers<void>();
  #heard = 0; // when there was the latest sign of life
  #since = 0; // since when one waits for one; 0: one does not
  #tabs = new BroadcastChannel('you'); // tells the other tabs of this browser who one has become

  constructor() {
    this.#tabs.onmessage = ({ data }: MessageEvent<You>) => {
      if (this.you?.person === data.person) this.you = data;
      else void this.#renew();
    };
    setInterval(() => this.#watch(), 5000);
    addEventListener('online', () => this.#doubt());
    document.addEventListener('visibilitychange', () => document.hidden || this.#doubt());
  }

  come(): void {
    const at = new URL('/ws', location.href);
    at.protocol = at.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(at);
    this.#socket = socket;
    this.#since = Date.now();
    socket.onmessage = (e) => socket === this.#socket && this.#hear(JSON.parse(e.data));
    socket.onclose = () => this.#lost(socket);
  }

  /** A laptop that slept, a phone that has changed networks: the socket leads nowhere, and no browser says so. */
  #watch(): void {
    const now = Date.now();
    if (!this.#socket) return;
    if (this.#since && now - this.#since > PATIENCE) {
      const socket = this.#socket;
      this.#lost(socket);
      socket.close();
    } else if (now - this.#heard > SILENCE) this.#doubt();
  }

  /** Comes back at once, or asks whether the house is still there. */
  #doubt(): void {
    if (!this.#socket && this.state === 'lost') this.come();
    else if (!this.#since) this.lang();
  }

  #lost(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.#drop('lost');
    const wait = Math.min(500 * 2 ** this.#tries++, 10000);
    setTimeout(() => this.#socket ?? this.come(), wait);
  }

  #drop(state: 'coming' | 'lost'): void {
    this.#socket = null;
    if (this.state === 'here') this.#greeted = Promise.withResolvers<void>(); // who waits for the first one goes on waiting
    this.state = state;
    for (const waiting of this.#asked.values()) waiting.reject(new Refusal(words.get('page.lost'), LOST, ''));
    this.#asked.clear();
  }

  /** Comes anew, as whom the cookie says: all tabs of a browser are one person. */
  async #renew(): Promise<void> {
    const socket = this.#socket;
    this.#drop('coming');
    socket?.close();
    this.come();
    await this.#greeted.promise;
  }

  #hear(message: Message): void {
    this.#heard = Date.now();
    this.#since = 0;
    if ('house' in message) {
      this.you = message.you;
      this.#tries = 0;
      this.#send({ do: 'lang', lang: words.lang });
      this.state = 'here';
      for (const arrival of this.arrivals) arrival(); // first one goes back to where one was,
      this.#greeted.resolve(); // then what was asked meanwhile has its place
      return;
    }
    for (const listener of this.listeners) listener(message);
    const re = 're' in message ? message.re : undefined;
    const waiting = re === undefined ? undefined : this.#asked.get(re);
    if (!waiting) return;
    this.#asked.delete(re!);
    if ('error' in message) waiting.reject(new Refusal(message.text, message.error, message.rule ?? ''));
    else waiting.resolve(message as never);
  }

  #send(message: Request): void {
    this.#since ||= Date.now();
    this.#socket?.send(JSON.stringify(message));
  }

  /** Asks, once there is a connection. */
  async ask<R extends Asked>(request: R): Promise<Answers[R['do']]> {
    if (this.state !== 'here') await this.#greeted.promise;
    const re = ++this.#re;
    return new Promise((resolve, reject) => {
      this.#asked.set(re, { resolve, reject });
      this.#send({ ...request, re } as Request);
    });
  }

  /** Says who one is: a name or a code. */
  async enter(who: { name: string } | { code: string }): Promise<void> {
    await this.#become((await this.ask({ do: 'enter', ...who })).you);
  }

  /** The browser keeps the token where no script can read it. */
  async #become({ person, name, token }: You): Promise<void> {
    this.you = { person, name };
    if (token) await fetch('/cookie', { method: 'POST', body: token });
    this.#tabs.postMessage({ person, name });
  }

  /** Enters, unless another tab has just done so. */
  async #first(name: string): Promise<void> {
    const enter = async () => {
      await this.#renew();
      if (!this.you) await this.enter({ name });
    };
    await (navigator.locks ? navigator.locks.request('enter', enter) : this.enter({ name })); // browsers have locks for safe addresses only; elsewhere two tabs would have to be as quick as each other
  }

  async rename(name: string): Promise<void> {
    if (!this.you) await this.#first(name);
    if (this.you!.name !== name) await this.#become((await this.ask({ do: 'name', name })).you);
  }

  /** Makes sure that one is somebody. */
  async known(): Promise<void> {
    await this.#greeted.promise;
    if (!this.you) await this.#first(`${words.get('page.guest')} ${10 + Math.floor(Math.random() * 90)}`); // two guests are not alike
  }

  /** Says in which language sentences are wanted. */
  lang(): void {
    if (this.state === 'here') this.#send({ do: 'lang', lang: words.lang });
  }
}

export const house = new House();

/** Random bytes that go into the deals, so that nobody, not even the house, could have planned them. */
export const nonce = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
