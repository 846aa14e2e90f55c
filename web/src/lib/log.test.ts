import { expect, test } from 'vitest';
import { botName, pause } from './log';
import { words } from './words.svelte';

await words.choose('en');
const entry = { by: 0, move: 'pass', say: '', chapter: false, back: false, news: [] as string[] };

test('a move is shown for longer than a deal, and longest with news', () => {
  const dealt = pause({ ...entry, by: 'dealer' }, 1);
  expect(dealt).toBeLessThan(pause(entry, 1));
  expect(pause(entry, 1)).toBeLessThan(pause({ ...entry, news: ['!'] }, 1));
  expect(pause(entry, 0)).toBe(0);
});
test('no bot is called as somebody at the table', () => {
  const seats = [{ name: '' }, { name: botName([{ name: '' }], 0) }, { name: '' }];
  const names = [botName(seats, 0), seats[1].name, botName(seats, 2)];
  expect(new Set(names).size).toBe(3);
});
