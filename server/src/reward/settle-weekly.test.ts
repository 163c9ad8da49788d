import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { balanceOf } from '../ledger/balances.ts';
import { postEntry } from '../ledger/post.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { newId } from '../platform/ids.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';
import { activate, addMiner, DAY_MS, firstDay, openFigures, settleDeps } from '../test/rewards.ts';
import type { Figures } from '../test/rewards.ts';
import { settleWeekly } from './settle-weekly.ts';
import type { WeeklyPool } from './settle-weekly.ts';
import { listRows } from './test-rows.ts';

let context: TestContext;
let figures: Figures;
beforeEach(async () => {
  context = await openTestContext();
  figures = openFigures();
});
afterEach(() => context.close());

const settle = (pool: WeeklyPool): Promise<void> =>
  settleWeekly(settleDeps(context, figures), { pool, monday: firstDay });
const pool = (name: string, coin = 'USDT') => balanceOf(context.db, `pool:${name}`, coin);

let entries = 0;
async function fill(name: WeeklyPool, coins: bigint, asset = 'USDT'): Promise<void> {
  entries += 1;
  await inTransaction(context.db, (tx) =>
    postEntry(tx, {
      key: `fill ${entries}`,
      kind: 'deposit',
      reference: 'fill',
      actor: 'system:test',
      postings: [{ source: 'treasury:bsc', destination: `pool:${name}`, asset, amount: coins * oneCoin }],
    }),
  );
}

const paidTo = async (): Promise<(string | bigint)[][]> =>
  (await listRows(context.db)).map((row) => [row.member_id, row.coin_id, row.status, row.amount / oneCoin]);

let blocks = 0;
/** A final adding (or removing) of LP at a part of the week. */
async function move(member: TestMember, lp: bigint, days: number): Promise<void> {
  blocks += 1;
  const type = lp > 0n ? 'add' : 'remove';
  const hash = `0x${blocks.toString(16).padStart(64, '0')}`;
  await sql`insert into liquidity_record (id, chain_id, address, type, status, usdt, open, lp, amount, lp_value, ousd, ousd_held,
      price_e18, tx_hash, log_index, block_number, block_hash, block_time)
    values (${newId('liq')}, 1, ${member.address}, ${type}, 'final', 0, 0, ${lp > 0n ? lp : -lp}, 0, 0, 0, 0,
      ${lp > 0n ? 1 : null}, ${hash}, 0, ${blocks}, ${hash}, ${new Date((firstDay + days) * DAY_MS)})`.execute(
    context.owner,
  );
}

test('refuses: a pool that nobody has a weight in keeps all of it', async () => {
  for (const name of ['leadership', 'contribution', 'node'] as const) {
    await fill(name, 10n);
    await settle(name);
    expect(await pool(name)).toBe(10n * oneCoin);
  }
  expect(await listRows(context.db)).toEqual([]);
});

test('behavior: liquidity counts by how long it was held: what is lent for the last hour weighs next to nothing', async () => {
  const [holder, late, lender] = [await addMiner(context), await addMiner(context), await addMiner(context)];
  await move(holder, 100n, -3);
  await move(late, 200n, 3.5);
  await move(lender, 1_000n, 7);
  await fill('contribution', 1_000n);
  await fill('contribution', 10n, 'OPEN');
  await settle('contribution');
  expect(await paidTo()).toEqual([
    [holder.id, 'OPEN', 'claimable', 5n],
    [late.id, 'OPEN', 'claimable', 5n],
    [holder.id, 'USDT', 'claimable', 500n],
    [late.id, 'USDT', 'claimable', 500n],
  ]);
  expect([await pool('contribution'), await pool('rewards-due')]).toEqual([0n, 1_000n * oneCoin]);
});

test('behavior: a medal’s dividend is paid in USDT only, and does not take hash power; who may not take part leaves it to market value', async () => {
  const [holder, plain] = [await addMiner(context, { power: 0 }), await addMember(context)];
  figures.medals = [
    { memberId: holder.id, weight: 5n },
    { memberId: plain.id, weight: 1n },
  ];
  await fill('node', 60n);
  await fill('node', 7n, 'OPEN');
  await settle('node');
  expect(await paidTo()).toEqual([
    [holder.id, 'USDT', 'claimable', 50n],
    [plain.id, 'USDT', 'notqualified', 10n],
  ]);
  expect([await pool('node'), await pool('market-value'), await pool('node', 'OPEN')]).toEqual([
    0n,
    10n * oneCoin,
    7n * oneCoin,
  ]);
});

test('behavior: V4 and above share the leadership pool by the small region of the week', async () => {
  const [leader, other] = [await addMiner(context), await addMiner(context)];
  for (const one of [leader, other])
    await sql`update member set vip_level = 4 where id = ${one.id}`.execute(context.owner);
  const legs: TestMember[] = [];
  for (const inviter of [leader, leader, other, other]) {
    const leg = await addMember(context, { inviter });
    await activate(context, leg.id);
    legs.push(leg);
  }
  const volumes = [900n, 300n, 500n, 100n];
  figures.performance = legs.map(({ id }, at) => ({
    memberId: id,
    day: firstDay + at,
    amount: (volumes[at] ?? 0n) * oneCoin,
  }));
  figures.performance.push({ memberId: legs[3]?.id ?? '', day: firstDay + 7, amount: 10_000n * oneCoin });
  await fill('leadership', 40n);
  await settle('leadership');
  expect(await paidTo()).toEqual([
    [leader.id, 'USDT', 'claimable', 30n],
    [other.id, 'USDT', 'claimable', 10n],
  ]);
});
