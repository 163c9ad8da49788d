import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceOf, memberBalance } from '../ledger/balances.ts';
import { listHalts, readHalt } from '../ledger/halt.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Hex } from '../platform/chain/log.ts';
import { anvilAccounts } from '../platform/chain/test-anvil.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember, addOperator, newWallet } from '../test/people.ts';
import type { TestOperator } from '../test/people.ts';
import { request } from '../test/withdrawals.ts';
import { decideWithdrawal } from './decide.ts';
import { readPaidElsewhere } from './give-back.ts';
import { listWithdrawals } from './list.ts';
import { encodePay } from './payout-chain.ts';
import { payoutIdOf } from './payout-id.ts';
import { quoteRequest } from './quote.ts';
import { signPayout } from './sign.ts';
import { makeFollower, startPayouts } from './test-payout.ts';
import type { Payouts } from './test-payout.ts';
import { confirmPayment, listUnmatched, previewPayment, proposePayment } from './unmatched.ts';

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
  await inTransaction(context.db, (tx) => decideWithdrawal({ tx, actor: first }, decision));
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
const open = async () => (await inTransaction(context.db, (tx) => listUnmatched({ tx }, {}))).list;
const find = async (search: string) =>
  (await inTransaction(context.db, (tx) => listUnmatched({ tx }, { status: 'all', search }))).list.map(
    ({ id }) => id,
  );
const propose = (
  operator: TestOperator,
  id: string,
  action: 'book' | 'match' | 'giveback',
  withdrawalid?: string,
) =>
  inTransaction(context.db, (tx) =>
    proposePayment(
      { tx, actor: operator },
      {
        id,
        action,
        explanation: 'found in the log of the key',
        ...(withdrawalid === undefined ? {} : { withdrawalid }),
      },
    ),
  );
const look = (id: string, action: 'book' | 'match' | 'giveback', withdrawalid?: string) =>
  inTransaction(context.db, (tx) =>
    previewPayment({ tx }, { id, action, ...(withdrawalid === undefined ? {} : { withdrawalid }) }),
  );
const confirm = (operator: TestOperator, id: string, proposalid = '') =>
  inTransaction(context.db, (tx) => confirmPayment({ tx, actor: operator }, { id, proposalid }));
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
    doubt: 'unknownid',
    withdrawalid: null,
    proposal: null,
  });
  // Found by each of its names, among those that are settled, too.
  for (const search of [payment.id, payment.hash.toUpperCase().replace('0X', '0x'), payment.receiver])
    expect(await find(search)).toEqual([payment.id]);
  for (const search of ['unm_nobody', 'wdr_of_nobody', newWallet()]) expect(await find(search)).toEqual([]);
  await expect(confirm(second, payment.id)).rejects.toThrow('withdrawal.otherproposal');
  const { proposal } = await propose(first, payment.id, 'book');
  expect(proposal?.postings).toEqual([
    { source: 'suspense:payout', destination: 'treasury:bsc', coinid: 'USDT', amount: '3' },
  ]);
  expect(proposal?.member).toBeNull();
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

