import { expect, test } from 'vitest';
import { rows } from './decks';

test('rows of a deck have its columns, whatever stands in them', () => {
  const deck = '# a comment\nname,says,points\r\n"Ada, the first","says ""hello""",3\nBob,,\n';
  expect(rows(deck)).toEqual([
    { name: 'Ada, the first', says: 'says "hello"', points: '3' },
    { name: 'Bob', says: '', points: '' },
  ]);
});
test('an empty file has none', () => expect(rows('')).toEqual([]));
