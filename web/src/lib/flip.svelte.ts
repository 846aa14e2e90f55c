// flip.svelte.ts - animates cards and dice from their old place to the new one (the FLIP technique), so that players see who did what.
//
// An element with data-flip="y7" is the same thing wherever it is on the board.  A new thing comes from the element whose data-home
// equals its data-from (a player's corner, a deck), if there is one; otherwise it fades in.
import { untrack } from 'svelte';
import { prefersReducedMotion, settings } from './settings.svelte';

type Places = Map<string, DOMRect>;
const MOVING = 'flip';

function places(board: HTMLElement, name: string): Places {
  const found: Places = new Map();
  for (const element of board.querySelectorAll<HTMLElement>(`[data-${name}]`))
    found.set(element.dataset[name]!, element.getBoundingClientRect());
  return found;
}

/** most: how large it may be on the way, next to its size at the end. */
function move(element: HTMLElement, from: DOMRect, most: number): void {
  const to = element.getBoundingClientRect();
  const dx = from.x + from.width / 2 - to.x - to.width / 2;
  const dy = from.y + from.height / 2 - to.y - to.height / 2;
  const size = to.width && to.height ? Math.min(from.width / to.width, from.height / to.height, most) : 1;
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

/** Animates the things on a board whenever what `moment` reads changes. */
export function animateMoves(board: () => HTMLElement | undefined, moment: () => unknown): void {
  let before: Places = new Map();
  let homes: Places = new Map();
  $effect.pre(() => {
    moment();
    const node = untrack(board); // a new one is not measured before something on it changes
    if (!node) return;
    before = places(node, 'flip');
    homes = places(node, 'home');
  });
  $effect(() => {
    moment();
    const node = untrack(board);
    if (!node || prefersReducedMotion() || !settings.pace || !before.size) return;
    const things = [...node.querySelectorAll<HTMLElement>('[data-flip]')];
    // A thing that is still moving starts from where it was seen.  Its destination is measured at rest, so running animations end first.
    for (const animation of things.flatMap((thing) => thing.getAnimations())) if (animation.id === MOVING) animation.cancel();
    for (const element of things) {
      const own = before.get(element.dataset.flip!);
      const from = own ?? homes.get(element.dataset.from ?? '');
      if (from)
        move(element, from, own ? Infinity : 1); // a home may be larger than what comes from it
      else element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 300 });
    }
  });
}