test('refuses: to book what somebody proposed who has no access any more: the halt stays until somebody else says so', async () => {
  await pay(payoutIdOf('wdr_of_a_thief'), newWallet(), 2n * oneCoin);
  const [payment] = await open();
  const id = payment?.id ?? '';
  const gone = await addOperator(context);
  const { proposal } = await propose(gone, id, 'book');
  await sql`update operator set disabled_at = now() where id = ${gone.id}`.execute(context.owner);
  await expect(confirm(second, id, proposal?.id)).rejects.toThrow('operator.proposalended');
  expect(await readHalt(context.db)).toMatchObject({ kind: 'payment' });
  const anew = await propose(first, id, 'book');
  expect(await confirm(second, id, anew.proposal?.id)).toMatchObject({ status: 'booked' });
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
    expect(payment).toMatchObject({ withdrawalid: id, doubt: 'approved' });
    const seen = await look(payment?.id ?? '', 'match');
    expect((await open())[0]?.proposal).toBeNull();
    const { proposal } = await propose(first, payment?.id ?? '', 'match');
    // Whoever proposes it read what whoever confirms it reads.
    expect(seen).toEqual({ postings: proposal?.postings, member: proposal?.member });
    expect(proposal?.postings[0]).toMatchObject({ destination: 'treasury:bsc', amount: '19' });
    expect(proposal?.member).toEqual({ userid: member.id, nickname: expect.stringMatching(/./) });
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

async function statusOf(member: MemberActor) {
  const { list } = await inTransaction(context.db, (tx) => listWithdrawals({ tx, actor: member }, {}));
  return { status: list[0]?.status, description: list[0]?.description };
}

/** As the route does it: the chain is asked first. */
async function confirmGiveBack(operator: TestOperator, id: string, proposalid: string) {
  const input = { id, proposalid };
  const paidElsewhere = await readPaidElsewhere({ db: context.db, chain: payouts.chain }, input);
  return inTransaction(context.db, (tx) => confirmPayment({ tx, actor: operator, paidElsewhere }, input));
}

test.each(['approved', 'sent', 'sent, and booked before'])(
  'behavior: a withdrawal (%s) whose id was paid to somebody else: two give the hold back, the payment is a loss',
  async (state) => {
    const { id, member, address } = await approved();
    if (state !== 'approved') {
      expect(await signPayout(payouts.signer, id)).toEqual({ kind: 'signed' });
      await sql`update withdrawal set status = 'sent' where id = ${id}`.execute(context.owner);
    }
    await pay(payoutIdOf(id), newWallet(), 19n * oneCoin);
    const [payment] = await open();
    const unmatched = payment?.id ?? '';
    expect(payment?.withdrawalid).toBe(id);
    const isBooked = state === 'sent, and booked before';
    if (isBooked) {
      const { proposal } = await propose(first, unmatched, 'book');
      await confirm(second, unmatched, proposal?.id);
      await expect(propose(first, unmatched, 'book')).rejects.toThrow('withdrawal.settled');
      // Payouts go on, and our own bytes come second: the treasury refuses the id, and the withdrawal stays as sent.
      await payouts.round();
      expect((await statusOf(member)).status).toBe('sent');
    }
    await expect(propose(first, unmatched, 'match', id)).rejects.toThrow(/cannotmatch|settled/);
    const before = { treasury: await treasury(), suspense: await suspense() };
    const { proposal } = await propose(first, unmatched, 'giveback');
    const proposalId = proposal?.id ?? '';
    expect(proposal?.postings[0]).toMatchObject({
      destination: `member:${member.id}:available`,
      amount: '20',
    });
    // Without what the chain says, and by one alone: nothing.
    await expect(confirm(second, unmatched, proposalId)).rejects.toThrow('withdrawal.noproof');
    await expect(confirmGiveBack(first, unmatched, proposalId)).rejects.toThrow('withdrawal.twopersons');
    expect(await confirmGiveBack(second, unmatched, proposalId)).toMatchObject({
      status: 'returned',
      matchedid: id,
    });
    expect(await memberBalance(context.db, member.id, 'USDT')).toEqual({
      available: 20n * oneCoin,
      held: 0n,
    });
    const booked = isBooked ? 0n : 19n * oneCoin;
    expect((await treasury()) - before.treasury).toBe(booked);
    expect((await suspense()) - before.suspense).toBe(-booked);
    expect(await readHalt(context.db)).toBeUndefined();
    expect(await statusOf(member)).toMatchObject({
      status: 'failed',
      description: expect.stringContaining('back'),
    });
    expect(await signPayout(payouts.signer, id)).toEqual({ kind: 'skipped' });
    await expect(propose(first, unmatched, 'giveback')).rejects.toThrow('withdrawal.settled');
    // Whatever of ours is sent yet, the treasury pays the id no second time.
    await payouts.round();
    expect((await payouts.paidLogs()).filter(({ receiver }) => receiver === address.toLowerCase())).toEqual(
      [],
    );
    expect(await readHalt(context.db)).toBeUndefined();
  },
  60_000,
);

test('refuses: to give back what came to the member’s own wallet, or a withdrawal of another payment', async () => {
  const { id, address } = await approved();
  await pay(payoutIdOf(id), address, 12n * oneCoin);
  await pay(payoutIdOf('wdr_of_nobody_at_all'), newWallet(), oneCoin);
  for (const payment of await open()) {
    await expect(propose(first, payment.id, 'giveback', id)).rejects.toThrow(
      payment.withdrawalid === id ? 'withdrawal.cannotgiveback' : 'withdrawal.notfound',
    );
    const { proposal } = await propose(first, payment.id, payment.withdrawalid === id ? 'match' : 'book');
    await confirm(second, payment.id, proposal?.id);
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
  // A look refuses what a proposal would.
  await expect(look(stranger?.id ?? '', 'match', other.id)).rejects.toThrow('withdrawal.cannotmatch');
  await expect(look('unm_nobody', 'book')).rejects.toThrow('withdrawal.nopayment');
  await expect(propose(first, 'unm_nobody', 'book')).rejects.toThrow('withdrawal.nopayment');
  const { proposal } = await propose(first, stranger?.id ?? '', 'book');
  await confirm(second, stranger?.id ?? '', proposal?.id);
  expect((await listHalts(context.db)).length).toBe(1);
}, 30_000);

test('behavior: while the network does not answer, a withdrawal on its way and a quote say so and since when', async () => {
  const { member } = await approved();
  const read = async () =>
    (await inTransaction(context.db, (tx) => listWithdrawals({ tx, actor: member }, {}))).list[0]?.silence;
  const polled = (seconds: number) =>
    sql<{ polled_at: Date }>`update chain_cursor set polled_at = now() - make_interval(secs => ${seconds})
      where chain_id = 31337 returning polled_at`.execute(context.owner);
  const asker = await addMember(context, { coins: 40 });
  const quoted = () =>
    inTransaction(context.db, (tx) =>
      quoteRequest(
        { tx, now: new Date(), actor: asker, chainId: 31337, cover: null },
        { coinid: 'USDT', amount: '20' },
      ),
    );
  await polled(20);
  expect(await read()).toBeNull();
  expect((await quoted()).silence).toBeNull();
  const since = (await polled(40)).rows[0]?.polled_at.toISOString();
  const said = { reason: 'The network does not answer us right now.', since };
  expect(await read()).toEqual(said);
  // Said before one asks, too.
  expect((await quoted()).silence).toEqual(said);
  await polled(0);
});

test('behavior: while payouts are halted a request is accepted, waits, and quote and record say why and since when', async () => {
  const halt = await readHalt(context.db);
  const said = {
    reason: 'We are checking a payment that we did not expect.',
    since: halt?.since.toISOString(),
  };
  const member = await addMember(context, { coins: 40 });
  const quoted = await inTransaction(context.db, (tx) =>
    quoteRequest(
      { tx, now: new Date(), actor: member, chainId: 31337, cover: null },
      { coinid: 'USDT', amount: '20' },
    ),
  );
  expect(quoted.halt).toEqual(said);
  const made = await request(context, member, '20');
  expect(made).toMatchObject({ status: 'reviewing', halt: said });
  const decision = { id: made.id, decision: 'approve' as const, reason: 'looked at it' };
  await inTransaction(context.db, (tx) => decideWithdrawal({ tx, actor: first }, decision));
  const { list } = await inTransaction(context.db, (tx) => listWithdrawals({ tx, actor: member }, {}));
  expect(list[0]).toMatchObject({ status: 'approved', halt: said });
  expect(await signPayout(payouts.signer, made.id)).toEqual({ kind: 'waiting', reason: 'halted' });
});
