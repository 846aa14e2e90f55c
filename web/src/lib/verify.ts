// verify.ts - is a record what it seems to be?  doc/records.md says what its hashes are of.
//
// This file computes them with the browser's own SHA-256.  The games' code has read the record before: it plays every move
// again, and deals every deal again.
import type { RecordHead } from './lens';

export type Check =
  | 'hash-good' | 'hash-bad' | 'hash-none' | 'hash-cannot'
  | 'secret-good' | 'secret-bad' | 'secret-none'
  | 'seen-good' | 'seen-bad'
  | 'moves-good' | 'moves-bad'
  | 'deals-commit' | 'deals-seed' | 'deals-hand' | 'deals-none'
  | 'result-good';

const hex = (bytes: ArrayBuffer): string => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const unhex = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16));
const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => hex(await crypto.subtle.digest('SHA-256', bytes));

/** The value of a line such as "secret 5af0..."; none may be there. */
const line = (text: string, word: string): string | undefined => new RegExp(`^${word} (.*)$`, 'm').exec(text)?.[1];

/** The last line is the SHA-256 of every byte before it. */
async function hash(bytes: Uint8Array<ArrayBuffer>, text: string): Promise<Check> {
  if (!/^end$/m.test(text)) return 'hash-none';
  const start = bytes.lastIndexOf(10, bytes.length - 2) + 1;
  const last = new TextDecoder().decode(bytes.subarray(start));
  return last === `hash ${await sha256(bytes.subarray(0, start))}\n` ? 'hash-good' : 'hash-bad';
}

/** What the house committed itself to is the SHA-256 of its secret. */
async function secret(text: string, commitment: string): Promise<Check> {
  const told = line(text, 'secret');
  if (told === undefined) return 'secret-none';
  return (await sha256(unhex(told))) === commitment ? 'secret-good' : 'secret-bad';
}

/** `seen`: the commitment that this browser was shown at the table, if it was there. */
export async function verify(bytes: Uint8Array<ArrayBuffer>, head: RecordHead, seen = ''): Promise<Check[]> {
  const text = new TextDecoder().decode(bytes);
  const commitment = line(text, 'deal commit');
  const checks: Check[] = [];
  if (crypto.subtle) {
    checks.push(await hash(bytes, text));
    if (commitment !== undefined) checks.push(await secret(text, commitment));
  } else checks.push('hash-cannot');
  if (commitment !== undefined && seen) checks.push(seen === commitment ? 'seen-good' : 'seen-bad');
  if (head.error) return [...checks, 'moves-bad'];
  checks.push('moves-good');
  if (head.deal === 'commit') checks.push(head.whole ? 'deals-commit' : 'deals-none');
  else checks.push(head.deal === 'seed' ? 'deals-seed' : 'deals-hand');
  if (head.whole) checks.push('result-good');
  return checks;
}
