// model.ts - what lies on the table of The Agents, as one player sees it.
import type { AgentsFigures, AgentsView } from 'made/views';
import type { Row } from '../../lib/decks';

/** Of the players, in the order of the seats that have them unless people choose. */
export const COLOURS = ['green', 'red', 'blue', 'purple', 'brown'];

export type Colour = 'black' | 'white';
export type Edge = 'near' | 'far';

/** An agent card; its code is its row in the deck, from 1. */
export interface Agent {
  code: string;
  name: string; // as in the deck: those of one name are twins
  special: boolean;
  verb: string; // swap-self too
  target: string; // neighbour, end, front, own, any, or a number
  points: number;
  left: Colour;
  right: Colour;
}

export interface Test {
  code: string; // things('test') says it
  measure: Measure;
  sign: '=' | '>=' | '<=';
  n: number;
}

export interface Situation {
  code: string;
  name: string;
  points: number;
  tests: Test[];
}

/** What conditions count, in the order of the figures. */
// prettier-ignore
const MEASURES = ['agents', 'free', 'neutralised', 'commands', 'points', 'plain', 'mixed', 'arrows', 'rival', 'alternating', 'twins'] as const;
export type Measure = (typeof MEASURES)[number];

export function readAgents(rows: Row[]): Record<string, Agent> {
  const read = (row: Row, i: number): Agent => {
    const words = row.command.replace('swap self', 'swap-self').split(' ');
    return {
      code: String(i + 1),
      name: row.name,
      special: row.kind === 'special',
      verb: words[0],
      target: words[1] ?? '',
      points: Number(row.points),
      left: row.left as Colour,
      right: row.right as Colour,
    };
  };
  return Object.fromEntries(rows.map((row, i) => [String(i + 1), read(row, i)]));
}

export function readSituations(rows: Row[]): Record<string, Situation> {
  const known: string[] = []; // a comparison is numbered where it comes first
  const read = (text: string): Test => {
    if (!known.includes(text)) known.push(text);
    const [, measure, sign, n] = /^([a-z]+)([<>]?=)(\d+)$/.exec(text)!;
    return { code: String(known.indexOf(text) + 1), measure: measure as Measure, sign: sign as Test['sign'], n: Number(n) };
  };
  return Object.fromEntries(
    rows.map((row, i) => [
      String(i + 1),
      { code: String(i + 1), name: row.name, points: Number(row.points), tests: row.condition.split(',').map(read) },
    ]),
  );
}

/** A cell of a row: an agent, one that is being considered, or the safe house. */
export interface Cell {
  code: string; // '' is the safe house
  command: Edge; // where the command is
  down: boolean;
  house: boolean;
  ghost: boolean;
  will?: 'change' | 'leave'; // with the picked target of a command
}

/** Two half arrows that have joined between cell `at` and the next one. */
export interface Arrow {
  at: number;
  to: Edge;
  left: Colour;
  right: Colour;
  points: number;
  ghost: boolean;
  lost?: boolean; // with the picked target of a command
}

export const isCode = (code: string | null | undefined): code is string => !!code && code !== '-';
export const following = (seat: number, players: number): number => (seat + 1) % players;
/** Who sits on the other side of a front. */
export const opposite = (front: number, seat: number, players: number): number => (seat === front ? following(front, players) : front);
/** The front on a seat's left or right hand. */
export const frontOf = (seat: number, side: 'left' | 'right', players: number): number =>
  side === 'left' ? seat : (seat + players - 1) % players;

/** A front from the left, as the player at its near side sees it. */
export function rowOf(view: AgentsView, front: number, near: number, houses: boolean): Cell[] {
  const first = near === front;
  const cells: Cell[] = view.front[front].filter(isCode).map((code) => ({
    code,
    command: view.works.includes(code) === first ? 'near' : 'far',
    down: view.down.includes(code),
    house: false,
    ghost: false,
  }));
  if (houses) cells.splice(view.before[front], 0, { code: '', command: 'near', down: false, house: true, ghost: false });
  return first ? cells : cells.reverse();
}

/** How a half arrow of a cell is printed: towards an edge, on its left or right as seen from the near side. */
function half(cell: Cell, agents: Record<string, Agent>, black: Edge, to: Edge, side: 'left' | 'right'): Colour {
  if (cell.house) return black === to ? 'black' : 'white';
  return (side === 'left') === (to === 'near') ? agents[cell.code].left : agents[cell.code].right;
}

/** The edge to which the safe house is black. */
export const blackOf = (front: number, near: number): Edge => (near === front ? 'near' : 'far');
/** The figure of an edge, from the figures of a front. */
export const edgeOf = <T>(both: T[], front: number, near: number, to: Edge): T => both[(to === 'near') === (near === front) ? 0 : 1];

/** The arrows of a front whose row is this. */
export function arrowsOf({ arrows }: AgentsFigures, front: number, near: number, cells: Cell[], agents: Record<string, Agent>): Arrow[] {
  const black = blackOf(front, near);
  return (['near', 'far'] as const).flatMap((to) =>
    edgeOf(arrows.slice(2 * front), front, near, to).flatMap((points, i) => {
      const at = near === front ? i : cells.length - 2 - i;
      return points
        ? [
            {
              at,
              to,
              points,
              left: half(cells[at], agents, black, to, 'right'),
              right: half(cells[at + 1], agents, black, to, 'left'),
              ghost: false,
            },
          ]
        : [];
    }),
  );
}

/** How many of what a test counts there are on a front, for the player at one of its edges. */
export const countOf = ({ counts }: AgentsFigures, { measure }: Test, front: number, near: number, to: Edge): number =>
  edgeOf(counts.slice(2 * front), front, near, to)[MEASURES.indexOf(measure)];
