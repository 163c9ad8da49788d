// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import type { OperatorRole } from '@openmere/core/kit/call.ts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { type Asked, serveTest } from '../platform/test-server.ts';
import { HaltsScreen } from './halts-screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type Halt = OutputOf<'Admin/Halts'>;

function haltOf(change: Partial<Halt> = {}): Halt {
  return {
    id: '7',
    kind: 'reserves',
    subject: 'USDT',
    reason: 'USDT ledger 100, chain 81 at block 5',
    since: '2026-05-04T12:00:00.000Z',
    ended: null,
    endedhow: null,
    remains: null,
    difference: null,
    approvals: [],
    ...change,
  };
}

function open(halts: Halt[], role: OperatorRole = 'finance'): Asked[] {
  const asked = serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role, idleminutes: 15 }),
    'Admin/Halts': () => ({ list: halts }),
    'Admin/HaltEnd': () => ({ halted: true, ended: false, approvals: 1, approvalsneeded: 2 }),
  });
  drawScreen(<HaltsScreen />);
  return asked;
}

async function write(reason: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: reason } });
}
const endButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Agree to end' });

test('refuses: to end what is still so, and anything without a reason', async () => {
  open([haltOf({ remains: 'differs' })]);
  await write('Counted again');
  expect(endButton().disabled).toBe(true);
  expect(screen.getByText('The last comparison still differs')).toBeDefined();
  cleanup();
  open([haltOf()]);
  await write(' a');
  expect(endButton().disabled).toBe(true);
});

test('refuses: a role that may only read', async () => {
  open([haltOf()], 'risk');
  expect(await screen.findByText(/Your role \(risk\) may read this/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Agree to end' })).toBeNull();
});

test('behavior: every reason stands there with what to check; the first agreement waits for the second', async () => {
  const asked = open([
    haltOf(),
    haltOf({ id: '8', kind: 'payment', subject: '0xabc:1', remains: 'payment' }),
  ]);
  expect(await screen.findByText('Reserves differ')).toBeDefined();
  expect(screen.getByText('A payment without a payout')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Unmatched payments' }).getAttribute('href')).toBe('#/payments');
  await write('Counted again, equal');
  fireEvent.click(endButton());
  expect(await screen.findByText('1 of 2 agree; another operator must agree to the same.')).toBeDefined();
  expect(asked.find(({ path }) => path === 'Admin/HaltEnd')?.input).toEqual({
    id: '7',
    how: 'gone',
    reason: 'Counted again, equal',
  });
});

test('behavior: a difference that stays can be booked to suspense', async () => {
  const asked = open([haltOf({ remains: 'differs', difference: '-19' })]);
  await write('Lost, and written off');
  fireEvent.click(screen.getByRole('button', { name: 'Agree to book -19 USDT to suspense' }));
  expect(await screen.findByText(/another operator must agree to the same/)).toBeDefined();
  expect(asked.find(({ path }) => path === 'Admin/HaltEnd')?.input).toMatchObject({ how: 'book' });
});
