import { endOfDay } from '@openmere/core/kit/day.ts';
import { oneCoin, parseAmount } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { balanceOf } from '../ledger/balances.ts';
import { postEntry } from '../ledger/post.ts';
import { fund } from '../ledger/test-ledger.ts';
import { findMember } from '../member/store.ts';
import { powerOf } from '../minting/power-store.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { writeSetting } from '../setting/write.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { activate, addMember, newWallet } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';
import {
  addMiner,
  firstDay,
  givePower,
  noonOf,
  openFigures,
  settleDeps,
  sellForUsdo,
  trade,
} from '../test/rewards.ts';
import type { Figures } from '../test/rewards.ts';
import { followFlows } from './follow-flows.ts';
import { listPools } from './list-pools.ts';
import { settleReferral } from './settle-referral.ts';
import { listFees, listRows } from './test-rows.ts';

let context: TestContext;
let figures: Figures;
beforeEach(async () => {
  context = await openTestContext();
  figures = openFigures();
});
afterEach(() => context.close());

const settle = (day = firstDay, onStep?: (step: string) => void): Promise<void> =>
  settleReferral(settleDeps(context, figures, onStep ? { onStep } : {}), day);
const pool = (name: string, coin = 'USDT') => balanceOf(context.db, `pool:${name}`, coin);

const sumClaimable = async (): Promise<bigint> =>
  (await listRows(context.db))
    .filter((row) => row.status === 'claimable')
    .reduce((sum, row) => sum + row.amount, 0n);

/** Three generations below the root: each has power, and the last one trades. */
async function addLine(power = 200): Promise<TestMember[]> {
  const first = await addMiner(context, { power });
  const second = await addMiner(context, { power, inviter: first });
  const third = await addMiner(context, { power: 0, inviter: second });
  return [first, second, third];
}

async function tradeBy(member: TestMember | undefined, coins: bigint, day = firstDay): Promise<string> {
  if (!member?.address) throw new Error('no wallet');
  return trade(context, member.address, coins * oneCoin, noonOf(day));
}

