import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { discoverWallets, PROBE_MS } from './discovery.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Page = EventTarget & { ethereum?: unknown };
const provider = () => ({ request: () => Promise.resolve(null) });

function announce(page: Page, info: unknown, given: unknown = provider()): void {
  page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider: given } }));
}

const good = { uuid: 'u-1', name: 'Rabby', icon: 'data:image/svg+xml;base64,AA', rdns: 'io.rabby' };

test.each([
  ['nothing', undefined],
  ['no name', { ...good, name: '' }],
  ['no id', { uuid: undefined, name: 'X' }],
])('refuses: an announcement with %s', (_what, info) => {
  const page: Page = new EventTarget();
  const discovery = discoverWallets(page, () => undefined);
  announce(page, info);
  announce(page, good, { noRequest: true });
  page.dispatchEvent(new CustomEvent('eip6963:announceProvider'));
  expect(discovery.found()).toEqual([]);
});

test('refuses: pictures that are fetched from elsewhere, and endless names', () => {
  const page: Page = new EventTarget();
  const discovery = discoverWallets(page, () => undefined);
  announce(page, { ...good, icon: 'https://evil.test/x.png', name: 'n'.repeat(500) });
  expect(discovery.found()[0]).not.toHaveProperty('icon');
  expect(discovery.found()[0]?.name).toHaveLength(40);
});

test('behavior: asks for announcements and hears them, also long after the search', async () => {
  const page: Page = new EventTarget();
  const changes = vi.fn();
  const discovery = discoverWallets(page, changes);
  let asked = 0;
  page.addEventListener('eip6963:requestProvider', () => (asked += 1));
  const over = discovery.probe();
  await vi.advanceTimersByTimeAsync(PROBE_MS);
  await over;
  expect(asked).toBeGreaterThan(3);
  announce(page, good);
  announce(page, good);
  expect(discovery.found()).toMatchObject([{ id: 'io.rabby', name: 'Rabby', kind: 'eip6963' }]);
  expect(changes).toHaveBeenCalledTimes(1);
});

test('behavior: finds window.ethereum that comes late, by the clock and by its event', async () => {
  const late: Page = new EventTarget();
  const first = discoverWallets(late, () => undefined);
  void first.probe();
  await vi.advanceTimersByTimeAsync(1000);
  late.ethereum = { ...provider(), isMetaMask: true, isTokenPocket: true };
  await vi.advanceTimersByTimeAsync(PROBE_MS);
  expect(first.found()).toMatchObject([{ id: 'window.ethereum', name: 'TokenPocket', kind: 'injected' }]);

  const event: Page = new EventTarget();
  const second = discoverWallets(event, () => undefined);
  event.ethereum = provider();
  event.dispatchEvent(new Event('ethereum#initialized'));
  expect(second.found()).toMatchObject([{ kind: 'injected', name: 'Web3 Wallet' }]);
});

test('behavior: a wallet that is announced is not listed again as window.ethereum', async () => {
  const page: Page = new EventTarget();
  page.ethereum = provider();
  const discovery = discoverWallets(page, () => undefined);
  void discovery.probe();
  await vi.advanceTimersByTimeAsync(0);
  expect(discovery.found()).toMatchObject([{ kind: 'injected' }]);
  announce(page, good, page.ethereum);
  expect(discovery.found()).toMatchObject([{ kind: 'eip6963' }]);
});

test('behavior: after stopping nothing is heard', () => {
  const page: Page = new EventTarget();
  const discovery = discoverWallets(page, () => undefined);
  discovery.stop();
  announce(page, good);
  expect(discovery.found()).toEqual([]);
});
