// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import type { OperatorRole } from '@openmere/core/kit/call.ts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { type Asked, serveTest } from '../platform/test-server.ts';
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
  proposedby: null,
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
      coinid: 'USDT',
      amount: '25',
      direction: 'in',
      state: 'gone',
    },
  ],
};

function open(reorg: Reorg, role: OperatorRole = 'finance'): Asked[] {
  const asked = serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role, idleminutes: 15 }),
    'Admin/Reorg': () => reorg,
    'Admin/ReorgDecide': () => ({ approvals: 1, approvalsneeded: 2 }),
  });
  drawScreen(<ReorgScreen />);
  return asked;
}
const decisions = (asked: readonly Asked[]): unknown[] =>
  asked.filter(({ path }) => path === 'Admin/ReorgDecide').map(({ input }) => input);

test('refuses: the step to the operator who proposed it, and to a role that may only read', async () => {
  open({ ...found, proposedby: 'operator-one' });
  expect(await screen.findByText(/operator-one has agreed/)).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();
  open(found, 'risk');
  expect(await screen.findByText(/Your role \(risk\) may read this/)).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

test('behavior: nothing to do says so', async () => {
  open(quiet);
  expect(await screen.findByText('No final block has changed')).toBeDefined();
});

test('behavior: proposes going back, with the depth in sight and a reason', async () => {
  const asked = open(found);
  expect(await screen.findByText('20')).toBeDefined();
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'two providers say so' } });
  fireEvent.click(screen.getByRole('button', { name: 'Propose going back to the common block' }));
  await vi.waitFor(() =>
    expect(decisions(asked)).toEqual([{ step: 'rollback', reason: 'two providers say so' }]),
  );
});

test('behavior: lists what is gone, and a second operator books it', async () => {
  const asked = open({ ...booking, proposedby: 'operator-two' });
  expect(await screen.findByText('mem_anna')).toBeDefined();
  expect(screen.getByText('Not on the chain')).toBeDefined();
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'looked at each' } });
  fireEvent.click(screen.getByRole('button', { name: 'Agree: book the loss to suspense' }));
  await vi.waitFor(() => expect(decisions(asked)).toEqual([{ step: 'book', reason: 'looked at each' }]));
});
