// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { testDryRun, testProposal } from '../parts/test-proposal.ts';
import { serveTest } from '../platform/test-server.ts';
import type { Asked } from '../platform/test-server.ts';
import { FactorResetsScreen } from './factor-resets-screen.tsx';

afterEach(() => {
  location.hash = '';
  cleanup();
  vi.unstubAllGlobals();
});

const row: OutputOf<'Admin/FactorResets'> = {
  id: 'frs_1',
  time: '2026-05-04T12:00:00.000Z',
  ready: '2026-05-07T12:00:00.000Z',
  due: true,
  state: 'open',
  userid: 'mem_one',
  nickname: 'Mira',
  proof: 'mail',
  device: 'Firefox',
  ip: '2001:db8::7',
  ipcountry: 'VN',
  knowndevice: false,
  knownnetwork: true,
  registered: '2026-01-04T12:00:00.000Z',
  activated: null,
  country: 'SG',
  identity: 'approved',
  frozen: false,
  stands: false,
  totpsince: '2026-02-04T12:00:00.000Z',
  passkeys: 0,
  balances: 'large',
  before: 0,
  logins: [
    {
      time: '2026-04-04T12:00:00.000Z',
      kind: 'wallet',
      device: 'Safari',
      ip: '203.0.113.7',
      ipcountry: 'SG',
      stopped: false,
      isnew: true,
    },
  ],
  ended: null,
  by: null,
  reason: '',
};
const dryRun = testDryRun({
  changes: [{ what: 'authenticator', before: 'on', after: 'off' }],
  entries: [],
});

async function openRow(one: Partial<typeof row> = {}): Promise<Asked[]> {
  location.hash = '#/factorresets';
  const asked = serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role: 'admin', idleminutes: 15 }),
    'Admin/FactorResets': () => ({ list: [{ ...row, ...one }] }),
    'Admin/Proposals': () => ({ list: [] }),
    'Admin/DryRun': () => dryRun,
    'Admin/Propose': () => testProposal({ kind: 'factorreset', subject: 'frs_1' }),
    'Admin/FactorResetDecline': () => undefined,
  });
  drawScreen(<FactorResetsScreen />);
  fireEvent.click(await screen.findByText('10,000 and more'));
  return asked;
}

test('behavior: shows what is known of the member, and one operator proposes with a reason', async () => {
  const asked = await openRow();
  expect(await screen.findByText('Device never seen before')).toBeDefined();
  expect(screen.queryByText('Network never seen before')).toBeNull();
  expect(screen.getByText('2001:db8::7 (VN)')).toBeDefined();
  expect(screen.getByText('203.0.113.7 (SG)')).toBeDefined();
  expect(screen.getByText('Identity confirmed')).toBeDefined();
  fireEvent.click(await screen.findByRole('button', { name: 'Look at what removing it does' }));
  expect(await screen.findByText('Authenticator app')).toBeDefined();
  fireEvent.change(screen.getByPlaceholderText(/^Why/), { target: { value: 'called back' } });
  fireEvent.click(screen.getByText('Propose'));
  await waitFor(() =>
    expect(asked.find(({ path }) => path === 'Admin/Propose')?.input).toEqual({
      kind: 'factorreset',
      subject: 'frs_1',
      value: '',
      reason: 'called back',
      hash: dryRun.hash,
    }),
  );
});

test('refuses: to look at it before the owner’s time is over; declining takes a reason', async () => {
  const asked = await openRow({ due: false });
  const look = await screen.findByRole('button', { name: 'Look at what removing it does' });
  expect(look.hasAttribute('disabled')).toBe(true);
  const decline = screen.getByRole('button', { name: 'Decline' });
  expect(decline.hasAttribute('disabled')).toBe(true);
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'another voice' } });
  fireEvent.click(decline);
  await waitFor(() =>
    expect(asked.find(({ path }) => path === 'Admin/FactorResetDecline')?.input).toEqual({
      id: 'frs_1',
      reason: 'another voice',
    }),
  );
});

test('behavior: what ended says how and by whom, and offers nothing', async () => {
  await openRow({ state: 'done', ended: '2026-05-08T12:00:00.000Z', by: 'anna, bert' });
  expect(await screen.findByText('anna, bert')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Decline' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Look at what removing it does' })).toBeNull();
});

test('behavior: says when the wallet that asks is older than the factor, whose use does not end it', async () => {
  await openRow({ proof: 'wallet', frozen: true, stands: true });
  expect(await screen.findByText(/was bound before the authenticator app was set up/)).toBeDefined();
  cleanup();
  await openRow({ proof: 'wallet', frozen: true });
  await screen.findByText('Signature of the bound wallet');
  expect(screen.queryByText(/was bound before the authenticator app/)).toBeNull();
});
