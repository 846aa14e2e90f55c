// route.svelte.ts - which page is shown: the path of the address.
class Route {
  path = $state(location.pathname);

  constructor() {
    addEventListener('popstate', () => (this.path = location.pathname));
    addEventListener('click', (e) => this.#follow(e));
  }

  go(path: string): void {
    history.pushState(null, '', path);
    this.path = location.pathname;
    scrollTo(0, 0);
  }

  /** Links within the page do not load it again. */
  #follow(e: MouseEvent): void {
    const link = (e.target as Element | null)?.closest?.<HTMLAnchorElement>('a[href]');
    if (!link || e.defaultPrevented || e.button || e.metaKey || e.ctrlKey || e.shiftKey || link.target || link.hasAttribute('download'))
      return;
    const to = new URL(link.href);
    if (to.origin !== location.origin || to.pathname.startsWith('/record/')) return;
    if (to.pathname === location.pathname && to.hash) return;
    e.preventDefault();
    this.go(to.pathname + to.hash);
  }
}

export const route = new Route();
