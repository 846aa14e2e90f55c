// model.ts - what lies on the table of The Agents, as one of its players sees it (doc/rules/agents.md A6, A10, A11).
import type { AgentsView } from 'made/views';
import type { Row } from '../../lib/decks';

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

export type Measure = 'agents' | 'free' | 'neutralised' | 'commands' | 'points' | 'plain' | 'mixed' | 'arrows' | 'rival' | 'alternating' | 'twins';

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
    rows.map((row, i) => [String(i + 1), { code: String(i + 1), name: row.name, points: Number(row.points), tests: row.condition.split(',').map(read) }]),
  );
}

/** A place in a row: an agent, one that might come to lie there, or the safe house. */
export interface Cell {
  code: string; // '' is the safe house
  command: Edge; // where the command is
  down: boolean;
  house: boolean;
  ghost: boolean;
}

/** Two half arrows that have joined between cell `at` and the next one. */
export interface Arrow {
  at: number;
  to: Edge;
  left: Colour;
  right: Colour;
  points: number;
  ghost: boolean;
}

export const isCode = (code: string | null | undefined): code is string => !!code && code !== '-';
export const following = (seat: number, players: number): number => (seat + 1) % players;
/** Who sits on the other side of a front. */
export const opposite = (front: number, seat: number, players: number): number => (seat === front ? following(front, players) : front);
/** The front on a seat's left or right hand. */
export const frontOf = (seat: number, side: 'left' | 'right', players: number): number => (side === 'left' ? seat : (seat + players - 1) % players);

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

/** The half arrow that a cell shows to an edge, on its left or right as seen from the near side; undefined: none. */
export function half(cell: Cell, agents: Record<string, Agent>, black: Edge, to: Edge, side: 'left' | 'right'): Colour | undefined {
  if (cell.house) return black === to ? 'black' : 'white';
  if (cell.down || cell.command === to) return undefined;
  const agent = agents[cell.code];
  return (side === 'left') === (to === 'near') ? agent.left : agent.right;
}

/** The arrows of a row; `black` is the edge to which the safe house is black. */
export function arrowsOf(cells: Cell[], agents: Record<string, Agent>, black: Edge): Arrow[] {
  const found: Arrow[] = [];
  for (const to of ['near', 'far'] as const)
    for (let at = 0; at + 1 < cells.length; at++) {
      const left = half(cells[at], agents, black, to, 'right');
      const right = half(cells[at + 1], agents, black, to, 'left');
      if (left && right) found.push({ at, to, left, right, points: left === right ? 2 : 1, ghost: cells[at].ghost || cells[at + 1].ghost });
    }
  return found;
}

function alternating(cells: Cell[]): number {
  let most = 0;
  let run = 0;
  cells.forEach((cell, i) => {
    const before = cells[i - 1];
    const counts = !cell.house && !cell.down;
    run = !counts ? 0 : run && before.command !== cell.command ? run + 1 : 1;
    most = Math.max(most, run);
  });
  return most;
}

/** All that conditions can ask of a front, seen by one of its two players. */
export function measure(cells: Cell[], arrows: Arrow[], agents: Record<string, Agent>, edge: Edge, room: number): Record<Measure, number> {
  const there = cells.filter((cell) => !cell.house);
  const up = there.filter((cell) => !cell.down);
  const mine = arrows.filter((arrow) => arrow.to === edge);
  const plain = mine.filter((arrow) => arrow.points === 2).length;
  const names = there.map((cell) => agents[cell.code].name);
  return {
    agents: there.length,
    free: room - there.length,
    neutralised: there.length - up.length,
    commands: up.filter((cell) => cell.command === edge).length,
    points: up.filter((cell) => cell.command !== edge).length,
    plain,
    mixed: mine.length - plain,
    arrows: mine.length,
    rival: arrows.length - mine.length,
    alternating: alternating(cells),
    twins: names.filter((name, i) => names.some((other, k) => k !== i && other === name)).length,
  };
}

export const met = (situation: Situation, m: Record<Measure, number>): boolean =>
  situation.tests.every(({ measure, sign, n }) => (sign === '=' ? m[measure] === n : sign === '>=' ? m[measure] >= n : m[measure] <= n));
