// verify.ts - checks a record.  doc/records.md says what its hashes are of.
//
// This file computes the hashes with the browser's own SHA-256.  The games' code has already read the record; in doing so it has
// checked every move and every deal.
import type { RecordHead } from './lens';

export type Check =
  | 'hash-good'
  | 'hash-bad'
  | 'hash-none'
  | 'hash-cannot'
  | 'secret-good'
  | 'secret-bad'
  | 'secret-none'
  | 'seen-good'
  | 'seen-bad'
  | 'moves-good'
  | 'moves-bad'
  | 'box-good'
  | 'box-none'
  | 'deals-commit'
  | 'deals-seed'
  | 'deals-hand'
  | 'deals-none'
  | 'result-good';

const hex = (bytes: ArrayBuffer): string => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const unhex = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16));
const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => hex(await crypto.subtle.digest('SHA-256', bytes));

/** The value of a line such as "secret 5af0...", if there is one.  Lines of decks begin with a bar, so nothing in a deck is mistaken for one. */
const value = (lines: string[], word: string): string | undefined =>
  lines.find((line) => line.startsWith(`${word} `))?.slice(word.length + 1);

/** The last line is the SHA-256 of every byte before it. */
async function hash(bytes: Uint8Array<ArrayBuffer>, lines: string[]): Promise<Check> {
  if (!lines.includes('end')) return 'hash-none';
  const start = bytes.lastIndexOf(10, bytes.length - 2) + 1;
  const last = new TextDecoder().decode(bytes.subarray(start));
  return last === `hash ${await sha256(bytes.subarray(0, start))}\n` ? 'hash-good' : 'hash-bad';
}

/** The commitment must be the SHA-256 of the house's secret. */
async function secret(lines: string[], commitment: string): Promise<Check> {
  const told = value(lines, 'secret');
  if (told === undefined) return 'secret-none';
  return (await sha256(unhex(told))) === commitment ? 'secret-good' : 'secret-bad';
}

/** `seen`: the commitment that this browser was shown at the table, if any. */
export async function verify(bytes: Uint8Array<ArrayBuffer>, head: RecordHead, seen = ''): Promise<Check[]> {
  const lines = new TextDecoder().decode(bytes).split('\n'); // only LF ends a line, not U+2028, which may be in a name
  const commitment = value(lines, 'deal commit');
  const checks: Check[] = [];
  if (crypto.subtle) {
    checks.push(await hash(bytes, lines));
    if (commitment !== undefined) checks.push(await secret(lines, commitment));
  } else checks.push('hash-cannot');
  if (commitment !== undefined && seen) checks.push(seen === commitment ? 'seen-good' : 'seen-bad');
  if (head.error) return [...checks, 'moves-bad'];
  checks.push('moves-good', head.box ? 'box-good' : 'box-none');
  if (head.deal === 'commit') checks.push(head.whole ? 'deals-commit' : 'deals-none');
  else checks.push(head.deal === 'seed' ? 'deals-seed' : 'deals-hand');
  if (head.whole) checks.push('result-good');
  return checks;
}
