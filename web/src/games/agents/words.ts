// words.ts - the short words on the cards; tips and the prompt say the same in full.
import { type Line, seatNumber } from '../../lib/lens';
import { t } from '../../lib/words.svelte';
import type { Desk, Spot } from './desk.svelte';
import type { Agent, Measure, Situation, Test } from './model';

const VERBS: Record<string, () => string> = {
  neutralise: () => t('page.spy.do.neutralise'),
  revive: () => t('page.spy.do.revive'),
  turn: () => t('page.spy.do.turn'),
  swap: () => t('page.spy.do.swap'),
  'swap-self': () => t('page.spy.do.swap-self'),
  recall: () => t('page.spy.do.recall'),
  dismiss: () => t('page.spy.do.dismiss'),
  move: () => t('page.spy.do.move'),
  draw: () => t('page.spy.do.draw'),
  salvage: () => t('page.spy.do.salvage'),
  brief: () => t('page.spy.do.brief'),
  rob: () => t('page.spy.do.rob'),
  pickpocket: () => t('page.spy.do.pickpocket'),
  steal: () => t('page.spy.do.steal'),
  burn: () => t('page.spy.do.burn'),
};

const TARGETS: Record<string, () => string> = {
  neighbour: () => t('page.spy.at.neighbour'),
  end: () => t('page.spy.at.end'),
  front: () => t('page.spy.at.front'),
  own: () => t('page.spy.at.own'),
  any: () => t('page.spy.at.any'),
};

const MEASURES: Record<Measure, () => string> = {
  agents: () => t('page.spy.n.agents'),
  free: () => t('page.spy.n.free'),
  neutralised: () => t('page.spy.n.neutralised'),
  commands: () => t('page.spy.n.commands'),
  points: () => t('page.spy.n.points'),
  plain: () => t('page.spy.n.plain'),
  mixed: () => t('page.spy.n.mixed'),
  arrows: () => t('page.spy.n.arrows'),
  rival: () => t('page.spy.n.rival'),
  alternating: () => t('page.spy.n.alternating'),
  twins: () => t('page.spy.n.twins'),
};

/** Of what there must be none. */
const NONE: Partial<Record<Measure, () => string>> = {
  free: () => t('page.spy.n.no-free'),
  neutralised: () => t('page.spy.n.no-neutralised'),
  rival: () => t('page.spy.n.no-rival'),
};

const SIGNS = { '=': '', '>=': '≥', '<=': '≤' };

const SPOTS: Record<Spot, () => string> = {
  'left-left': () => t('page.spy.spot.left-left'),
  'left-right': () => t('page.spy.spot.left-right'),
  'left-only': () => t('page.spy.spot.left-only'),
  'right-left': () => t('page.spy.spot.right-left'),
  'right-right': () => t('page.spy.spot.right-right'),
  'right-only': () => t('page.spy.spot.right-only'),
};

export const verbOf = (agent: Agent): string => VERBS[agent.verb]();
/** Where the command's targets are, or how much it is. */
export const targetOf = (agent: Agent): string => TARGETS[agent.target]?.() ?? (Number(agent.target) ? `× ${agent.target}` : '');
export const measureOf = ({ measure }: Test): string => MEASURES[measure]();
export const limitOf = ({ sign, n }: Test): string => `${SIGNS[sign]}${n}`;
const noneOf = ({ measure, sign, n }: Test): string | undefined => (sign === '=' && !n ? NONE[measure]?.() : undefined);
export const conditionOf = (situation: Situation): string[] =>
  situation.tests.map((test) => noneOf(test) ?? `${measureOf(test)}: ${limitOf(test)}`);
/** What is so while a test is met. */
export const metOf = (test: Test): string => noneOf(test) ?? measureOf(test);
/** How far a test is met. */
export function progressOf(test: Test, count: number): string {
  if (test.sign === '>=') return t('page.spy.n.of', measureOf(test), count, test.n);
  return test.sign === '=' ? t('page.spy.n.must', measureOf(test), count, test.n) : t('page.spy.n.most', measureOf(test), count, test.n);
}

/** An end of a front where a card would go. */
export const spotOf = (spot: string): string => SPOTS[spot as Spot]();

/** What an agent is, in lines; those of a card in a front say for whom it works. */
export function aboutAgent(desk: Desk, code: string, { works, down }: { works?: number; down: boolean }): string {
  const agent = desk.agents[code];
  const whose = works === undefined ? '' : works === desk.game.me ? t('page.spy.for-you') : t('page.spy.for', desk.name(works));
  const worth = agent.special ? t('page.spy.worth', agent.points) : '';
  return [desk.names[code], down ? t('page.spy.down') : '', desk.commands[code], worth, whose].filter(Boolean).join('\n');
}

/** A player, as the board calls them: you, or by name. */
export const nameOf = (desk: Desk, seat: number): string => (seat === desk.game.me ? t('page.spy.you') : desk.name(seat));
export const signed = (n: number): string => (n < 0 ? `−${-n}` : n ? `+${n}` : '0');

/** What a move is expected to score the viewer at the end of this turn. */
export function forecastOf({ say, with: [n] }: Line): string {
  const points = signed(n as number);
  if (!n) return points;
  if (say === 'agents.preview.best') return t('page.spy.forecast.best', points);
  return say === 'agents.preview.theirs' ? t('page.spy.forecast.theirs', points) : points;
}

/** A player, in lines: points, what they will score, what they hold, and what they are doing. */
export function aboutPlayer(desk: Desk, seat: number): string {
  const { view } = desk;
  const known = [
    ...desk.hand(seat).map(({ code }) => code && desk.names[code]),
    ...desk.sheets(seat).map(({ code }) => code && desk.titles[code]),
  ]
    .filter(Boolean)
    .join(', ');
  return [
    t('page.spy.player', desk.name(seat), view.points[seat], desk.figures.goal),
    t('page.spy.scores', desk.figures.worth[seat]),
    t('page.spy.holding', desk.hand(seat).length, desk.sheets(seat).length),
    known && seat !== desk.game.me ? t('page.spy.known', known) : '',
    !desk.game.result && seatNumber(view.turn) === seat ? t('page.spy.turn', desk.figures.actions) : '',
    view.phase === 'command' && seatNumber(view.performer) === seat ? t('page.spy.performs') : '',
  ]
    .filter(Boolean)
    .join('\n');
}
