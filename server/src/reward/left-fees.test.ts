import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { balanceOf } from '../ledger/balances.ts';
import { postEntry } from '../ledger/post.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMiner, firstDay, openFigures, settleDeps } from '../test/rewards.ts';
import { settleReferral } from './settle-referral.ts';
import { listFees } from './test-rows.ts';

let context: TestContext;
beforeEach(async () => {
  context = await openTestContext();
});
afterEach(() => context.close());

const settle = (day: number): Promise<void> => settleReferral(settleDeps(context, openFigures()), day);
const pool = (name: string, coin = 'USDT') => balanceOf(context.db, `pool:${name}`, coin);

let entries = 0;
async function pay(
  source: `member:${string}:available` | 'suspense:returning',
  amount: bigint,
  asset = 'USDT',
) {
  entries += 1;
  const reference = `w${entries}`;
  const by = { reference, actor: 'system:test' };
  await inTransaction(context.db, async (tx) => {
    const lent = { source: 'treasury:bsc', destination: source, asset, amount } as const;
    await postEntry(tx, { ...by, key: `lent ${entries}`, kind: 'deposit', postings: [lent] });
    const fee = { source, destination: 'fee:withdrawal', asset, amount } as const;
    await postEntry(tx, { ...by, key: `fee ${entries}`, kind: 'withdrawal-fee', postings: [fee] });
  });
}

/** A day as the former code left it: what no member paid was divided among the pools, and is in no settlement. */
async function settleAsBefore(day: number): Promise<void> {
  await settle(day);
  const { rows } = await sql<{ coin: string; part: bigint }>`
    select coin_id as coin, sum(part) as part from reward_fee where day = ${day} and payer = 'suspense:returning' group by coin_id`.execute(
    context.owner,
  );
  // What its settlement has moved on by now lies in the pool again.
  for (const { coin: asset, part: amount } of rows)
    await inTransaction(context.db, (tx) =>
      postEntry(tx, {
        key: `back ${day} ${asset}`,
        kind: 'deposit',
        reference: 'back',
        actor: 'system:test',
        postings: [{ source: 'treasury:bsc', destination: 'pool:referral', asset, amount }],
      }),
    );
  await sql`alter table reward_fee disable trigger reward_fee_fixed`.execute(context.owner);
  await sql`delete from reward_fee where day = ${day} and payer = 'suspense:returning'`.execute(
    context.owner,
  );
  await sql`alter table reward_fee enable trigger reward_fee_fixed`.execute(context.owner);
}

async function bookLeft(): Promise<void> {
  const file = join(import.meta.dirname, '../migrations/0787-by-time-and-replaced.sql');
  const text = await readFile(file, 'utf8');
  const statement = text.slice(text.indexOf('insert into reward_fee'));
  await sql.raw(statement).execute(context.owner);
}

test('refuses: to book anything where every fee is in a settlement, or none was settled', async () => {
  await bookLeft();
  const member = await addMiner(context);
  await pay(`member:${member.id}:available`, 3n * oneCoin);
  await settle(firstDay);
  const before = await listFees(context.db);
  await bookLeft();
  expect(await listFees(context.db)).toEqual(before);
  expect(before).toHaveLength(1);
});

test('behavior: what lay in the referral pool of fees that no member paid is divided by the next day, once, to the unit, in each coin', async () => {
  const member = await addMiner(context);
  await pay('suspense:returning', oneCoin + 3n);
  await pay(`member:${member.id}:available`, 5n * oneCoin);
  await settleAsBefore(firstDay);
  await pay('suspense:returning', oneCoin);
  await pay('suspense:returning', 7n * oneCoin, 'OPEN');
  await settleAsBefore(firstDay + 1);
  const left = await pool('referral');
  expect([left, await pool('referral', 'OPEN')]).toEqual([(8n * oneCoin) / 10n + 1n, (28n * oneCoin) / 10n]);
  const marketValue = await pool('market-value');
  const weekly = (await pool('leadership')) + (await pool('contribution'));
  for (let times = 0; times < 2; times += 1) await bookLeft();
  await pay(`member:${member.id}:available`, 5n * oneCoin);
  for (let day = firstDay + 2; day < firstDay + 4; day += 1) await settle(day);
  expect([await pool('referral'), await pool('referral', 'OPEN')]).toEqual([0n, 0n]);
  const own = 2n * oneCoin;
  const moved = (await pool('leadership')) + (await pool('contribution')) - weekly;
  expect(moved).toBe((left + own) / 10n);
  // A tenth of the other fee goes there without a way by the referral pool.
  expect((await pool('market-value')) - marketValue).toBe(left + own - moved + oneCoin / 2n);
});
