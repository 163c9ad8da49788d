import { expect, test, vi } from 'vitest';
import { openMessage, showMessage } from './push-message.ts';

type Which = { type: string; includeUncontrolled?: boolean };

/** `free`: pages that this worker does not answer for; a browser lets it lead none of them anywhere. */
function makeScope(
  pages: { focus: () => Promise<void>; navigate: () => Promise<void> }[] = [],
  free = pages,
) {
  return {
    clients: {
      matchAll: async ({ includeUncontrolled }: Which) => (includeUncontrolled ? [...free, ...pages] : pages),
      openWindow: vi.fn(async () => undefined),
    },
    registration: { showNotification: vi.fn(async () => undefined) },
  };
}

test.each([
  ['an address of elsewhere', { json: () => ({ title: 'A', link: 'https://evil.example' }) }, 'A'],
  ['an address that is a script', { json: () => ({ title: 'A', link: 'javascript:alert(1)' }) }, 'A'],
  ['nothing', null, 'Openmere'],
  [
    'what cannot be read',
    {
      json: () => {
        throw new SyntaxError('no JSON');
      },
    },
    'Openmere',
  ],
])('refuses: to lead out of the app by %s', async (_what, data, title) => {
  const scope = makeScope();
  await showMessage(scope, data);
  expect(scope.registration.showNotification).toHaveBeenCalledWith(
    title,
    expect.objectContaining({ data: { id: '', link: '/pages/news/news?tab=personal' } }),
  );
});

test('behavior: a message is shown once, with its text, and leads to its screen in a new page', async () => {
  const scope = makeScope();
  const told = {
    id: 'ntc_1',
    title: 'Deposit credited: 50 USDT',
    text: 'It is there.',
    link: '/pages/wallet/wallet',
  };
  await showMessage(scope, { json: () => told });
  expect(scope.registration.showNotification).toHaveBeenCalledWith(
    'Deposit credited: 50 USDT',
    expect.objectContaining({
      body: 'It is there.',
      tag: 'ntc_1',
      data: { id: 'ntc_1', link: '/pages/wallet/wallet' },
    }),
  );
  await openMessage(scope, { id: 'ntc_1', link: '/pages/wallet/wallet' });
  expect(scope.clients.openWindow).toHaveBeenCalledWith(
    '/#/pages/news/news?notice=ntc_1&to=%2Fpages%2Fwallet%2Fwallet',
  );
});

test('behavior: a page that is open goes there itself', async () => {
  const page = { focus: vi.fn(async () => undefined), navigate: vi.fn(async () => undefined) };
  const scope = makeScope([page]);
  await openMessage(scope, { link: '/pages/wallet/wallet' });
  expect(page.navigate).toHaveBeenCalledWith('/#/pages/wallet/wallet');
  expect(page.focus).toHaveBeenCalled();
  expect(scope.clients.openWindow).not.toHaveBeenCalled();
});

test('refuses: to do nothing where the page that is open was loaded past the worker', async () => {
  const navigate = async () => Promise.reject(new TypeError('not its worker'));
  const scope = makeScope([], [{ focus: vi.fn(async () => undefined), navigate }]);
  await openMessage(scope, { link: '/pages/wallet/wallet' });
  expect(scope.clients.openWindow).toHaveBeenCalledWith('/#/pages/wallet/wallet');
});
