import { useSyncExternalStore } from 'react';

type Session = { token: string | undefined; start: (token: string) => void; end: () => void };

const KEY = 'openmere.console.token';
const listeners = new Set<() => void>();
// The tab's own storage: closing it ends the session on this device; the server ends it after idle minutes anyway.
let session: Session = make(sessionStorage.getItem(KEY) ?? undefined);

function make(token: string | undefined): Session {
  return { token, start: (next) => change(next), end: () => change(undefined) };
}

function change(token: string | undefined): void {
  if (token === undefined) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, token);
  session = make(token);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The operator's session; `getState` for code outside of components. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, () => session);
}
useSession.getState = (): Session => session;