describe('what is divided', () => {
  test('refuses: nobody without activation, power of a full day, or in a country where it is off; the part goes to market value', async () => {
    const [first, second, third] = await addLine(0);
    if (!first || !second) throw new Error('no line');
    await givePower(context, first.id, 100);
    await givePower(context, second.id, 500, { at: noonOf(firstDay) });
    await tradeBy(third, 100n);
    await settle();
    const rows = await listRows(context.db);
    expect(rows.map((row) => [row.member_id, row.kind, row.status, row.reason, row.missing])).toEqual([
      [second.id, 'direct', 'notqualified', 'power', 100n * oneCoin + 1n],
      [first.id, 'indirect', 'notqualified', 'power', 1n],
    ]);
    expect(await pool('rewards-due')).toBe(0n);
    // 10 % of the fee, and of the 40 for referral all but the weekly pools' 4.
    expect(await pool('market-value')).toBe(46n * oneCoin);
    expect(await pool('referral')).toBe(0n);
  });

  test('behavior: direct and indirect, their sums, where the rest goes, and every coin of it', async () => {
    const [first, second, third] = await addLine();
    await tradeBy(third, 60n);
    const other = await tradeBy(third, 40n);
    await settle();
    const rows = await listRows(context.db);
    expect(rows).toMatchObject([
      {
        member_id: second?.id,
        kind: 'direct',
        amount: 12n * oneCoin,
        base: 40n * oneCoin,
        rate_bps: 3_000,
        payer: third?.id,
      },
      {
        member_id: first?.id,
        kind: 'indirect',
        amount: 4n * oneCoin,
        base: 40n * oneCoin,
        rate_bps: 1_000,
        payer: third?.id,
      },
    ]);
    expect(rows.every((row) => row.status === 'claimable' && row.period === firstDay)).toBe(true);
    expect(await pool('rewards-due')).toBe(16n * oneCoin);
    expect(await pool('leadership')).toBe(2n * oneCoin);
    expect(await pool('contribution')).toBe(2n * oneCoin);
    expect(await pool('market-value')).toBe(30n * oneCoin);
    expect(await pool('referral')).toBe(0n);
    const fees = await listFees(context.db);
    expect(fees.map((fee) => [fee.payer, fee.fee, fee.part])).toEqual([
      [third?.id, 60n * oneCoin, 24n * oneCoin],
      [third?.id, 40n * oneCoin, 16n * oneCoin],
    ]);
    expect(fees.some((fee) => fee.reference === other)).toBe(true);
  });

  test('behavior: fees of transfers, withdrawals and mall purchases are divided among the pools, in their own coin, once, and named there', async () => {
    const [, second, third] = await addLine();
    if (!second || !third) throw new Error('no line');
    await fund(context.db, third.id, 1_000, 'USDO');
    const pay = (key: string, destination: 'fee:transfer' | 'fee:withdrawal' | 'fee:mall', coins: bigint) =>
      inTransaction(context.db, (tx) =>
        postEntry(tx, {
          key,
          kind: 'transfer',
          reference: `tra_${key}`,
          actor: `member:${third.id}`,
          postings: [
            { source: `member:${third.id}:available`, destination, asset: 'USDO', amount: coins * oneCoin },
          ],
        }),
      );
    await pay('1', 'fee:transfer', 60n);
    await pay('2', 'fee:withdrawal', 40n);
    await settle();
    expect(await balanceOf(context.db, 'fee:transfer', 'USDO')).toBe(0n);
    expect(await balanceOf(context.db, 'fee:withdrawal', 'USDO')).toBe(0n);
    expect(await pool('yield', 'USDO')).toBe(25n * oneCoin);
    expect(await pool('rewards-due', 'USDO')).toBe(16n * oneCoin - 4n * oneCoin + 4n * oneCoin);
    await pay('3', 'fee:mall', 10n);
    await settle(firstDay + 1);
    expect(await pool('yield', 'USDO')).toBe((25n * oneCoin * 11n) / 10n);
    expect((await listFees(context.db)).map((fee) => [fee.source, fee.reference, fee.day])).toEqual([
      ['transfer', 'tra_1', firstDay],
      ['withdrawal', 'tra_2', firstDay],
      ['mall', 'tra_3', firstDay + 1],
    ]);
    await followFlows({ db: context.db });
    await followFlows({ db: context.db });
    const { list } = await inTransaction(context.db, (tx) => listPools({ tx, actor: second }));
    expect(list.find((one) => one.pool === 'yield')?.sources).toMatchObject([
      { kind: 'fee-division', description: 'Fees of transfers, withdrawals and mall purchases' },
    ]);
    const last = list.find((one) => one.pool === 'referral')?.last;
    expect(last?.ends).toBe(new Date(endOfDay(firstDay + 1)).toISOString());
    const { rows } = await sql<{
      divided: bigint;
    }>`select sum(due + leadership + contribution + market_value) as divided
      from reward_settlement_sum where pool = 'referral' and period = ${firstDay + 1} and coin_id = 'USDO'`.execute(
      context.db,
    );
    const parts = last?.sums.find(({ coinid }) => coinid === 'USDO');
    const unitsOf = (plain = '0'): bigint => parseAmount(plain) ?? 0n;
    expect(unitsOf(parts?.members) + unitsOf(parts?.weekly) + unitsOf(parts?.marketvalue)).toBe(
      rows[0]?.divided,
    );
    expect(list.find((one) => one.pool === 'operations')?.last).toBeNull();
  });

  test('behavior: a trade belongs to the day of its block; a wallet of nobody feeds the pools', async () => {
    const [, second, third] = await addLine();
    await tradeBy(third, 100n, firstDay + 1);
    await trade(context, newWallet(), 50n * oneCoin, noonOf(firstDay));
    await settle();
    expect(await listFees(context.db)).toHaveLength(0);
    await settle(firstDay + 1);
    expect((await listRows(context.db)).map((row) => [row.member_id, row.kind])).toContainEqual([
      second?.id,
      'direct',
    ]);
    expect(await pool('rewards-due')).toBe(16n * oneCoin);
    expect(await pool('referral')).toBe(0n);
  });
});

describe('what was sold for USDO', () => {
  test('behavior: its fee is divided like a trade’s, on the day of its block', async () => {
    const [, second, third] = await addLine();
    const address = third?.address ?? newWallet();
    const sold = await sellForUsdo(context, address, 60n * oneCoin, noonOf(firstDay));
    await tradeBy(third, 40n);
    await sellForUsdo(context, address, 5n * oneCoin, noonOf(firstDay + 1));
    await settle();
    const fees = await listFees(context.db);
    expect(fees.map((fee) => [fee.payer, fee.part])).toEqual([
      [third?.id, 24n * oneCoin],
      [third?.id, 16n * oneCoin],
    ]);
    expect(fees.some((fee) => fee.reference === sold)).toBe(true);
    // Both are one sum of the payer's day.
    expect(await listRows(context.db)).toContainEqual(
      expect.objectContaining({ member_id: second?.id, kind: 'direct', amount: 12n * oneCoin }),
    );
  });
});

