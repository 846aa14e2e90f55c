// games.svelte.ts - the games that the house has, in the reader's language, and how the page knows them.
import { house } from './house.svelte';
import { words } from './words.svelte';

export interface Option {
  key: string;
  values: string;
  usual: string;
  about: string;
}

export interface Statement {
  state: string;
  says: string;
  with: { of: string; things?: Record<string, string> }[];
}

export interface GameInfo {
  game: string;
  name: string;
  seats: [number, number];
  options: Option[];
  decks: { columns: string; file: string }[];
  talk: Statement[];
  bots: string[];
}

/** Those that the page shows, the letter of their rules, and how many play when one just wants to play. */
export const SHOWN: Record<string, { letter: string; seats: number }> = {
  sentient: { letter: 'S', seats: 3 },
  'inside-job': { letter: 'J', seats: 4 },
  agents: { letter: 'A', seats: 3 },
};

class Games {
  all = $state.raw<GameInfo[]>([]);
  #lang = '';

  /** Asks the house, once for each language; again when the connection is back, if there was no answer. */
  async load(): Promise<void> {
    const lang = words.lang;
    if (this.#lang === lang) return;
    this.#lang = lang;
    try {
      const all = (await (await fetch(`/games?lang=${lang}`)).json()) as GameInfo[];
      if (this.#lang === lang) this.all = all.filter((game) => game.game in SHOWN);
    } catch {
      if (this.#lang === lang) this.#lang = '';
    }
  }

  named(name: string): GameInfo | undefined {
    return this.all.find((game) => game.game === name);
  }
}

export const games = new Games();
house.arrivals.add(() => void games.load());
