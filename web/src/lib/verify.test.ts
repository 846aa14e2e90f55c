import { expect, test } from 'vitest';
import { verify } from './verify';

const bytes = (text: string) => new TextEncoder().encode(text);
const hex = (sum: ArrayBuffer) => [...new Uint8Array(sum)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const sha256 = async (data: Uint8Array<ArrayBuffer>) => hex(await crypto.subtle.digest('SHA-256', data));
const head = { game: 'toy', seats: [], moves: 0, whole: true, deal: 'commit' as const, edition: 1, practice: false, box: true };

const secret = '00ff';
const commitment = await sha256(new Uint8Array([0, 255]));
const body = `deal commit ${commitment}\nbegin\nend\nsecret ${secret}\n`;
const record = body + `hash ${await sha256(bytes(body))}\n`;

test('a good record passes every check', async () => {
  expect(await verify(bytes(record), head, commitment)).toEqual([
    'hash-good',
    'secret-good',
    'seen-good',
    'moves-good',
    'box-good',
    'deals-commit',
    'result-good',
  ]);
});
test('one changed byte is found', async () => {
  expect(await verify(bytes(record.replace('begin', 'bigin')), head)).toContain('hash-bad');
  expect(await verify(bytes(record.replace(secret, '00fe')), head)).toEqual(expect.arrayContaining(['hash-bad', 'secret-bad']));
  expect(await verify(bytes(record), head, 'another')).toContain('seen-bad');
});
test('a box that cannot be checked is not called good', async () => {
  expect(await verify(bytes(record), { ...head, box: false })).toEqual(expect.arrayContaining(['moves-good', 'box-none']));
});
test('what cannot be played is bad, whatever its hashes say', async () => {
  expect(await verify(bytes(record), { ...head, error: 'No.' })).toEqual(['hash-good', 'secret-good', 'moves-bad']);
});
