import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { balanceOf } from '../ledger/balances.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { newWallet } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';
import { addMiner, firstDay, noonOf, openFigures, settleDeps, trade } from '../test/rewards.ts';
import { listRewards } from './reward-store.ts';
import { settleReferral } from './settle-referral.ts';
import { openSettlement } from './settlement-store.ts';
import { listRows } from './test-rows.ts';
import { openWriter } from './write-parts.ts';

let context: TestContext;
beforeEach(async () => {
  context = await openTestContext();
});
afterEach(() => context.close());

/** One reward in each transaction. */
const settle = (onStep?: (step: string) => void): Promise<void> =>
  settleReferral(settleDeps(context, openFigures(), { batch: 1, ...(onStep && { onStep }) }), firstDay);

/** Two generations below the root, the last of which traded: a direct's and an indirect's part. */
async function addTraders(): Promise<[TestMember, TestMember]> {
  const first = await addMiner(context, { power: 200 });
  const second = await addMiner(context, { power: 200, inviter: first });
  const third = await addMiner(context, { power: 0, inviter: second });
  await trade(context, third.address ?? newWallet(), 100n * oneCoin, noonOf(firstDay));
  return [first, second];
}

const stepNow = async () =>
  (
    await sql<{
      step: string;
      first: bigint | null;
    }>`select step, first_serial as first from reward_settlement`.execute(context.db)
  ).rows[0];

test('behavior: what a settler that died had written is not there for anybody, and is removed before the next one decides', async () => {
  const [first, second] = await addTraders();
  const died = settle((step) => {
    if (step === 'part') throw new Error('killed');
  });
  await expect(died).rejects.toThrow('killed');
  expect(await stepNow()).toMatchObject({ step: 'opened', first: expect.any(BigInt) });
  const left = (await listRows(context.db)).filter((row) => row.pool === 'referral');
  expect(left.length).toBeGreaterThan(0);
  for (const member of [first, second]) expect(await listRewards(context.db, member.id, {}, 10)).toEqual([]);

  // Meanwhile one of them is barred: what was written before is not what is decided now.
  await sql`update member set exit_only = true where id = ${second.id}`.execute(context.owner);
  await settle();
  const rows = (await listRows(context.db)).toSorted((a, b) => a.kind.localeCompare(b.kind));
  expect(rows.map(({ member_id: id, kind, status }) => [id, kind, status])).toEqual([
    [second.id, 'direct', 'notqualified'],
    [first.id, 'indirect', 'claimable'],
  ]);
  const claimable = rows
    .filter((row) => row.status === 'claimable')
    .reduce((sum, row) => sum + row.amount, 0n);
  expect(await balanceOf(context.db, 'pool:rewards-due', 'USDT')).toBe(claimable);
  expect(await listRewards(context.db, first.id, {}, 10)).toHaveLength(1);
});

test('refuses: to remove a reward that its settlement is done writing', async () => {
  await addTraders();
  await settle();
  await expect(sql`delete from reward`.execute(context.owner)).rejects.toThrow('never removed');
  await expect(sql`delete from reward`.execute(context.db)).rejects.toThrow('never removed');
  await expect(sql`truncate reward`.execute(context.owner)).rejects.toThrow('never changed or removed');
  expect(await listRows(context.db)).toHaveLength(2);
});

test('refuses: a part after another settler has written one, and nothing of it stays', async () => {
  await addTraders();
  await settle();
  const [reward] = await listRows(context.db);
  if (!reward) throw new Error('no reward');
  const other = { pool: 'referral', period: firstDay + 1 } as const;
  await inTransaction(context.db, (tx) => openSettlement(tx, { ...other, days: 1, now: new Date() }));
  const part = [{ ...reward, ...other, serial: undefined, claim_id: undefined }].map(
    ({ serial: _, claim_id: __, ...rest }) => rest,
  );
  const [one, two] = [await openWriter(context, { of: other }), await openWriter(context, { of: other })];
  await one.write(part);
  await one.end();
  await two.write(part);
  await expect(two.end()).rejects.toThrow('another settler writes referral');
  const written = async () =>
    (await listRows(context.db)).filter((row) => row.period === other.period).length;
  expect(await written()).toBe(1);
  // Whoever comes next begins anew.
  await openWriter(context, { of: other });
  expect(await written()).toBe(0);
});
