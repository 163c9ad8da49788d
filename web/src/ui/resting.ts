import { useSyncExternalStore } from 'react';

let reason: string | undefined;
const listeners = new Set<() => void>();

/** Lets every form and every confirming button rest, and say why; undefined lets them work again. */
export function restActions(why: string | undefined): void {
  reason = why;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Why nothing can be sent now; undefined while everything works. */
export function useResting(): string | undefined {
  return useSyncExternalStore(subscribe, () => reason);
}
