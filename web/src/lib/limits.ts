// limits.ts - how long what people type may be.  A house counts bytes, so letters with accents, Cyrillic ones and
// others count for more than one.
export const NAME = 39;
export const TALK = 500;

/** The beginning of a text, of at most so many bytes of UTF-8 and whole characters. */
export const fit = (text: string, bytes: number): string => text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(bytes)).read);
