import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailAlarms } from '../operator/alarm-mail.ts';
import { registerHealthMetrics } from '../operator/health-metrics.ts';
import { showHealth } from '../operator/health.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { open } from '../platform/secrets-box.ts';
import { forgetSettings } from '../setting/read.ts';
import { writeSetting } from '../setting/write.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember } from '../test/people.ts';
import { listReserveAlarms } from './alarm-store.ts';
import { writeReserveCheck } from './store.ts';
import { watchHotShare } from './watch-hot-share.ts';

const chainId = 31337;
let context: TestContext;
let waiting = 0n;
beforeAll(async () => {
  context = await openTestContext();
  await addMember(context, { coins: 10_000 });
  await inTransaction(context.owner, (tx) =>
    writeSetting({ tx }, { name: 'hotFree', text: '100', changedBy: 'test' }),
  );
  forgetSettings();
}, 60_000);
afterAll(() => context.close());

/** Reserves are compared and so much is hot; then the share is looked at. */
async function look(hot: number) {
  await inTransaction(context.db, (tx) =>
    writeReserveCheck(tx, chainId, {
      coin: 'USDT',
      ledger: BigInt(hot) * oneCoin,
      chain: BigInt(hot) * oneCoin,
      block: 7n,
      blockHash: `0x${'7'.repeat(64)}`,
      addresses: 1,
      misplaced: 0,
      checkedAt: new Date(),
    }),
  );
  await watchHotShare({ db: context.db, chainId, findWaiting: async () => waiting });
  return (await listReserveAlarms(context.db, chainId)).map(({ kind, bound }) => [kind, bound / oneCoin]);
}
async function mailed(): Promise<string[]> {
  await mailAlarms({ db: context.db, now: new Date() }, ['ops@openmere.test']);
  const { rows } = await sql<{ sealed: string }>`select sealed from mail_outbox order by id`.execute(
    context.owner,
  );
  return rows.map(({ sealed }) => {
    const { params, alsoParams } = JSON.parse(open(sealed)) as Record<
      'params' | 'alsoParams',
      { first: string }
    >;
    return `${params.first} / ${alsoParams.first}`;
  });
}
async function metrics(): Promise<string> {
  const registry = new Registry();
  registerHealthMetrics(registry, context.db, chainId);
  return registry.metrics();
}

test('behavior: a tenth of what members are owed may be hot; more is an alarm in health, metrics and one mail, until it is swept', async () => {
  expect(await look(1_000)).toEqual([]);
  expect(await mailed()).toEqual([]);
  expect(await look(1_001)).toEqual([['hot', 1_000n]]);
  expect(await look(3_000)).toEqual([['hot', 1_000n]]);
  const [told, ...others] = await mailed();
  expect(others).toEqual([]);
  expect(told).toContain('too much USDT is hot: 3000, at most 1000 may be (members are owed 10000)');
  expect(told).toContain('USDT 热钱包资金过多：3000');
  expect(await mailed()).toHaveLength(1);
  const { coins } = await showHealth({ db: context.db, chainId });
  expect(coins.find(({ coinid }) => coinid === 'USDT')).toMatchObject({ alarm: 'hot', alarmbound: '1000' });
  expect(await metrics()).toMatch(/openmere_reserve_alarm\{coin="USDT",kind="hot"\} 1/);
  expect(await metrics()).toMatch(/openmere_hot_share\{coin="USDT"\} 0\.3/);
  // At the bound it stays; a twentieth below it ends.
  expect(await look(1_000)).toEqual([['hot', 1_000n]]);
  expect(await look(900)).toEqual([]);
  expect(await metrics()).not.toContain('kind="hot"');
});

test('behavior: less than payouts need is an alarm of its own', async () => {
  expect(await look(199)).toEqual([['low', 200n]]);
  waiting = 900n * oneCoin;
  expect(await look(899)).toEqual([['low', 900n]]);
  expect((await mailed()).at(-1)).toContain('too little USDT for payouts');
  waiting = 0n;
  expect(await look(899)).toEqual([]);
});

test('behavior: the share is a setting', async () => {
  await inTransaction(context.owner, (tx) =>
    writeSetting({ tx }, { name: 'hotShareBps', text: '5000', changedBy: 'test' }),
  );
  forgetSettings();
  expect(await look(5_000)).toEqual([]);
  expect(await look(5_001)).toEqual([['hot', 5_000n]]);
});
