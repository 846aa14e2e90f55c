// play.ts - makes tables.
import type { MakeRequest } from 'made/protocol';
import { house, nonce } from './house.svelte';
import { route } from './route.svelte';

/** What a table is made with. */
type Order = Omit<MakeRequest, 'do' | 're'> & { seats: number };

/** Makes a table, takes a seat, puts bots on the last seats or starts at once, and opens the table's page. */
export async function makeTable(order: Order, start: boolean, bots = 0): Promise<void> {
  await house.ensurePerson();
  const { table } = await house.ask({ do: 'make', ...order });
  await house.ask({ do: 'sit', seat: 0, ...(start && { nonce: nonce() }) });
  for (let i = 0; i < bots && !start; i++) await house.ask({ do: 'bot', seat: order.seats - 1 - i, bot: order.bot! });
  if (start) await house.ask({ do: 'start' });
  route.go(`/t/${table}`);
}

/** Starts a game against bots at once; the house takes its best ones.  Only who gets the link from the player can watch. */
export const playNow = (game: string, seats: number): Promise<void> =>
  makeTable({ game, seats, backs: true, public: false, onlookers: true }, true);
