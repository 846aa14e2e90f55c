// words.ts - the short words on the cards; tips and the prompt say the same in full.
import { t } from '../../lib/words.svelte';
import type { Agent, Measure, Situation } from './model';

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

const SIGNS = { '=': '', '>=': '≥\u00a0', '<=': '≤\u00a0' };

export const verbOf = (agent: Agent): string => VERBS[agent.verb]();
/** Where the command's targets are, or how much it is. */
export const targetOf = (agent: Agent): string => TARGETS[agent.target]?.() ?? (Number(agent.target) ? `× ${agent.target}` : '');
export const conditionOf = (situation: Situation): string[] =>
  situation.tests.map(({ measure, sign, n }) => `${MEASURES[measure]()}: ${SIGNS[sign]}${n}`);
