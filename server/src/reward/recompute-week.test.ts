import { dayOf } from '@openmere/core/kit/day.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postEntry } from '../ledger/post.ts';
import { fund } from '../ledger/test-ledger.ts';
import type { Hex } from '../platform/chain/log.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { SettingName } from '../setting/definitions.ts';
import { writeSetting } from '../setting/write.ts';
import { weekStart } from './period.ts';
import { settleRewards } from './settle.ts';
import { FAR, TestCommunity } from './test-community.ts';

/** Levels, weekly pools and dividends of a community on a real chain, held against the program that computes them anew. */
const DAY = 86_400;
const GENESIS = 1;
const DIAMOND = 3;
/** Ids of diamond medals begin here. */
const FIRST_DIAMOND = 301n;
let community: TestCommunity;
beforeAll(async () => {
  community = await TestCommunity.open();
  const { owner } = community.context;
  // Nodes count a little.
  await inTransaction(owner, (tx) =>
    writeSetting({ tx }, { name: 'teamWeightNode', text: '100', changedBy: 'installation' }),
  );
  // Within reach of a handful of people: V4 and above have a part in the leadership pool.
  const levels = ['500', '1000', '1500', '2000', '900000', '1000000'];
  for (const [at, text] of levels.entries())
    await inTransaction(owner, (tx) =>
      writeSetting({ tx }, { name: `teamLevel${at + 1}` as SettingName, text, changedBy: 'installation' }),
    );
}, 120_000);
afterAll(() => community.context.close());

const wallet = (number: number): Hex => `0x${(0xb10 + number).toString(16).padStart(40, '0')}`;
type Person = Awaited<ReturnType<TestCommunity['join']>>;
/** `top` invited `lead` and `other`, `lead` invited `a` and `b`, `a` invited `c` and `d`. `stranger` is active on the chain only. */
type People = Record<'top' | 'lead' | 'other' | 'a' | 'b' | 'c' | 'd', Person> & { stranger: Hex };

async function joinAll(): Promise<People> {
  const top = await community.join(wallet(1), community.root);
  const lead = await community.join(wallet(2), top);
  const other = await community.join(wallet(3), top);
  const a = await community.join(wallet(4), lead);
  const b = await community.join(wallet(5), lead);
  const [c, d] = [await community.join(wallet(6), a), await community.join(wallet(7), a)];
  const stranger = wallet(8);
  await community.activate(stranger, community.root.address ?? '0x');
  return { top, lead, other, a, b, c, d, stranger };
}

/** Power for three; liquidity and medals also of who has none, and of a wallet that is nobody's. */
async function begin({ top, lead, a, b, d, stranger }: People): Promise<void> {
  await community.readyPrice(d.address);
  for (const { address } of [top, lead, a])
    await community.call(address, 'hashPowerMint', 'mint', [8_000n * oneCoin + 1n, 0n, FAR]);
  for (const [address, usdt] of [
    [a.address, 700n],
    [b.address, 911n],
    [stranger, 333n],
  ] as const)
    await community.call(address, 'liquidityDesk', 'add', [usdt * oneCoin, 40_000n * oneCoin, 0n, 0n, FAR]);
  for (const address of [lead.address, b.address, stranger])
    await community.call(address, 'medal', 'mint', [DIAMOND, address]);
  await community.call(top.address, 'medal', 'mint', [GENESIS, top.address]);
}

/** In the middle of the week half of one's liquidity goes, and a medal passes to somebody else. */
async function change({ lead, b, c }: People): Promise<void> {
  const { rows } = await sql<{ lp: bigint }>`
    select lp from liquidity_record where address = ${b.address} and type = 'add'`.execute(
    community.context.db,
  );
  await community.call(b.address, 'liquidityDesk', 'remove', [(rows[0]?.lp ?? 0n) / 2n, 0n, 0n, FAR]);
  await community.call(lead.address, 'medal', 'transferFrom', [lead.address, c.address, FIRST_DIAMOND]);
}

async function tradeAll({ other, b, c, d }: People, day: number): Promise<void> {
  for (const [{ address }, usdt] of [
    [other, 1_200n],
    [b, 1_300n],
    [c, 900n],
    [d, 300n],
  ] as const)
    await community.trade(address, usdt * oneCoin + BigInt(day), 150n * oneCoin + 1n);
}

/** A transfer within the ledger leaves its fee in its own coin. */
async function payFee({ d }: People, day: number): Promise<void> {
  await fund(community.context.db, d.id, day, 'OPEN');
  await inTransaction(community.context.db, (tx) =>
    postEntry(tx, {
      key: `transfer ${day}`,
      kind: 'transfer',
      reference: `tra_${day}`,
      actor: `member:${d.id}`,
      postings: [
        {
          source: `member:${d.id}:available`,
          destination: 'fee:transfer',
          asset: 'OPEN',
          amount: oneCoin / 7n,
        },
      ],
    }),
  );
}

/** The business clock goes along with the chain's, as it does on a development chain that is moved. */
async function settle(): Promise<void> {
  await community.follow();
  const ahead = BigInt(Math.max(0, (await community.now()) * 1_000 - Date.now()));
  await sql`update business_clock set target_ms = ${ahead}, offset_ms = ${ahead}`.execute(
    community.context.owner,
  );
  await settleRewards(community.deps);
}

test('behavior: levels, weekly pools and dividends of a community on a real chain come out again, to the last unit', async () => {
  const people = await joinAll();
  await begin(people);
  const first = dayOf((await community.now()) * 1_000);
  const monday = weekStart(first) + 7;
  for (let day = first; day < monday + 7; day += 1) {
    await community.pass(DAY / 2);
    await tradeAll(people, day);
    await payFee(people, day);
    if (day === monday + 2) await change(people);
    await community.pass(DAY / 2);
    await settle();
  }
  const { db } = community.context;
  const { rows } = await sql<{ kind: string; status: string }>`
    select distinct kind, status from reward order by kind, status`.execute(db);
  const kinds = rows.map(({ kind, status }) => `${kind} ${status}`);
  for (const kind of ['team', 'management', 'leadership', 'contribution', 'dividend'])
    expect(kinds).toContain(`${kind} claimable`);
  // Who holds liquidity without power; a dividend does not ask for power.
  expect(kinds).toContain('contribution notqualified');
  expect(kinds).not.toContain('dividend notqualified');
  const { rows: levels } = await sql<{ level: number }>`
    select max(level) as level from reward where member_id = ${people.lead.id} and kind = 'team'`.execute(db);
  expect(levels[0]?.level).toBe(4);
  const { rows: coins } = await sql<{ coin: string }>`
    select distinct coin_id as coin from reward where kind = 'dividend' order by coin_id`.execute(db);
  expect(coins.map(({ coin }) => coin)).toEqual(['OPEN', 'USDT']);
  const { rows: counts } = await sql<{ rewards: bigint; periods: bigint; weeks: bigint }>`
    select (select count(*) from reward) as rewards, count(*) as periods,
      count(*) filter (where pool = 'node') as weeks from reward_settlement where step = 'settled'`.execute(
    db,
  );
  const [count] = counts;
  expect(count?.weeks).toBeGreaterThanOrEqual(2n);
  expect(await community.recompute()).toBe(
    `${count?.periods} periods, ${count?.rewards} rewards computed anew: 0 differ.`,
  );
}, 280_000);
