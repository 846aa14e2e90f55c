import { expect, test } from 'vitest';
import type { Entry } from './lens';
import { offer } from './statements';

const cards = { of: 'card', things: { y1: 'yellow 1', y2: 'yellow 2', b3: 'blue 3', g4: 'green 4' } };
const entry = (by: Entry['by'], move: string): Entry => ({ by, move, say: '', chapter: false, back: false, news: [] });
const log = [entry(1, 'play y2'), entry(0, 'raise b3'), entry('dealer', 'card 1 ?'), entry(1, 'larry y1 g4 ?'), entry(1, 'ready')];

test('what the player has just played comes first, the latest before the others', () => {
  expect(offer(cards, log, 1)).toEqual({ first: ['y1', 'y2'], rest: ['b3', 'g4'] });
  expect(offer(cards, log, 0)).toEqual({ first: ['b3'], rest: ['y1', 'y2', 'g4'] });
});

test('without such a card all are alike', () => {
  expect(offer(cards, log, 2)).toEqual({ first: [], rest: ['y1', 'y2', 'b3', 'g4'] });
  expect(offer({ of: 'seat' }, log, 1)).toEqual({ first: [], rest: [] });
});
