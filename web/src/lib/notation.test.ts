import { describe, expect, test } from 'vitest';
import type { Choice } from './lens';
import { choiceOf, withVerb } from './game';
import { type Known, type Move, notation } from './notation';

const choice = (move: Known<Move>): Choice => ({ move, notation: notation(move), say: '', preview: [], brings: [] });

describe('a move is written', () => {
  test.each<[Move, string]>([
    [{ verb: 'pass', with: [] }, 'pass'],
    [{ verb: 'play', with: ['y7'] }, 'play y7'],
    [{ verb: 'vote', with: [0] }, 'vote 0'],
    [{ verb: 'card', with: [2, null] }, 'card 2 ?'],
  ])('%j', (move, written) => expect(notation(move)).toBe(written));
});

describe('choices', () => {
  const choices = [choice({ verb: 'play', with: ['y7'] }), choice({ verb: 'raise', with: ['y7'] }), choice({ verb: 'play', with: ['p2'] })];
  test('are found by their move', () => {
    expect(choiceOf(choices, { verb: 'play', with: ['p2'] })).toBe(choices[2]);
    expect(choiceOf(choices, { verb: 'raise', with: ['p2'] })).toBeUndefined();
  });
  test('are found by their verb', () => expect(withVerb(choices, 'play')).toEqual([choices[0], choices[2]]));
});
