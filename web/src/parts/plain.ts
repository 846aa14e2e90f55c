// plain.ts - the board of a game that has no folder in games/.
import { boardFor } from '../games/entries';
import PlainBoard from './PlainBoard.svelte';

export default boardFor({ Board: PlainBoard, hints: [] });
