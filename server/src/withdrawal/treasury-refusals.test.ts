import { treasuryAbi } from '@openmere/core/chain/abi/treasury.ts';
import { encodeEventTopics, encodeFunctionData, zeroHash } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listHalts, readHalt } from '../ledger/halt.ts';
import { mailAlarms } from '../operator/alarm-mail.ts';
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

/** The timelock, whom the treasury made its administrator when it was deployed, opens it again. */
async function unpause(): Promise<void> {
  const { rpc } = payouts.anvil;
  const { treasury } = payouts.contracts;
  const args = { role: zeroHash };
  const topics = encodeEventTopics({ abi: treasuryAbi, eventName: 'RoleGranted', args });
  const [granted] = (await rpc.call('eth_getLogs', [{ address: treasury, topics, fromBlock: '0x0' }])) as {
    topics: Hex[];
  }[];
  const timelock = `0x${granted?.topics[2]?.slice(-40)}`;
  await rpc.call('anvil_impersonateAccount', [timelock]);
  await rpc.call('anvil_setBalance', [timelock, '0xde0b6b3a7640000']);
  const data = encodeFunctionData({ abi: treasuryAbi, functionName: 'unpause' });
  await rpc.call('eth_sendTransaction', [{ from: timelock, to: treasury, data }]);
}

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

test('behavior: the guard pauses the treasury, and payouts are halted since then; paused anew, it is a halt of its own with its alarm', async () => {
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
  const mail = () => mailAlarms({ db: context.db, now: new Date() }, ['call@openmere.app']);
  /** The hash of the guard's pause, which everybody is alarmed of once. */
  const pauseOnce = async () => {
    const hash = (await guard(pause)) as Hex;
    await payouts.mine(3);
    await catchUp(follower);
    expect([await mail(), await mail()]).toEqual([1, 0]);
    return hash;
  };
  expect(await inTransaction(context.db, readHalt)).toBeUndefined();
  const first = await pauseOnce();
  const since = (await inTransaction(context.db, readHalt))?.since;
  await unpause();
  const second = await pauseOnce();
  expect(await inTransaction(context.db, listHalts)).toMatchObject([
    { kind: 'other', subject: `treasury ${first}`, since, facts: { detail: `Treasury.pause ${first}` } },
    { kind: 'other', subject: `treasury ${second}`, facts: { detail: `Treasury.pause ${second}` } },
  ]);
});