describe('levels and power', () => {
  test('behavior: levels are those of the last settlement; the new ones hold from the next day on', async () => {
    const [first, second, third] = await addLine();
    const leg = await addMiner(context, { power: 0, inviter: first });
    figures.performance = [
      { memberId: third?.id ?? '', day: firstDay, amount: 90_000n * oneCoin },
      { memberId: leg.id, day: firstDay, amount: 50_000n * oneCoin },
    ];
    await tradeBy(third, 100n);
    await settle();
    expect((await listRows(context.db)).map((row) => row.kind)).toEqual(['direct', 'indirect']);
    expect((await findMember(context.db, first?.id ?? ''))?.vipLevel).toBe(2);
    await tradeBy(third, 100n, firstDay + 1);
    await settle(firstDay + 1);
    const next = (await listRows(context.db)).filter((row) => row.period === firstDay + 1);
    expect(next.map((row) => [row.member_id, row.kind, row.level, row.rate_bps, row.already_bps])).toEqual([
      [second?.id, 'direct', null, 3_000, 0],
      [first?.id, 'indirect', null, 1_000, 0],
      [first?.id, 'team', 2, 1_600, 0],
    ]);
  });

  test('behavior: who is not activated counts for no level, and from the activation on with all they ever did', async () => {
    const [first, , third] = await addLine();
    const leg = await addMember(context, { inviter: first });
    figures.performance = [
      { memberId: third?.id ?? '', day: firstDay, amount: 90_000n * oneCoin },
      { memberId: leg.id, day: firstDay, amount: 50_000n * oneCoin },
    ];
    const levelNow = async () => (await findMember(context.db, first?.id ?? ''))?.vipLevel;
    await settle();
    expect(await levelNow()).toBe(0);
    await activate(context, leg.id);
    await settle(firstDay + 1);
    expect(await levelNow()).toBe(2);
  });

  test('behavior: a USDT of a direct’s trading fee brings 1 dynamic power, an indirect’s 0.5', async () => {
    const [first, second, third] = await addLine();
    await tradeBy(third, 100n);
    await settle();
    const powerNow = async (member: TestMember | undefined) =>
      (await inTransaction(context.db, (tx) => powerOf(tx, member?.id ?? ''))).power.dynamic;
    expect(await powerNow(second)).toBe(100n * oneCoin);
    expect(await powerNow(first)).toBe(50n * oneCoin);
  });

  test('refuses: dynamic power where referral rewards are switched off, and to who is barred; what was granted stays', async () => {
    const first = await addMiner(context, { country: 'GB' });
    const second = await addMiner(context, { inviter: first });
    const third = await addMiner(context, { power: 0, inviter: second });
    const powerNow = async (member: TestMember) =>
      (await inTransaction(context.db, (tx) => powerOf(tx, member.id))).power.dynamic;
    const powers = async () => [await powerNow(second), await powerNow(first)];
    const change = (name: 'barredCountries' | 'rewardReferralOffCountries', text: string) =>
      inTransaction(context.owner, (tx) => writeSetting({ tx }, { name, text, changedBy: 'installation' }));
    await tradeBy(third, 100n);
    await settle();
    expect(await powers()).toEqual([100n * oneCoin, 50n * oneCoin]);
    await change('rewardReferralOffCountries', 'GB');
    await tradeBy(third, 100n, firstDay + 1);
    await settle(firstDay + 1);
    expect(await powers()).toEqual([200n * oneCoin, 50n * oneCoin]);
    await change('rewardReferralOffCountries', '');
    await change('barredCountries', 'CN,US,DE');
    await tradeBy(third, 100n, firstDay + 2);
    await settle(firstDay + 2);
    expect(await powers()).toEqual([200n * oneCoin, 100n * oneCoin]);
    // Personal power is wanted of who is paid a part of fees, not of who is granted power.
    const reasons = (await listRows(context.db)).map(({ period, kind, reason }) => [
      period - firstDay,
      kind,
      reason,
    ]);
    expect(reasons).toEqual([
      [0, 'direct', null],
      [0, 'indirect', null],
      [1, 'direct', null],
      [1, 'indirect', 'country'],
      [2, 'direct', 'barred'],
      [2, 'indirect', null],
    ]);
  });

  test('behavior: how much power a fee brings is the operators’ to set; what was granted stays', async () => {
    const [first, second, third] = await addLine();
    await tradeBy(third, 100n);
    await settle();
    for (const [name, text] of [
      ['rewardDynamicDirectBps', '2500'],
      ['rewardDynamicIndirectBps', '0'],
    ] as const)
      await inTransaction(context.owner, (tx) =>
        writeSetting({ tx }, { name, text, changedBy: 'installation' }),
      );
    await trade(context, third?.address ?? '0x', 100n * oneCoin, noonOf(firstDay + 1));
    await settle(firstDay + 1);
    const powerNow = async (member: TestMember | undefined) =>
      (await inTransaction(context.db, (tx) => powerOf(tx, member?.id ?? ''))).power.dynamic;
    expect([await powerNow(second), await powerNow(first)]).toEqual([125n * oneCoin, 50n * oneCoin]);
  });
});

