// colours.ts - the colours of the players at a table, for everything on it that belongs to a seat.
import { getContext, setContext } from 'svelte';

const KEY = Symbol('colours');

/** Tells the components below the codes of the colours, by seat. */
export const shareColours = (colours: () => string[]): void => void setContext(KEY, colours);

/** The colour of a seat, as it was told; in a record or a picture, where nothing is told, that of its number in `own`. */
export function seatColour(own: readonly string[]): (seat: number) => string {
  const told = getContext<(() => string[]) | undefined>(KEY);
  return (seat) => told?.()[seat] ?? own[seat] ?? '';
}
