// focus.svelte.ts - who plays with keys never loses the place: when the control that has the focus goes away, its neighbour gets it.

const LIT = '[data-move]:enabled, [data-pick]:enabled';

/** The first lit control in `place` or after it, else the last one before it. */
function litNear(part: HTMLElement, place: Element): HTMLElement | undefined {
  const lit = [...part.querySelectorAll<HTMLElement>(LIT)].filter((control) => control.checkVisibility());
  const isBefore = (control: HTMLElement) => place.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_PRECEDING;
  return lit.find((control) => !isBefore(control)) ?? lit.at(-1);
}

/** Watches a part of the page; without anything lit the focus rests at the prompt, and after the game at its result. */
export function keepsFocus(of: () => HTMLElement | undefined): void {
  $effect(() => {
    const part = of();
    if (!part) return;
    let way: Element[] = []; // from what has the focus up to the part
    let byKeys = false;
    let rests = false;

    function remember(e: FocusEvent) {
      way = [];
      for (let at = e.target as Element | null; at && at !== part; at = at.parentElement) way.push(at);
      byKeys = way[0].matches(':focus-visible');
      rests = false;
    }
    const forget = (e: FocusEvent) => {
      if (e.relatedTarget) way = [];
    };

    function mend() {
      const now = document.activeElement;
      const nowhere = !now || now === document.body || now.matches(':disabled');
      const there = way.length > 0 && way[0].isConnected && !way[0].matches(':disabled');
      const end = part!.querySelector<HTMLElement>('#end');
      if (nowhere && there && byKeys) return (way[0] as HTMLElement).focus(); // it was moved
      if (!(nowhere && way.length && !there) && !(rests && end)) return;
      const place = way.find((element) => element.isConnected) ?? part!;
      const next = litNear(part!, place) ?? end ?? part!.querySelector<HTMLElement>('.prompt');
      next?.focus({ preventScroll: !byKeys });
      rests = next?.matches('.prompt') ?? false;
    }
    const point = () => (byKeys = false);

    const watch = new MutationObserver(mend);
    watch.observe(part, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    addEventListener('pointerdown', point);
    part.addEventListener('focusin', remember);
    part.addEventListener('focusout', forget);
    return () => {
      watch.disconnect();
      removeEventListener('pointerdown', point);
      part.removeEventListener('focusin', remember);
      part.removeEventListener('focusout', forget);
    };
  });
}

/** Who comes by a link within the page begins at its heading, as soon as that is there; who loaded it, at the top, with the way to skip. */
export function arrive(page = document.getElementById('main')!): () => void {
  function meet() {
    const heading = page.querySelector('h1');
    if (!heading?.textContent) return;
    watch.disconnect();
    if (document.activeElement !== page) return; // one has gone on already
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
  const watch = new MutationObserver(meet);
  watch.observe(page, { childList: true, subtree: true, characterData: true });
  page.focus({ preventScroll: true });
  meet();
  return () => watch.disconnect();
}
