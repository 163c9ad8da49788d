import { setTimeout as wait } from 'node:timers/promises';
import { Fault } from '@openmere/core/kit/fault.ts';
import { parseTransaction } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clearHalt, setHalt } from '../ledger/halt.ts';
import type { Hex } from '../platform/chain/log.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember, addOperator } from '../test/people.ts';
import type { TestOperator } from '../test/people.ts';
import { inChunks, request } from '../test/withdrawals.ts';
import { broadcastPayouts } from './broadcast.ts';
import { decideWithdrawal } from './decide.ts';
import { payoutIdOf } from './payout-id.ts';
import { signApproved } from './signer-loop.ts';
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

async function approveMany(count: number): Promise<string[]> {
  return inChunks(Array.from({ length: count }), 10, async () => {
    const member = await addMember(context, { coins: 20 });
    const { id } = await request(context, member, '20');
    await inTransaction(context.db, (tx) =>
      decideWithdrawal({ tx, actor: operator }, { id, decision: 'approve', reason: 'looked at it' }),
    );
    return id;
  });
}

test('behavior: what waited through an outage is handed over several at once, lowest nonces first, and each is paid once', async () => {
  const ids = await approveMany(40);
  await signApproved(payouts.signer);
  const begun: bigint[] = [];
  let underWay = 0;
  let most = 0;
  const chain = {
    ...payouts.chain,
    async send(raw: Hex) {
      begun.push(BigInt(parseTransaction(raw).nonce ?? -1));
      underWay += 1;
      most = Math.max(most, underWay);
      await wait(20);
      underWay -= 1;
      return payouts.chain.send(raw);
    },
  };
  expect(await broadcastPayouts({ ...payouts.delivery, chain })).toBe(40);
  expect(most).toBeGreaterThan(4);
  expect(most).toBeLessThanOrEqual(16);
  const least = begun.reduce((a, b) => (a < b ? a : b));
  for (const [at, nonce] of begun.entries()) expect(Math.abs(Number(nonce - least) - at)).toBeLessThan(16);
  // A node answers before it mines.
  await payouts.mine();
  await payouts.round();
  const paid = await payouts.paidLogs();
  for (const id of ids) {
    const row = await context.db
      .selectFrom('withdrawal')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirst();
    expect(row?.status).toBe('confirmed');
    expect(paid.filter(({ payoutId }) => payoutId === payoutIdOf(id))).toHaveLength(1);
  }
}, 60_000);

test('refuses: to begin more sends when the node answers none, or when payouts are halted meanwhile', async () => {
  await approveMany(40);
  await signApproved(payouts.signer);
  let sends = 0;
  const dead = {
    ...payouts.chain,
    async send(): Promise<never> {
      sends += 1;
      await wait(5);
      throw new Fault('chain.unreachable', { retry: true });
    },
  };
  await expect(broadcastPayouts({ ...payouts.delivery, chain: dead })).rejects.toThrow('chain.unreachable');
  expect(sends).toBeLessThanOrEqual(18);
  sends = 0;
  const halting = {
    ...payouts.chain,
    async send(raw: Hex) {
      sends += 1;
      if (sends === 1)
        await inTransaction(context.db, (tx) => setHalt(tx, { kind: 'other', subject: 'test', facts: {} }));
      await wait(50);
      return payouts.chain.send(raw);
    },
  };
  await broadcastPayouts({ ...payouts.delivery, chain: halting });
  expect(sends).toBeLessThanOrEqual(16);
  await inTransaction(context.db, clearHalt);
  await payouts.round();
}, 60_000);
