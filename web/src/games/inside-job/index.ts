import type { GameEntry } from '../entries';
import { t } from '../../lib/words.svelte';
import Emblem from './Emblem.svelte';
import './emblem.tokens.css';

export default {
  order: 2,
  title: () => t('page.inside-job'),
  pitch: () => t('page.inside-job.pitch'),
  Emblem,
  colour: '--inside-job',
  seats: 4,
  letter: 'J',
  lettered: { parts: 'WPDYASUN', after: 3 }, // J9.W comes after J9.3 and before J9.4: the roles
  values: {
    'sleeper-cell': () => t('page.value.sleeper-cell'),
    'high-stakes': () => t('page.value.high-stakes'),
    'inner-circle': () => t('page.value.inner-circle'),
    'bad-company': () => t('page.value.bad-company'),
  },
  // Roles by their codes, "wired,decoy", or one and the seat that gets it, "wired:2".
  typed: (value, things) =>
    value
      .split(',')
      .map((part) => part.split(':'))
      .map(([role, seat]) => [things('role')[role] ?? role, seat && t('page.value.seat', Number(seat) + 1)].filter(Boolean).join(': '))
      .join(', '),
  statements: {
    suspect: 'page.job.say.suspect',
    trust: 'page.job.say.trust',
    guess: 'page.job.say.guess',
    ask: 'page.job.say.ask',
    claim: 'page.job.say.claim',
    answer: 'page.job.say.answer',
  },
  discussionRule: 'J6.1',
  optionRules: { raise: 'J4.1', risk: 'J7.1', 'open-log': 'J8.1', leader: 'J2.5', 'more-roles': 'J9.2' },
  form: { keys: ['roles', 'given'], load: () => import('./RoleForm.svelte') },
  pictures: () => import('./Pictures.svelte'),
  board: () => import('./board'),
} satisfies GameEntry;
