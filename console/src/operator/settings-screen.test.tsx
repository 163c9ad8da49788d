// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { testDryRun, testProposal } from '../parts/test-proposal.ts';
import { type Asked, serveTest } from '../platform/test-server.ts';
import { SettingsScreen } from './settings-screen.tsx';

afterEach(() => {
  location.hash = '';
  cleanup();
  vi.unstubAllGlobals();
});

const fee: OutputOf<'Admin/Settings'> = {
  idx: 'withdraw.fee',
  val: '1',
  standard: '1',
  public: true,
  changeable: true,
  changed: null,
  changedby: null,
};
const cap = { ...fee, idx: 'signer.capDay', val: '100000', public: false, changeable: false };

function open(address: string): Asked[] {
  location.hash = address;
  const asked = serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role: 'admin', idleminutes: 15 }),
    'Admin/Settings': () => ({ list: [fee, cap] }),
    'Admin/SettingHistory': () => ({
      list: [{ val: '1', version: 1, time: '2026-05-04T12:00:00.000Z', by: 'installation' }],
    }),
    'Admin/Proposals': () => ({ list: [] }),
    'Admin/DryRun': () =>
      testDryRun({
        changes: [{ what: 'withdraw.fee', before: '1', after: '2' }],
        entries: [],
        members: [],
        everyone: true,
      }),
    'Admin/Propose': () => testProposal(),
  });
  drawScreen(<SettingsScreen />);
  return asked;
}

test('refuses: to change what only the installation changes', async () => {
  open('#/settings?open=signer.capDay');
  expect(await screen.findByText(/Only the installation changes this/)).toBeDefined();
  expect(screen.queryByLabelText('New value')).toBeNull();
});

test('behavior: a rule is looked at, says that it holds for all, and is proposed', async () => {
  const asked = open('#/settings?open=withdraw.fee');
  const look = await screen.findByRole<HTMLButtonElement>('button', { name: 'See what it does' });
  expect(look.disabled).toBe(true);
  fireEvent.change(screen.getByLabelText('New value'), { target: { value: '2' } });
  fireEvent.click(await screen.findByRole('button', { name: 'See what it does' }));
  expect(await screen.findByText(/All members, from the moment of confirmation/)).toBeDefined();
  expect(screen.getByText('None. No money moves.')).toBeDefined();
  expect(asked.find(({ path }) => path === 'Admin/DryRun')?.input).toEqual({
    kind: 'setting',
    subject: 'withdraw.fee',
    value: '2',
  });
});

test('behavior: rules are found by their name', async () => {
  open('#/settings?search=signer');
  expect(await screen.findByText('Signer: most a day')).toBeDefined();
  expect(screen.queryByText('Withdrawal fee')).toBeNull();
});
