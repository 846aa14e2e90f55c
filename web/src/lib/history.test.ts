import type { ListedTable } from 'made/protocol';
import { expect, test, vi } from 'vitest';

const ask = vi.fn();
const house = { ask, you: { person: 1, name: 'Ada' } as object | null };
vi.mock('./house.svelte', () => ({ house }));
const { HouseGames, played, statistics } = await import('./history');

const seats = ['Ada', '', 'Bob'].map((name) => ({ name, bot: name ? '' : 'sensible', person: !!name }));
const table: ListedTable = { table: 'k', phase: 'over', onlookers: true, game: 'sentient', seats, you: 2, asked: false, over: 1794952800 };

test('a game that is over says when it was and how it ended', () => {
  const won = played({ ...table, result: { agreed: false, winners: [2], points: [3, 1, 5, 0] } });
  expect(won).toMatchObject({
    outcome: 'won',
    date: 1794952800000,
    points: [3, 1, 5],
    href: '/replay/k',
    names: ['Ada', '', 'Bob'],
    counts: true,
  });
  expect(played({ ...table, result: { agreed: false, winners: [0], points: [9, 1, 5] } })).toMatchObject({ outcome: 'lost', counts: true });
});

test('games that a vote ended, that were practice, that go on or that are damaged do not count', () => {
  expect(played({ ...table, result: { agreed: true } })).toMatchObject({ outcome: 'ended', counts: false });
  expect(played({ ...table, result: { agreed: false, practice: true, winners: [2], points: [] } })).toMatchObject({
    outcome: 'won',
    counts: false,
  });
  expect(played(table)).toMatchObject({ outcome: 'ended', counts: false }); // an older house tells no results
  const open = { ...table, phase: 'playing', asked: true, over: undefined } as const;
  expect(played(open)).toMatchObject({ outcome: 'open', begun: true, asked: true, href: '/t/k', counts: false });
  expect(played({ damaged: true, table: 'k' })).toMatchObject({ outcome: 'damaged', href: '/t/k', game: '', counts: false });
});

test('the house is asked page by page', async () => {
  ask.mockResolvedValueOnce({ mine: [table], next: 7 }).mockResolvedValueOnce({ mine: [table, table] });
  const games = new HouseGames();
  expect((await games.next()).length).toBe(1);
  expect(games.more).toBe(true);
  expect((await games.next()).length).toBe(2);
  expect(games.more).toBe(false);
  expect(await games.next()).toEqual([]);
  expect(ask.mock.calls.map(([request]) => request)).toEqual([
    { do: 'mine', results: true },
    { do: 'mine', results: true, before: 7 },
  ]);
});

test('somebody who is not signed in has no games', async () => {
  house.you = null;
  const games = new HouseGames();
  expect(await games.next()).toEqual([]);
  expect(games.more).toBe(false);
});

test('statistics by game and number of players', () => {
  const game = (name: string, winners: number[], size = 3) =>
    played({ ...table, game: name, seats: seats.slice(3 - size), you: size - 1, result: { agreed: false, winners, points: [] } });
  const some = [game('sentient', [2]), game('agents', [1], 2), game('sentient', [0]), game('sentient', [1], 2), played(table)];
  expect(statistics(some)).toEqual([
    { game: 'agents', players: 2, games: 1, won: 1 },
    { game: 'sentient', players: 2, games: 1, won: 1 },
    { game: 'sentient', players: 3, games: 2, won: 1 },
  ]);
});
