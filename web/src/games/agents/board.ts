import type { AgentsFigures, AgentsMove, AgentsView } from 'made/views';
import type { Game } from '../../lib/game';
import { boardFor } from '../entries';
import Board from './Board.svelte';
import { edgeOf, frontOf } from './model';
import './tokens.css';

const COMMANDS = ['neutralise', 'revive', 'turn', 'swap', 'recall', 'dismiss', 'move', 'brief', 'pickpocket', 'steal', 'burn'] as const;

type Agents = Game<AgentsView, AgentsFigures, AgentsMove>;

/** What the viewer's arrows are worth now. */
const arrows = ({ figures, me, players }: Agents) =>
  (['left', 'right'] as const)
    .map((side) => frontOf(me, side, players))
    .reduce((sum, front) => sum + edgeOf(figures.sums[front], front, me, 'near'), 0);

export default boardFor<AgentsView, AgentsFigures, AgentsMove>({
  Board,
  fills: true,
  hints: [
    { key: 'page.guide.agents.command', rule: 'A4.7', act: COMMANDS },
    { key: 'page.guide.agents.start', rule: 'A4.1', act: ['play'], with: ({ figures }) => [figures.goal] },
    { key: 'page.guide.agents.facing', rule: 'A4.1', at: ['play'] },
    { key: 'page.guide.agents.end', rule: 'A6', act: ['end'] },
    { key: 'page.guide.agents.arrows', rule: 'A6.1', at: ['play'], with: (game) => [arrows(game)] },
    { key: 'page.guide.agents.situations', rule: 'A5.1', act: ['lay'] },
    { key: 'page.guide.agents.opposite', rule: 'A4.1', at: ['play'], when: ({ view }) => view.round > 0 },
    { key: 'page.guide.agents.special', rule: 'A4.2', act: ['send'] },
    { key: 'page.guide.agents.repeat', rule: 'A4.3', act: ['repeat'] },
    { key: 'page.guide.agents.buy', rule: 'A4.4', act: ['buy'], with: ({ figures }) => figures.prices },
    { key: 'page.guide.agents.replace', rule: 'A4.5', act: ['replace'], when: ({ view }) => view.round > 0 },
  ],
  track: { points: (view, players) => view.points.slice(0, players) },
});
