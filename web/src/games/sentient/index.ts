import type { GameEntry } from '../entries';
import { t } from '../../lib/words.svelte';
import Emblem from './Emblem.svelte';
import './emblem.tokens.css';

export default {
  order: 1,
  title: () => t('page.sentient'),
  pitch: () => t('page.sentient.pitch'),
  Emblem,
  colour: '--sentient',
  seats: 3,
  letter: 'S',
  pictures: () => import('./Pictures.svelte'),
  board: () => import('./board'),
} satisfies GameEntry;
