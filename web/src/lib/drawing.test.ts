import { expect, test, vi } from 'vitest';
import { Drawing } from './drawing.svelte';

/** happy-dom has none. */
class Channel {
  readonly port1: { onmessage?: () => void } = {};
  readonly port2 = { postMessage: () => setTimeout(() => this.port1.onmessage?.()) };
}
vi.stubGlobal('MessageChannel', Channel);

const finish = (drawing: Drawing) => expect.poll(() => drawing.done).toBe(true);

test('parts are drawn one after the other, each in its own task, with those that they add', async () => {
  const drawing = new Drawing();
  const drawn: string[] = [];
  drawing.add(() => {
    drawn.push('seats');
    void Promise.resolve().then(() => drawing.add(() => drawn.push('cards'))); // as the page does, at the end of the task
  });
  drawing.add(() => drawn.push('log'));
  expect(drawn).toEqual([]);
  expect(drawing.done).toBe(false);
  await finish(drawing);
  expect(drawn).toEqual(['seats', 'log', 'cards']);
});

test('a part that goes away is not drawn', async () => {
  const drawing = new Drawing();
  const drawn: string[] = [];
  const gone = drawing.add(() => drawn.push('gone'));
  drawing.add(() => drawn.push('here'));
  gone();
  await finish(drawing);
  expect(drawn).toEqual(['here']);
});

test('it can begin again', async () => {
  const drawing = new Drawing();
  const drawn: string[] = [];
  drawing.add(() => drawn.push('table'));
  await finish(drawing);
  drawing.begin();
  expect(drawing.done).toBe(false);
  drawing.add(() => drawn.push('board'));
  await finish(drawing);
  expect(drawn).toEqual(['table', 'board']);
});
