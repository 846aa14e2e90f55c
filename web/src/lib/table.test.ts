import type { Event, Message, StoryMessage, TableSeat } from 'made/protocol';
import { beforeEach, expect, test, vi } from 'vitest';
import { ROOM } from './lens';

const heard: string[] = [];

// A sight that shows nothing, and only keeps the moves that it was told.
vi.mock('./sight.svelte', () => ({
  Sight: class {
    begun = false;
    ready = false;
    current = true;
    entries = [];
    choices = [];
    refusal = null;
    prepare = async () => void (this.begun = true);
    open = () => '';
    hear = (by: number | string, move: string) => (heard.push(`${by} ${move}`), move === 'nonsense' ? 'What?' : '');
    back = (n: number) => heard.splice(n);
    settle = () => void (this.ready = true);
    run = () => undefined;
    next = () => undefined;
    name = () => undefined;
    offer = () => undefined;
    close = () => undefined;
    why = () => null;
    things = () => ({});
    said = (who: number, state: string) => `${who} says ${state}`;
  },
}));
vi.mock('../games/entries', () => ({ boardOf: async () => ({}) }));
vi.mock('./house.svelte', async () => {
  class Refusal extends Error {
    constructor(
      text: string,
      readonly key: string,
      readonly rule: string,
    ) {
      super(text);
    }
  }
  const house = { listeners: new Set(), connectListeners: new Set(), state: 'lost', ask: vi.fn(async () => ({})) };
  return { house, Refusal, isLost: () => false, nonce: () => '00' };
});
const { house, Refusal } = await import('./house.svelte');
const { Table } = await import('./table.svelte');

const seat = (q: number, name: string): TableSeat => ({
  seat: q,
  name,
  person: !!name,
  bot: name ? '' : 'random',
  held: false,
  nonce: true,
  vote: 'nothing',
});
const whole: StoryMessage = {
  table: 'key',
  link: 'http://localhost/t/key',
  update: 4,
  host: true,
  agreed: { game: 'toy', host: 1 },
  here: [true, false],
  onlookers: 2,
  talk: [{ event: 'say', who: 'room', person: 3, name: 'Eve', text: 'hello' }],
  story: {
    ...{ game: 'toy', phase: 'playing', you: 0, commitment: '00', n: 0, asked: [0] },
    seats: [seat(0, 'Ada'), seat(1, 'Bob')],
    heard: [],
  },
};

let table: InstanceType<typeof Table>;
const tell = async (message: Message) => {
  for (const listener of house.listeners) listener(message);
  await new Promise((resolve) => setTimeout(resolve));
};
let update = 4;
const happens = (...events: Event[]) => tell({ update: ++update, events, n: 1, asked: [1] });

beforeEach(async () => {
  heard.length = 0;
  house.listeners.clear();
  vi.mocked(house.ask).mockClear();
  update = 4;
  table = new Table('key');
  await tell(whole);
});

