// hyphens.ts - where long words may be broken, in every language of the page: not every browser hyphenates by itself.
const VOWEL = '[aeiouyąęóаеёиоуыэюя]';
const CONSONANT = '[bcćdfghjklłmnńpqrsśtvwxzźżбвгджзклмнпрстфхцчшщ]';
/** Between a syllable and the next one: a vowel, perhaps a consonant, and after that a consonant with its vowel. */
const SYLLABLE = new RegExp(`(?<=\\p{L}{2})(?<=${VOWEL}${CONSONANT}?)(?=${CONSONANT}${VOWEL}\\p{L})`, 'giu');

/** The text with soft hyphens in its long words. */
export const breakable = (text: string): string => text.replace(/\p{L}{8,}/gu, (word) => word.replace(SYLLABLE, '\u00ad'));
