import type { JournalEntry } from '@openmere/core/ledger/entry.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceOf, memberBalance } from '../ledger/balances.ts';
import { clearHalt, readHalt, setHalt } from '../ledger/halt.ts';
import { postEntry } from '../ledger/post.ts';
import { Follower } from '../platform/chain/follower.ts';
import type { Hex } from '../platform/chain/log.ts';
import { createChainReader } from '../platform/chain/reader.ts';
import { anvilAccounts, anvilKeys } from '../platform/chain/test-anvil.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { newId } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { memoryJournal } from '../platform/signing/journal.ts';
import { createPayer } from '../platform/signing/payer.ts';
import { takeReorgStep } from '../reserve/decide-reorg.ts';
import type { ReorgStep } from '../reserve/decide-reorg.ts';
import { showReorg } from '../reserve/show-reorg.ts';
import { catchUp, openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember, addOperator } from '../test/people.ts';
import type { TestOperator } from '../test/people.ts';
import { takeStep } from '../test/reorg.ts';
import { request } from '../test/withdrawals.ts';
import { payoutsAgain } from './again-store.ts';
import { broadcastPayouts } from './broadcast.ts';
import { decideWithdrawal } from './decide.ts';
import { withdrawalHandlers } from './on-chain.ts';
import { payoutIdOf } from './payout-id.ts';
import { findPayment } from './record-store.ts';
import { resendLost, useLeftNonces } from './resend-lost.ts';
import { signAgain } from './sign-again.ts';
import { signPayout } from './sign.ts';
import { signApproved } from './signer-loop.ts';
import { findLastAttempt } from './signer-store.ts';
import { startPayouts } from './test-payout.ts';
import type { Payouts } from './test-payout.ts';

const chainId = 31337;
let context: TestContext;
let payouts: Payouts;
let maker: TestOperator;
let checker: TestOperator;
beforeAll(async () => {
  context = await openTestContext();
  payouts = await startPayouts(context);
  maker = await addOperator(context);
  checker = await addOperator(context);
}, 180_000);
afterAll(async () => {
  await payouts.close();
  await context.close();
});

function makeFollower(): Follower {
  return new Follower({
    db: context.db,
    reader: createChainReader(payouts.anvil.rpc, chainId),
    chainId,
    confirmations: async () => 1,
    startBlock: 0n,
    handlers: withdrawalHandlers({ log: createLog('test', 'silent') }),
    onFork: async () => undefined,
    measureAgain: async () => async () => undefined,
    staleMs: 0,
  });
}

const deps = { chainId, findPayment, again: payoutsAgain(true) };
const show = () => inTransaction(context.db, (tx) => showReorg({ tx, ...deps }));
const take = (step: ReorgStep) => takeStep(context, deps, step);
const paidTo = async (address: string) =>
  (await payouts.paidLogs())
    .filter(({ receiver }) => receiver === address.toLowerCase())
    .map(({ amount }) => amount);

/** A payout of 19 USDT that is final and confirmed, and the block before it. */
async function payOne(): Promise<{ id: string; address: string; memberId: string; top: number }> {
  const member = await addMember(context, { coins: 20 });
  const { id, address } = await request(context, member, '20');
  const decision = { id, decision: 'approve' as const, reason: 'looked at it' };
  await inTransaction(context.db, (tx) => decideWithdrawal({ tx, actor: maker }, decision));
  await payouts.mine(2);
  await catchUp(makeFollower());
  const top = Number(await payouts.anvil.rpc.call('eth_blockNumber', []));
  expect(await signPayout(payouts.signer, id)).toEqual({ kind: 'signed' });
  await broadcastPayouts(payouts.delivery);
  await payouts.mine(16);
  await catchUp(makeFollower());
  expect(await paidTo(address)).toEqual([19n * oneCoin]);
  return { id, address, memberId: member.id, top };
}

