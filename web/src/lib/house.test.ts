import type { Message, Request } from 'made/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The other end of a connection: what the page has sent, and what the house says. */
class Socket {
  static all: Socket[] = [];
  sent: Request[] = [];
  onmessage?: (e: { data: string }) => void;
  onclose?: (e: { code: number }) => void;
  constructor(readonly url: URL) {
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
  /** Answers the latest request. */
  answer = (message: Message) => this.say({ re: this.sent.at(-1)!.re, ...message } as Message);
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
afterEach(() => house.connectListeners.clear());

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
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => ({})),
  );
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

/** A page that is at a table, or wants to be. */
const atTable = () => house.connectListeners.add(() => house.ask({ do: 'watch', table: 'key' }).catch(() => undefined));
const there: Message = { update: 1, events: [] };
const microtasks = () => vi.advanceTimersByTimeAsync(0);

test('goes to the node that runs the table, and what was asked on the way is sent from there', async () => {
  atTable();
  house.connect();
  latest().greet();
  expect(latest().url.search).toBe('');
  const said = house.ask({ do: 'say', text: 'hello' });
  latest().answer({ elsewhere: 'n2' });
  expect(house.state).toBe('connecting');
  await microtasks();
  expect(latest().url.search).toBe('?node=n2');
  latest().greet();
  await microtasks();
  expect(latest().sent.map(({ do: what }) => what)).toEqual(['lang', 'watch']);
  latest().answer(there);
  await microtasks();
  expect(latest().sent.at(-1)).toMatchObject({ do: 'say', text: 'hello' });
  latest().answer(there);
  expect(await said).toMatchObject(there);
  await vi.advanceTimersByTimeAsync(10000);
  expect(house.away).toBe(false);
});

test('follows a table twice at once, then ever more slowly, and at once again after it has arrived', async () => {
  atTable();
  house.connect();
  latest().greet();
  const hop = async () => {
    const from = latest();
    let waited = 0;
    from.answer({ elsewhere: 'n2' });
    for (await microtasks(); latest() === from; waited += 100) await vi.advanceTimersByTimeAsync(100);
    latest().greet();
    return waited;
  };
  const waits = [];
  for (let i = 0; i < 7; i++) waits.push(await hop());
  expect(waits).toEqual([0, 0, 300, 600, 1200, 2000, 2000]);
  latest().answer(there);
  void house.ask({ do: 'watch', table: 'next' }).catch(() => undefined);
  expect(await hop()).toBe(0);
  latest().answer(there);
});

test('an answer about a table that was left leads nowhere', async () => {
  const first = house.ask({ do: 'watch', table: 'first' }).catch(isLost);
  const second = house.ask({ do: 'watch', table: 'second' });
  const [at, before] = [latest(), Socket.all.length];
  at.say({ re: at.sent[1].re, elsewhere: 'n2' });
  expect(await first).toBe(true);
  at.answer(there);
  expect(await second).toMatchObject(there);
  const third = house.ask({ do: 'watch', table: 'third' }).catch(isLost);
  const lobby = house.ask({ do: 'lobby' });
  at.say({ re: at.sent.at(-2)!.re, elsewhere: 'n2' });
  at.answer({ lobby: [] });
  expect([await third, await lobby]).toMatchObject([true, { lobby: [] }]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(Socket.all).toHaveLength(before);
});

test('comes back at once if the table has moved, soon if the house closes, and to any node', async () => {
  atTable();
  house.connect();
  latest().greet();
  latest().answer({ elsewhere: 'n2' });
  await microtasks();
  latest().greet();
  latest().answer(there);
  let from = latest();
  from.onclose!({ code: 1012 });
  expect(house.state).toBe('connecting');
  await microtasks();
  expect(latest()).not.toBe(from);
  expect(latest().url.search).toBe('');
  latest().greet();
  latest().answer(there);
  from = latest();
  from.onclose!({ code: 1001 });
  await vi.advanceTimersByTimeAsync(99);
  expect(latest()).toBe(from);
  await vi.advanceTimersByTimeAsync(401);
  expect(latest()).not.toBe(from);
  from = latest();
  from.onclose!({ code: 1006 }); // there was no other node
  await vi.advanceTimersByTimeAsync(999);
  expect(latest()).toBe(from);
  await vi.advanceTimersByTimeAsync(1);
  expect(latest()).not.toBe(from);
});

test('says that the connection is lost only if it is not back soon', async () => {
  latest().onclose!({ code: 1006 });
  await vi.advanceTimersByTimeAsync(2900);
  expect(house.away).toBe(false);
  latest().greet();
  await vi.advanceTimersByTimeAsync(10000);
  expect(house.away).toBe(false);
  latest().onclose!({ code: 1006 });
  await vi.advanceTimersByTimeAsync(3000);
  expect(house.away).toBe(true);
  latest().greet();
  expect(house.away).toBe(false);
});

test('a node that is gone is not asked for again', async () => {
  atTable();
  house.connect();
  latest().greet();
  latest().answer({ elsewhere: 'n2' });
  await microtasks();
  expect(latest().url.search).toBe('?node=n2');
  latest().onclose!({ code: 1006 });
  await vi.advanceTimersByTimeAsync(500);
  expect(latest().url.search).toBe('');
});

test('waits for the cookie of a new person before it goes to another node', async () => {
  const stored = Promise.withResolvers<object>();
  vi.stubGlobal('fetch', () => stored.promise);
  const entered = house.enter({ code: 'K7PA-9QXM-2BTC' });
  latest().answer({ you: { person: 5, name: 'Ada', token: 'x' } });
  await microtasks();
  const from = latest();
  void house.ask({ do: 'watch', table: 'key' }).catch(() => undefined);
  from.answer({ elsewhere: 'n2' });
  await vi.advanceTimersByTimeAsync(100);
  expect(latest()).toBe(from);
  stored.resolve({});
  await entered;
  await microtasks();
  expect(latest().url.search).toBe('?node=n2');
});
