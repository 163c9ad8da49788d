import { useMemo, useSyncExternalStore } from 'react';

/** What the address keeps of a screen: `#/withdrawals?status=sent&search=Lin`. */
export type Filters = Readonly<Record<string, string>>;

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

const current = (): string => location.hash.replace(/^#?\/?/, '/');

function split(address: string): [path: string, query: string] {
  const at = address.indexOf('?');
  return at === -1 ? [address, ''] : [address.slice(0, at), address.slice(at + 1)];
}

/** The path as the address says it now, also before anything was drawn for it. */
export const currentPath = (): string => split(current())[0];

/** Goes to another screen; `replace` where only its filters change, so that Back leads to the screen before. */
export function goTo(address: string, { replace = false }: { replace?: boolean } = {}): void {
  if (replace) history.replaceState(history.state, '', `#${address}`);
  else history.pushState(null, '', `#${address}`);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

function useAddress(): string {
  return useSyncExternalStore(subscribe, current);
}

/** The router's location: the path alone, so that filters never decide which screen is shown. */
export function usePath(): [path: string, go: (to: string) => void] {
  return [split(useAddress())[0], goTo];
}
usePath.hrefs = (href: string): string => `#${href}`;

/** The screen's filters as the address says them, and how they are changed there; an empty one leaves the address. */
export function useFilters(): [filters: Filters, change: (to: Filters) => void] {
  const address = useAddress();
  return useMemo(() => {
    const [path, query] = split(address);
    const filters = Object.fromEntries(new URLSearchParams(query));
    const change = (to: Filters): void => goTo(addressOf(path, { ...filters, ...to }), { replace: true });
    return [filters, change];
  }, [address]);
}

/** The address of a screen with these filters. */
export function addressOf(path: string, filters: Filters): string {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== '')).toString();
  return query === '' ? path : `${path}?${query}`;
}
