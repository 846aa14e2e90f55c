import { beforeEach, describe, expect, test, vi } from 'vitest';
import { route } from './route.svelte';

vi.stubGlobal('scrollTo', () => undefined);
beforeEach(() => route.go('/'));

/** Clicks a link; where one is then, or '' if the browser is to follow it. */
function click(href: string, more: Partial<HTMLAnchorElement> = {}, keys: MouseEventInit = {}): string {
  const link = Object.assign(document.createElement('a'), { href, ...more });
  document.body.append(link);
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...keys });
  let taken = false;
  addEventListener('click', (e) => ((taken = e.defaultPrevented), e.preventDefault()), { once: true });
  link.dispatchEvent(event);
  return taken ? location.pathname + location.hash : '';
}

test('going somewhere changes the path', () => {
  route.go('/rules/toy#T4');
  expect(route.path).toBe('/rules/toy');
  expect(location.hash).toBe('#T4');
});

describe('links', () => {
  test('within the page do not load it again', () => {
    expect(click('/new/toy')).toBe('/new/toy');
    expect(click('/rules/toy#T4')).toBe('/rules/toy#T4');
    expect(route.path).toBe('/rules/toy');
  });
  test.each<[string, string, Partial<HTMLAnchorElement>?, MouseEventInit?]>([
    ['to elsewhere', 'https://example.org/'],
    ['to a record', '/record/abc'],
    ['to a place on this page', '/#main'],
    ['in another tab', '/new/toy', { target: '_blank' }],
    ['with a key for another tab', '/new/toy', {}, { ctrlKey: true }],
  ])('%s are for the browser', (_, href, more, keys) => expect(click(href, more, keys)).toBe(''));
});
