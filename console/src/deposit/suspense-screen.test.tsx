// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import type { OperatorRole } from '@openmere/core/kit/call.ts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { serveTest } from '../platform/test-server.ts';
import type { Asked } from '../platform/test-server.ts';
import { SuspenseScreen } from './suspense-screen.tsx';

afterEach(() => {
  location.hash = '';
  cleanup();
  vi.unstubAllGlobals();
});

type Row = OutputOf<'Admin/Deposits'>;
const row: Row = {
  id: 'dep_one',
  time: '2026-05-04T12:00:00.000Z',
  type: 'deposit',
  coinid: 'USDT',
  address: `0x${'12'.repeat(20)}`,
  amount: '50',
  received: '0',
  fee: '0',
  hash: `0x${'cd'.repeat(32)}`,
  chaintype: 'BEP-20',
  status: 'barred',
  description: 'Not credited',
  userid: 'mem_one',
  nickname: 'Mira',
  block: 81,
  logindex: 0,
  swept: null,
  sender: `0x${'34'.repeat(20)}`,
  bar: 'sender',
  barnow: 'sender',
  decided: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  wallet: `0x${'56'.repeat(20)}`,
};
const dryRun: OutputOf<'Admin/DryRun'> = {
  hash: 'a'.repeat(64),
  changes: [
    { what: 'deposit', before: 'barred', after: 'returning' },
    { what: 'address', before: null, after: row.sender },
  ],
  entries: [
    {
      kind: 'deposit-return',
      reference: row.id,
      postings: [
        { source: 'suspense:barred', destination: 'suspense:returning', coinid: 'USDT', amount: '50' },
      ],
    },
  ],
  members: [{ userid: row.userid, nickname: row.nickname }],
  everyone: false,
};

async function openRow(
  change: Partial<Row> = {},
  role: OperatorRole = 'finance',
  shown = 'In suspense',
): Promise<Asked[]> {
  location.hash = '#/suspense';
  const asked = serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role, idleminutes: 15 }),
    'Admin/Deposits': () => ({ list: [{ ...row, ...change }] }),
    'Admin/Proposals': () => ({ list: [] }),
    'Admin/DryRun': () => dryRun,
  });
  drawScreen(<SuspenseScreen />);
  fireEvent.click(await screen.findByText('Mira'));
  fireEvent.click(screen.getByText(shown));
  if (change.bar !== null) await screen.findByText('Barred now');
  return asked;
}
const buttonOf = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

test('refuses: to credit it while its member is barred, and says when it can be', async () => {
  await openRow();
  const release = await buttonOf('Credit it: see what it does');
  expect(release.disabled).toBe(true);
  screen.getByText('It can be credited when nothing bars it any more.');
  expect(screen.getAllByText('Sender is on a sanctions list').length).toBeGreaterThanOrEqual(2);
});

test('behavior: reason and age stand in the list; what a return does is shown before it is proposed', async () => {
  const asked = await openRow();
  expect(asked.find(({ path }) => path === 'Admin/Deposits')?.input).toMatchObject({ status: 'suspense' });
  screen.getByText('3 hours');
  fireEvent.click(await buttonOf('Return to the sender: see what it does'));
  await screen.findByText('Suspense: barred deposits', { exact: false });
  screen.getByText(row.sender, { selector: 'li span' });
  expect(asked.find(({ path }) => path === 'Admin/DryRun')?.input).toEqual({
    kind: 'deposit',
    subject: row.id,
    value: 'sender',
  });
});

test('behavior: what nothing bars any more can be credited; what goes back already offers nothing', async () => {
  await openRow({ barnow: null });
  expect((await buttonOf('Credit it: see what it does')).disabled).toBe(false);
  screen.getByText('Nothing bars it any more');
  cleanup();
  await openRow({ status: 'barred', wallet: null });
  expect(
    screen.queryByRole('button', { name: 'Return to the member’s wallet: see what it does' }),
  ).toBeNull();
});

test('behavior: what was not credited says why, and goes back to sender or wallet; it is never credited from here', async () => {
  await openRow(
    { status: 'ignored', bar: null, barnow: null, description: 'Below the minimum' },
    'finance',
    'Not credited',
  );
  screen.getByText('Below the minimum');
  expect(screen.queryByText('Barred now')).toBeNull();
  expect((await buttonOf('Return to the sender: see what it does')).disabled).toBe(false);
  await buttonOf('Return to the member’s wallet: see what it does');
  expect(screen.queryByRole('button', { name: 'Credit it: see what it does' })).toBeNull();
});

test('behavior: of what was not credited it says, too, that its sender is on a sanctions list', async () => {
  await openRow(
    { status: 'ignored', bar: null, barnow: 'sender', description: 'OPEN cannot be deposited' },
    'finance',
    'Not credited',
  );
  screen.getByText('OPEN cannot be deposited');
  screen.getByText('Sender is on a sanctions list');
});
