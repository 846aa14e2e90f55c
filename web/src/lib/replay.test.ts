import { expect, test, vi } from 'vitest';

const board = { Board: null, hints: [] };
let loaded = Promise.withResolvers<typeof board>();
const story = { record: vi.fn(), close: vi.fn() };

vi.mock('./lens', () => ({ OPEN: 8, ROOM: 7, Story: { begin: async () => story } }));
vi.mock('../games/entries', () => ({ boardOf: () => loaded.promise }));
const { Replay } = await import('./replay.svelte');

/** Starts to open a record that reads as `head`; its board is not loaded yet. */
function open(head: object, leaving = new AbortController()) {
  loaded = Promise.withResolvers();
  story.close.mockClear();
  story.record.mockReturnValue(head);
  return { leaving, replay: Replay.open(new Uint8Array(), leaving.signal) };
}

test('a record keeps its story until it is closed', async () => {
  const replay = await open({ error: 'No.' }).replay;
  expect(replay?.head.error).toBe('No.');
  expect(story.close).not.toHaveBeenCalled();
  replay!.close();
  expect(story.close).toHaveBeenCalledOnce();
});
test('a page that is left while the board loads frees the story', async () => {
  const { leaving, replay } = open({ game: 'toy' });
  leaving.abort();
  loaded.resolve(board);
  expect(await replay).toBeNull();
  expect(story.close).toHaveBeenCalledOnce();
});
test('so does a board that cannot be loaded', async () => {
  const { replay } = open({ game: 'toy' });
  loaded.reject(new Error('not there'));
  await expect(replay).rejects.toThrow('not there');
  expect(story.close).toHaveBeenCalledOnce();
});
