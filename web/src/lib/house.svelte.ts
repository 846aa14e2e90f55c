// house.svelte.ts - the connection to the house: one WebSocket that reconnects by itself.  doc/protocol.md describes the messages;
// their types are generated from doc/protocol.schema.json.
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
const LOST = 'page.lost';
const SIGNED_OUT = 4001; // the code with which the house closes the connections of a device that was signed out

/** Whether the connection was lost before the answer came. */
export const isLost = (why: unknown): boolean => why instanceof Refusal && why.key === LOST;

class House {
  state = $state<'connecting' | 'connected' | 'lost'>('connecting');
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
  #connected = Promise.withResolvers<void>();
  #lastHeard = 0; // when the latest message came
  #waitingSince = 0; // since when the house owes a message; 0: it owes none
  #tabs = new BroadcastChannel('you'); // tells the other tabs of this browser who is signed in

  constructor() {
    this.#tabs.onmessage = ({ data }: MessageEvent<You>) => {
      if (this.you?.person === data.person) this.you = data;
      else void this.#reconnect();
    };
    setInterval(() => this.#watch(), 5000);
    addEventListener('online', () => this.#probe());
    document.addEventListener('visibilitychange', () => document.hidden || this.#probe());
  }

  connect(): void {
    const at = new URL('/ws', location.href);
    at.protocol = at.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(at);
    this.#socket = socket;
    this.#waitingSince = Date.now();
    socket.onmessage = (e) => socket === this.#socket && this.#receive(JSON.parse(e.data));
    socket.onclose = ({ code }) => {
      this.signedOut ||= socket === this.#socket && code === SIGNED_OUT;
      this.#lost(socket);
    };
  }

  /** Notices a dead socket, which no browser reports: after a laptop has slept, or a phone has changed networks. */
  #watch(): void {
    const now = Date.now();
    if (!this.#socket) return;
    if (this.#waitingSince && now - this.#waitingSince > TIMEOUT) {
      const socket = this.#socket;
      this.#lost(socket);
      socket.close();
    } else if (now - this.#lastHeard > IDLE) this.#probe();
  }

  /** Reconnects at once, or asks whether the house is still there. */
  #probe(): void {
    if (!this.#socket && this.state === 'lost') this.connect();
    else if (!this.#waitingSince) this.lang();
  }

  #lost(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.#drop('lost');
    const wait = Math.min(500 * 2 ** this.#tries++, 10000);
    setTimeout(() => this.#socket ?? this.connect(), wait);
  }

  #drop(state: 'connecting' | 'lost'): void {
    this.#socket = null;
    if (this.state === 'connected') this.#connected = Promise.withResolvers<void>(); // those who wait for the first connection keep waiting for it
    this.state = state;
    for (const pending of this.#pending.values()) pending.reject(new Refusal(words.get('page.lost'), LOST, ''));
    this.#pending.clear();
  }

  /** Connects again, as the person in the cookie: all tabs of a browser are one person. */
  async #reconnect(): Promise<void> {
    const socket = this.#socket;
    this.#drop('connecting');
    socket?.close();
    this.connect();
    await this.#connected.promise;
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
      this.#connected.resolve(); // so that requests made in the meantime are sent from there
      return;
    }
    for (const listener of this.listeners) listener(message);
    const re = 're' in message ? message.re : undefined;
    const pending = re === undefined ? undefined : this.#pending.get(re);
    if (!pending) return;
    this.#pending.delete(re!);
    if ('error' in message) pending.reject(new Refusal(message.text, message.error, message.rule ?? ''));
    else pending.resolve(message as never);
  }

  #send(message: Request): void {
    this.#waitingSince ||= Date.now();
    this.#socket?.send(JSON.stringify(message));
  }

  /** Sends a request, once there is a connection, and waits for the answer. */
  async ask<R extends Asked>(request: R): Promise<Answers[R['do']]> {
    if (this.state !== 'connected') await this.#connected.promise;
    const re = ++this.#re;
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
    if (token) await fetch('/cookie', { method: 'POST', body: token });
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
    await this.#connected.promise;
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
