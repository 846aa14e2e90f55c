import type { InsideJobFigures, InsideJobMove, InsideJobView } from 'made/views';
import { t } from '../../lib/words.svelte';
import { boardFor } from '../entries';
import Board from './Board.svelte';
import type { InsideJob } from './table';
import './tokens.css';

/** Whether the viewer is on the side of the Insider, who need not follow suit. */
const isInsider = ({ figures, view, me }: InsideJob) => figures.insiders.includes(view.role[me]!);

export default boardFor<InsideJobView, InsideJobFigures, InsideJobMove>({
  Board,
  hints: [
    ['page.guide.job.insider', ({ view, me }) => view.role[me] === 'insider'],
    ['page.guide.job.agent', ({ view, me }) => view.role[me] === 'agent'],
    ['page.guide.job.partner', (_, verbs) => verbs.has('partner')],
    ['page.guide.job.pick', (_, verbs) => verbs.has('pick')],
    ['page.guide.job.larry', (_, verbs) => verbs.has('larry')],
    ['page.guide.job.vote', (game, verbs) => (verbs.has('vote') || verbs.has('ballot')) && game.players > 2],
    ['page.guide.job.lead', ({ view, me }, verbs) => verbs.has('play') && view.leader === me],
    ['page.guide.job.follow', (game, verbs) => verbs.has('play') && !isInsider(game)],
    ['page.guide.job.raise', (_, verbs) => verbs.has('raise')],
  ],
  track: {
    points: ({ intel, completed }, players) => [...intel.slice(0, players), completed.length],
    others: () => [t('page.replay.missions')],
    caption: (moment) => t('page.replay.intel.now', moment),
  },
});
