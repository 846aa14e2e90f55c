// games.svelte.ts - the games that the house has, in the reader's language.
import type { GameInfo, Games as Answer } from 'made/protocol';
import { entries } from '../games/entries';
import { house } from './house.svelte';
import { words } from './words.svelte';

class Games {
  all = $state.raw<GameInfo[]>([]);
  wanted = false;
  #lang = '';

  /** Asks the house, once per change of language; again after a reconnection, if there was no answer. */
  async load(): Promise<void> {
    const lang = words.lang;
    this.wanted = true;
    if (this.#lang === lang) return;
    this.#lang = lang;
    try {
      const all = (await (await fetch(`/games?lang=${lang}`)).json()) as Answer;
      if (this.#lang === lang) this.all = all;
    } catch {
      if (this.#lang === lang) this.#lang = '';
    }
  }

  named(name: string): GameInfo | undefined {
    return this.all.find((game) => game.game === name);
  }

  /** What a game is called. */
  title(name: string): string {
    return entries.get(name)?.title() ?? this.named(name)?.name ?? '';
  }

  /** The best bot that plays a game. */
  bot(name: string): string {
    return this.named(name)?.bots[0] ?? 'sensible';
  }
}

export const games = new Games();
house.connectListeners.add(() => void (games.wanted && games.load()));
