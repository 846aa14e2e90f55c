// langs.ts - the languages of the page, and their catalogs.  The first script: it imports little, so that the words come early.
import { kept } from './kept';

export const LANGS = ['en', 'pl', 'ru'] as const;
export type Lang = (typeof LANGS)[number];
/** Sentences, or lists of their plural forms, by key. */
export type Catalog = Record<string, string | string[]>;

const files: Record<Lang, () => Promise<{ default: Catalog }>> = {
  en: () => import('made/en.json') as never,
  pl: () => import('made/pl.json') as never,
  ru: () => import('made/ru.json') as never,
};

/** Loads what the page says, once. */
export const catalogOf = async (lang: Lang): Promise<Catalog> => (await files[lang]()).default;

/** The language that was chosen on this device, or the first of the browser's that there is. */
export function preferredLang(): Lang {
  const wanted = [kept('lang', ''), ...navigator.languages.map((name) => name.slice(0, 2))];
  return wanted.map((name) => LANGS.find((lang) => lang === name)).find(Boolean) ?? 'en';
}
