import { expect, test } from 'vitest';
import { sentence, t, words } from './words.svelte';

test('a number picks the form of the sentence, in each language', async () => {
  const forms = async (lang: 'en' | 'pl' | 'ru') => {
    await words.choose(lang);
    return new Set([1, 2, 5, 22].map((n) => t('page.free', n).replace(/\d+/, '#'))).size;
  };
  expect(await forms('en')).toBe(2);
  expect(await forms('pl')).toBe(3);
  expect(await forms('ru')).toBe(3);
  expect(document.documentElement.lang).toBe('ru');
});
test('a name that ends in a full stop does not double it', () => {
  expect(words.get('Next is {0}. Go on, {0}.', 'Ada L.')).toBe('Next is Ada L. Go on, Ada L.');
  expect(words.get('{0}... {0}.', 'Ada L.')).toBe('Ada L.... Ada L.');
  expect(words.get('Next is {0}.', 'Ada')).toBe('Next is Ada.');
});
test('what has no sentence is its key', () => expect(words.get('no.such')).toBe('no.such'));

test('what stands beside a move becomes a sentence', () => {
  expect(sentence('фабрика остаётся без изменений')).toBe('Фабрика остаётся без изменений.');
  expect(sentence()).toBe('');
});
