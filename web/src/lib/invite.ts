// invite.ts - links that people elsewhere can open.
import type { Addresses } from 'made/protocol';

const isLoopback = (host: string) => host === 'localhost' || host.endsWith('.localhost') || host.startsWith('127.') || host === '[::1]';

export interface Invitation {
  /** The same link under each address at which others may reach the house. */
  links: string[];
  /** Whether nobody else can: the house listens on loopback only. */
  alone: boolean;
}

/** A link of the house as others can open it: one with `localhost` would lead them to their own machines. */
export async function invitation(link: string): Promise<Invitation> {
  const { origin, hostname } = new URL(link);
  const at = (address: string) => address + link.slice(origin.length);
  if (!isLoopback(hostname)) return { links: [link], alone: false };
  if (!isLoopback(location.hostname)) return { links: [at(location.origin)], alone: false };
  const { addresses } = await fetch('/addresses')
    .then((answer) => answer.json() as Promise<Addresses>)
    .catch(() => ({}) as Addresses);
  return { links: addresses?.length ? addresses.map(at) : [link], alone: addresses?.length === 0 };
}
