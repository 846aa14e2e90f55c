import type { GameEntry } from '../entries';
import { t } from '../../lib/words.svelte';
import Emblem from './Emblem.svelte';
import './emblem.tokens.css';

export default {
  order: 3,
  title: () => t('page.agents'),
  pitch: () => t('page.agents.pitch'),
  Emblem,
  colour: '--agents',
  seats: 3,
  letter: 'A',
  optionRules: { 'safe-houses': 'A11.1', 'finish-round': 'A11.2', goal: 'A11.3' },
  pictures: () => import('./Pictures.svelte'),
  board: () => import('./board'),
} satisfies GameEntry;
