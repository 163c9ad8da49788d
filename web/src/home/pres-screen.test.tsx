// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { furtherRoutes } from '../app/further-routes.ts';
import { config, Refused, openScreen } from '../app/test-screen.tsx';
import { memberInfo } from '../member/test-member.ts';
import { useWalletStore } from '../platform/wallet/wallet-store.ts';
import { currentToasts } from '../ui/toast-store.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const address = `0x${'1'.repeat(40)}`;
const contracts = JSON.stringify({
  usdt: address,
  open: address,
  ousd: address,
  usdo: address,
  pair: address,
  membership: address,
  swapDesk: address,
  liquidityDesk: address,
  twapOracle: address,
  hashPowerMint: address,
  usdoMint: address,
  medal: address,
  forwarderFactory: address,
  treasury: address,
});
const complete = config.map((row) => (row.idx === 'chain.contracts' ? { ...row, val: contracts } : row));

test('behavior: names what is missing and what is off, each with what to do', async () => {
  await openScreen(
    '/pages/pres',
    {
      'Ctrls/gettime': () => ({ time: Date.now() - 600_000, zone: 'UTC', business: Date.now() }),
      'Users/Info': () => ({ ...memberInfo, country: null }),
    },
    { rpc: () => Promise.reject(new Error('no node')) },
  );
  expect(await screen.findByText(/This device is (599|600|601) s off/)).toBeTruthy();
  expect(
    await screen.findByText(
      /Missing: usdt, open, ousd, usdo, pair, membership, swapDesk, liquidityDesk, twapOracle, hashPowerMint, usdoMint, medal, forwarderFactory, treasury/,
    ),
  ).toBeTruthy();
  expect(await screen.findByText(/We cannot reach the chain/)).toBeTruthy();
  expect(screen.getByText('Not declared yet. Declare it in your profile.')).toBeTruthy();
  expect(screen.queryByText('Everything the app needs is here.')).toBeNull();
});

test('behavior: a server that does not answer is one line, and checking again asks anew', async () => {
  let down = true;
  await openScreen(
    '/pages/pres',
    {
      'Ctrls/GetConfig': () => ({ list: complete }),
      'Ctrls/gettime': () => {
        if (down) throw new Refused('request.unavailable', 'Later.');
        return { time: Date.now(), zone: 'UTC', business: Date.now() };
      },
    },
    { visitor: true },
  );
  expect(await screen.findByText('No answer. Check your network and try again.')).toBeTruthy();
  expect(await screen.findByText('14 addresses published.')).toBeTruthy();
  down = false;
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
  expect(await screen.findByText('Matches the server.')).toBeTruthy();
  // Without a wallet one logs in another way.
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('#/pages/login/login');
});

const gated = [...new Set(furtherRoutes.flatMap(({ needs = [] }) => needs))];

test.each(gated)(
  'refuses: to call the contracts complete without %s, for which a screen leads here',
  async (key) => {
    const { [key]: _missing, ...others } = JSON.parse(contracts) as Record<string, string>;
    const list = config.map((row) =>
      row.idx === 'chain.contracts' ? { ...row, val: JSON.stringify(others) } : row,
    );
    await openScreen('/pages/pres', { 'Ctrls/GetConfig': { list } }, { visitor: true });
    expect(await screen.findByText(new RegExp(`^Missing: ${key}\\.`))).toBeTruthy();
  },
);

test('behavior: who turns the switch of networks down in the wallet reads the word for it', async () => {
  const provider = {
    async request({ method }: { method: string }) {
      if (method === 'eth_accounts') return [address];
      if (method === 'eth_chainId') return '0x1';
      throw Object.assign(new Error('no'), { code: 4001 });
    },
  };
  useWalletStore.setState({ chosen: 'window.ethereum' });
  Object.assign(window, { ethereum: provider });
  window.dispatchEvent(new Event('ethereum#initialized'));
  await openScreen('/pages/pres', { 'Ctrls/GetConfig': { list: complete } }, { visitor: true });
  fireEvent.click(await screen.findByRole('button', { name: /Switch/ }));
  await expect.poll(() => currentToasts().map(({ text }) => text)).toEqual(['Cancel']);
  Object.assign(window, { ethereum: undefined });
});
