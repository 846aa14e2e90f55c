// flip.svelte.ts - cards and dice that have another place than before move there, so that one sees who did what.
//
// An element with data-flip="y7" is the same thing wherever it is in the board; one that is new comes from the element with
// data-home="..." that its data-from names (a player's corner, a deck), if there is one.
import { calm, settings } from './settings.svelte';

type Places = Map<string, DOMRect>;
const MOVING = 'flip';

function places(board: HTMLElement, name: string): Places {
  const found: Places = new Map();
  for (const element of board.querySelectorAll<HTMLElement>(`[data-${name}]`))
    found.set(element.dataset[name]!, element.getBoundingClientRect());
  return found;
}

function move(element: HTMLElement, from: DOMRect): void {
  const to = element.getBoundingClientRect();
  const dx = from.x + from.width / 2 - to.x - to.width / 2;
  const dy = from.y + from.height / 2 - to.y - to.height / 2;
  const size = to.width ? from.width / to.width : 1;
  if (Math.abs(dx) < 2 && Math.abs(dy) < 2 && Math.abs(size - 1) < 0.02) return;
  const own = getComputedStyle(element).transform;
  const end = own === 'none' ? '' : own;
  element.animate(
    [
      { transform: `translate(${dx}px, ${dy}px) scale(${size}) ${end}`, zIndex: 5 },
      { transform: end || 'none', zIndex: 5 },
    ],
    { id: MOVING, duration: 420, easing: 'cubic-bezier(.2,.7,.2,1)' },
  );
}

/** Watches a board; `moment` is read, so that it runs when that changes. */
export function flips(board: () => HTMLElement | undefined, moment: () => unknown): void {
  let before: Places = new Map();
  let homes: Places = new Map();
  $effect.pre(() => {
    moment();
    const node = board();
    if (!node) return;
    before = places(node, 'flip');
    homes = places(node, 'home');
  });
  $effect(() => {
    moment();
    const node = board();
    if (!node || calm() || !settings.pace || !before.size) return;
    const things = [...node.querySelectorAll<HTMLElement>('[data-flip]')];
    // What still moves is on its way from where it was seen; where it goes is measured at rest.
    for (const animation of things.flatMap((thing) => thing.getAnimations())) if (animation.id === MOVING) animation.cancel();
    for (const element of things) {
      const from = before.get(element.dataset.flip!) ?? homes.get(element.dataset.from ?? '');
      if (from) move(element, from);
      else element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 300 });
    }
  });
}
