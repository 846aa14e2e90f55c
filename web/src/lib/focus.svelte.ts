// focus.svelte.ts - keyboard players never lose their place: when the focused control goes away, its neighbour gets the focus.

const LIT = '[data-move]:enabled, [data-pick]:enabled';

/** The first control that can be used in `place` or after it, else the last one before it. */
function litNear(part: HTMLElement, place: Element): HTMLElement | undefined {
  const lit = [...part.querySelectorAll<HTMLElement>(LIT)].filter((control) => control.checkVisibility());
  const isBefore = (control: HTMLElement) => place.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_PRECEDING;
  return lit.find((control) => !isBefore(control)) ?? lit.at(-1);
}

/** Keeps the focus within a part of the page.  If no control can be used, it rests at the prompt, and after the game at the result. */
export function keepFocus(of: () => HTMLElement | undefined): void {
  $effect(() => {
    const part = of();
    if (!part) return;
    let path: Element[] = []; // from the focused element up to the part
    let byKeys = false;
    let rests = false; // at the prompt

    function remember(e: FocusEvent) {
      path = [];
      for (let at = e.target as Element | null; at && at !== part; at = at.parentElement) path.push(at);
      byKeys = path[0].matches(':focus-visible');
      rests = false;
    }
    const forget = (e: FocusEvent) => {
      if (e.relatedTarget) path = [];
    };

    function mend() {
      const now = document.activeElement;
      const nowhere = !now || now === document.body || now.matches(':disabled');
      const there = path.length > 0 && path[0].isConnected && !path[0].matches(':disabled');
      const end = part!.querySelector<HTMLElement>('#end');
      if (nowhere && there && byKeys) return (path[0] as HTMLElement).focus(); // the element has moved in the document, which takes the focus away
      if (!(nowhere && path.length && !there) && !(rests && end)) return;
      const place = path.find((element) => element.isConnected) ?? part!;
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

/**
 * Focuses the heading, as soon as there is one, after a link within the page was followed.  A page that was loaded begins at the top
 * instead, with the link that skips the bar.
 */
export function focusHeading(page = document.getElementById('main')!): () => void {
  function meet() {
    const heading = page.querySelector('h1');
    if (!heading?.textContent) return;
    watch.disconnect();
    if (document.activeElement !== page) return; // the reader has moved on already
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
  const watch = new MutationObserver(meet);
  watch.observe(page, { childList: true, subtree: true, characterData: true });
  page.focus({ preventScroll: true });
  meet();
  return () => watch.disconnect();
}
