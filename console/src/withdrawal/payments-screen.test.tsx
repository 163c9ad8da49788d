// @vitest-environment happy-dom
import type { OutputOf } from '@openmere/core/calls.ts';
import type { OperatorRole } from '@openmere/core/kit/call.ts';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { serveTest, TestRefusal } from '../platform/test-server.ts';
import type { Asked } from '../platform/test-server.ts';
import { PaymentsScreen } from './payments-screen.tsx';

afterEach(() => {
  location.hash = '';
  cleanup();
  vi.unstubAllGlobals();
});

type Payment = OutputOf<'Admin/UnmatchedPayments'>;
const payment: Payment = {
  id: 'unm_one',
  time: '2026-05-04T12:00:00.000Z',
  hash: `0x${'cd'.repeat(32)}`,
  block: 81,
  payoutid: `0x${'ef'.repeat(32)}`,
  token: `0x${'12'.repeat(20)}`,
  coinid: 'USDT',
  receiver: `0x${'34'.repeat(20)}`,
  amount: '20',
  withdrawalid: null,
  doubt: 'unknownid',
  status: 'open',
  matchedid: null,
  proposal: null,
};
const proposal: Payment['proposal'] = {
  id: '7',
  operator: 'operator-two',
  action: 'book',
  withdrawalid: null,
  explanation: 'found in the log of the key',
  time: '2026-05-04T12:00:00.000Z',
  postings: [{ source: 'suspense:payout', destination: 'treasury:bsc', coinid: 'USDT', amount: '19' }],
  member: null,
};

let row = payment;

type Given = { role?: OperatorRole; change?: Partial<Payment>; confirm?: () => Payment };

async function open({ role = 'finance', change = {}, confirm }: Given = {}): Promise<Asked[]> {
  location.hash = '#/payments?open=unm_one';
  row = { ...payment, ...change };
  const asked = serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role, idleminutes: 15 }),
    // The list has read its first page only; the payment of the address is an older one.
    'Admin/UnmatchedPayments': ({ search }) => ({
      list: search === row.id ? [row] : [{ ...row, id: 'unm_newer' }],
    }),
    'Admin/PaymentDryRun': ({ withdrawalid }) => {
      if (withdrawalid === 'wdr_other')
        throw new TestRefusal('withdrawal.cannotmatch', 'It does not fit this withdrawal.', 'conflict');
      return {
        postings: [
          { source: 'member:mem_one:held', destination: 'treasury:bsc', coinid: 'USDT', amount: '19' },
        ],
        member: { userid: 'mem_one', nickname: 'Lin' },
      };
    },
    'Admin/PaymentPropose': () => row,
    'Admin/PaymentConfirm': confirm ?? (() => ({ ...row, status: 'booked' as const })),
  });
  queries = drawScreen(<PaymentsScreen />);
  await screen.findByRole('dialog');
  return asked;
}
let queries: ReturnType<typeof drawScreen>;
const asksOf = (asked: readonly Asked[], path: string): unknown[] =>
  asked.filter((one) => one.path === path).map(({ input }) => input);
const buttonOf = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

test('refuses: without an explanation, and a role that may only read', async () => {
  await open();
  expect((await buttonOf('Propose to book it to suspense')).disabled).toBe(true);
  expect((await buttonOf('Propose to match it')).disabled).toBe(true);
  cleanup();
  await open({ role: 'support', change: { proposal } });
  expect(await screen.findByText(/Your role \(support\) may read this/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Confirm as second operator' })).toBeNull();
});

test('refuses: the confirmation of whoever proposed it, and a proposal that changed meanwhile', async () => {
  await open({ change: { proposal: { ...proposal, operator: 'operator-one' } } });
  expect(await screen.findByText('You proposed this. Another operator must confirm it.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Confirm as second operator' })).toBeNull();
  cleanup();
  const words = 'The proposal changed. Read it again before you confirm.';
  const confirm = (): Payment => {
    throw new TestRefusal('withdrawal.otherproposal', words, 'conflict');
  };
  await open({ change: { proposal }, confirm });
  fireEvent.click(await buttonOf('Confirm as second operator'));
  expect(await screen.findByText(words)).toBeDefined();
});

test('refuses: to propose what was not looked at, or what was looked at for another withdrawal', async () => {
  const asked = await open();
  fireEvent.change(await screen.findByLabelText('Explanation'), { target: { value: 'paid by hand' } });
  const target = screen.getByLabelText('Withdrawal to match');
  fireEvent.change(target, { target: { value: 'wdr_other' } });
  fireEvent.click(await buttonOf('Propose to match it'));
  expect(await screen.findByText('It does not fit this withdrawal.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Propose' })).toBeNull();
  fireEvent.change(target, { target: { value: 'wdr_two' } });
  fireEvent.click(await buttonOf('Propose to match it'));
  expect(await buttonOf('Propose')).toBeDefined();
  fireEvent.change(target, { target: { value: 'wdr_three' } });
  expect(screen.queryByRole('button', { name: 'Propose' })).toBeNull();
  expect(asksOf(asked, 'Admin/PaymentPropose')).toEqual([]);
});

