import { dayOf } from '@openmere/core/kit/day.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postEntry } from '../ledger/post.ts';
import { fund } from '../ledger/test-ledger.ts';
import { grantEquity } from '../liquidity/grant-equity.ts';
import type { Hex } from '../platform/chain/log.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { writeSetting } from '../setting/write.ts';
import type { TestMember } from '../test/people.ts';
import { settleReferral } from './settle-referral.ts';
import { settleYield } from './settle-yield.ts';
import { FAR, TestCommunity } from './test-community.ts';

/** Rewards of a community on a real chain, held against the program that computes them anew (tools/recompute). */
let community: TestCommunity;
beforeAll(async () => {
  community = await TestCommunity.open();
  // Others than the rulebook's: both programs read them.
  for (const [name, text] of [
    ['rewardDynamicDirectBps', '9000'],
    ['rewardDynamicIndirectBps', '3000'],
    ['rewardReferralOffCountries', 'FR'],
  ] as const)
    await inTransaction(community.context.owner, (tx) =>
      writeSetting({ tx }, { name, text, changedBy: 'installation' }),
    );
}, 120_000);
afterAll(() => community.context.close());

test('behavior: three generations trade, mint and transfer for some days; every reward comes out again, to the last unit', async () => {
  const { context, deps, root } = community;
  const wallets = [0xa1n, 0xa2n, 0xa3n].map((one) => `0x${one.toString(16).padStart(40, '0')}` as Hex);
  // Mines, and is invited for by nobody: rewards for inviting are off there.
  const french = await community.join(`0x${'a0'.padStart(40, '0')}`, root, 'FR');
  const members: (TestMember & { address: Hex })[] = [];
  for (const wallet of wallets) members.push(await community.join(wallet, members.at(-1) ?? french));
  const [first, second, third] = members;
  if (!first || !second || !third) throw new Error('three members');
  await community.readyPrice(third.address);
  for (const member of [french, first, second]) {
    await community.call(member.address, 'hashPowerMint', 'mint', [10_000n * oneCoin + 1n, 0n, FAR]);
    await inTransaction(context.db, (tx) =>
      grantEquity(
        { tx, post: (inner, entry) => postEntry(inner, entry) },
        {
          memberId: member.id,
          value: 300n * oneCoin,
          key: `equity ${member.id}`,
          reference: 'test',
          data: {},
          actor: 'system:test',
        },
      ),
    );
  }
  const start = dayOf((await community.now()) * 1_000);
  for (let day = start; day < start + 4; day += 1) {
    await community.trade(third.address, 3_000n * oneCoin + BigInt(day), 1_000n * oneCoin + 1n);
    await community.trade(second.address, 1_000n * oneCoin + 11n, 500n * oneCoin);
    await fund(context.db, third.id, 100);
    await inTransaction(context.db, (tx) =>
      postEntry(tx, {
        key: `transfer ${day}`,
        kind: 'transfer',
        reference: `tra_${day}`,
        actor: `member:${third.id}`,
        postings: [
          {
            source: `member:${third.id}:available`,
            destination: 'fee:transfer',
            asset: 'USDT',
            amount: oneCoin / 3n,
          },
        ],
      }),
    );
    await community.pass(86_400);
    await community.follow();
    await settleReferral(deps, day);
    await settleYield(deps, day);
  }
  const { rows } = await sql<{ kind: string; status: string }>`
    select distinct kind, status from reward order by kind, status`.execute(context.db);
  expect(rows.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
    'direct claimable',
    'direct notqualified',
    'dynamic claimable',
    'indirect claimable',
    'indirect notqualified',
    'yield claimed',
  ]);
  const { rows: count } = await sql<{ all: string }>`select count(*) as all from reward`.execute(context.db);
  expect(await community.recompute()).toBe(`8 periods, ${count[0]?.all} rewards computed anew: 0 differ.`);
}, 240_000);
