import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getDepositAddress } from '../deposit/address.ts';
import { balanceOf, memberBalance } from '../ledger/balances.ts';
import { readHalt } from '../ledger/halt.ts';
import { reconcileLedger } from '../ledger/reconcile.ts';
import type { Hex } from '../platform/chain/log.ts';
import { anvilAccounts, anvilKeys, TEST_CHAIN_ID } from '../platform/chain/test-anvil.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { createPayer } from '../platform/signing/payer.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember, addOperator, newWallet } from '../test/people.ts';
import type { TestOperator } from '../test/people.ts';
import { inChunks, request } from '../test/withdrawals.ts';
import { approveAutomatic } from './approve.ts';
import { broadcastPayouts } from './broadcast.ts';
import { decideWithdrawal } from './decide.ts';
import { followPayouts } from './follow.ts';
import { payoutIdOf } from './payout-id.ts';
import { returnDeposit } from './return-deposit.ts';
import { signApproved } from './signer-loop.ts';
import { arrive, startPayouts } from './test-payout.ts';
import type { Payouts } from './test-payout.ts';

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

const decide = (operator: TestOperator, id: string) =>
  inTransaction(context.db, (tx) =>
    decideWithdrawal({ tx, actor: operator }, { id, decision: 'approve', reason: 'looked at it' }),
  );

async function approved(): Promise<{ id: string; memberId: string }> {
  const member = await addMember(context, { coins: 20 });
  const { id } = await request(context, member, '20');
  await decide(first, id);
  return { id, memberId: member.id };
}

/** A deposit below the minimum that two send back: paid as any payout is. Run as the owner of the tables, which needs no proposal. */
async function returning(): Promise<{ id: string; memberId: string }> {
  const member = await addMember(context);
  const { address } = await inTransaction(context.db, (tx) =>
    getDepositAddress({ tx, now: new Date(), actor: member, chainId: TEST_CHAIN_ID }, { coinid: 'USDT' }),
  );
  await arrive(
    { ...context, ...payouts },
    { address: address as Hex, sender: newWallet(), amount: 5n * 10n ** 18n },
  );
  return inTransaction(context.owner, async (tx) => {
    const { id: depositId } = await tx
      .selectFrom('deposit')
      .select('id')
      .where('member_id', '=', member.id)
      .executeTakeFirstOrThrow();
    const ctx = {
      tx,
      reason: 'asked its sender',
      maker: first,
      checker: second,
      onPosted: () => Promise.resolve(),
    };
    await returnDeposit(ctx, { id: depositId, target: 'sender' });
    const { id } = await tx
      .selectFrom('withdrawal')
      .select('id')
      .where('deposit_id', '=', depositId)
      .executeTakeFirstOrThrow();
    return { id, memberId: member.id };
  });
}

const workerFile = fileURLToPath(new URL('./test-worker.ts', import.meta.url));

/** Runs a worker until it dies or has done its rounds. @returns the signal that ended it. */
function work(failpoint: string, extra: Record<string, string> = {}): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [workerFile], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      OPENMERE_FAILPOINT: failpoint,
      DATABASE_URL: context.clone.urlOf('settler'),
      OPENMERE_TEST_INDEXER_URL: context.clone.urlOf('indexer'),
      OPENMERE_TEST_SIGNER_URL: context.clone.urlOf('signer'),
      OPENMERE_CHAIN_RPC: payouts.anvil.url,
      OPENMERE_CONTRACTS: JSON.stringify(payouts.contracts),
      OPENMERE_TEST_ROUNDS: '3',
      ...extra,
    },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (_code, signal) => resolve(signal));
  });
}

/** Exactly one payment each, everybody confirmed, no gap in the nonces, ledger and chain agree. */
async function checkAll(paidOnce: { id: string; memberId: string }[]): Promise<void> {
  const logs = await payouts.paidLogs();
  for (const { id, memberId } of paidOnce) {
    expect(
      logs.filter(({ payoutId }) => payoutId === payoutIdOf(id)),
      id,
    ).toHaveLength(1);
    const row = await context.db
      .selectFrom('withdrawal')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirst();
    expect(row?.status).toBe('confirmed');
    expect(await memberBalance(context.db, memberId, 'USDT')).toEqual({ available: 0n, held: 0n });
  }
  const nonces = (await context.db.selectFrom('payout').select('nonce').orderBy('nonce').execute()).map(
    ({ nonce }) => nonce,
  );
  expect(nonces).toEqual(nonces.map((_, at) => (nonces[0] ?? 0n) + BigInt(at)));
  expect(logs.length).toBe(nonces.length);
  const funded = await context.db
    .selectFrom('withdrawal')
    .select((eb) => eb.fn.sum<bigint>('amount').as('sum'))
    .executeTakeFirstOrThrow();
  const paid = logs.reduce((sum, { amount }) => sum + amount, 0n);
  expect(-(await balanceOf(context.db, 'treasury:bsc', 'USDT'))).toBe(funded.sum - paid);
  expect(await readHalt(context.db)).toBeUndefined();
}

