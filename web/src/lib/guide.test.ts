import { beforeEach, expect, test } from 'vitest';
import { Guide, type Hint } from './guide';

interface Game {
  tokens: number;
}
const HINTS: Hint<Game, 'play' | 'raise' | 'vote'>[] = [
  { key: 'role', at: ['play'] },
  { key: 'follow', at: ['play', 'raise'] },
  { key: 'raise', act: ['raise'], when: ({ tokens }) => tokens > 0 },
  { key: 'intel', at: ['play'], when: ({ tokens }) => tokens > 1 },
  { key: 'vote', act: ['vote'] },
  { key: 'discuss', act: ['discuss'] },
];
const PLAY = new Set(['play', 'raise']);
const VOTE = new Set(['vote']);
const NOTHING = new Set<string>();

let learned: Set<string>;
let guide: Guide<Game, 'play' | 'raise' | 'vote'>;
const begin = () => (guide = new Guide(HINTS, learned));
const shown = (can = PLAY, tokens = 1) => guide.show({ tokens }, can)?.key;
/** A turn: what is shown, then the move. */
function turn(verb: string, can = PLAY, tokens = 1, number = 0) {
  const hint = shown(can, tokens);
  shown(NOTHING); // the move is on its way
  guide.happened(verb, true, number);
  return hint;
}

beforeEach(() => {
  learned = new Set();
  begin();
});

test('hints come one by one, as the player moves', () => {
  expect([1, 2, 3].map(() => turn('play'))).toEqual(['role', 'follow', 'raise']);
});

test('a hint stays until something is done', () => {
  expect([shown(), shown(), shown()]).toEqual(['role', 'role', 'role']);
});

test('nothing is said when nothing can be done', () => {
  expect(shown(NOTHING)).toBeUndefined();
  turn('play');
  expect(shown(NOTHING)).toBeUndefined();
});

test('whoever never does it is told twice, and then of the next thing', () => {
  const told = Array.from({ length: 6 }, () => turn('play', PLAY, 2));
  expect(told).toEqual(['role', 'follow', 'raise', 'raise', 'intel', undefined]);
  expect(turn('vote', VOTE)).toBe('vote');
});

test('whoever does it unasked need not be told', () => {
  turn('raise'); // while the role is explained
  expect(learned).toContain('raise');
});

test('what is worth knowing at a move is not learned by the move alone', () => {
  turn('play');
  expect(learned).not.toContain('follow');
});

test('a hint waits until it matters', () => {
  for (let i = 0; i < 4; i++) turn('play', PLAY, 0);
  expect(shown(PLAY, 0)).toBeUndefined();
  expect(shown(PLAY, 1)).toBe('raise');
});

test('what others do counts once the player was told of it', () => {
  guide.happened('raise', false);
  turn('play');
  turn('play');
  expect(turn('play')).toBe('raise');
  guide.happened('raise', false);
  expect(shown()).toBeUndefined();
});

test('others do not take away what the player is reading', () => {
  expect(shown(VOTE)).toBe('vote');
  guide.happened('vote', false);
  expect(shown(VOTE)).toBe('vote');
});

test('a move that a hint was not shown for does not count for it', () => {
  turn('play');
  shown();
  guide.happened('play', true);
  guide.happened('play', true); // a second one, without a choice in between
  expect(turn('play')).toBe('raise');
  expect(learned).not.toContain('raise');
});

test('what was told for a move that is taken back is told again', () => {
  expect([0, 1, 2].map((number) => turn('play', PLAY, 1, number))).toEqual(['role', 'follow', 'raise']);
  guide.undone(1);
  expect([1, 2, 3, 4].map((number) => turn('play', PLAY, 1, number))).toEqual(['follow', 'raise', 'raise', undefined]);
});

test('what is learned stays learned, and can be forgotten', () => {
  turn('play');
  begin();
  expect(shown()).toBe('follow');
  learned.clear();
  expect(shown()).toBe('role');
});

test('a discussion is a deed like others', () => {
  const DISCUSS = new Set(['discuss']);
  expect(shown(DISCUSS)).toBe('discuss');
  guide.happened('discuss', true);
  expect(shown(DISCUSS)).toBeUndefined();
});
