// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { config, Refused, openScreen } from '../app/test-screen.tsx';
import { memberInfo } from '../member/test-member.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const address = `0x${'1'.repeat(40)}`;
const contracts = JSON.stringify({
  usdt: address,
  open: address,
  ousd: address,
  pair: address,
  membership: address,
  swapDesk: address,
  liquidityDesk: address,
  forwarderFactory: address,
  treasury: address,
});
const complete = config.map((row) => (row.idx === 'chain.contracts' ? { ...row, val: contracts } : row));

test('behavior: names what is missing and what is off, each with what to do', async () => {
  await openScreen(
    '/pages/pres',
    {
      'Ctrls/gettime': () => ({ time: Date.now() - 600_000, zone: 'UTC' }),
      'Users/Info': () => ({ ...memberInfo, country: null }),
    },
    { rpc: () => Promise.reject(new Error('no node')) },
  );
  expect(await screen.findByText(/This device is (599|600|601) s off/)).toBeTruthy();
  expect(
    await screen.findByText(
      /Missing: usdt, open, ousd, pair, membership, swapDesk, liquidityDesk, forwarderFactory, treasury/,
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
        return { time: Date.now(), zone: 'UTC' };
      },
    },
    { visitor: true },
  );
  expect(await screen.findByText('No answer. Check your network and try again.')).toBeTruthy();
  expect(await screen.findByText('9 addresses published.')).toBeTruthy();
  down = false;
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
  expect(await screen.findByText('Matches the server.')).toBeTruthy();
});
