import { expect, test } from 'vitest';
import { botName, changesFrom, logLines, ownUpTo, pause } from './log';
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
test('equal sentences and deals of one kind are one line', () => {
  const say = (text: string) => ({ ...entry, say: text });
  const roll = (who: string, item: string) => ({
    ...entry,
    by: 'dealer' as const,
    say: `${item}.`,
    list: { of: `${who} rolls {}.`, item },
  });
  const lines = logLines([say('first'), roll('Ada', '3'), roll('Ada', '5'), roll('Bob', '1'), roll('Bob', '2'), say('x'), say('x')], 1);
  expect(lines.map(({ say, at, times }) => [say, at, times])).toEqual([
    ['Ada rolls 3, 5.', 3, 1],
    ['Bob rolls 1, 2.', 5, 1],
    ['x', 7, 2],
  ]);
  expect(logLines([roll('Ada', '3')], 0)[0].say).toBe('3.');
});
test('what the others have changed is looked for after the own move and after a new deal', () => {
  const told = (who: string, chapter = '') =>
    [...who].map((by, i) => ({ ...entry, by: by === 'd' ? ('dealer' as const) : Number(by), chapter: chapter[i] === '!' }));
  expect(changesFrom(told('ddddd0112'), 0, 0)).toEqual({ last: 8, since: 6 });
  expect(changesFrom(told('ddddd01122'), 0, 0)).toEqual({ last: 8, since: 6 });
  expect(changesFrom(told('ddddd011d1'), 0, 0)).toEqual({ last: 6, since: 6 });
  expect(changesFrom(told('012ddddd'), 0, 0)).toEqual({ last: 8, since: 8 });
  expect(changesFrom(told('012dd1', '   !!'), 0, 0)).toEqual({ last: 5, since: 5 });
  expect(changesFrom(told('012d1'), 0, 0)).toEqual({ last: 4, since: 1 });
  expect(changesFrom(told('12'), 7, 1)).toEqual({ last: 1, since: 1 });
  expect(ownUpTo(told('010'), 1, 0)).toBe(2);
  const moves = (...said: string[]) => said.map((one) => ({ ...entry, by: Number(one[0]), move: one.slice(2) }));
  expect(ownUpTo(moves('0 play', '0 turn 3', '1 play', '0 turn 4', '1 end'), 0, 0, ['turn'])).toBe(2);
  expect(ownUpTo(moves('1 play', '0 turn 4'), 0, 0, ['turn'])).toBe(0);
});
