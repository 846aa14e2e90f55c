// seen.ts - what this browser remembers of tables: how many moves it has shown, and the house's commitment to its dealing secret.
import { keep, kept } from './kept';

interface Seen {
  table: string;
  moves: number;
  commitment: string;
}

const MOST = 50; // tables; the ones seen longest ago are forgotten

const all = (): Seen[] => kept('seen', []);

export const seen = (table: string): Seen | undefined => all().find((one) => one.table === table);

/** Remembers a table.  The first commitment that was shown stays. */
export function see(table: string, moves: number, commitment: string): void {
  const others = all().filter((one) => one.table !== table);
  const now = { table, moves, commitment: seen(table)?.commitment || commitment };
  keep('seen', [now, ...others].slice(0, MOST));
}
