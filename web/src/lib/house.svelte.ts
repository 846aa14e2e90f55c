// house.svelte.ts - the connection to the house: one WebSocket that comes back by itself.  The messages are in doc/protocol.md.
import { words } from './words.svelte';

export type Message = Record<string, any>;

export interface You {
  person: number;
  name: string;
}

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
  resolve(answer: Message): void;
  reject(why: Error): void;
}

class House {
  state = $state<'coming' | 'here' | 'lost'>('coming');
  you = $state<You | null>(null);
  /** Hears all that nobody asked for, and answers too. */
  listeners = new Set<(message: Message) => void>();
  /** Called whenever the connection stands anew. */
  arrivals = new Set<() => void>();
  #socket: WebSocket | null = null;
  #asked = new Map<number, Waiting>();
  #re = 0;
  #tries = 0;
  #greeted = Promise.withResolvers<void>();

  come(): void {
    const at = new URL('/ws', location.href);
    at.protocol = at.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(at);
    this.#socket = socket;
    socket.onmessage = (e) => this.#hear(JSON.parse(e.data));
    socket.onclose = () => this.#lost(socket);
  }

  /** At once, if the connection was lost. */
  hurry(): void {
    if (this.state === 'lost' && this.#socket === null) this.come();
  }

  #lost(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    this.state = 'lost';
    for (const waiting of this.#asked.values()) waiting.reject(new Refusal(words.get('page.lost'), 'page.lost', ''));
    this.#asked.clear();
    this.#greeted = Promise.withResolvers<void>();
    const wait = Math.min(500 * 2 ** this.#tries++, 10000);
    setTimeout(() => this.hurry(), wait);
  }

  async #hear(message: Message): Promise<void> {
    if (message.house) {
      this.you = message.you ?? null;
      this.#tries = 0;
      this.#send({ do: 'lang', lang: words.lang });
      this.state = 'here';
      this.#greeted.resolve();
      for (const arrival of this.arrivals) arrival();
      return;
    }
    for (const listener of this.listeners) listener(message);
    const waiting = this.#asked.get(message.re);
    if (!waiting) return;
    this.#asked.delete(message.re);
    if (message.error) waiting.reject(new Refusal(message.text, message.error, message.rule ?? ''));
    else waiting.resolve(message);
  }

  #send(message: Message): void {
    this.#socket?.send(JSON.stringify(message));
  }

  /** Asks, once there is a connection. */
  async ask(message: Message): Promise<Message> {
    await this.#greeted.promise;
    const re = ++this.#re;
    return new Promise((resolve, reject) => {
      this.#asked.set(re, { resolve, reject });
      this.#send({ ...message, re });
    });
  }

  /** Says who one is: a name, a code or a token; the browser keeps the token where no script can read it. */
  async enter(who: { name: string } | { code: string } | { token: string }): Promise<void> {
    const { you } = await this.ask({ do: 'enter', ...who });
    this.you = { person: you.person, name: you.name };
    const token = you.token ?? ('token' in who ? who.token : '');
    if (token) await fetch('/cookie', { method: 'POST', body: token });
  }

  async rename(name: string): Promise<void> {
    if (!this.you) return this.enter({ name });
    const { you } = await this.ask({ do: 'name', name });
    this.you = { person: you.person, name: you.name };
  }

  /** Makes sure that one is somebody. */
  async known(): Promise<void> {
    await this.#greeted.promise;
    if (!this.you) await this.enter({ name: words.get('page.guest') });
  }

  lang(): void {
    if (this.state === 'here') this.#send({ do: 'lang', lang: words.lang });
  }
}

export const house = new House();

/** Random bytes that go into the deals, so that nobody, not even the house, could have planned them. */
export const nonce = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
