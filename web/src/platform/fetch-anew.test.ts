// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchAnew, fetchAnewSoon, fetchAnewWhenQuiet, isIdle } from './fetch-anew.ts';

const reload = vi.fn();
let during = () => {};
let time = Date.now();

beforeEach(() => {
  // Long after the test before: what one page has fetched anew is over for the next.
  vi.useFakeTimers({ now: (time += 60_000) });
  history.replaceState(null, '');
  reload.mockClear();
  during = () => {};
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
  vi.stubGlobal('fetch', async () => {
    during();
    return Response.json({ success: true, code: 'ok', msg: '', data: { now: Date.now(), zone: 'UTC' } });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.body.innerHTML = '';
});

const openSheet = () => void (document.body.innerHTML = '<div role="dialog"></div>');

test('behavior: a missing screen is fetched anew as soon as the server answers', async () => {
  const stop = fetchAnewSoon(isIdle);
  await vi.advanceTimersByTimeAsync(1_500);
  stop();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('refuses: to leave who has blocked all storage with a button that does nothing, or to fetch the page again and again', async () => {
  const blocked = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked });
  await fetchAnew();
  expect(reload).toHaveBeenCalledTimes(1);
  const stop = fetchAnewSoon(isIdle);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(reload).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2_000);
  stop();
  expect(reload).toHaveBeenCalledTimes(2);
});

test('refuses: to fetch the page again at once because somebody has moved on in it', async () => {
  await fetchAnew();
  // The new page begins with the entry that the one before has left.
  vi.resetModules();
  const { fetchAnewSoon: soon } = await import('./fetch-anew.ts');
  history.pushState({ depth: 1, at: 1, overlay: 0 }, '');
  const stop = soon(isIdle);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(reload).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(12_000);
  stop();
  expect(reload).toHaveBeenCalledTimes(2);
});

test('refuses: to take the page away while a sheet is open, or somebody presses and types', async () => {
  fetchAnewWhenQuiet();
  openSheet();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(reload).not.toHaveBeenCalled();
  document.body.innerHTML = '';
  dispatchEvent(new Event('keydown'));
  await vi.advanceTimersByTimeAsync(4_000);
  expect(reload).not.toHaveBeenCalled();
  // A sheet that opens while the server is asked.
  during = openSheet;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(reload).not.toHaveBeenCalled();
  during = () => {};
  document.body.innerHTML = '';
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

test.each([
  ['a question is open', '<div role="alertdialog"></div>'],
  ['a field has a text that was typed', '<input type="text" value="12.5" />'],
  ['a text is being written', '<textarea>It did not arrive</textarea>'],
])('refuses: to take the page away while %s', async (_, html) => {
  vi.resetModules();
  const fresh = await import('./fetch-anew.ts');
  fresh.fetchAnewWhenQuiet();
  document.body.innerHTML = html;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(reload).not.toHaveBeenCalled();
  // What was searched for or ticked is chosen again at once.
  document.body.innerHTML =
    '<input type="search" value="a" /><input type="radio" value="b" /><input type="text" />';
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('refuses: to take the page away while it waits for a wallet', async () => {
  vi.resetModules();
  const { fetchAnewWhenQuiet: wait, underWay } = await import('./fetch-anew.ts');
  const question = {};
  underWay.add(question);
  wait();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(reload).not.toHaveBeenCalled();
  underWay.delete(question);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reload).toHaveBeenCalledTimes(1);
});
