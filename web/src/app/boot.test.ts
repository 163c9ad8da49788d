// @vitest-environment happy-dom
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { locales } from '@openmere/core/kit/language.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const page = await readFile(join(import.meta.dirname, '../../index.html'), 'utf8');
const root = /<div id="root">.*?<\/div>/s.exec(page)?.[0] ?? '';
const start = vi.hoisted(() => vi.fn<() => Promise<void>>());
vi.mock('./main.tsx', () => ({ start }));
vi.mock('./routes.ts', () => ({
  fetchRoute: () => undefined,
  findRoute: () => undefined,
  isOpenPath: () => true,
}));

const reload = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.spyOn(console, 'error').mockReturnValue();
  vi.stubGlobal('location', { hash: '', reload });
  document.body.innerHTML = root;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  reload.mockClear();
});

const sentences = () => [...document.querySelectorAll('#root > p')];
const shown = () => sentences().flatMap((one) => (one.hasAttribute('hidden') ? [] : [one.textContent]));

async function open(): Promise<void> {
  (await import('./page-preload.ts')).sayWhenAway();
  await import('./boot.ts');
  await vi.advanceTimersByTimeAsync(0);
}

test('refuses: a blank page when a first file fails; it says so and is taken anew when the server gives it', async () => {
  start.mockRejectedValue(new TypeError('reset'));
  const answers = [new Error('away'), new Response('busy', { status: 503 }), new Response('page')];
  vi.stubGlobal('fetch', () => {
    const answer = answers.shift();
    return answer instanceof Response ? Promise.resolve(answer) : Promise.reject(answer ?? new Error('away'));
  });
  expect(shown()).toEqual([]);
  await open();
  expect(shown()).toEqual(['This page could not be loaded. Trying again.']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('refuses: to let the page’s picture pass for the app when the very first script does not come', async () => {
  (await import('./page-preload.ts')).sayWhenAway();
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('page')));
  const script = document.createElement('script');
  const picture = document.createElement('img');
  document.body.append(picture, script);
  picture.dispatchEvent(new Event('error'));
  expect(shown()).toEqual([]);
  script.dispatchEvent(new Event('error'));
  expect(shown()).toEqual(['This page could not be loaded. Trying again.']);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reload).toHaveBeenCalled();
});

test('behavior: a start that works shows none of it, and asks for nothing', async () => {
  start.mockResolvedValue();
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  await open();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(shown()).toEqual([]);
  expect(fetched).not.toHaveBeenCalled();
});

test('behavior: the sentence is there in every language', () => {
  expect(new Set(sentences().map((one) => one.getAttribute('lang')))).toEqual(new Set(locales));
});
