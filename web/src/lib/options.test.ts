import { expect, test, vi } from 'vitest';
import { botKind, valueName } from './options';
import { words } from './words.svelte';

vi.mock('../games/entries', () => ({
  entries: new Map([['toy', { values: { spies: () => 'with two spies' }, typed: (value: string) => value.toUpperCase() }]]),
}));

const named = (game: string, value: string, values: string) =>
  valueName(game, value, { key: 'key', values, usual: '', about: '', label: '', help: null }, () => ({}));
await words.choose('en');

test('values are words where there are some', () => {
  expect(named('toy', 'on', 'on|off')).toBe('yes');
  expect(named('toy', 'spies', 'none|spies')).toBe('with two spies');
  expect(named('other', 'spies', 'none|spies')).toBe('spies'); // a word of another game
  expect(named('toy', 'a,b', 'none|...')).toBe('A,B'); // a value that is on no list
  expect(named('other', 'a,b', 'none|...')).toBe('a,b');
});
test('a number in a list is a seat, and elsewhere a number', () => {
  expect(named('toy', '0', 'random|0|1')).toBe('seat 1');
  expect(named('toy', '4', '1..9')).toBe('4');
});
test('a bot has a name in words, or its own', () => {
  expect(botKind('sensible')).toBe('sensible');
  expect(botKind('mine')).toBe('mine');
});