/** Takes everything above a block back, and the cursor with it. */
async function takeBack(top: number): Promise<void> {
  const follower = makeFollower();
  const depth = Number(await payouts.anvil.rpc.call('eth_blockNumber', [])) - top;
  await payouts.anvil.rpc.call('anvil_reorg', [depth, []]);
  await payouts.mine(3);
  for (let polls = 0; polls < 3; polls += 1) await expect(follower.poll()).rejects.toThrow('chain.fork');
  await take('rollback');
  await payouts.mine(depth);
  await catchUp(makeFollower());
}

/** The payer's key is used elsewhere meanwhile: the nonce of the lost payout is gone. */
async function useNonce(nonce: number): Promise<{ hash: Hex }> {
  const foreign = await createPayer(anvilKeys[2]).sign({
    chainId,
    nonce,
    to: anvilAccounts[0],
    data: '0x',
    gasLimit: 30_000n,
    maxFee: 10_000_000_000n,
    priorityFee: 1_000_000_000n,
  });
  expect((await payouts.chain.send(foreign.raw)).kind).toBe('accepted');
  return foreign;
}

/** Two operators confirm a proposal of this step: what the database wants to see when the transaction ends. */
const takeByTwo = (step: ReorgStep) =>
  inTransaction(context.db, async (tx) => {
    const { rows } = await sql<{
      id: string;
    }>`insert into proposal (id, kind, subject, value, reason, maker_id, expires_at, dry_run, hash)
      values (${newId('prp')}, 'reorg', ${step}, '', 'looked at it', ${maker.id}, now() + interval '1 day', '{}', ${'0'.repeat(64)})
      returning id`.execute(tx);
    await sql`update proposal set status = 'confirmed', checker_id = ${checker.id}, ended_at = now()
      where id = ${rows[0]?.id}`.execute(tx);
    const post = (entry: JournalEntry) => postEntry(tx, entry);
    return takeReorgStep({ ...deps, tx, now: new Date(), maker, checker, post }, step);
  });

