// painted.ts - waits until what the page has drawn so far can be seen.
const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);

/** At the second frame from now, the first one is on the screen.  A tab that nobody sees has no frames. */
export const painted = async (): Promise<void> => {
  if (!document.hidden) await frame().then(frame);
};
