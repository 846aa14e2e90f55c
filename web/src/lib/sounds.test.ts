import { beforeEach, expect, test, vi } from 'vitest';

const pitches: number[] = [];
const settings = { sound: true, soundDeal: true, soundEnd: true };
vi.mock('./settings.svelte', () => ({ settings }));

const param = () => ({ setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() });
class FakeAudio {
  state = 'running';
  currentTime = 0;
  destination = {};
  createGain = () => ({ gain: param(), connect: (to: unknown) => to });
  createOscillator = () => ({
    frequency: { ...param(), setValueAtTime: (pitch: number) => pitches.push(pitch) },
    connect: (to: unknown) => to,
    start: vi.fn(),
    stop: vi.fn(),
  });
}
vi.stubGlobal('AudioContext', FakeAudio);
const { sound } = await import('./sounds');

beforeEach(() => {
  pitches.length = 0;
  Object.assign(settings, { sound: true, soundDeal: true, soundEnd: true });
});

test('each sound is another one', () => {
  const heard = (['turn', 'deal', 'won', 'over'] as const).map((name) => (pitches.splice(0), sound(name), pitches.join(' ')));
  expect(new Set(heard).size).toBe(4);
  expect(heard).not.toContain('');
});

test('each can be turned off by itself', () => {
  for (const [key, names] of [
    ['sound', ['turn']],
    ['soundDeal', ['deal']],
    ['soundEnd', ['won', 'over']],
  ] as const) {
    Object.assign(settings, { sound: true, soundDeal: true, soundEnd: true, [key]: false });
    for (const name of ['turn', 'deal', 'won', 'over'] as const) {
      pitches.length = 0;
      sound(name);
      expect(pitches.length === 0, `${name} without ${key}`).toBe((names as readonly string[]).includes(name));
    }
  }
});
