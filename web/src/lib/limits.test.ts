import { expect, test } from 'vitest';
import { fit, NAME } from './limits';

test('a text is cut where a house would refuse it', () => {
  expect(fit('Ada', NAME)).toBe('Ada');
  expect(fit('x'.repeat(50), NAME)).toBe('x'.repeat(39));
  expect(fit('Ж'.repeat(30), NAME)).toBe('Ж'.repeat(19));
  expect(fit('ż'.repeat(19) + 'xy', NAME)).toBe('ż'.repeat(19) + 'x');
});

test('no character is cut in two', () => {
  expect(fit('😀'.repeat(10), NAME)).toBe('😀'.repeat(9));
});
