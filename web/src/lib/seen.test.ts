import { expect, test } from 'vitest';
import { see, seen } from './seen';

test('the first commitment that was shown stays', () => {
  see('a', 3, 'first');
  see('a', 5, 'second');
  expect(seen('a')).toEqual({ table: 'a', moves: 5, commitment: 'first' });
});
test('the latest fifty tables are remembered', () => {
  for (let i = 0; i < 60; i++) see(`t${i}`, 1, '');
  expect(seen('t9')).toBeUndefined();
  expect(seen('t10')).toBeDefined();
});
