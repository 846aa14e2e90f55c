import type { AgentsFigures, AgentsMove, AgentsView } from 'made/views';
import { boardFor } from '../entries';
import Board from './Board.svelte';
import './tokens.css';

const COMMANDS = ['neutralise', 'revive', 'turn', 'swap', 'recall', 'dismiss', 'move', 'brief', 'pickpocket', 'steal', 'burn'] as const;

export default boardFor<AgentsView, AgentsFigures, AgentsMove>({
  Board,
  hints: [
    ['page.guide.agents.command', 'A9', (_, verbs) => COMMANDS.some((verb) => verbs.has(verb))],
    ['page.guide.agents.start', 'A4.1', (_, verbs) => verbs.has('play')],
    ['page.guide.agents.special', 'A4.2', (_, verbs) => verbs.has('send')],
    ['page.guide.agents.arrows', 'A6.1', (game, verbs) => verbs.has('play') && game.view.round > 0],
    ['page.guide.agents.situations', 'A5.1', (_, verbs) => verbs.has('lay')],
    ['page.guide.agents.end', 'A5.3', (_, verbs) => verbs.has('end')],
    ['page.guide.agents.opposite', 'A4.1', (game, verbs) => verbs.has('play') && game.view.round > 0],
    ['page.guide.agents.repeat', 'A4.3', (_, verbs) => verbs.has('repeat')],
    ['page.guide.agents.buy', 'A4.4', (_, verbs) => verbs.has('buy')],
  ],
  track: { points: (view, players) => view.points.slice(0, players) },
});
