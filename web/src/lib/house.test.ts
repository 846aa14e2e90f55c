import type { Message, Request } from 'made/protocol';
import { beforeEach, expect, test, vi } from 'vitest';

/** The other end of a connection: what the page has sent, and what the house says. */
class Socket {
  static all: Socket[] = [];
  sent: Request[] = [];
  onmessage?: (e: { data: string }) => void;
  onclose?: (e: { code: number }) => void;
  constructor() {
    Socket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Request);
  }
  close() {}
  say(message: Message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  greet = () => this.say({ house: 'safehouse', protocol: 1, you: null });
}

vi.stubGlobal('WebSocket', Socket);
vi.stubGlobal(
  'BroadcastChannel',
  class {
    postMessage() {}
  },
);
vi.useFakeTimers();
const { house, isLost, Refusal } = await import('./house.svelte');
const latest = () => Socket.all.at(-1)!;

beforeEach(() => {
  house.connect();
  latest().greet();
});

test('says its language when it comes, and is here', () => {
  expect(house.state).toBe('connected');
  expect(latest().sent).toEqual([{ do: 'lang', lang: 'en' }]);
});

test('an answer goes to whoever asked, whatever comes between', async () => {
  const [lobby, mine] = [house.ask({ do: 'lobby' }), house.ask({ do: 'mine' })];
  await vi.waitFor(() => expect(latest().sent).toHaveLength(3));
  const [first, second] = latest()
    .sent.slice(1)
    .map(({ re }) => re);
  latest().say({ shut: 'abc' });
  latest().say({ re: second, mine: [] });
  latest().say({ re: first, lobby: [] });
  expect(await lobby).toEqual({ re: first, lobby: [] });
  expect(await mine).toEqual({ re: second, mine: [] });
});

test('everybody who listens hears all of it', () => {
  const heard: Message[] = [];
  house.listeners.add((message) => heard.push(message));
  latest().say({ again: 'abc' });
  expect(heard).toEqual([{ again: 'abc' }]);
});

test('an error is a refusal, with its rule', async () => {
  const asked = house.ask({ do: 'move', id: 1, move: 'play y7' });
  await vi.waitFor(() => expect(latest().sent).toHaveLength(2));
  latest().say({ re: latest().sent[1].re, error: 'why', rule: 'J3.4', text: 'No.' });
  const why = await asked.catch((why: unknown) => why);
  expect(why).toBeInstanceOf(Refusal);
  expect(why).toMatchObject({ key: 'why', rule: 'J3.4', message: 'No.' });
  expect(isLost(why)).toBe(false);
});

test('a lost connection refuses what was asked, and comes back by itself', async () => {
  const asked = house.ask({ do: 'lobby' }).catch((why: unknown) => why);
  await vi.waitFor(() => expect(latest().sent).toHaveLength(2));
  const before = Socket.all.length;
  latest().onclose!({ code: 1006 });
  expect(isLost(await asked)).toBe(true);
  expect(house.state).toBe('lost');
  vi.advanceTimersByTime(20000);
  expect(Socket.all.length).toBeGreaterThan(before);
  const arrived = vi.fn();
  house.connectListeners.add(arrived);
  latest().greet();
  expect(house.state).toBe('connected');
  expect(arrived).toHaveBeenCalledOnce();
});

test('what is asked meanwhile waits until the house is there', async () => {
  latest().onclose!({ code: 1006 });
  const asked = house.ask({ do: 'mine' });
  vi.advanceTimersByTime(20000);
  latest().greet();
  await vi.waitFor(() => expect(latest().sent).toHaveLength(2));
  latest().say({ re: latest().sent[1].re, mine: [] });
  expect(await asked).toMatchObject({ mine: [] });
});

test('a device that was signed out says so until somebody signs in there', async () => {
  vi.stubGlobal('fetch', vi.fn());
  latest().onclose!({ code: 4001 });
  expect(house.signedOut).toBe(true);
  vi.advanceTimersByTime(20000);
  latest().greet();
  expect(house.you).toBeNull();
  expect(house.signedOut).toBe(true);
  const entered = house.enter({ code: 'K7PA-9QXM-2BTC' });
  await vi.waitFor(() => expect(latest().sent).toHaveLength(2));
  expect(latest().sent[1]).toMatchObject({ do: 'enter', code: 'K7PA-9QXM-2BTC', device: expect.any(String) });
  latest().say({ re: latest().sent[1].re, you: { person: 5, name: 'Ada', token: 'x' } });
  await entered;
  expect(house.signedOut).toBe(false);
});
