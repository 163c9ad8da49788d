// @vitest-environment happy-dom
import type { OperatorRole } from '@openmere/core/kit/call.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { drawScreen } from '../app/test-screen.tsx';
import { testDryRun } from '../parts/test-proposal.ts';
import { serveTest, TestRefusal } from '../platform/test-server.ts';
import type { Asked } from '../platform/test-server.ts';
import { approvalOf, heldWithdrawal } from './test-withdrawal.ts';
import type { AdminWithdrawal } from './test-withdrawal.ts';
import { WithdrawalsScreen } from './withdrawals-screen.tsx';

afterEach(() => {
  location.hash = '';
  cleanup();
  vi.unstubAllGlobals();
});

type Options = {
  queue: AdminWithdrawal[];
  role?: OperatorRole;
  decide?: (queue: AdminWithdrawal[]) => AdminWithdrawal;
  look?: () => ReturnType<typeof testDryRun>;
};

/** The queue as operator-one sees it. */
function open({ queue, role = 'risk', decide, look = () => testDryRun() }: Options): Asked[] {
  const asked = serveTest({
    'Admin/Me': () => ({ account: 'operator-one', role, idleminutes: 15 }),
    'Admin/Withdrawals': ({ status, search }) => ({
      list: queue.filter(
        (one) =>
          (status === 'waiting' || (status ?? one.status) === one.status) && (search ?? one.id) === one.id,
      ),
    }),
    'Admin/WithdrawalDryRun': look,
    'Admin/WithdrawalDecide': () => {
      if (!decide) throw new Error('no decision is expected here');
      return decide(queue);
    },
  });
  drawScreen(<WithdrawalsScreen />);
  return asked;
}

async function review(id = 'wdr_one'): Promise<HTMLElement> {
  fireEvent.click(await screen.findByRole('button', { name: `Review ${id}` }));
  return screen.findByRole('dialog');
}

async function writeReason(dialog: HTMLElement, reason: string): Promise<void> {
  fireEvent.change(await within(dialog).findByLabelText('Reason'), { target: { value: reason } });
}

const approveButton = { name: 'Approve 6,000 USDT' };

test('refuses: a decision without a reason', async () => {
  const asked = open({ queue: [heldWithdrawal()] });
  const dialog = await review();
  const approve = await within(dialog).findByRole('button', approveButton);
  await writeReason(dialog, ' a ');
  expect(approve.hasAttribute('disabled')).toBe(true);
  expect(within(dialog).getByRole('button', { name: 'Reject' }).hasAttribute('disabled')).toBe(true);
  fireEvent.click(approve);
  expect(asked.some(({ path }) => path === 'Admin/WithdrawalDecide')).toBe(false);
});

test.each([
  [{ until: null }, /^Frozen/],
  [{ until: '2026-05-06T12:00:00.000Z' }, /^Nothing leaves before/],
])('refuses: to hide the lock of an account (%o) from who is to approve', async (lock, said) => {
  open({ queue: [heldWithdrawal({ lock })] });
  const dialog = await review();
  expect(await within(dialog).findByText(said)).toBeDefined();
  expect(within(dialog).getByText(/^This withdrawal cannot be approved while that lasts/)).toBeDefined();
  await writeReason(dialog, 'A theft');
  expect(within(dialog).getByRole('button', { name: 'Reject' }).hasAttribute('disabled')).toBe(false);
});

test('refuses: a second approval of the same operator is not even offered', async () => {
  open({ queue: [heldWithdrawal({ approvals: [approvalOf('operator-one')] })] });
  const dialog = await review();
  expect(await within(dialog).findByText(/You have approved this/)).toBeDefined();
  expect(within(dialog).queryByRole('button', approveButton)).toBeNull();
});

test('refuses: a decision of a role that may only read', async () => {
  open({ queue: [heldWithdrawal()], role: 'support' });
  const dialog = await review();
  expect(await within(dialog).findByText(/Your role \(support\) may read this/)).toBeDefined();
  expect(within(dialog).queryByLabelText('Reason')).toBeNull();
});

