// play.ts - making tables.
import { SHOWN } from './games.svelte';
import { house, nonce } from './house.svelte';
import { route } from './route.svelte';

/** Makes a table, sits down there, puts bots on the last seats, and goes there. */
export async function make(order: Record<string, unknown>, start: boolean, bots = 0): Promise<void> {
  await house.known();
  const { table } = await house.ask({ do: 'make', ...order });
  await house.ask({ do: 'sit', seat: 0, nonce: nonce() });
  for (let i = 0; i < bots && !start; i++) await house.ask({ do: 'bot', seat: (order.seats as number) - 1 - i, bot: order.bot });
  if (start) await house.ask({ do: 'start' });
  route.go(`/t/${table}`);
}

/** A game against bots, at once. */
export const playNow = (game: string): Promise<void> =>
  make({ game, seats: SHOWN[game].seats, bot: 'sensible', backs: true, onlookers: true }, true);
