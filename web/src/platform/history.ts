import { useSyncExternalStore } from 'react';
import { formatLocation, parseLocation } from './location.ts';
import type { AppLocation } from './location.ts';
import { writeStored } from './storage.ts';

/**
 * What each entry of the browser's history knows. `depth`: pages below it in this tab; `at`: entries below it, open
 * overlays among them; `overlay`: 1 or more for the entry of an overlay over its page.
 */
type Entry = { depth: number; at: number; overlay: number };
const first: Entry = { depth: 0, at: 0, overlay: 0 };
const CHANGED = 'openmere:place';

function entryNow(): Entry {
  return { ...first, ...(history.state as Partial<Entry> | null) };
}

let following = false;
let last = first;
/** `at` of the newest entry of all. */
let top = 0;
let lastHash = '';
/** Open overlays, the newest at the end: each closes itself, or answers false when it must stay. */
const overlays: (() => boolean)[] = [];
/** Set while the entries of closed overlays are being left: moves wait until that is done. */
let waiting: (() => void)[] | undefined;

let cached: { hash: string; location: AppLocation } | undefined;

export function currentLocation(): AppLocation {
  if (cached?.hash !== location.hash)
    cached = { hash: location.hash, location: parseLocation(location.hash) };
  return cached.location;
}

/** The specification records every navigation (§2); a cold start goes on from there. */
function record(): void {
  const { path, query } = currentLocation();
  writeStored('general.lastPath', formatLocation(path, query));
}

function announce(): void {
  last = entryNow();
  lastHash = location.hash;
  record();
  window.dispatchEvent(new Event(CHANGED));
}

/** Runs a move on the page's own entry: those of overlays that lie over it are left first. */
function fromPage(move: () => void): void {
  if (waiting) {
    waiting.push(move);
    return;
  }
  const { overlay } = entryNow();
  overlays.length = 0;
  if (overlay === 0 || !following) {
    move();
    return;
  }
  waiting = [move];
  history.go(-overlay);
}

function enter(entry: Entry, url?: string): void {
  history.pushState(entry, '', url);
  top = entry.at;
}

/** How many entries below this one there still are: browsers drop the oldest beyond 50. */
function behind(): number {
  const { at } = entryNow();
  return Math.min(at, history.length - 1 - top + at);
}

/** Goes to a new place, which "back" leaves again. */
export function push(path: string, query?: Record<string, string | undefined>): void {
  fromPage(() => {
    const { depth, at } = entryNow();
    enter({ depth: depth + 1, at: at + 1, overlay: 0 }, `#${formatLocation(path, query)}`);
    announce();
  });
}

/** Goes to a place in the stead of this one. */
export function replace(path: string, query?: Record<string, string | undefined>): void {
  fromPage(() => {
    history.replaceState(entryNow(), '', `#${formatLocation(path, query)}`);
    announce();
  });
}

/** Goes back by steps; never strands: with nothing to go back to it lands on `otherwise`. */
export function back(steps = 1, otherwise = '/pages/home/home'): void {
  fromPage(() => {
    if (steps <= Math.min(entryNow().depth, behind())) history.go(-steps);
    else replace(otherwise);
  });
}

/**
 * For a form whose answer may come when its page was left: marks where one is; what it gives back makes a move only where one still is
 * there, over it closed overlays or not.
 */
export function fromHere(): (move: () => void) => void {
  const { depth } = entryNow();
  const { hash } = location;
  return (move) => {
    if (entryNow().depth === depth && location.hash === hash) move();
  };
}

/** Leaves every earlier place: goes back to the first one and replaces it. */
export function relaunch(path: string, query?: Record<string, string | undefined>): void {
  fromPage(() => {
    const steps = behind();
    if (steps <= 0) {
      replace(path, query);
      return;
    }
    window.addEventListener('popstate', () => replace(path, query), { once: true });
    history.go(-steps);
  });
}

/** Tabs are siblings: switching replaces, so that "back" never walks through tabs. */
export function switchTab(path: string): void {
  relaunch(path);
}

/**
 * Lets "back" (the browser's, Android's) close an overlay instead of leaving the page. `close` answers false when the
 * overlay must stay. @returns what to call when the overlay was closed by another way.
 */
export function holdBack(close: () => boolean): () => void {
  if (!following) return () => undefined;
  const open = (): void => {
    const { depth, at, overlay } = entryNow();
    overlays.push(close);
    enter({ depth, at: at + 1, overlay: overlay + 1 });
    last = entryNow();
  };
  if (waiting) waiting.push(open);
  else open();
  return () => {
    const index = overlays.indexOf(close);
    if (index < 0) return;
    overlays.splice(index, 1);
    if (waiting) return;
    waiting = [];
    history.back();
  };
}

/** A link, or an address that was typed: the browser has made an entry that knows nothing yet. */
function adopt(): void {
  // A link to the address one is on makes no entry: this one has only forgotten what it knew (Safari).
  if (location.hash === lastHash) {
    history.replaceState(last, '');
    return;
  }
  const { depth, at } = last;
  overlays.length = 0;
  history.replaceState({ depth: depth + 1, at: at + 1, overlay: 0 }, '');
  top = at + 1;
  announce();
}

function onMove(): void {
  if (waiting) {
    const moves = waiting;
    waiting = undefined;
    last = entryNow();
    for (const move of moves) move();
    return;
  }
  if (history.state === null) {
    adopt();
    return;
  }
  const now = entryNow();
  const before = last;
  if (now.depth !== before.depth || location.hash !== lastHash) {
    overlays.length = 0;
    announce();
    return;
  }
  last = now;
  if (now.overlay < before.overlay) leaveOverlay(now);
  // Forward, to an overlay that is no longer there: its entry stands for nothing, and the page stays.
  else if (now.overlay > before.overlay) {
    waiting = [];
    history.go(before.overlay - now.overlay);
  }
}

function leaveOverlay(now: Entry): void {
  const close = overlays.at(-1);
  if (!close) {
    // The overlay is gone since a reload, so nobody would see this step: one more.
    if (now.overlay === 0) history.back();
    return;
  }
  if (close()) {
    overlays.splice(overlays.lastIndexOf(close), 1);
    return;
  }
  enter({ depth: now.depth, at: now.at + 1, overlay: now.overlay + 1 });
  last = entryNow();
}

/** Starts keeping account of entries; called once, before the first screen, when its place is settled. */
export function followHistory(): void {
  if (history.state === null) history.replaceState(first, '');
  last = entryNow();
  top = last.at;
  lastHash = location.hash;
  following = true;
  record();
  window.addEventListener('popstate', onMove);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  window.addEventListener('popstate', listener);
  window.addEventListener('hashchange', listener);
  return () => {
    window.removeEventListener(CHANGED, listener);
    window.removeEventListener('popstate', listener);
    window.removeEventListener('hashchange', listener);
  };
}

export function useLocation(): AppLocation {
  return useSyncExternalStore(subscribe, currentLocation);
}
