// notice.ts - tells players that it is their turn: with a sound, and with a notification if they are in another tab and have allowed it.
import { settings } from './settings.svelte';

let audio: AudioContext | undefined;

function chime(): void {
  audio ??= new AudioContext();
  if (audio.state !== 'running') return; // browsers allow no sound before the first click
  for (const [i, pitch] of [523, 784].entries()) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const at = audio.currentTime + i * 0.11;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.07, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0005, at + 0.35);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.4);
  }
}

export function notice(words: string, title: string): void {
  if (settings.sound) chime();
  if (!document.hidden || !('Notification' in globalThis) || Notification.permission !== 'granted') return;
  try {
    new Notification(title, { body: words, tag: 'safehouse' });
  } catch {
    // Chrome on Android allows notifications only from service workers.
  }
}

export const mayNotify = (): boolean => 'Notification' in globalThis && Notification.permission === 'default';
export const allowNotices = (): Promise<NotificationPermission> => Notification.requestPermission();
