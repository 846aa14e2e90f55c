import type { AgentsFigures, AgentsMove, AgentsView } from 'made/views';
import type { Game } from '../../lib/game';
import { t } from '../../lib/words.svelte';
import { boardFor } from '../entries';
import Board from './Board.svelte';
import './tokens.css';

const COMMANDS = ['neutralise', 'revive', 'turn', 'swap', 'recall', 'dismiss', 'move', 'brief', 'pickpocket', 'steal', 'burn'] as const;

type Agents = Game<AgentsView, AgentsFigures, AgentsMove>;

/** Whether the viewer has few agents left in hand. */
const short = ({ view, me }: Agents) => view.agent_held[me].length < 3;

export default boardFor<AgentsView, AgentsFigures, AgentsMove>({
  Board,
  fills: true,
  hints: [
    { key: 'page.guide.agents.start', rule: 'A4.1', act: ['play', 'send'], with: ({ figures }) => [figures.goal] },
    { key: 'page.guide.agents.command', rule: 'A4.7', act: COMMANDS },
    { key: 'page.guide.agents.arrows', rule: 'A6.1', at: ['play'] },
    { key: 'page.guide.agents.end', rule: 'A6', act: ['end'] },
    { key: 'page.guide.agents.facing', rule: 'A4.1', at: ['play'] },
    { key: 'page.guide.agents.buy', rule: 'A4.4', act: ['buy'], when: short, with: ({ figures }) => figures.prices },
    { key: 'page.guide.agents.special', rule: 'A4.2', act: ['send'] },
    { key: 'page.guide.agents.situations', rule: 'A5.1', act: ['lay'] },
    { key: 'page.guide.agents.repeat', rule: 'A4.3', act: ['repeat'] },
    { key: 'page.guide.agents.replace', rule: 'A4.5', act: ['replace'], when: ({ view }) => view.round > 0 },
  ],
  answers: COMMANDS,
  track: { points: (view, players) => view.points.slice(0, players) },
  why: ({ points, reached, round }, { goal }, names, winner) =>
    points[winner] >= goal && !reached
      ? t('page.spy.why', names[winner], points[winner], goal)
      : t('page.spy.why.last', names[winner], points[winner], round),
});