test('arrives at what the house says', () => {
  expect(table).toMatchObject({ me: 0, phase: 'playing', host: true, removed: false, spectators: 2, names: ['Ada', 'Bob'], asked: [0] });
  expect(table.turn).toBe(true);
  expect(table.talk).toEqual([{ who: 'room', name: 'Eve', person: 3, text: 'hello' }]);
});
test('hears only of its own table', async () => {
  await tell({ ...whole, table: 'other', host: false });
  expect(table.host).toBe(true);
});
test('hears moves in order, and none twice', async () => {
  await happens({ event: 'move', n: 0, who: 0, move: 'pass' });
  await tell({ update: 5, events: [{ event: 'move', n: 0, who: 0, move: 'pass' }], n: 1, asked: [1] });
  await tell({ update: 9, events: [{ event: 'move', n: 3, who: 1, move: 'pass' }], n: 1, asked: [1] });
  expect(heard).toEqual(['0 pass']);
  expect(table.turn).toBe(false);
  await happens({ event: 'back', n: 0, who: 0 });
  expect(heard).toEqual([]);
});
test('a player among bots goes back, also from the end, and all hear that it is practice', async () => {
  expect(table.alone).toBe(false);
  await tell({ ...whole, update: 4, story: { ...whole.story, seats: [seat(0, 'Ada'), seat(1, '')] } });
  expect(table).toMatchObject({ alone: true, practice: false, latest: -1 });
  Object.assign(table.sight, { entries: [{ by: 'dealer' }, { by: 0 }, { by: 1 }] });
  expect(table.latest).toBe(1);
  await happens({ event: 'over', agreed: false, secret: '00' });
  table.undoLatest();
  expect(house.ask).toHaveBeenCalledWith({ do: 'back', n: 1 });
  await happens({ event: 'back', n: 1, who: 0, practice: true });
  expect(table).toMatchObject({ phase: 'playing', practice: true });
  await tell({ ...whole, story: { ...whole.story, practice: true } });
  expect(table.practice).toBe(true);
});
test('a move that the lens cannot read ends it with a word', async () => {
  await happens({ event: 'move', n: 0, who: 1, move: 'nonsense' });
  expect(table.gone).toBe('What?');
});
test('votes are kept until they have come true', async () => {
  await happens({ event: 'vote', who: 0, vote: 'hold', of: 1 });
  expect(table.seats[0]).toMatchObject({ vote: 'hold', of: 1 });
  await happens({ event: 'seat', seat: 1, name: 'Bob', person: true, bot: '', held: true, nonce: true });
  expect(table.seats[0].vote).toBe('nothing');
  expect(table.seats[1].held).toBe(true);
});
test('a vote for nothing withdraws a vote, or refuses another', async () => {
  await happens({ event: 'vote', who: 0, vote: 'end' });
  expect(table.votes).toEqual([{ vote: 'end', of: 0, by: [0] }]);
  await happens({ event: 'vote', who: 1, vote: 'nothing' });
  expect(table.refused).toEqual([1]);
  await happens({ event: 'vote', who: 0, vote: 'nothing' });
  expect(table).toMatchObject({ votes: [], refused: [] });
});
test('a discussion lasts until the house no longer tells of it', async () => {
  const tells = (ready: number[]) => tell({ update: ++update, events: [], n: 1, asked: [], discussion: { ready } });
  await tells([1]);
  expect(table).toMatchObject({ discussion: { ready: [1] }, discusses: true, turn: false });
  await table.ready();
  expect(house.ask).toHaveBeenCalledWith({ do: 'ready' });
  await tells([0, 1]);
  expect(table.discusses).toBe(false);
  await happens({ event: 'discussion', on: false });
  expect(table.discussion).toBe(null);
});
const asked = () => vi.mocked(house.ask).mock.calls.map(([request]) => request.do);
const waiting = (...ready: boolean[]) => ({
  ...whole,
  story: { ...whole.story, phase: 'waiting' as const, seats: ready.map((nonce, q) => ({ ...seat(q, `P${q}`), nonce })) },
});
test('says ready when the player does; the host is ready to start', async () => {
  await tell(waiting(false, false));
  expect(asked()).toEqual([]);
  await table.getReady();
  expect(asked()).toEqual(['nonce']);
  await table.start(); // the house has not told of it yet
  expect(asked()).toEqual(['nonce', 'nonce', 'start']);
});
test('the last one to be ready leaves the start to the house', async () => {
  await tell(waiting(false, true));
  expect(table.lacksOnlyMe).toBe(true);
  await table.start();
  expect(asked()).toEqual(['nonce']);
});
test('a rematch waits for people, but not for somebody alone with bots', async () => {
  const again = (of: Message & { agreed: object }) => ({ ...of, agreed: { ...of.agreed, before: 7 } }) as Message;
  await tell(again(waiting(false, true)));
  expect(asked()).toEqual([]);
  const alone = waiting(false, true);
  Object.assign(alone.story.seats[1], { person: false, bot: 'random' });
  await tell(again(alone));
  expect(asked()).toEqual(['nonce']);
});
test('talk is told under names', async () => {
  await happens({ event: 'say', who: 1, person: 2, text: 'hm' }, { event: 'state', who: 1, state: 'suspect 0' });
  expect(table.talk.slice(1)).toEqual([
    { who: 1, name: 'Bob', person: 2, text: 'hm' },
    { who: 1, name: 'Bob', person: 0, text: '1 says suspect 0', state: 'suspect 0', at: table.sight.entries.length },
  ]);
  expect(table.statement(1, 'roll')).toBe('1 says suspect 0');
  expect(table.statement(0, 'roll')).toBe('');
});
test('comes and goes', async () => {
  await tell({ here: [true, true], onlookers: 0 });
  expect(table).toMatchObject({ here: [true, true], spectators: 0 });
  await happens({ event: 'over', agreed: true, secret: '00' });
  expect(table.phase).toBe('over');
  await tell({ again: 'next' });
  expect(table.next).toBe('next');
  await tell({ gone: true });
  expect(table.gone).not.toBe('');
});
test('a move is sent once, in notation, and only on turn', async () => {
  await table.play({ verb: 'procure', with: ['1', '0'] });
  expect(house.ask).not.toHaveBeenCalled(); // the connection is lost: it waits
  house.state = 'connected';
  for (const listener of house.connectListeners) await listener();
  expect(vi.mocked(house.ask).mock.calls.map(([request]) => request)).toContainEqual(
    expect.objectContaining({ do: 'move', move: 'procure 1 0' }),
  );
  house.state = 'lost';
});
test('a refusal names its rule once', async () => {
  await tell(whole);
  vi.mocked(house.ask).mockRejectedValueOnce(new Refusal('You have not played this card. (J8.1)', 'inside-job.why.talk-mine', 'J8.1'));
  expect(await table.state('claim y3 mission')).toBe(false);
  expect(table.sight.refusal).toEqual({ rule: 'J8.1', text: 'You have not played this card.' });
});
test('a spectator has no seat', async () => {
  await tell({ ...whole, story: { ...whole.story, you: 'room' } });
  expect(table).toMatchObject({ me: ROOM, seated: false, turn: false });
});
test('comes again to a table that cannot be read just now, but not to one that is gone', async () => {
  vi.useFakeTimers();
  const watched = () => vi.mocked(house.ask).mock.calls.length;
  const arrive = async (why: string) => {
    vi.mocked(house.ask).mockRejectedValueOnce(new Refusal('No.', why, ''));
    for (const listener of house.connectListeners) listener();
    await vi.advanceTimersByTimeAsync(1000);
  };
  house.connectListeners.clear();
  table = new Table('key');
  for (const listener of house.listeners) listener(whole);
  await vi.advanceTimersByTimeAsync(0);
  await arrive('house.unreadable');
  expect([watched(), table.gone]).toEqual([2, '']);
  await arrive('house.no-table');
  expect([watched(), table.gone]).toEqual([3, 'No.']);
  vi.useRealTimers();
});