test('refuses: an approval by two before it was read what it does; to say no needs no look', async () => {
  const look = () => {
    throw new TestRefusal('request.unavailable', 'Try again in a moment.', 'unavailable');
  };
  open({ queue: [heldWithdrawal()], look });
  const dialog = await review();
  expect(await within(dialog).findByText('Try again in a moment.')).toBeDefined();
  await writeReason(dialog, 'Called the member');
  expect(within(dialog).getByRole('button', approveButton).hasAttribute('disabled')).toBe(true);
  expect(within(dialog).getByRole('button', { name: 'Reject' }).hasAttribute('disabled')).toBe(false);
});

test('behavior: after a refusal what it does is read anew, and the next try is made on that', async () => {
  let hash = 'ab'.repeat(32);
  const decide = () => {
    throw new TestRefusal('operator.proposalchanged', 'It would do something else now.', 'conflict');
  };
  const asked = open({ queue: [heldWithdrawal()], decide, look: () => testDryRun({ hash }) });
  const dialog = await review();
  await within(dialog).findByText('19 USDT');
  await writeReason(dialog, 'Called the member');
  hash = 'cd'.repeat(32);
  fireEvent.click(within(dialog).getByRole('button', approveButton));
  await within(dialog).findByText('It would do something else now.');
  await waitFor(() => expect(asked.filter(({ path }) => path === 'Admin/WithdrawalDryRun')).toHaveLength(2));
  fireEvent.click(within(dialog).getByRole('button', approveButton));
  await waitFor(() =>
    expect(asked.findLast(({ path }) => path === 'Admin/WithdrawalDecide')?.input).toMatchObject({ hash }),
  );
});

