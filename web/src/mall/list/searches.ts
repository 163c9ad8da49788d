import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../../platform/storage.ts';

const KEPT_MAX = 10;
const LENGTH_MAX = 120;
const listeners = new Set<() => void>();

let cached: { text: string | undefined; searches: readonly string[] } = { text: undefined, searches: [] };

function read(): readonly string[] {
  const text = readStored('goods.searches');
  if (text !== cached.text) cached = { text, searches: parse(text) };
  return cached.searches;
}

function parse(text: string | undefined): readonly string[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string').slice(0, KEPT_MAX) : [];
  } catch {
    return []; // damaged: it begins anew
  }
}

function write(searches: readonly string[]): void {
  writeStored('goods.searches', searches.length === 0 ? undefined : JSON.stringify(searches));
  for (const listener of listeners) listener();
}

/** Keeps a search on this device, the newest first; the same one only once. */
export function keepSearch(text: string): void {
  const search = text.trim().slice(0, LENGTH_MAX);
  if (search === '') return;
  const others = read().filter((one) => one.toLowerCase() !== search.toLowerCase());
  write([search, ...others].slice(0, KEPT_MAX));
}

export function forgetSearches(): void {
  write([]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What was searched for on this device. */
export function useSearches(): readonly string[] {
  return useSyncExternalStore(subscribe, read);
}
