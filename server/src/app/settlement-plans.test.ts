import { oneCoin } from '@openmere/core/money/amount.ts';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { postEntry } from '../ledger/post.ts';
import { grantEquity } from '../liquidity/grant-equity.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { settleYield } from '../reward/settle-yield.ts';
import { listRows } from '../reward/test-rows.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMiner, firstDay, givePower, openFigures, settleDeps } from '../test/rewards.ts';
import { captureQueries } from './test-large.ts';
import { findCostly } from './test-plans.ts';

/** Rows of every day that has been; members, their EQUITY and accounts are not among them, nor the ledger, which is small here. */
const ofDays = new Set(['reward', 'reward_claim', 'power_lot', 'power_deduction']);
/** Of each, of days long ago. */
const PAST = 20_000;

let context: TestContext;
afterEach(() => context.close());

/** What many days leave behind: yield and fees' rewards, half of them never claimed, lots that are used up, and how they were. */
async function fillPast(): Promise<void> {
  const client = new pg.Client({ connectionString: context.clone.url });
  await client.connect();
  try {
    for (const statement of [
      `insert into reward (member_id, kind, coin_id, amount, status, pool, period, at)
       select 'mem_past' || i % 5000, 'direct', 'USDT', i, case when i % 2 = 0 then 'claimable' else 'claimed' end, 'referral', 1, now()
       from generate_series(1, ${PAST}) i`,
      `insert into reward (member_id, kind, coin_id, amount, status, pool, period, at)
       select 'mem_past' || i % 5000, 'dynamic', 'POY', i, 'claimed', 'yield', 1, now() from generate_series(1, ${PAST}) i`,
      `insert into power_lot (member_id, kind, granted, used, effective_at, key, reference)
       select 'mem_past' || i % 5000, 'personal', i, i, now() - interval '90 days', 'past ' || i, 'past' from generate_series(1, ${PAST}) i`,
      `insert into power_deduction (member_id, kind, amount, remaining, at, key)
       select 'mem_past' || i % 5000, 'personal', i, 0, now(), 'past ' || i from generate_series(1, ${PAST}) i`,
      'vacuum analyze',
    ])
      await client.query(statement);
  } finally {
    await client.end();
  }
}

async function fillPool(): Promise<void> {
  const posting = { source: 'treasury:bsc', destination: 'pool:yield', asset: 'USDT' } as const;
  await inTransaction(context.db, (tx) =>
    postEntry(tx, {
      key: 'fill',
      kind: 'deposit',
      reference: 'fill',
      actor: 'system:test',
      postings: [{ ...posting, amount: 10_000n * oneCoin }],
    }),
  );
}

async function addMinerWithAll(power: number): Promise<string> {
  const { id } = await addMiner(context, { power });
  await givePower(context, id, power, { kind: 'dynamic' });
  const grant = { value: 50n * oneCoin, key: id, reference: id, data: {}, actor: 'system:test' };
  await inTransaction(context.db, (tx) =>
    grantEquity({ tx, post: (inner, entry) => postEntry(inner, entry) }, { memberId: id, ...grant }),
  );
  return id;
}

test('behavior: a day’s yield reads nothing that the days before it left behind', async () => {
  context = await openTestContext();
  await fillPool();
  await addMinerWithAll(200);
  await addMinerWithAll(300);
  await fillPast();
  const settle = (day: number) => settleYield(settleDeps(context, openFigures(), { batch: 2 }), day);
  await settle(firstDay);
  const { captured, stop } = captureQueries();
  await settle(firstDay + 1).finally(stop);
  expect((await listRows(context.owner)).filter(({ period }) => period === firstDay + 1)).toHaveLength(4);

  const examiner = new pg.Client({ connectionString: context.clone.url });
  await examiner.connect();
  try {
    const costly: string[] = [];
    let settings: (typeof captured)[number] | undefined;
    for (const one of captured) {
      // Each transaction has its own.
      if (one.text === 'begin') settings = undefined;
      if (one.text.includes('enable_seqscan')) settings = one;
      costly.push(...(await findCostly(examiner, one, settings, ofDays)));
    }
    expect(costly).toEqual([]);
    const all = await findCostly(
      examiner,
      { text: 'select sum(granted - used) from power_lot', values: [] },
      undefined,
      ofDays,
    );
    expect(all).toEqual([expect.stringContaining('sequential scan of power_lot')]);
  } finally {
    await examiner.end();
  }
});
