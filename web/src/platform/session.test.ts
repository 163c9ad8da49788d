// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { useSessionStore } from './session.ts';

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