/** Everything that a settlement writes, times of the clock aside. */
async function digest(): Promise<string> {
  const { rows } = await sql<{ digest: string }>`select md5(concat_ws('|',
    (select string_agg(row(member_id, kind, coin_id, amount, status, pool, period, payer, level, rate_bps, already_bps, base)::text, ',' order by serial) from reward),
    (select string_agg(row(s.*)::text, ',' order by pool, period, coin_id) from reward_settlement_sum s),
    (select string_agg(row(f.source, f.day, f.payer, f.fee, f.part)::text, ',' order by f.reference) from reward_fee f),
    (select string_agg(row(p.member_id, p.kind, p.granted, p.effective_at, p.key)::text, ',' order by p.key) from power_lot p),
    (select string_agg(row(a.name, a.asset, a.balance)::text, ',' order by a.name, a.asset) from ledger.account a),
    (select string_agg(row(j.line, j.amount, j.source_balance, j.destination_balance, j.reference)::text, ',' order by j.id) from ledger.journal j)
  )) as digest`.execute(context.owner);
  return rows[0]?.digest ?? '';
}

describe('whatever happens meanwhile', () => {
  const steps = ['open', 'part', 'opened', 'granted', 'written'];
  async function play(run: () => Promise<void>): Promise<string> {
    const [, second, third] = await addLine();
    await tradeBy(third, 77n);
    await tradeBy(second, 13n);
    await run();
    return digest();
  }

  test('behavior: killed after each step and started again, all is as if it had not been', async () => {
    const before = await play(async () => {
      for (const dying of steps) {
        let died = false;
        await settle(firstDay, (step) => {
          if (step === dying && !died) {
            died = true;
            throw new Error('killed');
          }
        }).catch((error: Error) => expect(error.message).toBe('killed'));
        expect(died).toBe(true);
      }
      await settle();
    });
    await settle();
    expect(await digest()).toBe(before);
    const { rows } = await sql<{ step: string }>`select step from reward_settlement`.execute(context.db);
    expect(rows).toEqual([{ step: 'settled' }]);
    expect(await pool('rewards-due')).toBe(await sumClaimable());
  });

  test('behavior: killed after power was granted, and the rate changed meanwhile: what was granted stays, and the day is settled', async () => {
    const [, second, third] = await addLine();
    await tradeBy(third, 100n);
    const kill = (step: string): void => {
      if (step === 'granted') throw new Error('killed');
    };
    await expect(settle(firstDay, kill)).rejects.toThrow('killed');
    const granted = async () => (await powerOf(context.db, second?.id ?? '')).power.dynamic;
    const before = await granted();
    expect(before).toBeGreaterThan(0n);
    const change = { name: 'rewardDynamicDirectBps', text: '5000', changedBy: 'installation' } as const;
    await inTransaction(context.owner, (tx) => writeSetting({ tx }, change));
    await settle();
    expect(await granted()).toBe(before);
    const { rows } = await sql<{ step: string }>`select step from reward_settlement`.execute(context.db);
    expect(rows).toEqual([{ step: 'settled' }]);
  });

  test('behavior: a fee that no member paid has no line: its parts go to the pools, and nothing stays behind', async () => {
    const back = { kind: 'deposit', reference: 'back', actor: 'system:test' };
    await inTransaction(context.db, async (tx) => {
      const amount = oneCoin;
      const [treasury, returning, fee] = ['treasury:bsc', 'suspense:returning', 'fee:withdrawal'] as const;
      await postEntry(tx, {
        ...back,
        key: 'came',
        postings: [{ source: treasury, destination: returning, asset: 'USDT', amount }],
      });
      await postEntry(tx, {
        ...back,
        key: 'went',
        postings: [{ source: returning, destination: fee, asset: 'USDT', amount }],
      });
    });
    await settle();
    expect(await pool('referral')).toBe(0n);
    // Of the 0.4 for referral 5 % each are leaders' and contributors', the rest is the market's beside its own 10 %.
    expect(await pool('leadership')).toBe(oneCoin / 50n);
    expect(await pool('contribution')).toBe(oneCoin / 50n);
    expect(await pool('market-value')).toBe(oneCoin / 10n + (oneCoin * 36n) / 100n);
  });

  test('behavior: two settlers at once settle once', async () => {
    await play(async () => {
      await Promise.all([settle(), settle(), settle()]);
    });
    const rows = await listRows(context.db);
    expect(rows).toHaveLength(4);
    expect(await pool('rewards-due')).toBe(await sumClaimable());
    expect(await pool('referral')).toBe(0n);
  });
});