test('behavior: one whose nonce another transaction used is signed anew by two operators, on proof, and paid once', async () => {
  const { id, address, memberId, top } = await payOne();
  const first = await findLastAttempt(context.db, id);
  await takeBack(top);
  const foreign = await useNonce(Number(first?.payout.nonce));
  await take('resend');
  await expect(take('again')).rejects.toThrow('reserve.noreorg');
  // Five looks over more than one block, each at a final one.
  for (let looks = 0; looks < 5; looks += 1) {
    await payouts.mine(2);
    await catchUp(makeFollower());
    expect((await show()).rows).toMatchObject([{ userid: memberId, again: 'none' }]);
    expect(await resendLost(payouts.delivery, chainId)).toBe(0);
  }
  expect((await show()).rows).toMatchObject([{ userid: memberId, direction: 'out', again: 'proved' }]);

  // One person alone, or nobody: the database refuses it, whoever writes.
  await expect(take('again')).rejects.toThrow('it takes two operators');
  expect(await signApproved(payouts.signer)).toBe(0);
  expect((await takeByTwo('again')).changes).toMatchObject([
    { what: id, before: foreign.hash, after: 'signedagain' },
  ]);
  expect((await show()).rows).toMatchObject([{ again: 'asked' }]);
  await expect(take('again')).rejects.toThrow('reserve.noreorg');

  // A signer that is told a lie by its node, or that has no memory of the first one, signs nothing.
  const paidLie = { ...payouts.chain, readEnd: async () => ({ kind: 'paid' as const }) };
  expect(await signAgain({ ...payouts.signer, chain: paidLie }, id)).toEqual({
    kind: 'waiting',
    reason: 'paid-already',
  });
  const openLie = { ...payouts.chain, readEnd: async () => ({ kind: 'open' as const }) };
  expect(await signAgain({ ...payouts.signer, chain: openLie }, id)).toEqual({
    kind: 'waiting',
    reason: 'again: not proved',
  });
  expect(await signAgain({ ...payouts.signer, journal: memoryJournal() }, id)).toEqual({
    kind: 'waiting',
    reason: 'journal: another nonce',
  });
  const fork = { kind: 'fork', subject: 'block', facts: { detail: 'a final block changed' } } as const;
  await inTransaction(context.db, (tx) => setHalt(tx, { ...fork, kind: 'ledger' }));
  expect(await signAgain(payouts.signer, id)).toEqual({ kind: 'waiting', reason: 'halted' });
  await inTransaction(context.db, clearHalt);
  await inTransaction(context.db, (tx) => setHalt(tx, fork));
  expect(await signApproved(payouts.signer)).toBe(1);
  expect(await signApproved(payouts.signer)).toBe(0);
  await inTransaction(context.db, clearHalt);

  expect((await show()).rows).toMatchObject([{ again: 'signed' }]);
  const beforeSecond = Number(await payouts.anvil.rpc.call('eth_blockNumber', []));
  expect(await resendLost(payouts.delivery, chainId)).toBe(1);
  await payouts.mine(3);
  await catchUp(makeFollower());
  expect(await paidTo(address)).toEqual([19n * oneCoin]);
  expect(await show()).toMatchObject({ resend: 'none', rows: [] });
  expect(await readHalt(context.db)).toBeUndefined();
  expect(await memberBalance(context.db, memberId, 'USDT')).toEqual({ available: 0n, held: 0n });
  const row = await context.db
    .selectFrom('withdrawal')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row.status).toBe('confirmed');
  expect(row.paid_tx).not.toBe(first?.attempt.tx_hash);
  // Twice over: what is signed a third time by hand is refused by the treasury.
  expect(
    await payouts.chain.dryRun(payouts.signer.payer.address, {
      id: payoutIdOf(id),
      token: first?.payout.token as Hex,
      to: first?.payout.receiver as Hex,
      amount: 19n * oneCoin,
    }),
  ).toMatchObject({ revert: expect.stringContaining('AlreadyPaid') });

  // A second reorganisation takes the second signature's block: one payout is lost, whatever signed it, and it is paid and back once.
  await payouts.mine(2);
  await catchUp(makeFollower());
  await takeBack(beforeSecond);
  const suspense = () => balanceOf(context.db, 'suspense:reorg', 'USDT');
  const suspended = await suspense();
  const lost = await show();
  expect(lost.resend).toBe('open');
  expect(lost.rows.filter(({ amount }) => amount !== null)).toMatchObject([{ amount: '19', state: 'gone' }]);
  await take('resend');
  await take('book');
  expect(await suspense()).toBe(suspended + 19n * oneCoin);
  expect(await resendLost(payouts.delivery, chainId)).toBe(1);
  await payouts.mine(3);
  await catchUp(makeFollower());
  expect(await resendLost(payouts.delivery, chainId)).toBe(0);
  await take('book');
  expect([await suspense(), await show()]).toMatchObject([suspended, { stage: 'none', rows: [] }]);
  expect(await paidTo(address)).toEqual([19n * oneCoin]);
}, 120_000);

