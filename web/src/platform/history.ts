import { useSyncExternalStore } from 'react';
import { formatPlace, parsePlace, type Place } from './place.ts';
import { writeSetting } from './storage.ts';

type HistoryState = { depth: number };
const changed = 'openmere:place';

function depthNow(): number {
  return (history.state as HistoryState | null)?.depth ?? 0;
}

let cached: { hash: string; place: Place } | undefined;

export function currentPlace(): Place {
  if (cached?.hash !== location.hash) cached = { hash: location.hash, place: parsePlace(location.hash) };
  return cached.place;
}

function announce(): void {
  writeSetting('lastPath', currentPlace().path);
  window.dispatchEvent(new Event(changed));
}

/** Goes to a new place, which "back" leaves again. */
export function push(path: string, query?: Record<string, string | undefined>): void {
  history.pushState({ depth: depthNow() + 1 }, '', `#${formatPlace(path, query)}`);
  announce();
}

/** Goes to a place in the stead of this one. */
export function replace(path: string, query?: Record<string, string | undefined>): void {
  history.replaceState({ depth: depthNow() }, '', `#${formatPlace(path, query)}`);
  announce();
}

/** Goes back by steps; never strands: with nothing to go back to it lands on `otherwise`. */
export function back(steps = 1, otherwise = '/pages/home/home'): void {
  if (depthNow() >= steps) history.go(-steps);
  else replace(otherwise);
}

/** Leaves every earlier place: goes back to the first one and replaces it. */
export function relaunch(path: string, query?: Record<string, string | undefined>): void {
  const depth = depthNow();
  if (depth === 0) {
    replace(path, query);
    return;
  }
  window.addEventListener('popstate', () => replace(path, query), { once: true });
  history.go(-depth);
}

/** Tabs are siblings: switching replaces, so that "back" never walks through tabs. */
export function switchTab(path: string): void {
  relaunch(path);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(changed, listener);
  window.addEventListener('popstate', listener);
  window.addEventListener('hashchange', listener);
  return () => {
    window.removeEventListener(changed, listener);
    window.removeEventListener('popstate', listener);
    window.removeEventListener('hashchange', listener);
  };
}

export function usePlace(): Place {
  return useSyncExternalStore(subscribe, currentPlace);
}
