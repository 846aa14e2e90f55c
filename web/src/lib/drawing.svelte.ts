// drawing.svelte.ts - draws a table part by part, each in a task of its own: a phone would stand still if it drew all of it at once.
import { getContext, setContext } from 'svelte';
import { painted } from './painted';

const KEY = Symbol('drawing');

export class Drawing {
  /** Whether everything has been drawn once.  What comes later is drawn at once. */
  done = $state(false);
  #runs = false;
  #parts = new Set<() => void>();
  #tasks = new MessageChannel(); // unlike timers, its tasks follow each other at once, also in a tab that nobody sees

  constructor() {
    this.#tasks.port1.onmessage = () => this.#next();
  }

  /** The drawing of the page around a component. */
  static of = (): Drawing | undefined => getContext(KEY);
  static here = (): Drawing => setContext(KEY, new Drawing());

  /** Draws part by part from now on, also if something was drawn before. */
  begin(): void {
    this.done = false;
  }

  /** Draws a part when its turn comes, unless it goes away before. */
  add(part: () => void): () => void {
    this.#parts.add(part);
    if (!this.#runs) this.#tasks.port2.postMessage(null);
    this.#runs = true;
    return () => this.#parts.delete(part);
  }

  /** Draws the next part.  That may add more, so only the next task knows whether it was the last. */
  #next(): void {
    const [part] = this.#parts;
    if (!part) {
      void painted().then(() => (this.done = !this.#runs)); // before that, the last parts may still move the others
      this.#runs = false;
      return;
    }
    this.#parts.delete(part);
    part();
    this.#tasks.port2.postMessage(null);
  }
}
