import type { AgentsFigures, AgentsMove, AgentsView } from 'made/views';
import { boardFor } from '../entries';
import Board from './Board.svelte';
import './tokens.css';

const COMMANDS = ['neutralise', 'revive', 'turn', 'swap', 'recall', 'dismiss', 'move', 'brief', 'pickpocket', 'steal', 'burn'] as const;

export default boardFor<AgentsView, AgentsFigures, AgentsMove>({
  Board,
  hints: [
    ['page.guide.agents.command', (_, verbs) => COMMANDS.some((verb) => verbs.has(verb))],
    ['page.guide.agents.start', (_, verbs) => verbs.has('play')],
    ['page.guide.agents.arrows', (game, verbs) => verbs.has('play') && game.view.round > 0],
    ['page.guide.agents.situations', (_, verbs) => verbs.has('lay')],
    ['page.guide.agents.end', (_, verbs) => verbs.has('end')],
  ],
  track: { points: (view, players) => view.points.slice(0, players) },
});
