import { expect, test, vi } from 'vitest';
import { valueName } from './options';
import { words } from './words.svelte';

vi.mock('../games/entries', () => ({ entries: new Map([['toy', { values: { spies: () => 'with two spies' } }]]) }));

const option = (values: string) => ({ key: 'key', values, usual: '', about: '', label: '', help: null });
await words.choose('en');

test('values are words where there are some', () => {
  expect(valueName('toy', 'on')).toBe('yes');
  expect(valueName('toy', 'spies')).toBe('with two spies');
  expect(valueName('other', 'spies')).toBe('spies'); // a word of another game
  expect(valueName('toy', 'wired,decoy', option('none|...'))).toBe('wired,decoy');
});
test('a number in a list is a seat, and elsewhere a number', () => {
  expect(valueName('toy', '0', option('random|0|1'))).toBe('seat 1');
  expect(valueName('toy', '4', option('1..9'))).toBe('4');
});
