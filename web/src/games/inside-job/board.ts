import type { InsideJobFigures, InsideJobMove, InsideJobView } from 'made/views';
import { t } from '../../lib/words.svelte';
import { boardFor } from '../entries';
import Board from './Board.svelte';
import { type InsideJob, isOwn, RULES, sideOf } from './table';
import './tokens.css';

/** Whether the viewer is on the side of the Insider, who need not follow suit. */
const isInsider = ({ figures, view, me }: InsideJob) => figures.insiders.includes(view.role[me]!);

const has =
  (role: string) =>
  ({ view, me }: InsideJob) =>
    view.role[me] === role;

/** Whether the Insider is in the game, and no other role instead. */
const hunted = (game: InsideJob) => !game.figures.specials.some((role) => sideOf(game, role) === 'insider');

export default boardFor<InsideJobView, InsideJobFigures, InsideJobMove>({
  Board,
  hints: [
    ['page.guide.job.insider', RULES.insider, has('insider'), ({ figures }) => [figures.limit]],
    ['page.guide.job.agent', RULES.agent, (game) => has('agent')(game) && hunted(game), ({ figures }) => [figures.need]],
    ['page.guide.job.wired', RULES.wired, has('wired')],
    ['page.guide.job.paranoid', RULES.paranoid, has('paranoid')],
    ['page.guide.job.daredevil', RULES.daredevil, has('daredevil')],
    ['page.guide.job.decoy', RULES.decoy, has('decoy')],
    ['page.guide.job.accomplice', RULES.accomplice, has('accomplice')],
    ['page.guide.job.shady', RULES.shady, has('shady')],
    ['page.guide.job.sleeper', RULES.sleeper, has('sleeper')],
    ['page.guide.job.professor-no', RULES['professor-no'], has('professor-no')],
    ['page.guide.job.own', 'J9.5', ({ view, me }) => isOwn(view.role[me])],
    ['page.guide.job.partner', RULES.accomplice, (_, verbs) => verbs.has('partner')],
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
