import { oneCoin } from '@openmere/core/money/amount.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceOf, memberBalance } from '../ledger/balances.ts';
import { listHalts, readHalt } from '../ledger/halt.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Hex } from '../platform/chain/log.ts';
import { anvilAccounts } from '../platform/chain/test-anvil.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { decideWithdrawal } from './decide.ts';
import { listWithdrawals } from './list.ts';
import { encodePay } from './payout-chain.ts';
import { payoutIdOf } from './payout-id.ts';
import { quoteRequest } from './quote.ts';
import { signPayout } from './sign.ts';
import { makeFollower, startPayouts } from './test-payout.ts';
import type { Payouts } from './test-payout.ts';
import { confirmPayment, listUnmatched, proposePayment } from './unmatched.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember, addOperator, newWallet } from '../test/people.ts';
import type { TestOperator } from '../test/people.ts';
import { request } from '../test/withdrawals.ts';

let context: TestContext;
let payouts: Payouts;
let first: TestOperator;
let second: TestOperator;
beforeAll(async () => {
  context = await openTestContext();
  payouts = await startPayouts(context);
  first = await addOperator(context);
  second = await addOperator(context);
}, 60_000);
afterAll(async () => {
  await payouts.close();
  await context.close();
});

async function approved(): Promise<{ id: string; member: MemberActor; address: Hex }> {
  const member = await addMember(context, { coins: 20 });
  const { id, address } = await request(context, member, '20');
  const decision = { id, decision: 'approve' as const, reason: 'looked at it' };
  await inTransaction(context.db, (tx) => decideWithdrawal(tx, first, decision, {}));
  return { id, member, address: address as Hex };
}

/** A payment that the signer did not make: by hand, with the payer's key. */
async function pay(payoutId: Hex, to: Hex, amount: bigint): Promise<void> {
  const { treasury, usdt } = payouts.contracts;
  const data = encodePay({ id: payoutId, token: usdt as Hex, to, amount });
  await payouts.anvil.rpc.call('eth_sendTransaction', [{ from: anvilAccounts[2], to: treasury, data }]);
  await payouts.mine();
  await payouts.follow();
}
const open = async () => (await inTransaction(context.db, (tx) => listUnmatched(tx, {}))).list;
const propose = (operator: TestOperator, id: string, action: 'book' | 'match', withdrawalid?: string) =>
  inTransaction(context.db, (tx) =>
    proposePayment(tx, operator, {
      id,
      action,
      explanation: 'found in the log of the key',
      ...(withdrawalid === undefined ? {} : { withdrawalid }),
    }),
  );
const confirm = (operator: TestOperator, id: string, proposalid = '') =>
  inTransaction(context.db, (tx) => confirmPayment(tx, operator, { id, proposalid }, {}));
const treasury = () => balanceOf(context.db, 'treasury:bsc', 'USDT');
const suspense = () => balanceOf(context.db, 'suspense:payout', 'USDT');

test('behavior: a payment nobody ordered halts; two operators book it to suspense, payouts go on, and it never halts again', async () => {
  await pay(payoutIdOf('wdr_of_nobody'), newWallet(), 3n * oneCoin);
  expect(await readHalt(context.db)).toMatchObject({ kind: 'payment' });
  const [payment, ...others] = await open();
  expect(others).toEqual([]);
  if (!payment) throw new Error('the payment stands in the list');
  expect(payment).toMatchObject({
    amount: '3',
    coinid: 'USDT',
    doubt: 'unknown id',
    withdrawalid: null,
    proposal: null,
  });
  await expect(confirm(second, payment.id)).rejects.toThrow('withdrawal.otherproposal');
  const { proposal } = await propose(first, payment.id, 'book');
  expect(proposal?.postings).toEqual([
    { source: 'suspense:payout', destination: 'treasury:bsc', coinid: 'USDT', amount: '3' },
  ]);
  await expect(confirm(first, payment.id, proposal?.id)).rejects.toThrow('withdrawal.twopersons');
  const newer = await propose(first, payment.id, 'book');
  await expect(confirm(second, payment.id, proposal?.id)).rejects.toThrow('withdrawal.otherproposal');
  const before = { treasury: await treasury(), suspense: await suspense() };
  expect(await confirm(second, payment.id, newer.proposal?.id)).toMatchObject({ status: 'booked' });
  expect((await treasury()) - before.treasury).toBe(3n * oneCoin);
  expect((await suspense()) - before.suspense).toBe(-3n * oneCoin);
  expect(await readHalt(context.db)).toBeUndefined();
  await expect(propose(first, payment.id, 'book')).rejects.toThrow('withdrawal.settled');
  // Read again from the first block on, as after a rescan.
  const { treasury: address } = payouts.contracts;
  await makeFollower(context.db, payouts.anvil.rpc, address ?? '')();
  expect(await readHalt(context.db)).toBeUndefined();
}, 30_000);

