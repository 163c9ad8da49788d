import { oneCoin } from '@openmere/core/money/amount.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberBalance } from '../ledger/balances.ts';
import { Follower } from '../platform/chain/follower.ts';
import { createChainReader } from '../platform/chain/reader.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { createLog } from '../platform/log.ts';
import type { ReorgStep } from '../reserve/decide-reorg.ts';
import { showReorg } from '../reserve/show-reorg.ts';
import { catchUp, openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { takeStep } from '../test/reorg.ts';
import { addMember, addOperator } from '../test/people.ts';
import type { TestOperator } from '../test/people.ts';
import { request } from '../test/withdrawals.ts';
import { broadcastPayouts } from './broadcast.ts';
import { decideWithdrawal } from './decide.ts';
import { withdrawalHandlers } from './on-chain.ts';
import { findPayment } from './record-store.ts';
import { resendLost } from './resend-lost.ts';
import { signPayout } from './sign.ts';
import { startPayouts } from './test-payout.ts';
import type { Payouts } from './test-payout.ts';

const chainId = 31337;
let context: TestContext;
let payouts: Payouts;
let maker: TestOperator;
beforeAll(async () => {
  context = await openTestContext();
  payouts = await startPayouts(context);
  maker = await addOperator(context);
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

const deps = { chainId, findPayment };
const show = () => inTransaction(context.db, (tx) => showReorg({ tx, ...deps }));
const take = (step: ReorgStep) => takeStep(context, deps, step);
const paidTo = async (address: string) =>
  (await payouts.paidLogs())
    .filter(({ receiver }) => receiver === address.toLowerCase())
    .map(({ amount }) => amount);

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
