import { expect, test } from 'vitest';
import { valueOf } from './options';
import { words } from './words.svelte';

const option = (values: string) => ({ key: 'key', values, usual: '', about: '', label: '', help: null });
await words.choose('en');

test('values are words where there are some', () => {
  expect(valueOf('inside-job', 'on')).toBe('yes');
  expect(valueOf('inside-job', 'sleeper-cell')).toMatch(/^Sleeper Cell/);
  expect(valueOf('agents', 'sleeper-cell')).toBe('sleeper-cell'); // it is a word of another game
  expect(valueOf('inside-job', 'wired,decoy', option('none|...'))).toBe('wired,decoy');
});
test('a number on a list is a seat, and elsewhere a number', () => {
  expect(valueOf('inside-job', '0', option('random|0|1'))).toBe('seat 1');
  expect(valueOf('agents', '4', option('1..9'))).toBe('4');
});
