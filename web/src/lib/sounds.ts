// sounds.ts - short sounds, which the browser makes itself.  Each can be turned off in the menu.
import { settings } from './settings.svelte';

/** A tone: when it begins, in seconds, its pitch in hertz (at its end, too, if that differs) and how long it can be heard. */
type Tone = [at: number, pitch: number, length: number, end?: number];

interface Sound {
  on: () => boolean;
  wave: OscillatorType;
  volume: number;
  tones: Tone[];
}

const SOUNDS = {
  turn: {
    on: () => settings.sound,
    wave: 'sine',
    volume: 0.07,
    tones: [
      [0, 523, 0.35],
      [0.11, 784, 0.35],
    ],
  },
  deal: {
    on: () => settings.soundDeal,
    wave: 'triangle',
    volume: 0.05,
    tones: [
      [0, 420, 0.06, 180],
      [0.08, 380, 0.07, 150],
    ],
  },
  won: {
    on: () => settings.soundEnd,
    wave: 'triangle',
    volume: 0.06,
    tones: [
      [0, 523, 0.25],
      [0.13, 659, 0.25],
      [0.26, 784, 0.25],
      [0.39, 1047, 0.7],
    ],
  },
  over: {
    on: () => settings.soundEnd,
    wave: 'sine',
    volume: 0.06,
    tones: [
      [0, 392, 0.35],
      [0.2, 330, 0.7],
    ],
  },
} satisfies Record<string, Sound>;

let audio: AudioContext | undefined;

function sing({ wave, volume }: Sound, [at, pitch, length, end]: Tone): void {
  const tone = audio!.createOscillator();
  const gain = audio!.createGain();
  const start = audio!.currentTime + at;
  tone.type = wave;
  tone.frequency.setValueAtTime(pitch, start);
  if (end) tone.frequency.exponentialRampToValueAtTime(end, start + length);
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(volume, start + Math.min(0.02, length / 4));
  gain.gain.exponentialRampToValueAtTime(0.0005, start + length);
  tone.connect(gain).connect(audio!.destination);
  tone.start(start);
  tone.stop(start + length + 0.05);
}

export function sound(name: keyof typeof SOUNDS): void {
  const what: Sound = SOUNDS[name];
  if (!what.on()) return;
  audio ??= new AudioContext();
  if (audio.state !== 'running') return; // browsers allow no sound before the first click
  for (const tone of what.tones) sing(what, tone);
}