test('behavior: the first operator explains it and proposes to match it', async () => {
  const asked = await open();
  fireEvent.change(await screen.findByLabelText('Explanation'), { target: { value: 'paid by hand' } });
  fireEvent.change(screen.getByLabelText('Withdrawal to match'), { target: { value: 'wdr_two' } });
  fireEvent.click(await buttonOf('Propose to match it'));
  // What the second operator will read, the first one reads before.
  expect(await screen.findByText('Lin · held')).toBeDefined();
  expect(screen.getByText(/19 USDT/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Lin' }).getAttribute('href')).toBe('#/member?id=mem_one');
  expect(asksOf(asked, 'Admin/PaymentDryRun')).toEqual([
    { id: 'unm_one', action: 'match', withdrawalid: 'wdr_two' },
  ]);
  expect(asksOf(asked, 'Admin/PaymentPropose')).toEqual([]);
  fireEvent.click(await buttonOf('Propose'));
  await expect
    .poll(() => asksOf(asked, 'Admin/PaymentPropose'))
    .toEqual([{ id: 'unm_one', action: 'match', explanation: 'paid by hand', withdrawalid: 'wdr_two' }]);
});

test('behavior: the second operator reads every posting in words and confirms', async () => {
  const asked = await open({ change: { proposal } });
  const dialog = screen.getByRole('dialog');
  expect(await within(dialog).findByText(/Proposed by operator-two/)).toBeDefined();
  expect(within(dialog).getByText('Suspense: payouts')).toBeDefined();
  expect(within(dialog).getByText(/19 USDT/)).toBeDefined();
  fireEvent.click(await buttonOf('Confirm as second operator'));
  await expect
    .poll(() => asksOf(asked, 'Admin/PaymentConfirm'))
    .toEqual([{ id: 'unm_one', proposalid: '7' }]);
});

test('refuses: to put another proposal under the hand that confirms', async () => {
  await open({ change: { proposal } });
  expect(await buttonOf('Confirm as second operator')).toBeDefined();
  row = { ...row, proposal: { ...proposal, id: '8', action: 'giveback' } };
  await queries.invalidateQueries({ queryKey: ['Admin/UnmatchedPayments'] });
  expect(await screen.findByText(/^operator-two proposed it anew meanwhile/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Confirm as second operator' })).toBeNull();
});

test('behavior: the second operator reads whom it affects by name, with the ways to them and to the withdrawal', async () => {
  const held = { source: 'member:mem_one:held', destination: 'treasury:bsc', coinid: 'USDT', amount: '19' };
  const member = { userid: 'mem_one', nickname: 'Lin' };
  const matched = { ...proposal, action: 'match' as const, withdrawalid: 'wdr_two' };
  await open({ change: { proposal: { ...matched, postings: [held], member } } });
  const dialog = screen.getByRole('dialog');
  expect(await within(dialog).findByText('Lin · held')).toBeDefined();
  expect(within(dialog).getByRole('link', { name: 'Lin' }).getAttribute('href')).toBe('#/member?id=mem_one');
  expect(within(dialog).getByRole('link', { name: 'wdr_two' }).getAttribute('href')).toContain(
    'open=wdr_two',
  );
});

test('behavior: where the payout went to somebody else, the hold can be given back', async () => {
  await open({ change: { withdrawalid: 'wdr_two', status: 'booked' } });
  expect(await buttonOf('Propose to give the hold back')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Propose to book it to suspense' })).toBeNull();
});

test('behavior: a payment that is older than what the list has read opens, and one that is not there is said', async () => {
  await open();
  expect(await within(screen.getByRole('dialog')).findByText(payment.receiver)).toBeDefined();
  cleanup();
  serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role: 'finance', idleminutes: 15 }),
    'Admin/UnmatchedPayments': () => ({ list: [] }),
  });
  drawScreen(<PaymentsScreen />);
  expect(await within(await screen.findByRole('dialog')).findByText('Nothing found')).toBeDefined();
});
