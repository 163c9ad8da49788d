// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import type { OperatorRole } from '@openmere/core/kit/call.ts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen, TwoPages } from '../app/test-screen.tsx';
import { testDryRun, testProposal } from '../parts/test-proposal.ts';
import { holdAnswers, serveTest } from '../platform/test-server.ts';
import type { Asked } from '../platform/test-server.ts';
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
    facts: { ledger: '100', chain: '81', block: '5' },
    since: '2026-05-04T12:00:00.000Z',
    ended: null,
    endedhow: null,
    remains: null,
    difference: null,
    ...change,
  };
}

function bannerOf(paused: OutputOf<'index'>['paused']): OutputOf<'index'> {
  const quiet = { loops: [], payouthalt: null, silence: null, time: 0 };
  return { name: 'Openmere', version: '1.0.0', chainid: 31337, health: 'ok', ...quiet, paused };
}

/** Which reason members read, chosen from the list of that name. */
async function choose(label: string, option: string): Promise<void> {
  fireEvent.mouseDown(await screen.findByLabelText(label));
  fireEvent.click(await screen.findByTitle(option));
}

let queries: ReturnType<typeof drawScreen>;

function open(
  halts: Halt[],
  role: OperatorRole = 'finance',
  paused: OutputOf<'index'>['paused'] = [],
): Asked[] {
  const asked = serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role, idleminutes: 15 }),
    'Admin/Halts': () => ({ list: halts }),
    'Admin/Proposals': () => ({ list: [] }),
    'Admin/DryRun': () => testDryRun({ changes: [{ what: 'halt', before: 'reserves', after: 'ended' }] }),
    'Admin/PayoutHalt': () => undefined,
    'Admin/PauseReason': () => undefined,
    index: () => bannerOf(paused),
    'Admin/Propose': ({ kind, subject, value = '' }) => testProposal({ kind, subject, value }),
  });
  queries = drawScreen(
    <TwoPages>
      <HaltsScreen />
    </TwoPages>,
  );
  return asked;
}
const endButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'End it: see what it does' });

test('refuses: to end what is still so', async () => {
  open([haltOf({ remains: 'differs' })]);
  await screen.findByRole('button', { name: 'End it: see what it does' });
  expect(endButton().disabled).toBe(true);
  expect(screen.getAllByText('The last comparison still differs')).toHaveLength(2);
});

test('behavior: an earlier reading does not say that payouts are open; a halt of it stays where it stands', async () => {
  const halts: Halt[] = [];
  open(halts);
  expect(await screen.findByText('Payouts are open')).toBeDefined();
  const other = screen.getByRole('button', { name: 'The other page' });
  const come = (): void => {
    fireEvent.click(other);
    fireEvent.click(other);
  };
  let answer = holdAnswers();
  come();
  expect(screen.queryByText('Payouts are open')).toBeNull();
  expect(document.querySelector('.ant-skeleton')).not.toBeNull();
  halts.push(haltOf());
  answer();
  await screen.findByRole('button', { name: 'End it: see what it does' });
  answer = holdAnswers();
  come();
  expect(endButton()).toBeDefined();
  expect(document.querySelector('.ant-skeleton')).toBeNull();
  answer();
});

test('refuses: to say that payouts are open while nobody answers; what stands says from when it is', async () => {
  open([haltOf({ ended: '2026-05-04T13:00:00.000Z', endedhow: 'gone by two' })]);
  expect(await screen.findByText('Payouts are open')).toBeDefined();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await queries.invalidateQueries({ queryKey: ['Admin/Halts'] });
  expect(await screen.findByText(/Below is what was read at/)).toBeDefined();
  expect(screen.queryByText('Payouts are open')).toBeNull();
  expect(screen.getByText('gone by two')).toBeDefined();
});

test('refuses: a role that may only read', async () => {
  open([haltOf()], 'risk');
  expect(await screen.findByText(/Your role \(risk\) may read this/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'End it: see what it does' })).toBeNull();
});

test('behavior: every reason says what happened, what to check and how it ends; a payment leads to its page', async () => {
  open([haltOf(), haltOf({ id: '8', kind: 'payment', subject: '0xabc:1', remains: 'payment' })]);
  expect(await screen.findByText('Reserves differ')).toBeDefined();
  expect(screen.getByText('A payment without a payout')).toBeDefined();
  expect(screen.getAllByText('What happened')).toHaveLength(2);
  expect(screen.getByRole('link', { name: 'Unmatched payments' }).getAttribute('href')).toBe('#/payments');
  expect(screen.getByText(/It ends when the payment is settled/)).toBeDefined();
});

