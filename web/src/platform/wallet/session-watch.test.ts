// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readStored, writeStored } from '../storage.ts';
import type { Eip1193 } from './eip1193.ts';
import { ProviderError } from './wallet-error.ts';

const member = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const other = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';

function answersOf(useraddress: string | null) {
  return (path: string) => {
    const data = path === '/Users/Info' ? { useraddress, nickname: 'May' } : null;
    const list = path === '/Ctrls/GetConfig' ? [{ idx: 'chain.id', val: '31337' }] : [];
    return Promise.resolve(
      Response.json({ success: true, data, list, ...(data === null && { total: list.length }) }),
    );
  };
}

const leftAccount = 'May · 0xf39fd6e5…ffb92266';

/** Opens the page as a logged-in member whose remembered wallet is the injected one. */
async function openPage(given: { allowed?: string[]; enabled?: () => string[]; address?: string | null }) {
  vi.resetModules();
  const asked: string[] = [];
  const provider: Eip1193 = {
    request({ method }) {
      asked.push(method);
      return Promise.resolve().then(() =>
        method === 'eth_accounts'
          ? (given.allowed ?? [])
          : method === 'eth_requestAccounts'
            ? given.enabled?.()
            : '0x7a69',
      );
    },
  };
  Object.assign(window, { ethereum: provider });
  vi.stubGlobal('fetch', answersOf(given.address === undefined ? member : given.address));
  const { watchWalletSession } = await import('./session-watch.ts');
  const end = vi.fn();
  const stop = watchWalletSession(end);
  return { end, stop, asked };
}

beforeEach(() => {
  writeStored('user.token', 'token');
  writeStored('dapp.walletName', 'window.ethereum');
});

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
  Object.assign(window, { ethereum: undefined });
});

test('refuses: a wallet that leaves the member’s address ends the session, on the same page and after a reload', async () => {
  const given = { allowed: [member] };
  const { end, stop } = await openPage(given);
  await expect.poll(() => readStored('dapp.ownWallet')).toBe('window.ethereum');
  stop();
  given.allowed = [other];
  const again = await openPage(given);
  await expect.poll(() => again.end).toHaveBeenCalledWith('wallet', leftAccount);
  again.stop();
  expect(end).not.toHaveBeenCalled();
});

test('behavior: a wallet that never stood at the member’s address, connected to pay perhaps, ends nothing', async () => {
  for (const allowed of [[other], []]) {
    const { end, stop, asked } = await openPage({ allowed, enabled: () => [other] });
    await expect.poll(() => asked).toContain('eth_accounts');
    document.dispatchEvent(new Event('visibilitychange'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(end).not.toHaveBeenCalled();
    // Nor is its owner asked for anything.
    expect(asked).not.toContain('eth_requestAccounts');
    stop();
  }
});

test('behavior: the wallet of a session that begins is noted at once, and of one that ends is forgotten', async () => {
  writeStored('user.token', undefined);
  const { stop } = await openPage({ allowed: [member] });
  const { useSessionStore } = await import('../session.ts');
  useSessionStore.getState().start('token');
  await expect.poll(() => readStored('dapp.ownWallet')).toBe('window.ethereum');
  useSessionStore.getState().end();
  expect(readStored('dapp.ownWallet')).toBeUndefined();
  stop();
});

test('refuses: enabling that fails ends the session', async () => {
  writeStored('dapp.ownWallet', 'window.ethereum');
  const enabled = () => {
    throw new ProviderError(4001, 'no');
  };
  const { end, stop, asked } = await openPage({ enabled });
  await expect.poll(() => end).toHaveBeenCalledWith('wallet', leftAccount);
  expect(asked).toContain('eth_requestAccounts');
  stop();
});

test('refuses: to end the session of who is being asked by the wallet; the next show looks again', async () => {
  writeStored('dapp.ownWallet', 'window.ethereum');
  let code = -32002;
  const enabled = () => {
    throw new ProviderError(code, 'already pending');
  };
  const { end, stop, asked } = await openPage({ enabled });
  await expect.poll(() => asked).toContain('eth_requestAccounts');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(end).not.toHaveBeenCalled();
  code = 4001;
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => end).toHaveBeenCalledWith('wallet', leftAccount);
  stop();
});

test('behavior: the member’s own wallet, whatever its case, is looked at again at each show and goes on', async () => {
  const { end, stop, asked } = await openPage({ allowed: [member.toUpperCase().replace('0X', '0x')] });
  await expect.poll(() => asked.filter((one) => one === 'eth_accounts').length).toBeGreaterThan(0);
  const before = asked.length;
  await vi.waitFor(() => {
    document.dispatchEvent(new Event('visibilitychange'));
    expect(asked.length).toBeGreaterThan(before);
  }, 5000);
  expect(asked).not.toContain('eth_requestAccounts');
  expect(end).not.toHaveBeenCalled();
  stop();
});

test('behavior: without a bound wallet, or with ours of this device, nothing is compared', async () => {
  const unbound = await openPage({ allowed: [other], address: null });
  await expect.poll(() => unbound.asked.length).toBeGreaterThan(0);
  unbound.stop();
  writeStored('dapp.walletName', 'openmere.inapp');
  const { isMembersWallet } = await import('./session-watch.ts');
  expect(await isMembersWallet()).toBeUndefined();
  expect(unbound.end).not.toHaveBeenCalled();
});
