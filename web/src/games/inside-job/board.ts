import type { InsideJobFigures, InsideJobMove, InsideJobView } from 'made/views';
import { t } from '../../lib/words.svelte';
import { boardFor } from '../entries';
import Board from './Board.svelte';
import { type InsideJob, isOwn } from './table';
import './tokens.css';

/** Whether the viewer is on the side of the Insider, who need not follow suit. */
const isInsider = ({ figures, view, me }: InsideJob) => figures.insiders.includes(view.role[me]!);

const has =
  (role: string) =>
  ({ view, me }: InsideJob) =>
    view.role[me] === role;

export default boardFor<InsideJobView, InsideJobFigures, InsideJobMove>({
  Board,
  hints: [
    ['page.guide.job.insider', 'J3.5', has('insider'), ({ figures }) => [figures.limit]],
    ['page.guide.job.agent', 'J1.4', has('agent'), ({ figures }) => [figures.need]],
    ['page.guide.job.wired', 'J9.W', has('wired')],
    ['page.guide.job.paranoid', 'J9.P', has('paranoid')],
    ['page.guide.job.daredevil', 'J9.D', has('daredevil')],
    ['page.guide.job.decoy', 'J9.Y', has('decoy')],
    ['page.guide.job.accomplice', 'J9.A', has('accomplice')],
    ['page.guide.job.shady', 'J9.S', has('shady')],
    ['page.guide.job.sleeper', 'J9.U', has('sleeper')],
    ['page.guide.job.professor-no', 'J9.N', has('professor-no')],
    ['page.guide.job.own', 'J9.5', ({ view, me }) => isOwn(view.role[me])],
    ['page.guide.job.partner', 'J9.A', (_, verbs) => verbs.has('partner')],
    ['page.guide.job.pick', 'J3.1', (_, verbs) => verbs.has('pick')],
    ['page.guide.job.larry', 'J10.3', (_, verbs) => verbs.has('larry')],
    ['page.guide.job.vote', 'J6.3', (game, verbs) => (verbs.has('vote') || verbs.has('ballot')) && game.players > 2],
    ['page.guide.job.lead', 'J3.3', ({ view, me }, verbs) => verbs.has('play') && view.leader === me],
    ['page.guide.job.follow', 'J3.4', (game, verbs) => verbs.has('play') && !isInsider(game)],
    ['page.guide.job.raise', 'J4.1', (_, verbs) => verbs.has('raise')],
  ],
  track: {
    points: ({ intel, completed }, players) => [...intel.slice(0, players), completed.length],
    others: () => [t('page.replay.missions')],
    caption: (moment) => t('page.replay.intel.now', moment),
  },
});
