import type { InsideJobFigures, InsideJobMove, InsideJobView } from 'made/views';
import { t } from '../../lib/words.svelte';
import { boardFor } from '../entries';
import Board from './Board.svelte';
import { hasInsider, hunterOf, type InsideJob, isOwn, RULES } from './table';
import './tokens.css';

/** Whether the viewer is on the side of the Insider, who need not follow suit. */
const isInsider = ({ figures, view, me }: InsideJob) => figures.insiders.includes(view.role[me]!);

/** The hint of a role, when the player first plays a card. */
const role = (key: string, rule: string, fits = ({ view, me }: InsideJob) => key.endsWith(`.${view.role[me]}`)) => ({
  key,
  rule,
  at: ['play', 'raise', 'larry'] as const,
  rare: fits,
});

const leads = ({ view, me }: InsideJob) => view.leader === me;
const hunted = ({ figures }: InsideJob) => figures.specials.includes('professor-no');
const CARD = ['play', 'raise'] as const;

export default boardFor<InsideJobView, InsideJobFigures, InsideJobMove>({
  Board,
  hints: [
    { key: 'page.guide.job.partner', rule: RULES.accomplice, act: ['partner'], rare: ({ view, me }) => view.role[me] === 'accomplice' },
    { key: 'page.guide.job.pick', rule: 'J3.1', act: ['pick'] },
    { key: 'page.guide.job.discuss', rule: 'J6.1', act: ['discuss'] },
    { key: 'page.guide.job.vote', rule: 'J6.3', act: ['vote', 'ballot'], when: ({ players }) => players > 2 },
    { key: 'page.guide.job.vote-two', rule: 'J10.7', act: ['vote'], rare: ({ players }) => players === 2 },
    { key: 'page.guide.job.larry', rule: 'J10.1', at: ['larry', ...CARD], rare: ({ players }) => players === 2 },
    { ...role('page.guide.job.insider', RULES.insider), with: ({ figures }) => [figures.limit] },
    {
      ...role('page.guide.job.agent', RULES.agent, (game) => game.view.role[game.me] === 'agent' && hasInsider(game)),
      with: ({ figures }) => [figures.need],
    },
    role('page.guide.job.wired', RULES.wired),
    role('page.guide.job.paranoid', RULES.paranoid),
    role('page.guide.job.daredevil', RULES.daredevil),
    role('page.guide.job.decoy', RULES.decoy),
    role('page.guide.job.accomplice', RULES.accomplice),
    role('page.guide.job.shady', RULES.shady),
    role('page.guide.job.sleeper', RULES.sleeper),
    role('page.guide.job.professor-no', RULES['professor-no']),
    role('page.guide.job.own', 'J9.5', ({ view, me }) => isOwn(view.role[me])),
    { key: 'page.guide.job.lead', rule: 'J3.3', at: ['play'], when: leads },
    {
      key: 'page.guide.job.follow',
      rule: 'J3.4',
      at: CARD,
      when: (game) => !leads(game) && !isInsider(game),
      with: (game) => [game.things('role')[hunterOf(game) ?? 'insider']],
    },
    { key: 'page.guide.job.bluff', rule: 'J3.5', at: CARD, rare: isInsider, when: (game) => !leads(game) },
    { key: 'page.guide.job.raise', rule: 'J4.1', act: ['raise'] },
    { key: 'page.guide.job.specials', rule: 'J9.1', at: CARD, rare: ({ figures }) => figures.specials.length > 0 },
    { key: 'page.guide.job.memory', rule: 'J3.7', at: CARD, when: ({ view, figures }) => view.tricks > 1 && !figures.log_open },
    {
      key: 'page.guide.job.intel',
      rule: 'J3.7',
      at: CARD,
      when: (game) => game.view.tricks > 0 && !hunted(game),
      with: ({ figures }) => [figures.limit],
    },
    {
      key: 'page.guide.job.hunt',
      rule: 'J5.5',
      at: CARD,
      rare: hunted,
      when: ({ view }) => view.tricks > 0,
      with: ({ figures }) => [figures.limit],
    },
    { key: 'page.guide.job.talk', rule: 'J8.1', act: ['talk'], when: ({ view }) => view.tricks > 0 },
  ],
  track: {
    points: ({ intel, completed }, players) => [...intel.slice(0, players), completed.length],
    others: () => [t('page.replay.missions')],
    caption: (moment) => t('page.replay.intel.now', moment),
  },
});
