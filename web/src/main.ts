// main.ts - asks for the words while the rest of the page is on its way, and then starts it.
import { catalogOf, preferredLang } from './lib/langs';

void catalogOf(preferredLang());
void import('./start');
