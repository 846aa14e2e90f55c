// history.ts - the games that somebody plays or has played, wherever they are kept: one list, which sources fill page by page.
import type { DamagedTable, ListedTable } from 'made/protocol';
import { house } from './house.svelte';

export type Outcome = 'open' | 'won' | 'lost' | 'ended' | 'damaged'; // ended: by a vote, so that nobody has won

export interface Played {
  /** Different from those of all other games, of this source and others. */
  readonly id: string;
  readonly game: string;
  /** Where it goes on, or can be replayed. */
  readonly href: string;
  readonly outcome: Outcome;
  /** How it stands, if it is open: whether it has begun, and whether this person must do something. */
  readonly begun: boolean;
  readonly asked: boolean;
  /** The names at the table, in the order of the seats; '' if a bot has no name of its own, or a seat is free. */
  readonly names: readonly string[];
  /** This person's seat. */
  readonly me: number;
  /** When it was over, in milliseconds since 1970. */
  readonly date?: number;
  readonly points?: readonly number[];
  /** Whether it belongs into the statistics: a whole game that was played in earnest. */
  readonly counts: boolean;
}

/** Where games are kept. */
export interface Source {
  /** The next games, the latest first; none, if there are no more. */
  next(): Promise<Played[]>;
  readonly more: boolean;
}

export function played(table: ListedTable | DamagedTable): Played {
  if ('damaged' in table) {
    const nothing = { begun: false, asked: false, names: [], me: 0, counts: false };
    return { id: table.table, game: table.game ?? '', href: `/t/${table.table}`, outcome: 'damaged', ...nothing };
  }
  const { result, phase, over, you = 0 } = table;
  const won = result?.winners?.includes(you);
  return {
    id: table.table,
    game: table.game,
    href: phase === 'over' ? `/replay/${table.table}` : `/t/${table.table}`,
    outcome: phase !== 'over' ? 'open' : !result || result.agreed ? 'ended' : won ? 'won' : 'lost',
    begun: phase !== 'waiting',
    asked: !!table.asked,
    names: table.seats.map(({ name }) => name),
    me: you,
    date: over && over * 1000,
    points: result?.points?.slice(0, table.seats.length),
    counts: !!result && !result.agreed && !result.practice,
  };
}

/** The games at the house. */
export class HouseGames implements Source {
  more = true;
  #before: number | undefined;

  async next(): Promise<Played[]> {
    this.more &&= !!house.you;
    if (!this.more) return [];
    const { mine, next } = await house.ask({ do: 'mine', results: true, ...(this.#before && { before: this.#before }) });
    this.#before = next;
    this.more = next !== undefined;
    return mine.map(played);
  }
}

export interface Tally {
  game: string;
  players: number;
  games: number;
  won: number;
}

/** How many games there were and how many were won, by game and number of players. */
export function statistics(games: readonly Played[]): Tally[] {
  const tallies = new Map<string, Tally>();
  for (const { game, names, outcome, counts } of games) {
    if (!counts) continue;
    const key = `${game} ${names.length}`;
    const tally = tallies.get(key) ?? { game, players: names.length, games: 0, won: 0 };
    tally.games++;
    if (outcome === 'won') tally.won++;
    tallies.set(key, tally);
  }
  return [...tallies.values()].sort((a, b) => a.game.localeCompare(b.game) || a.players - b.players);
}