test('behavior: the first operator sees what it does, and proposes exactly that with a reason', async () => {
  const asked = open([haltOf()]);
  await screen.findByRole('button', { name: 'End it: see what it does' });
  fireEvent.click(endButton());
  expect(await screen.findByText('Journal entries that it posts')).toBeDefined();
  const propose = screen.getByRole<HTMLButtonElement>('button', { name: 'Propose' });
  expect(propose.disabled).toBe(true);
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Counted again, equal' } });
  fireEvent.click(propose);
  expect(await screen.findByText('Proposed. Another operator must confirm.')).toBeDefined();
  expect(asked.find(({ path }) => path === 'Admin/Propose')?.input).toEqual({
    kind: 'halt',
    subject: '7',
    value: 'gone',
    reason: 'Counted again, equal',
    hash: testDryRun().hash,
  });
});

test('behavior: a difference that stays can be booked to suspense', async () => {
  const asked = open([haltOf({ remains: 'differs', difference: '-19' })]);
  fireEvent.click(await screen.findByRole('button', { name: 'Book -19 USDT to suspense: see what it does' }));
  expect(await screen.findByText('19 USDT')).toBeDefined();
  expect(asked.find(({ path }) => path === 'Admin/DryRun')?.input).toMatchObject({ value: 'book' });
});

test('behavior: one operator halts all payouts with a reason; who may not sees no button', async () => {
  const asked = open([]);
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Halt all payouts' });
  expect(button.disabled).toBe(true);
  fireEvent.change(screen.getByLabelText('Why payouts are halted'), {
    target: { value: 'A key is in doubt' },
  });
  // What members read is chosen, never left open.
  expect(button.disabled).toBe(true);
  await choose('What members read', 'We are checking our figures.');
  fireEvent.click(button);
  await expect
    .poll(() => asked.find(({ path }) => path === 'Admin/PayoutHalt')?.input)
    .toEqual({ reason: 'A key is in doubt', told: 'check' });
  cleanup();
  open([], 'support');
  expect(await screen.findByText('Payouts are open')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Halt all payouts' })).toBeNull();
});

test('behavior: what the guard has paused is listed, and one operator says why to members', async () => {
  const since = '2026-05-04T12:00:00.000Z';
  const paused: OutputOf<'index'>['paused'] = [
    { what: 'payouts', since, reason: 'We are checking our books.' },
    { what: 'trade', since, reason: null },
  ];
  const asked = open([], 'risk', paused);
  expect(await screen.findByText(/Members read: No reason$/)).toBeDefined();
  const say = screen.getByRole<HTMLButtonElement>('button', { name: 'Say this to members' });
  expect(say.disabled).toBe(true);
  await choose('What members read of: Trading', 'The price in the pool moved too fast.');
  fireEvent.click(say);
  await expect
    .poll(() => asked.find(({ path }) => path === 'Admin/PauseReason')?.input)
    .toEqual({ what: 'trade', told: 'market' });
  cleanup();
  open([], 'support', paused);
  expect(await screen.findByText(/Members read: No reason$/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Say this to members' })).toBeNull();
});

test('behavior: a halt by an operator says what members read of it', async () => {
  open([haltOf({ kind: 'other', subject: 'operator one', facts: { detail: 'a key', told: 'law' } })]);
  expect(await screen.findByText('The law requires it.')).toBeDefined();
});

test('refuses: to say that the reason is gone for which a person halted payouts', async () => {
  const halt = { kind: 'other', subject: 'operator one', remains: null } as const;
  open([haltOf({ ...halt, facts: { detail: 'a key is stolen' } })]);
  expect(await screen.findByText('No program can tell whether the reason is gone')).toBeDefined();
  expect(screen.queryByText('The reason is gone')).toBeNull();
  cleanup();
  open([haltOf({ ...halt, kind: 'reserves', subject: 'USDT' })]);
  expect(await screen.findByText('The reason is gone')).toBeDefined();
});

test('behavior: the file of all halts says what happened, from when to when and how it ended', async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  open([
    haltOf({
      kind: 'other',
      subject: 'operator one',
      facts: { detail: 'a key' },
      ended: '2026-05-04T13:00:00.000Z',
      endedhow: 'gone by two',
    }),
  ]);
  await screen.findByText('gone by two');
  fireEvent.click(screen.getByRole('button', { name: 'CSV' }));
  await expect.poll(() => files).toHaveLength(1);
  expect(await files[0]?.text()).toContain(
    '7,other,operator one,Payouts were halted. a key,2026-05-04T12:00:00.000Z,2026-05-04T13:00:00.000Z,gone by two',
  );
});

test('behavior: of a restored copy it is said what to look at, and it does not end before reserves were compared', async () => {
  open([haltOf({ kind: 'other', subject: 'restored copy', remains: 'notcompared', difference: null })]);
  expect(await screen.findByText(/^The database was put back from a copy/)).toBeDefined();
  await screen.findByRole('button', { name: 'End it: see what it does' });
  expect(endButton().disabled).toBe(true);
});
