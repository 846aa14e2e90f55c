import { expect, test } from 'vitest';
import { breakable } from './hyphens';

const shown = (text: string) => breakable(text).replaceAll('\u00ad', '-');

test('long words can be broken after a syllable', () => {
  expect(shown('Нейтрализовать')).toBe('Нейтра-ли-зо-вать');
  expect(shown('Контрабандист')).toBe('Контра-бан-дист');
  expect(shown('Zneutralizuj')).toBe('Zneut-ra-li-zuj');
  expect(shown('Neutralise')).toBe('Neut-ra-lise');
  expect(shown('Разведчик')).toBe('Раз-вед-чик');
});

test('short words stay whole, and nothing is lost', () => {
  expect(shown('Медик у себя')).toBe('Медик у себя');
  expect(breakable('Poborca haraczu, Interrogator').replaceAll('\u00ad', '')).toBe('Poborca haraczu, Interrogator');
});
