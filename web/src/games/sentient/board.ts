import type { SentientFigures, SentientMove, SentientView } from 'made/views';
import { boardFor } from '../entries';
import Board from './Board.svelte';
import { isLast } from './table';
import './tokens.css';

export default boardFor<SentientView, SentientFigures, SentientMove>({
  Board,
  hints: [
    ['page.guide.sentient.plug', 'S5.4', (_, verbs) => verbs.has('plug')],
    ['page.guide.sentient.procure', 'S5.1', (_, verbs) => verbs.has('procure')],
    ['page.guide.sentient.pass', 'S6', (game, verbs) => verbs.has('pass') && !verbs.has('procure') && !isLast(game)],
  ],
  track: { points: (view, players) => view.points.slice(0, players) },
});
