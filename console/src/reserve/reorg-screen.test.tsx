// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import type { OperatorRole } from '@openmere/core/kit/call.ts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import type { Proposal } from '../parts/change-form.tsx';
import { testDryRun, testProposal } from '../parts/test-proposal.ts';
import { serveTest } from '../platform/test-server.ts';
import type { Asked } from '../platform/test-server.ts';
import { ReorgScreen } from './reorg-screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type Reorg = OutputOf<'Admin/Reorg'>;
const quiet: Reorg = {
  stage: 'none',
  foundat: null,
  block: null,
  common: null,
  cursor: 90,
  resend: 'none',
  rows: [],
};
const found: Reorg = {
  ...quiet,
  stage: 'found',
  foundat: '2026-01-02T03:04:05.000Z',
  block: 90,
  common: 70,
};
const booking: Reorg = {
  ...found,
  stage: 'booking',
  rows: [
    {
      kind: 'deposit-transfer',
      hash: `0x${'ab'.repeat(32)}`,
      block: 81,
      userid: 'mem_anna',
      nickname: 'Anna',
      coinid: 'USDT',
      amount: '25',
      direction: 'in',
      again: null,
      state: 'gone',
      replaced: null,
    },
  ],
};

function open(reorg: Reorg, role: OperatorRole = 'finance', proposals: Proposal[] = []): Asked[] {
  const asked = serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role, idleminutes: 15 }),
    'Admin/Reorg': () => reorg,
    'Admin/Proposals': () => ({ list: proposals }),
    'Admin/DryRun': () =>
      testDryRun({ changes: [{ what: 'cursor', before: 'block 90', after: 'block 70' }] }),
    'Admin/ProposalConfirm': () => testProposal({ status: 'confirmed' }),
  });
  drawScreen(<ReorgScreen />);
  return asked;
}
const asksOf = (asked: readonly Asked[], path: string): unknown[] =>
  asked.filter((one) => one.path === path).map(({ input }) => input);

test('behavior: what was applied is said in words', async () => {
  open(booking);
  expect(await screen.findByRole('cell', { name: 'Deposit' })).toBeDefined();
  expect(screen.queryByText('deposit-transfer')).toBeNull();
});

test('refuses: the step to the operator who proposed it, and to a role that may only read', async () => {
  open(found, 'finance', [testProposal({ kind: 'reorg', subject: 'rollback', maker: 'operator-one' })]);
  expect(await screen.findByText('You proposed this. Another operator must confirm it.')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Confirm/ })).toBeNull();
  cleanup();
  open(found, 'risk');
  expect(await screen.findByText(/Your role \(risk\) may read this/)).toBeDefined();
  expect(screen.queryByRole('button', { name: /see what it does/ })).toBeNull();
});

test('behavior: what stands in the place of a lost log and was not applied is said, with its block, also when all is booked', async () => {
  const [row] = booking.rows;
  if (!row) throw new Error('one row stands there');
  open({ ...quiet, rows: [{ ...row, state: 'booked', replaced: 93 }] });
  expect(await screen.findByText('Says something else in block 93')).toBeDefined();
  expect(screen.getByText('Some transactions say something else than before')).toBeDefined();
  cleanup();
  open(booking);
  expect(await screen.findByText('Not on the chain')).toBeDefined();
  expect(screen.queryByText('Some transactions say something else than before')).toBeNull();
});

test('behavior: nothing to do says so', async () => {
  open(quiet);
  expect(await screen.findByText('No final block has changed')).toBeDefined();
});

test('behavior: going back shows the depth, and from which block to which before it is proposed', async () => {
  const asked = open(found);
  expect(await screen.findByText('20')).toBeDefined();
  fireEvent.click(
    await screen.findByRole('button', { name: 'Go back to the common block: see what it does' }),
  );
  expect(await screen.findByText('block 70')).toBeDefined();
  expect(asksOf(asked, 'Admin/DryRun')).toEqual([{ kind: 'reorg', subject: 'rollback', value: '' }]);
});

test('behavior: lists what is gone, and a second operator books it', async () => {
  const made = testProposal({ kind: 'reorg', subject: 'book' });
  const asked = open(booking, 'finance', [made]);
  expect(await screen.findByText('Anna')).toBeDefined();
  expect(screen.getByText('Not on the chain')).toBeDefined();
  fireEvent.click(await screen.findByRole('button', { name: 'Confirm: do exactly this' }));
  await expect
    .poll(() => asksOf(asked, 'Admin/ProposalConfirm'))
    .toEqual([{ id: made.id, hash: made.dryrun.hash }]);
});

test('behavior: a payout of ours that is gone can be sent again before anything is booked, and says when it is', async () => {
  const asked = open({ ...booking, resend: 'open' });
  fireEvent.click(await screen.findByRole('button', { name: 'Send our payouts again: see what it does' }));
  await expect
    .poll(() => asksOf(asked, 'Admin/DryRun'))
    .toEqual([{ kind: 'reorg', subject: 'resend', value: '' }]);
  cleanup();
  open({ ...booking, resend: 'sending' });
  expect(await screen.findByText(/are being sent again/)).toBeDefined();
  expect(screen.queryByRole('button', { name: /our payouts again/ })).toBeNull();
});

test('behavior: a payout whose nonce another transaction used can be signed anew, and says how far that is', async () => {
  const [row] = booking.rows;
  if (!row) throw new Error('one row stands there');
  const lost = (again: 'proved' | 'asked' | 'signed'): Reorg => ({
    ...booking,
    resend: 'sending',
    rows: [{ ...row, kind: 'withdrawal-paid', direction: 'out', again }],
  });
  const asked = open(lost('proved'));
  expect(await screen.findByText('Its number was used elsewhere')).toBeDefined();
  expect(screen.queryByText(/being sent again/)).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'Sign it anew: see what it does' }));
  await expect
    .poll(() => asksOf(asked, 'Admin/DryRun'))
    .toEqual([{ kind: 'reorg', subject: 'again', value: '' }]);
  cleanup();
  open(lost('asked'));
  expect(await screen.findByText(/The signer reads the chain once more/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Sign it anew: see what it does' })).toBeNull();
  cleanup();
  open(lost('signed'));
  expect(await screen.findByText(/are being sent again/)).toBeDefined();
});

test('behavior: where everything came again, nothing is called a loss', async () => {
  open({ ...booking, rows: [] });
  expect(await screen.findByText('The new blocks are read, and nothing is missing')).toBeDefined();
  expect(await screen.findByRole('button', { name: 'Close it: see what it does' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Book the losses: see what it does' })).toBeNull();
});
