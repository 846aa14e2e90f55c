import type { SentientFigures, SentientMove, SentientView } from 'made/views';
import { t } from '../../lib/words.svelte';
import { boardFor } from '../entries';
import Board from './Board.svelte';
import { bots, isLast, ROUNDS, type Sentient, signed } from './table';
import './tokens.css';

const has = ({ view, me }: Sentient) => ({
  agents: view.agents[me],
  assistants: view.assistants[me],
  out: view.agents_at.some((at) => at[me]),
});

/** Whether the bot that was taken has a sign that can be blocked. */
const hasSigns = ({ view, rows }: Sentient) => {
  const bot = bots(rows(0)).get(view.taken);
  return !!bot && `${bot.left}${bot.right}` !== '==';
};

export default boardFor<SentientView, SentientFigures, SentientMove>({
  Board,
  hints: [
    { key: 'page.guide.sentient.procure', rule: 'S5.1', act: ['procure'] },
    { key: 'page.guide.sentient.plug', rule: 'S5.4', act: ['plug'] },
    { key: 'page.guide.sentient.investors', rule: 'S7.2', at: ['procure'], when: (game) => has(game).out },
    {
      key: 'page.guide.sentient.renew',
      rule: 'S6.2',
      at: ['pass'],
      when: (game) => has(game).agents > 0 && has(game).out && !isLast(game),
    },
    {
      key: 'page.guide.sentient.block',
      rule: 'S5.7',
      at: ['plug'],
      when: (game) => has(game).assistants > 0 && hasSigns(game),
      with: (game) => [has(game).assistants],
    },
    {
      key: 'page.guide.sentient.assistants',
      rule: 'S5.1',
      at: ['procure'],
      when: (game) => has(game).assistants > 0,
      with: (game) => [has(game).assistants],
    },
    {
      key: 'page.guide.sentient.worth',
      rule: 'S8.1',
      at: ['plug', 'procure'],
      when: (game) => has(game).out,
      with: ({ figures, me }) => [figures.brings[me]],
    },
    { key: 'page.guide.sentient.pass', rule: 'S6.1', act: ['pass'], when: (game) => !has(game).agents && !isLast(game) },
  ],
  track: { points: (view, players) => view.points.slice(0, players) },
  why: (view, { network, chips, brings }, names, winner, next) => {
    const ahead = (of: (seat: number) => number) => signed(of(winner) - of(next));
    const total = (by: number[][]) => (seat: number) => ROUNDS.reduce((sum, round) => sum + by[round][seat], 0);
    const [cards, seconds, investors] = [total(network), total(chips), (seat: number) => brings[seat]].map(ahead);
    return t('page.sentient.why', names[winner], names[next], view.points[winner] - view.points[next], cards, seconds, investors);
  },
});