test('behavior: a payout paid by hand is matched with its withdrawal; another amount leaves the difference in suspense', async () => {
  for (const [paid, difference] of [
    [19n, 0n],
    [21n, -2n],
    [12n, 7n],
  ] as const) {
    const { id, member, address } = await approved();
    await pay(payoutIdOf(id), address, paid * oneCoin);
    const [payment] = await open();
    expect(payment).toMatchObject({ withdrawalid: id, doubt: 'the withdrawal is approved' });
    const { proposal } = await propose(first, payment?.id ?? '', 'match');
    expect(proposal?.postings[0]).toMatchObject({ destination: 'treasury:bsc', amount: '19' });
    const before = { treasury: await treasury(), suspense: await suspense() };
    expect(await confirm(second, payment?.id ?? '', proposal?.id)).toMatchObject({
      status: 'matched',
      matchedid: id,
    });
    expect((await treasury()) - before.treasury).toBe(paid * oneCoin);
    expect((await suspense()) - before.suspense).toBe(difference * oneCoin);
    expect(await memberBalance(context.db, member.id, 'USDT')).toEqual({ available: 0n, held: 0n });
    expect(await signPayout(payouts.signer, id)).toEqual({ kind: 'skipped' });
    expect(await readHalt(context.db)).toBeUndefined();
  }
}, 30_000);

test('refuses: to match a payment with a withdrawal of another wallet, or with one that may still be signed', async () => {
  const other = await approved();
  await pay(payoutIdOf('wdr_of_nobody_else'), other.address, 19n * oneCoin);
  await pay(payoutIdOf('wdr_of_a_stranger'), newWallet(), oneCoin);
  const [stranger, unsigned] = await open();
  // All reasons are kept, each ends with its own payment.
  expect((await listHalts(context.db)).map(({ kind }) => kind)).toEqual(['payment', 'payment']);
  await expect(propose(first, unsigned?.id ?? '', 'match', other.id)).rejects.toThrow(
    'withdrawal.cannotmatch',
  );
  await expect(propose(first, stranger?.id ?? '', 'match', other.id)).rejects.toThrow(
    'withdrawal.cannotmatch',
  );
  await expect(propose(first, stranger?.id ?? '', 'match')).rejects.toThrow('withdrawal.notfound');
  await expect(propose(first, 'unm_nobody', 'book')).rejects.toThrow('withdrawal.nopayment');
  const { proposal } = await propose(first, stranger?.id ?? '', 'book');
  await confirm(second, stranger?.id ?? '', proposal?.id);
  expect((await listHalts(context.db)).length).toBe(1);
}, 30_000);

test('behavior: while payouts are halted a request is accepted, waits, and quote and record say why and since when', async () => {
  const halt = await readHalt(context.db);
  const said = {
    reason: 'We are checking a payment that we did not expect.',
    since: halt?.since.toISOString(),
  };
  const member = await addMember(context, { coins: 40 });
  const quoted = await inTransaction(context.db, (tx) =>
    quoteRequest(tx, new Date(), member, { coinid: 'USDT', amount: '20' }, { chainId: 31337, cover: null }),
  );
  expect(quoted.halt).toEqual(said);
  const made = await request(context, member, '20');
  expect(made).toMatchObject({ status: 'reviewing', halt: said });
  const decision = { id: made.id, decision: 'approve' as const, reason: 'looked at it' };
  await inTransaction(context.db, (tx) => decideWithdrawal(tx, first, decision, {}));
  const { list } = await inTransaction(context.db, (tx) => listWithdrawals(tx, member, {}));
  expect(list[0]).toMatchObject({ status: 'approved', halt: said });
  expect(await signPayout(payouts.signer, made.id)).toEqual({ kind: 'waiting', reason: 'halted' });
});
