// play.ts - making tables.
import type { MakeRequest } from 'made/protocol';
import type { GameEntry } from '../games/entries';
import { house, nonce } from './house.svelte';
import { route } from './route.svelte';

/** What a table is made with; `bot` is for those that are put on seats before the start. */
type Order = Omit<MakeRequest, 'do' | 're'> & { seats: number };

/** Makes a table, sits down there, puts bots on the last seats, and goes there. */
export async function make(order: Order, start: boolean, bots = 0): Promise<void> {
  await house.known();
  const { table } = await house.ask({ do: 'make', ...order });
  await house.ask({ do: 'sit', seat: 0, nonce: nonce() });
  for (let i = 0; i < bots && !start; i++) await house.ask({ do: 'bot', seat: order.seats - 1 - i, bot: order.bot! });
  if (start) await house.ask({ do: 'start' });
  route.go(`/t/${table}`);
}

/** A game against bots, at once; the house takes the best that it has. */
export const playNow = (game: string, { seats }: GameEntry): Promise<void> => make({ game, seats, backs: true, onlookers: true }, true);
