import { treasuryAbi } from '@openmere/core/chain/abi/treasury.ts';
import { encodeFunctionData } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readHalt } from '../ledger/halt.ts';
import { Follower } from '../platform/chain/follower.ts';
import type { Hex } from '../platform/chain/log.ts';
import { createChainReader } from '../platform/chain/reader.ts';
import { anvilAccounts, TEST_CHAIN_ID } from '../platform/chain/test-anvil.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { createLog } from '../platform/log.ts';
import { catchUp, openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember, addOperator } from '../test/people.ts';
import type { TestOperator } from '../test/people.ts';
import { request } from '../test/withdrawals.ts';
import { decideWithdrawal } from './decide.ts';
import { withdrawalHandlers } from './on-chain.ts';
import { signPayout } from './sign.ts';
import { startPayouts } from './test-payout.ts';
import type { Payouts } from './test-payout.ts';

let context: TestContext;
let payouts: Payouts;
let operator: TestOperator;
beforeAll(async () => {
  context = await openTestContext();
  payouts = await startPayouts(context);
  operator = await addOperator(context);
}, 60_000);
afterAll(async () => {
  await payouts.close();
  await context.close();
});

async function approved(): Promise<string> {
  const { id } = await request(context, await addMember(context, { coins: 20 }), '20');
  const decision = { id, decision: 'approve' as const, reason: 'looked at it' };
  await inTransaction(context.db, (tx) => decideWithdrawal({ tx, actor: operator }, decision));
  return id;
}

/** A transaction of the guard at the treasury. */
const guard = (data: Hex) =>
  payouts.anvil.rpc.call('eth_sendTransaction', [
    { from: anvilAccounts[2], to: payouts.contracts.treasury, data },
  ]);
const pause = encodeFunctionData({ abi: treasuryAbi, functionName: 'pause' });

test('behavior: a treasury that is really short waits to be refilled; one that is paused or refuses the key says that', async () => {
  const id = await approved();
  const { usdt = '' } = payouts.contracts;
  const { rpc } = payouts.anvil;
  const other = { ...payouts.signer.payer, address: anvilAccounts[3] as Hex };
  expect(await signPayout({ ...payouts.signer, payer: other }, id)).toMatchObject({
    reason: expect.stringMatching(/^chain: AccessControl/) as string,
  });
  const snapshot = await rpc.call('evm_snapshot', []);
  const all = await payouts.chain.holdings(usdt as Hex);
  const args = [usdt as Hex, all] as const;
  await guard(encodeFunctionData({ abi: treasuryAbi, functionName: 'sweepToCold', args }));
  expect(await signPayout(payouts.signer, id)).toEqual({ kind: 'waiting', reason: 'cover' });
  await guard(pause);
  expect(await signPayout(payouts.signer, id)).toEqual({ kind: 'waiting', reason: 'chain: EnforcedPause()' });
  await rpc.call('evm_revert', [snapshot]);
  expect(await signPayout(payouts.signer, id)).toEqual({ kind: 'signed' });
  await payouts.round();
});

test('behavior: the guard pauses the treasury, and payouts are halted with a reason and since when', async () => {
  const follower = new Follower({
    db: context.db,
    reader: createChainReader(payouts.anvil.rpc, TEST_CHAIN_ID),
    chainId: TEST_CHAIN_ID,
    confirmations: async () => 1,
    startBlock: 0n,
    handlers: withdrawalHandlers({ log: createLog('test', 'silent') }),
    onFork: async () => undefined,
    measureAgain: async () => async () => undefined,
    staleMs: 0,
  });
  await guard(pause);
  await payouts.mine(3);
  expect(await inTransaction(context.db, readHalt)).toBeUndefined();
  await catchUp(follower);
  expect(await inTransaction(context.db, readHalt)).toMatchObject({ kind: 'other', subject: 'treasury' });
});