/** 500 by the environment (G08); 50 in a normal run. */
const count = Number(process.env['OPENMERE_PAYOUTS'] ?? 50);

const failpoints = [
  'sign:before',
  'reserve:after',
  'store:after',
  'commit:after',
  'send:before',
  'send:after',
  'record:after',
  'confirm:before',
  'confirm:after',
];

test('behavior: killed at any step of a payout or of a deposit that goes back, each is paid exactly once and all are confirmed', async () => {
  const all: { id: string; memberId: string }[] = [];
  for (const failpoint of failpoints) {
    all.push(await approved(), await returning());
    expect(await work(failpoint), failpoint).toBe('SIGKILL');
    for (let round = 0; round < 3; round += 1) await payouts.round();
  }
  await checkAll(all);
  const { findings } = await reconcileLedger(context.owner);
  expect(findings).toEqual([]);
}, 120_000);

test('behavior: killed while signing a fee bump, the payout is paid exactly once', async () => {
  const one = await approved();
  await payouts.anvil.rpc.call('evm_setAutomine', [false]);
  expect(await work('bump:store', { OPENMERE_TEST_STUCK_MS: '0' })).toBe('SIGKILL');
  expect(await work('', { OPENMERE_TEST_STUCK_MS: '0' })).toBeNull();
  await payouts.anvil.rpc.call('evm_setAutomine', [true]);
  await payouts.mine();
  for (let round = 0; round < 2; round += 1) await payouts.round();
  await checkAll([one]);
}, 60_000);

test('behavior: many withdrawals, two operators clicking at once, two of every worker: as many transfers', async () => {
  const asked = await inChunks(Array.from({ length: count }), 20, async () => {
    const member = await addMember(context, { coins: 20 });
    return { id: (await request(context, member, '20')).id, memberId: member.id };
  });
  const clicks = (
    await inChunks(asked, 10, ({ id }) => Promise.allSettled([decide(first, id), decide(second, id)]))
  ).flat();
  expect(clicks.filter(({ status }) => status === 'fulfilled')).toHaveLength(count);
  const rejected = clicks.flatMap((click) =>
    click.status === 'rejected' ? [(click.reason as Error).message] : [],
  );
  expect(new Set(rejected)).toEqual(new Set(['withdrawal.notreviewing']));
  const worker = async (): Promise<void> => {
    await approveAutomatic({ db: context.db });
    await signApproved(payouts.signer);
    await broadcastPayouts(payouts.delivery);
    await payouts.mine();
    await followPayouts(payouts.delivery);
  };
  await Promise.all([worker(), worker()]);
  for (let round = 0; round < 3 + count / 50; round += 1) await payouts.round();
  await checkAll(asked);
}, 60_000);

test('behavior: killed while a payout is declared failed, it fails once, on the looks that were kept', async () => {
  for (const failpoint of ['outcome:before', 'outcome:after']) {
    const one = await approved();
    await signApproved(payouts.signer);
    const { nonce } = await context.db
      .selectFrom('payout')
      .select('nonce')
      .where('withdrawal_id', '=', one.id)
      .executeTakeFirstOrThrow();
    const gas = { gasLimit: 21_000n, maxFee: 10n ** 10n, priorityFee: 0n };
    const foreign = {
      chainId: 31337,
      nonce: Number(nonce),
      to: anvilAccounts[0],
      data: '0x' as const,
      ...gas,
    };
    const { raw } = await createPayer(anvilKeys[2]).sign(foreign);
    await payouts.anvil.rpc.call('eth_sendRawTransaction', [raw]);
    expect(await work(failpoint, { OPENMERE_TEST_ROUNDS: '8' }), failpoint).toBe('SIGKILL');
    for (let round = 0; round < 3; round += 1) await payouts.round();
    const row = await context.db
      .selectFrom('withdrawal')
      .select(['status', 'reason'])
      .where('id', '=', one.id)
      .executeTakeFirst();
    expect(row).toEqual({ status: 'failed', reason: 'replaced' });
    expect(await memberBalance(context.db, one.memberId, 'USDT')).toEqual({
      available: 0n,
      held: 20n * 10n ** 18n,
    });
  }
}, 60_000);