test('refuses: in the server’s words, and the reason stays written', async () => {
  const words = 'This withdrawal is past that step. Reload and look again.';
  const decide = () => {
    throw new TestRefusal('withdrawal.notreviewing', words, 'conflict');
  };
  open({ queue: [heldWithdrawal()], decide });
  const dialog = await review();
  await within(dialog).findByText('19 USDT');
  await writeReason(dialog, 'Called the member');
  fireEvent.click(within(dialog).getByRole('button', approveButton));
  expect(await within(dialog).findByText(words)).toBeDefined();
  expect(within(dialog).getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Called the member');
});

test('refuses: to show a list that could not be read as an empty one', async () => {
  serveTest({
    'Admin/Withdrawals': () => {
      throw new TestRefusal('request.ratelimited', 'Too many requests.', 'ratelimited');
    },
  });
  drawScreen(<WithdrawalsScreen />);
  expect(await screen.findByText('Too many requests.')).toBeDefined();
  expect(screen.queryByText('Nothing waits here')).toBeNull();
});

test('behavior: an empty queue says so', async () => {
  open({ queue: [] });
  expect(await screen.findByText('Nothing waits here')).toBeDefined();
});

test('refuses: to speak to the operator as if they were the member', async () => {
  const own = ['address', 'paypassword', 'firstwithdrawal', 'history'].map((check) => ({
    check,
    result: 'held' as const,
    detail: 'This is your first withdrawal',
    params: { count: 0, largest: '20' },
  }));
  open({ queue: [heldWithdrawal({ checks: own })] });
  const dialog = await review();
  expect(await within(dialog).findByText('First withdrawal of this member')).toBeDefined();
  for (const { textContent } of within(dialog).getAllByRole('listitem'))
    expect(textContent).not.toMatch(/\byour?\b/i);
  expect(screen.getAllByText('Much larger than any withdrawal before (20 USDT)')).toHaveLength(2);
});

test('behavior: a check that this console does not know yet keeps the server’s sentence', async () => {
  const checks = [{ check: 'newer', result: 'held' as const, detail: 'A newer rule', params: {} }];
  open({ queue: [heldWithdrawal({ checks })] });
  expect(await within(await review()).findByText('A newer rule')).toBeDefined();
});

test('behavior: held checks stand first in the receipt', async () => {
  open({ queue: [heldWithdrawal()] });
  const dialog = await review();
  await within(dialog).findByText(/a large amount/);
  const lines = within(dialog)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(lines[0]).toBe('6,000 USDT within 24 h is a large amount: two people decideHeld');
  expect(lines[1]).toBe('A device that this member has used beforePassed');
});

test('behavior: the first approval is counted, the queue read again, and the second person awaited', async () => {
  const decide = (queue: AdminWithdrawal[]) => {
    queue[0] = heldWithdrawal({ approvals: [approvalOf('operator-one')] });
    return queue[0];
  };
  const asked = open({ queue: [heldWithdrawal()], decide });
  const dialog = await review();
  expect(await within(dialog).findByText('19 USDT')).toBeDefined();
  await writeReason(dialog, 'Called the member');
  const approve = within(dialog).getByRole('button', approveButton);
  fireEvent.click(approve);
  fireEvent.click(approve);
  expect(await screen.findByText(/Recorded: 1 of 2 approvals/)).toBeDefined();
  expect(await screen.findByText('1 / 2')).toBeDefined();
  const decisions = asked.filter(({ path }) => path === 'Admin/WithdrawalDecide');
  expect(decisions.map(({ input }) => input)).toEqual([
    { id: 'wdr_one', decision: 'approve', reason: 'Called the member', hash: testDryRun().hash },
  ]);
});

test('behavior: the second operator ends it, and it leaves the queue', async () => {
  const decide = (queue: AdminWithdrawal[]) => {
    const [first] = queue.splice(0, 1);
    if (!first) throw new Error('the queue is empty');
    return {
      ...first,
      status: 'approved' as const,
      approvals: [...first.approvals, approvalOf('operator-one')],
    };
  };
  open({ queue: [heldWithdrawal({ approvals: [approvalOf('operator-two')] })], decide });
  const dialog = await review();
  expect(await within(dialog).findByText(/The second must come from another operator/)).toBeDefined();
  await within(dialog).findByText('19 USDT');
  await writeReason(dialog, 'Second look');
  fireEvent.click(within(dialog).getByRole('button', approveButton));
  expect(await screen.findByText('Recorded: Approved')).toBeDefined();
  await waitFor(() => expect(screen.getByText('Nothing waits here')).toBeDefined());
});

test('behavior: what the signer waits for is approved by another operator', async () => {
  const waiting = heldWithdrawal({
    status: 'approved',
    approvals: [approvalOf('operator-two')],
    waits: 'approvals',
  });
  location.hash = '#/withdrawals?open=wdr_one';
  const asked = open({ queue: [waiting], decide: () => waiting });
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('19 USDT');
  expect(within(dialog).getByText(/The signer waits for another approval/)).toBeDefined();
  expect(within(dialog).queryByRole('button', { name: 'Reject' })).toBeNull();
  await writeReason(dialog, 'Looked at the day');
  fireEvent.click(within(dialog).getByRole('button', approveButton));
  expect(await screen.findByText('Recorded: Approved')).toBeDefined();
  expect(asked.find(({ path }) => path === 'Admin/WithdrawalDecide')?.input).toMatchObject({
    decision: 'approve',
    hash: testDryRun().hash,
  });
});

test('refuses: another approval of who approved before; the money may be given back', async () => {
  location.hash = '#/withdrawals?open=wdr_one';
  const approvals = [approvalOf('operator-one')];
  open({ queue: [heldWithdrawal({ status: 'approved', approvals, waits: 'approvals' })], role: 'finance' });
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('19 USDT');
  expect(within(dialog).getByRole('button', { name: 'Propose to give the money back' })).toBeDefined();
  expect(within(dialog).queryByRole('button', approveButton)).toBeNull();
});

test('behavior: the money of what waits for another approval may be given back instead', async () => {
  location.hash = '#/withdrawals?open=wdr_one';
  const asked = open({
    queue: [heldWithdrawal({ status: 'approved', waits: 'approvals' })],
    role: 'finance',
  });
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('19 USDT');
  expect(within(dialog).getByRole('button', approveButton)).toBeDefined();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Propose to give the money back' }));
  expect(await within(dialog).findByText(/takes two operators/)).toBeDefined();
  expect(within(dialog).queryByRole('button', approveButton)).toBeNull();
  const looked = () =>
    asked.filter(({ path }) => path === 'Admin/WithdrawalDryRun').map(({ input }) => input);
  await waitFor(() => expect(looked().at(-1)).toEqual({ id: 'wdr_one', action: 'release' }));
});

test('refuses: to put under the form whatever a search finds for an address that somebody sent', async () => {
  location.hash = '#/withdrawals?open=Lin';
  open({ queue: [heldWithdrawal({})] });
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('Nothing found')).toBeDefined();
  expect(within(dialog).queryByRole('button', approveButton)).toBeNull();
});
