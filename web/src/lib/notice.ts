// notice.ts - tells players that it is their turn: with a sound, and with a notification if they are in another tab and have allowed it.
import { sound } from './sounds';

export function notice(words: string, title: string): void {
  sound('turn');
  if (!document.hidden || !('Notification' in globalThis) || Notification.permission !== 'granted') return;
  try {
    new Notification(title, { body: words, tag: 'safehouse' });
  } catch {
    // Chrome on Android allows notifications only from service workers.
  }
}

export const mayNotify = (): boolean => 'Notification' in globalThis && Notification.permission === 'default';
export const allowNotices = (): Promise<NotificationPermission> => Notification.requestPermission();
