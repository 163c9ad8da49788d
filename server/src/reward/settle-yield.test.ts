import { randomUUID } from 'node:crypto';
import { formatAmount, oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { announceBalances } from '../asset/announce.ts';
import { balanceOf, memberBalance } from '../ledger/balances.ts';
import { createGatherer } from '../ledger/gather.ts';
import { postEntry } from '../ledger/post.ts';
import { grantEquity } from '../liquidity/grant-equity.ts';
import { grantPower, powerOf, usePower } from '../minting/power-store.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { setBarred } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';
import {
  addMiner,
  firstDay,
  givePower,
  noonOf,
  openFigures,
  settleDeps,
  sourcesOf,
} from '../test/rewards.ts';
import { claimRewardsOf } from './claim.ts';
import { redeemPoyOf } from './redeem-poy.ts';
import { sumRewards } from './reward-store.ts';
import { settleYield } from './settle-yield.ts';
import type { RewardSources } from './sources.ts';
import { listRows } from './test-rows.ts';

let context: TestContext;
beforeEach(async () => {
  context = await openTestContext();
  await fillPool(1_000n);
});
afterEach(() => context.close());

const post: Parameters<typeof grantEquity>[0]['post'] = (tx, entry) =>
  postEntry(tx, entry, { onPosted: announceBalances });

let entries = 0;
async function fillPool(coins: bigint, asset = 'USDT'): Promise<void> {
  entries += 1;
  await inTransaction(context.db, (tx) =>
    post(tx, {
      key: `fill ${entries}`,
      kind: 'deposit',
      reference: 'fill',
      actor: 'system:test',
      postings: [{ source: 'treasury:bsc', destination: 'pool:yield', asset, amount: coins * oneCoin }],
    }),
  );
}

async function giveEquity(member: TestMember, coins: bigint): Promise<void> {
  entries += 1;
  const key = `equity ${entries}`;
  const grant = {
    memberId: member.id,
    value: coins * oneCoin,
    key,
    reference: key,
    data: {},
    actor: 'system:test',
  };
  await inTransaction(context.db, (tx) => grantEquity({ tx, post }, grant));
}

async function addHolder({ power, equity }: { power: number; equity: bigint }): Promise<TestMember> {
  const member = await addMiner(context, { power });
  if (equity > 0n) await giveEquity(member, equity);
  return member;
}

const settle = (day = firstDay, onStep?: (step: string) => void): Promise<void> =>
  settleYield(settleDeps(context, openFigures(), onStep ? { onStep } : {}), day);
const poyOf = async (member: TestMember) => (await memberBalance(context.db, member.id, 'POY')).available;
const equityOf = async (member: TestMember) =>
  (await memberBalance(context.db, member.id, 'EQUITY')).available;
const powerNow = async (member: TestMember) => (await powerOf(context.db, member.id)).power;
const pool = (name: string, coin = 'USDT') => balanceOf(context.db, `pool:${name}`, coin);

const claimDynamic = (actor: TestMember) =>
  inTransaction(context.db, (tx) =>
    claimRewardsOf(
      { power: { usePower, grantPower }, post, tx, actor },
      { requestId: randomUUID(), kind: 'dynamic' },
    ),
  );

test('refuses: power of less than a day, power of 100 and less, and who has no EQUITY; the pool keeps it', async () => {
  const young = await addHolder({ power: 0, equity: 100n });
  await givePower(context, young.id, 500, { at: noonOf(firstDay) });
  const small = await addHolder({ power: 100, equity: 100n });
  const bare = await addHolder({ power: 500, equity: 0n });
  await settle();
  for (const member of [young, small, bare]) expect(await poyOf(member)).toBe(0n);
  expect(await listRows(context.db)).toEqual([]);
  expect(await pool('yield')).toBe(1_000n * oneCoin);
});

test('refuses: who is barred by a changed setting or by a number of their person’s, until the country is off the list again', async () => {
  const byCountry = await addMiner(context, { power: 500, country: 'GB' });
  const byPhone = await addHolder({ power: 500, equity: 100n });
  const sub = await addMiner(context, { power: 500, main: byPhone });
  const guernsey = await addHolder({ power: 500, equity: 100n });
  await giveEquity(byCountry, 100n);
  for (const [member, phone] of [
    [byPhone, '+447400123456'],
    // It begins as those of Great Britain do.
    [guernsey, '+447781123456'],
  ] as const)
    await sql`update member set phone = ${phone} where id = ${member.id}`.execute(context.owner);
  await setBarred(context, 'CN,US,GB');
  await settle();
  const poyOfAll = async () => {
    const all: boolean[] = [];
    for (const member of [byCountry, byPhone, sub, guernsey]) all.push((await poyOf(member)) > 0n);
    return all;
  };
  expect(await poyOfAll()).toEqual([false, false, false, true]);
  await setBarred(context, 'CN,US');
  await settle(firstDay + 1);
  expect(await poyOfAll()).toEqual([true, true, true, true]);
});

test('behavior: what the pool got in another coin backs no POY: all of it goes to market value, once, whoever mines', async () => {
  await fillPool(7n, 'OPEN');
  await fillPool(3n, 'USDO');
  await settle();
  await settle();
  expect(await listRows(context.db)).toEqual([]);
  for (const [coin, amount] of [
    ['OPEN', 7n],
    ['USDO', 3n],
  ] as const)
    expect([await pool('yield', coin), await pool('market-value', coin)]).toEqual([0n, amount * oneCoin]);
  await addHolder({ power: 300, equity: 50n });
  await fillPool(1n, 'OPEN');
  await settle(firstDay + 1);
  expect([await pool('yield', 'OPEN'), await pool('market-value', 'OPEN')]).toEqual([0n, 8n * oneCoin]);
  expect([await pool('yield'), await pool('poy'), await pool('market-value')]).toEqual([
    997n * oneCoin,
    3n * oneCoin,
    0n,
  ]);
});

test('behavior: 1 % of the active power, pro rata; POY, its USDT, the power and the EQUITY move together', async () => {
  const [one, other] = [
    await addHolder({ power: 300, equity: 50n }),
    await addHolder({ power: 200, equity: 50n }),
  ];
  await settle();
  expect([await poyOf(one), await poyOf(other)]).toEqual([3n * oneCoin, 2n * oneCoin]);
  expect([await equityOf(one), await equityOf(other)]).toEqual([47n * oneCoin, 48n * oneCoin]);
  expect([(await powerNow(one)).personal, (await powerNow(other)).personal]).toEqual([
    297n * oneCoin,
    198n * oneCoin,
  ]);
  expect([await pool('poy'), await pool('yield')]).toEqual([5n * oneCoin, 995n * oneCoin]);
  expect((await listRows(context.db)).map((row) => [row.kind, row.status, row.coin_id])).toEqual([
    ['yield', 'claimed', 'POY'],
    ['yield', 'claimed', 'POY'],
  ]);
});

test('behavior: never more than 1 % of the pool, and no more than EQUITY covers', async () => {
  const rich = await addHolder({ power: 60_000, equity: 12_000n });
  const poor = await addHolder({ power: 40_000, equity: 1n });
  await settle();
  expect(await poyOf(rich)).toBe(6n * oneCoin);
  expect(await poyOf(poor)).toBe(1n * oneCoin);
  expect(await pool('yield')).toBe(993n * oneCoin);
});

test('behavior: killed after each step and started again, everybody is credited once', async () => {
  const members = [
    await addHolder({ power: 300, equity: 50n }),
    await addHolder({ power: 200, equity: 50n }),
  ];
  for (const dying of ['open', 'opened', 'written', 'batch', 'credited']) {
    await settle(firstDay, (step) => {
      if (step === dying) throw new Error('killed');
    }).catch((error: Error) => expect(error.message).toBe('killed'));
  }
  await Promise.all([settle(), settle()]);
  expect(await Promise.all(members.map(poyOf))).toEqual([3n * oneCoin, 2n * oneCoin]);
  expect(await Promise.all(members.map(equityOf))).toEqual([47n * oneCoin, 48n * oneCoin]);
  expect([await pool('poy'), await pool('yield')]).toEqual([5n * oneCoin, 995n * oneCoin]);
});

test('behavior: the yield of dynamic power waits, is claimed as POY, and uses that power up only then', async () => {
  const member = await addHolder({ power: 300, equity: 50n });
  await givePower(context, member.id, 200, { kind: 'dynamic' });
  await settle();
  expect(await poyOf(member)).toBe(3n * oneCoin);
  expect(await powerNow(member)).toMatchObject({ personal: 297n * oneCoin, dynamic: 200n * oneCoin });
  expect(await equityOf(member)).toBe(45n * oneCoin);
  expect(await pool('rewards-due')).toBe(2n * oneCoin);
  expect(await claimDynamic(member)).toEqual({
    count: 1,
    claimed: [{ coinid: 'POY', amount: '2' }],
    more: false,
  });
  expect(await poyOf(member)).toBe(5n * oneCoin);
  expect((await powerNow(member)).dynamic).toBe(198n * oneCoin);
  expect([await pool('rewards-due'), await pool('poy')]).toEqual([0n, 5n * oneCoin]);
});

test('refuses: to show as claimable, while a day is credited, what cannot be claimed yet; what is shown can', async () => {
  const members: TestMember[] = [];
  for (let count = 0; count < 4; count += 1) {
    const member = await addHolder({ power: 300, equity: 50n });
    await givePower(context, member.id, 200, { kind: 'dynamic' });
    members.push(member);
  }
  const onStep = (step: string): void => {
    if (step === 'batch') throw new Error('killed');
  };
  const dying = settleDeps(context, openFigures(), { batch: 2, onStep });
  await expect(settleYield(dying, firstDay)).rejects.toThrow('killed');
  const shown: string[] = [];
  const claimed: string[] = [];
  for (const member of members) {
    const rows = await sumRewards(context.db, member.id);
    shown.push(formatAmount(rows.find(({ kind }) => kind === 'dynamic')?.claimable ?? 0n));
    claimed.push(
      await claimDynamic(member).then(
        (answer) => answer.claimed[0]?.amount ?? '',
        () => '0',
      ),
    );
  }
  expect(new Set(shown).size).toBe(2);
  expect(claimed).toEqual(shown);
  await settle();
  for (const [at, member] of members.entries()) if (claimed[at] === '0') await claimDynamic(member);
  // Of 10, a member's quarter by 300 and 200 of power.
  expect(await Promise.all(members.map(poyOf))).toEqual(members.map(() => (oneCoin * 5n) / 2n));
  expect([await pool('rewards-due'), await pool('poy')]).toEqual([0n, 10n * oneCoin]);
});

test('behavior: what is claimed while a day is decided is taken off the power once', async () => {
  const member = await addHolder({ power: 300, equity: 50n });
  await givePower(context, member.id, 200, { kind: 'dynamic' });
  await settle();
  const { power, ...others } = sourcesOf(openFigures());
  const claiming: RewardSources = {
    ...others,
    power: {
      ...power,
      // Somebody claims after the first look at what can be claimed.
      listPower: async (db, at) => {
        await claimDynamic(member);
        return power.listPower(db, at);
      },
    },
  };
  await settleYield({ ...settleDeps(context, openFigures()), sources: claiming }, firstDay + 1);
  expect((await powerNow(member)).dynamic).toBe(198n * oneCoin);
  const yields = (await listRows(context.db)).filter(
    ({ period, kind }) => period === firstDay + 1 && kind === 'dynamic',
  );
  // 1 % of 198.
  expect(yields.map(({ amount, weight }) => [amount * 100n, weight])).toEqual([
    [198n * oneCoin, 198n * oneCoin],
  ]);
});

test('behavior: the share that the trace shows of dynamic power is that of what counted of it', async () => {
  const member = await addHolder({ power: 150, equity: 50n });
  await givePower(context, member.id, 500, { kind: 'dynamic' });
  await settle();
  const rows = await listRows(context.db);
  expect(rows.map(({ kind, weight, weight_total: total }) => [kind, weight, total])).toEqual([
    ['dynamic', 150n * oneCoin, 300n * oneCoin],
    ['yield', 150n * oneCoin, 300n * oneCoin],
  ]);
});

test('behavior: POY is redeemed one to one, once a request, and never more than one has', async () => {
  const member = await addHolder({ power: 300, equity: 50n });
  await settle();
  const gatherer = createGatherer(context.database, {});
  const redeem = (amount: string, requestId: string = randomUUID()) =>
    redeemPoyOf({ actor: member, gatherer }, { requestId, amount });
  await expect(redeem('0')).rejects.toThrow('reward.badamount');
  await expect(redeem('3.1')).rejects.toThrow('ledger.insufficient');
  const requestId = randomUUID();
  const first = await redeem('2.5', requestId);
  expect(await redeem('2.5', requestId)).toEqual(first);
  await expect(redeem('1', requestId)).rejects.toThrow('ledger.keyconflict');
  expect(await poyOf(member)).toBe(oneCoin / 2n);
  expect((await memberBalance(context.db, member.id, 'USDT')).available).toBe((oneCoin * 5n) / 2n);
  expect(await pool('poy')).toBe(oneCoin / 2n);
  await gatherer.close();
});
