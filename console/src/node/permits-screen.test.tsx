// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { testDryRun } from '../parts/test-proposal.ts';
import { serveTest } from '../platform/test-server.ts';
import { PermitsScreen } from './permits-screen.tsx';

afterEach(() => {
  location.hash = '';
  cleanup();
  vi.unstubAllGlobals();
});

const wallet = `0x${'aB'.repeat(20)}`;
const permit: OutputOf<'Admin/GoldPermits'> = {
  id: 'prm_one',
  address: wallet,
  userid: 'mem_lin',
  nickname: 'Lin',
  deadline: '2026-06-01T23:59:59.000Z',
  made: '2026-05-04T12:00:00.000Z',
  maker: 'operator-one',
  checker: 'operator-two',
  state: 'signed',
  tokenid: null,
};

function open(list: readonly OutputOf<'Admin/GoldPermits'>[]) {
  const asked = serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role: 'finance', idleminutes: 15 }),
    'Admin/GoldPermits': () => ({ list: [...list] }),
    'Admin/Proposals': () => ({ list: [] }),
    'Admin/DryRun': () =>
      testDryRun({
        changes: [{ what: wallet.toLowerCase(), before: null, after: '2026-05-12T23:59:59.000Z' }],
        entries: [],
      }),
  });
  drawScreen(<PermitsScreen />);
  return asked;
}

test('refuses: to look at a permit for what is no wallet address', async () => {
  open([]);
  const look = await screen.findByRole('button', { name: 'Look at it' });
  expect(look.hasAttribute('disabled')).toBe(true);
  fireEvent.change(screen.getByLabelText('Wallet'), { target: { value: '0x12' } });
  expect(look.hasAttribute('disabled')).toBe(true);
  expect(screen.getByText('Enter the wallet’s whole address first.')).toBeDefined();
});

test('behavior: who has a permit and who agreed to it; a new one is looked at before it is proposed', async () => {
  const asked = open([permit]);
  expect(await screen.findByText('operator-one, operator-two')).toBeDefined();
  expect(screen.getByText('Signed')).toBeDefined();
  fireEvent.change(await screen.findByLabelText('Wallet'), { target: { value: wallet } });
  fireEvent.click(screen.getByRole('button', { name: 'Look at it' }));
  expect(await screen.findByText(wallet.toLowerCase())).toBeDefined();
  expect(asked.find(({ path }) => path === 'Admin/DryRun')?.input).toEqual({
    kind: 'goldpermit',
    subject: wallet,
    value: '7',
  });
});
