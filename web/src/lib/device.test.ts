import { expect, test } from 'vitest';
import { deviceLabel } from './device';

test('browsers are called by their own names', () => {
  const agents: [string, string][] = [
    ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox, Linux'],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0 Safari/537.36', 'Chrome, Linux'],
    ['Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36', 'Chrome, Android'],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36 Edg/126.0', 'Edge, Windows'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1 Version/17.5 Mobile Safari/604.1', 'Safari, iOS'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14) AppleWebKit/605.1 Version/17.5 Safari/605.1', 'Safari, macOS'],
    ['curl/8', 'Browser'],
  ];
  for (const [agent, label] of agents) expect(deviceLabel(agent)).toBe(label);
});
