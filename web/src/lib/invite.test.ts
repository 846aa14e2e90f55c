import { afterEach, expect, test, vi } from 'vitest';
import { invitation } from './invite';

const PORT = 'http://localhost:7447';

/** A page at an address, whose house tells these addresses; without them it is out of reach. */
function opened(at: string, told?: unknown) {
  vi.stubGlobal('location', new URL(at));
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => (told ? { json: async () => told } : Promise.reject(new Error('lost')))),
  );
}
afterEach(() => vi.unstubAllGlobals());

test('a link with the name of the house stays as it is', async () => {
  opened('http://localhost:7447/', { addresses: ['http://192.0.2.7:7447'] });
  expect(await invitation('https://play.example.org/t/key')).toEqual({ links: ['https://play.example.org/t/key'], alone: false });
  expect(fetch).not.toHaveBeenCalled();
});

test('whoever came from elsewhere knows an address that works', async () => {
  opened('http://192.0.2.7:7447/t/key');
  expect(await invitation(`${PORT}/t/key`)).toEqual({ links: ['http://192.0.2.7:7447/t/key'], alone: false });
  expect(fetch).not.toHaveBeenCalled();
});

test('on the machine of the house there are its addresses', async () => {
  for (const at of [PORT, 'http://127.0.0.1:7447', 'http://[::1]:7447', 'http://den.localhost:7447']) {
    opened(`${at}/`, { addresses: ['http://192.0.2.7:7447', 'http://[2001:db8::7]:7447'] });
    const links = ['http://192.0.2.7:7447/#code=A', 'http://[2001:db8::7]:7447/#code=A'];
    expect(await invitation(`${at}/#code=A`)).toEqual({ links, alone: false });
  }
});

test('nobody else can come to a house on loopback only', async () => {
  opened(`${PORT}/`, { addresses: [] });
  expect(await invitation(`${PORT}/t/key`)).toEqual({ links: [`${PORT}/t/key`], alone: true });
});

test('a house that tells nothing leaves the link as it is', async () => {
  for (const told of [{}, undefined]) {
    opened(`${PORT}/`, told);
    expect(await invitation(`${PORT}/t/key`)).toEqual({ links: [`${PORT}/t/key`], alone: false });
  }
});
