// words.svelte.ts - what the page says, in the reader's language.
import { keep } from './kept';
import { type Catalog, catalogOf, type Lang, preferredLang } from './langs';
import { speak } from './lens';

const rules: Record<Lang, () => Promise<{ default: Catalog }>> = {
  en: () => import('made/rules.en.json') as never,
  pl: () => import('made/rules.pl.json') as never,
  ru: () => import('made/rules.ru.json') as never,
};
/** The index of a plural form in the catalogs, by category of Intl.PluralRules. */
const FORMS: Record<string, number> = { one: 0, few: 1, many: 2, other: -1 };

class Words {
  lang = $state<Lang>('en');
  #catalog = $state.raw<Catalog>({});
  #plural = new Intl.PluralRules('en');

  async choose(lang: Lang = preferredLang()): Promise<void> {
    [this.#catalog] = await Promise.all([catalogOf(lang), speak(lang)]);
    this.#plural = new Intl.PluralRules(lang);
    this.lang = lang;
    document.documentElement.lang = lang;
    document.querySelector('meta[name=description]')?.setAttribute('content', this.get('page.description'));
  }

  /** Changes the language for good, on this device. */
  keep(lang: Lang): Promise<void> {
    keep('lang', lang);
    return this.choose(lang);
  }

  /** The sentence of a key; the first number picks the plural form. */
  get(key: string, ...args: (string | number)[]): string {
    const found = this.#catalog[key] ?? key;
    const n = args.find((arg) => typeof arg === 'number') ?? 0;
    const sentence = typeof found === 'string' ? found : found.at(FORMS[this.#plural.select(n as number)] ?? -1)!;
    return sentence.replace(/\{(\d)\}(\.(?!\.))?/g, (_, i, stop = '') => {
      const arg = String(args[Number(i)] ?? '');
      return arg.endsWith('.') ? arg : arg + stop; // a name such as "Ada L." has the full stop already
    });
  }
}

export const words = new Words();
export const t = (key: string, ...args: (string | number)[]): string => words.get(key, ...args);
/** What stands beside a move, as a sentence of its own. */
export const sentence = (said = ''): string => said && `${said[0].toUpperCase()}${said.slice(1)}.`;
export const rulesOf = async (lang: Lang): Promise<Record<string, string>> => (await rules[lang]()).default as Record<string, string>;
