// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { back, followHistory, fromHere, holdBack, push, relaunch, replace } from './history.ts';

const ENTRIES_MAX = 50;
const HOME = '#/pages/home/home';

/** A tab's history as browsers keep it: moves are answered later, an entry that is not there by nothing. */
function openTab() {
  let entries: { state: unknown; hash: string }[] = [];
  let index = 0;
  const pop = () => window.dispatchEvent(new Event('popstate'));
  const add = (state: unknown, hash: string): void => {
    entries = [...entries.slice(0, index + 1), { state, hash }].slice(-ENTRIES_MAX);
    index = entries.length - 1;
  };
  const hashNow = () => entries[index]?.hash ?? '';
  const go = (steps: number): void => {
    setTimeout(() => {
      if (entries[index + steps] === undefined) return;
      index += steps;
      pop();
    });
  };
  const set = (state: unknown, hash: string) => {
    entries[index] = { state, hash };
  };
  vi.stubGlobal('location', {
    get hash() {
      return hashNow();
    },
  });
  vi.stubGlobal('history', {
    get state() {
      return entries[index]?.state;
    },
    get length() {
      return entries.length;
    },
    pushState: (state: unknown, _title: string, hash = hashNow()) => add(state, hash),
    replaceState: (state: unknown, _title: string, hash = hashNow()) => set(state, hash),
    go,
    back: () => go(-1),
  });
  return {
    /** A site before the app, then the app. */
    open(hash: string): void {
      entries = [{ state: null, hash: 'elsewhere' }];
      add({ depth: 0, at: 0, overlay: 0 }, hash);
      pop();
    },
    /** As Safari does it: the address that is shown already makes no entry, and loses its state. */
    link(hash: string): void {
      if (hash === hashNow()) set(null, hash);
      else add(null, hash);
      pop();
    },
    go,
    shown: () => ({ hash: hashNow(), below: index }),
  };
}

let tab: ReturnType<typeof openTab>;
const settle = () => vi.advanceTimersByTimeAsync(100);

beforeAll(() => {
  vi.useFakeTimers();
  tab = openTab();
  tab.open(HOME);
  followHistory();
});
afterEach(() => vi.advanceTimersByTimeAsync(100));

test('refuses: to leave the app, or to stay, after a link to the page that one is on', async () => {
  tab.open(HOME);
  push('/pages/one');
  tab.link('#/pages/one?id=7');
  tab.link('#/pages/one?id=7');
  relaunch('/pages/mine/mine');
  await settle();
  expect(tab.shown()).toEqual({ hash: '#/pages/mine/mine', below: 1 });
  tab.open(HOME);
  tab.link(HOME);
  back();
  await settle();
  expect(tab.shown()).toEqual({ hash: HOME, below: 1 });
});

test('refuses: to strand where the browser has dropped the entry that one goes back to', async () => {
  tab.open(HOME);
  for (let n = 0; n < 60; n += 1) push(`/pages/p${n}`);
  relaunch('/pages/mine/mine');
  await settle();
  expect(tab.shown()).toEqual({ hash: '#/pages/mine/mine', below: 0 });
  tab.open(HOME);
  for (let n = 0; n < 60; n += 1) push(`/pages/p${n}`);
  tab.go(-20);
  await settle();
  relaunch('/pages/mine/mine');
  await settle();
  expect(tab.shown()).toEqual({ hash: '#/pages/mine/mine', below: 0 });
  back();
  await settle();
  expect(tab.shown()).toEqual({ hash: HOME, below: 0 });
});

test('refuses: to move somebody who has left by an answer that comes late; a closed overlay is no leaving', async () => {
  tab.open(HOME);
  push('/pages/form');
  const here = fromHere();
  back();
  await settle();
  push('/pages/transfer');
  here(() => back());
  await settle();
  expect(tab.shown().hash).toBe('#/pages/transfer');
  push('/pages/form');
  const form = fromHere();
  const release = holdBack(() => true);
  form(() => back());
  await settle();
  release();
  await settle();
  expect(tab.shown().hash).toBe('#/pages/transfer');
});

test('behavior: back goes where one came from, and from a first page to the one that is named', async () => {
  tab.open(HOME);
  push('/pages/one');
  push('/pages/two');
  back();
  await settle();
  expect(tab.shown().hash).toBe('#/pages/one');
  replace('/pages/other');
  back();
  await settle();
  expect(tab.shown().hash).toBe(HOME);
  tab.open('#/pages/deep');
  back(1, '/pages/parent');
  expect(tab.shown()).toEqual({ hash: '#/pages/parent', below: 1 });
});

test('behavior: back closes what lies over the page, and the way back to the first page leaves it, too', async () => {
  tab.open(HOME);
  push('/pages/one');
  const close = vi.fn(() => true);
  holdBack(close);
  tab.go(-1);
  await settle();
  expect(close).toHaveBeenCalledTimes(1);
  expect(tab.shown()).toEqual({ hash: '#/pages/one', below: 2 });
  holdBack(close);
  tab.link('#/pages/one');
  relaunch('/pages/mine/mine');
  await settle();
  expect(tab.shown()).toEqual({ hash: '#/pages/mine/mine', below: 1 });
});