test('behavior: a payout that 20 final blocks took with them is sent again by two operators, and paid once', async () => {
  const member = await addMember(context, { coins: 20 });
  const { id, address } = await request(context, member, '20');
  const decision = { id, decision: 'approve' as const, reason: 'looked at it' };
  await inTransaction(context.db, (tx) => decideWithdrawal({ tx, actor: maker }, decision));
  await payouts.mine(2);
  await catchUp(makeFollower());
  const top = Number(await payouts.anvil.rpc.call('eth_blockNumber', []));
  expect(await signPayout(payouts.signer, id)).toEqual({ kind: 'signed' });
  await broadcastPayouts(payouts.delivery);
  await payouts.mine(16);
  const follower = makeFollower();
  await catchUp(follower);
  expect(await paidTo(address)).toEqual([19n * oneCoin]);
  expect(await memberBalance(context.db, member.id, 'USDT')).toEqual({ available: 0n, held: 0n });

  await payouts.mine(2);
  await catchUp(follower);
  const depth = Number(await payouts.anvil.rpc.call('eth_blockNumber', [])) - top;
  expect(depth).toBeGreaterThanOrEqual(18);
  await payouts.anvil.rpc.call('anvil_reorg', [depth, []]);
  await payouts.mine(3);
  expect(await paidTo(address)).toEqual([]);
  for (let polls = 0; polls < 3; polls += 1) await expect(follower.poll()).rejects.toThrow('chain.fork');
  await expect(take('resend')).rejects.toThrow('reserve.noreorg');
  await take('rollback');
  expect((await show()).resend).toBe('none');
  await catchUp(makeFollower());

  const listed = await show();
  expect(listed.resend).toBe('open');
  expect(listed.rows).toMatchObject([{ userid: member.id, amount: '19', direction: 'out', state: 'gone' }]);
  expect(await resendLost(payouts.delivery, chainId)).toBe(0);
  expect((await take('resend')).changes).toMatchObject([{ before: 'gone', after: 'sent again' }]);
  await expect(take('resend')).rejects.toThrow('reserve.noreorg');
  expect((await show()).resend).toBe('sending');
  expect(await resendLost(payouts.delivery, chainId)).toBe(1);
  await payouts.mine(3);
  await catchUp(makeFollower());
  // Once on the chain, the member paid, nothing left to send or to book.
  expect(await paidTo(address)).toEqual([19n * oneCoin]);
  expect(await resendLost(payouts.delivery, chainId)).toBe(0);
  expect(await show()).toMatchObject({ resend: 'none', rows: [] });
  expect(await memberBalance(context.db, member.id, 'USDT')).toEqual({ available: 0n, held: 0n });
}, 120_000);

test('behavior: the first signature comes back when a second reorganisation takes the one signed anew; paid once, and the next as well', async () => {
  const { id, address, memberId, top } = await payOne();
  const first = await findLastAttempt(context.db, id);
  const suspense = () => balanceOf(context.db, 'suspense:reorg', 'USDT');
  const suspended = await suspense();
  await takeBack(top);
  await useNonce(Number(first?.payout.nonce));
  await take('resend');
  for (let looks = 0; looks < 5; looks += 1) {
    await payouts.mine(2);
    await catchUp(makeFollower());
    await show();
    expect(await resendLost(payouts.delivery, chainId)).toBe(0);
  }
  await takeByTwo('again');
  expect(await signApproved(payouts.signer)).toBe(1);
  expect(await resendLost(payouts.delivery, chainId)).toBe(1);
  await payouts.mine(3);
  await catchUp(makeFollower());
  expect(await paidTo(address)).toEqual([19n * oneCoin]);

  await payouts.mine(2);
  await catchUp(makeFollower());
  const depth = Number(await payouts.anvil.rpc.call('eth_blockNumber', [])) - top;
  await payouts.anvil.rpc.call('anvil_reorg', [depth, []]);
  expect((await payouts.chain.send(first?.attempt.raw as Hex)).kind).toBe('accepted');
  await payouts.mine(3);
  const follower = makeFollower();
  for (let polls = 0; polls < 3; polls += 1) await expect(follower.poll()).rejects.toThrow('chain.fork');
  await take('rollback');
  await payouts.mine(depth);
  await catchUp(makeFollower());
  expect(await paidTo(address)).toEqual([19n * oneCoin]);
  expect((await show()).rows).toEqual([]);
  expect(await readHalt(context.db)).toBeUndefined();
  expect([await suspense(), await memberBalance(context.db, memberId, 'USDT')]).toEqual([
    suspended,
    { available: 0n, held: 0n },
  ]);
  // The nonce of the second signature is free again; without it every later payout would wait for good.
  expect(await useLeftNonces(payouts.delivery)).toBe(1);
  await payouts.mine(3);
  await catchUp(makeFollower());
  expect(await useLeftNonces(payouts.delivery)).toBe(0);
  expect(await paidTo(address)).toEqual([19n * oneCoin]);
  await payOne();
}, 120_000);
