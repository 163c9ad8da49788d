// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { currentLocation, replace } from './history.ts';
import { followOtherTabs, useSessionStore } from './session.ts';

test('refuses: to let another tab read a new token before who it is for, or its end before why', () => {
  const kept = vi.spyOn(Storage.prototype, 'setItem');
  const session = useSessionStore.getState();
  session.start('one');
  session.start('two', true);
  session.end('wallet');
  const written = kept.mock.calls
    .filter(([name]) => name === 'user')
    .map(([, text]) => JSON.parse(text) as { token?: string });
  // Each write wakes the other tabs, which go by the token.
  expect(written.find(({ token }) => token === 'two')).toEqual({ token: 'two', acting: '1' });
  expect(written.at(-1)).toEqual({ ended: 'wallet' });
  expect(written.at(-2)).toEqual({ token: 'two', ended: 'wallet' });
});

test('refuses: to go on as one account, and to end the next one’s session with its own, after a pause in which the page heard nothing', () => {
  const switched = vi.fn();
  followOtherTabs(switched);
  useSessionStore.getState().start('one');
  replace('/pages/wallet/transfer/transfer');
  // The browser had put this page away (back/forward cache), and tells it of no change: elsewhere somebody else has logged in.
  localStorage.setItem('user', '{"token":"two"}');
  dispatchEvent(new Event('pageshow'));
  expect(useSessionStore.getState().token).toBe('two');
  expect(currentLocation().path).toBe('/pages/home/home');
  expect(switched).toHaveBeenCalledTimes(1);
  dispatchEvent(new Event('pageshow'));
  dispatchEvent(new StorageEvent('storage', { key: 'goods' }));
  expect(switched).toHaveBeenCalledTimes(1);
});
