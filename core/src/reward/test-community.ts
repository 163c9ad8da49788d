import { assert } from '../kit/fault.ts';
import { equityRule, nextEarned, nextSpent, noEquity } from '../liquidity/equity.ts';
import type { EquityState } from '../liquidity/equity.ts';
import { oneCoin } from '../money/amount.ts';
import { feeUp } from '../money/ratio.ts';
import { defaultOf } from '../setting/define.ts';
import { swapFeeShares } from '../setting/market.ts';
import { divideFee } from '../swap/fee-shares.ts';
import { listDynamicPower } from './dynamic-power.ts';
import { findUnqualified, reasonCode } from './eligibility.ts';
import { referralRuleOf } from './referral-rule.ts';
import { gatherFees, listParts } from './referral.ts';
import { buildTree, levelsOf, performanceDown, sumTeams } from './tree.ts';
import { linkUplines } from './uplines.ts';
import { divideWeekly, weighLeaders } from './weekly.ts';
import { divideYield } from './yield.ts';

export type SimMember = {
  readonly inviter: number;
  /** Personal power that is a full day old at the end of this day, and what was minted on it. */
  power: bigint;
  fresh: bigint;
  dynamic: bigint;
  bonus: bigint;
  equity: EquityState;
  /** Liquidity in USDT, of the whole week. */
  liquidity: bigint;
  /** What of their power is claimable already. */
  reserved: bigint;
  performance: bigint;
  week: bigint;
  level: number;
  claimable: bigint;
  claimablePoy: bigint;
  poy: bigint;
  /** What they got out for good. */
  received: bigint;
};

export const simRule = referralRuleOf(
  Object.entries({ direct: 30, indirect: 10, team: 40, management: 10, leadership: 5, contribution: 5 }).map(
    ([of, percent]) => ({ of, percent }),
  ),
  [1_000, 1_600, 2_200, 2_800, 3_400, 4_000],
);
const thresholds = [10_000, 50_000, 200_000, 1_000_000, 5_000_000, 20_000_000].map((usdt) =>
  performanceDown(BigInt(usdt) * oneCoin),
);
const needed = { threshold: 100n * oneCoin, inclusive: false };

export const poolNames = [
  'referral',
  'yield',
  'node',
  'market-value',
  'operations',
  'leadership',
  'contribution',
  'rewards-due',
  'poy',
] as const;
export type PoolName = (typeof poolNames)[number];

/** A community with its pools, in USDT: fees come in, the engine divides them, members claim. Time is days. */
export class SimCommunity {
  readonly members: SimMember[] = [];
  readonly pools = new Map<PoolName, bigint>(poolNames.map((name) => [name, 0n]));
  /** By payer, the fee of the day. */
  readonly #fees = new Map<number, bigint>();
  day = 0;
  feesPaid = 0n;
  paidOut = 0n;
  /** What a day's yield would be if it were promised on power alone, without looking into the pool. */
  readonly promisesOnPower: boolean;

  constructor(options: { promisesOnPower?: boolean } = {}) {
    this.promisesOnPower = options.promisesOnPower === true;
  }

  join(inviter: number): number {
    this.members.push({
      inviter,
      power: 0n,
      fresh: 0n,
      dynamic: 0n,
      bonus: 0n,
      equity: noEquity,
      liquidity: 0n,
      reserved: 0n,
      performance: 0n,
      week: 0n,
      level: 0,
      claimable: 0n,
      claimablePoy: 0n,
      poy: 0n,
      received: 0n,
    });
    return this.members.length - 1;
  }

  member(number: number): SimMember {
    const member = this.members[number];
    assert(member, 'a member');
    return member;
  }

  /** Trades for so much USDT; answers the fee of 0.5 %. */
  trade(number: number, volume: bigint): bigint {
    const fee = feeUp(volume, 50);
    const member = this.member(number);
    member.performance += performanceDown(volume);
    member.week += performanceDown(volume);
    this.#fees.set(number, (this.#fees.get(number) ?? 0n) + fee);
    this.feesPaid += fee;
    return fee;
  }

  /** OPEN worth so much is consumed: twice as much power. None of it enters a pool that pays. */
  mint(number: number, valueUsdt: bigint): void {
    this.member(number).fresh += valueUsdt * 2n;
  }

  addLiquidity(number: number, value: bigint): void {
    const member = this.member(number);
    member.liquidity += value;
    member.equity = nextEarned(member.equity, value, equityRule).state;
  }

  /** A node: 70 % for market value, 30 % for operations, and its EQUITY. */
  subscribe(number: number, price: bigint): void {
    this.#add('market-value', (price * 7n) / 10n);
    this.#add('operations', price - (price * 7n) / 10n);
    const member = this.member(number);
    member.equity = nextEarned(member.equity, price, equityRule).state;
  }

  balance(pool: PoolName): bigint {
    return this.pools.get(pool) ?? 0n;
  }

  /** What is owed to members: claimable rewards; POY that is claimable or theirs. */
  owed(): { rewards: bigint; poy: bigint } {
    const sum = (pick: (member: SimMember) => bigint) =>
      this.members.reduce((total, member) => total + pick(member), 0n);
    return { rewards: sum((one) => one.claimable), poy: sum((one) => one.claimablePoy + one.poy) };
  }

  #add(pool: PoolName, amount: bigint): void {
    this.pools.set(pool, this.balance(pool) + amount);
  }

  #move(from: PoolName, to: PoolName | 'member', amount: bigint): void {
    assert(amount >= 0n && amount <= this.balance(from), `pool ${from} is not overdrawn`);
    this.pools.set(from, this.balance(from) - amount);
    if (to !== 'member') this.#add(to, amount);
    else this.paidOut += amount;
  }

  claim(number: number): bigint {
    const member = this.member(number);
    const amount = member.claimable;
    this.#move('rewards-due', 'member', amount);
    member.claimable = 0n;
    member.received += amount;
    member.poy += member.claimablePoy;
    member.dynamic -= member.claimablePoy < member.dynamic ? member.claimablePoy : member.dynamic;
    member.reserved -= member.claimablePoy;
    member.claimablePoy = 0n;
    return amount;
  }

  redeem(number: number): bigint {
    const member = this.member(number);
    const amount = member.poy;
    this.#move('poy', 'member', amount);
    member.poy = 0n;
    member.received += amount;
    return amount;
  }

  /** The day ends: its fees are divided, its yield is paid, on Sundays the weekly pools; then the next day begins. */
  endDay(): void {
    const tree = buildTree(Int32Array.from(this.members, ({ inviter }) => inviter));
    const reasons = Uint8Array.from(this.members, (_, number) =>
      reasonCode(
        findUnqualified(
          { activated: true, barred: false, countryOff: false, personalPower: this.member(number).power },
          needed,
        )?.reason,
      ),
    );
    const levels = Uint8Array.from(this.members, ({ level }) => level);
    this.#divideFees(tree, reasons, levels);
    this.#payYield();
    if (this.day % 7 === 6) this.#payWeek(tree, reasons, levels);
    const own = BigInt64Array.from(this.members, ({ performance }) => performance);
    for (const [number, level] of levelsOf(sumTeams(tree, own).small, thresholds).entries())
      this.member(number).level = level;
    for (const member of this.members) {
      member.power += member.fresh;
      member.fresh = 0n;
    }
    this.#fees.clear();
    this.day += 1;
  }

  #divideFees(tree: ReturnType<typeof buildTree>, reasons: Uint8Array, levels: Uint8Array): void {
    const parts: { payer: number; amount: bigint }[] = [];
    for (const [payer, fee] of this.#fees)
      for (const { pool, amount } of divideFee(fee, defaultOf(swapFeeShares))) {
        const name = pool.slice('pool:'.length) as PoolName;
        this.#add(name, amount);
        if (name === 'referral') parts.push({ payer, amount });
      }
    const division = { uplines: linkUplines(tree, levels), reasons, rule: simRule };
    for (const { taker, kind, amount, reason } of listParts(division, gatherFees(parts)))
      if (kind === 'leadership' || kind === 'contribution') this.#move('referral', kind, amount);
      else if (taker === -1 || reason !== undefined) this.#move('referral', 'market-value', amount);
      else this.#owe('referral', taker, amount);
    const fees = [...this.#fees].map(([payer, amount]) => ({ payer, amount }));
    for (const { member, amount } of listDynamicPower(tree, fees, { directBps: 10_000, indirectBps: 5_000 }))
      this.member(member).dynamic += amount;
  }

  #owe(pool: PoolName, number: number, amount: bigint): void {
    this.#move(pool, 'rewards-due', amount);
    this.member(number).claimable += amount;
  }

  #payYield(): void {
    const holders = this.members.map((one, member) => ({
      member,
      person: member,
      personal: one.power,
      dynamic: one.dynamic - (one.reserved < one.dynamic ? one.reserved : one.dynamic),
      bonus: one.bonus,
    }));
    const equity = new Map(this.members.map((one, member) => [member, one.equity.earned - one.equity.spent]));
    const pool = this.promisesOnPower ? 10n ** 40n : this.balance('yield');
    const rule = { poolBps: 100, powerBps: 100, needed };
    for (const row of divideYield({ pool, holders, equity, rule }).rows) {
      const member = this.member(row.member);
      const total = row.personal + row.dynamic + row.bonus;
      if (this.promisesOnPower) {
        // Promised first, funded from whatever is there: what the rulebook forbids.
        const there = this.balance('yield');
        this.#move('yield', 'poy', total < there ? total : there);
      } else this.#move('yield', 'poy', total);
      member.poy += row.personal;
      member.claimablePoy += row.dynamic + row.bonus;
      member.reserved += row.dynamic + row.bonus;
      member.equity = nextSpent(member.equity, total);
      member.power -= row.personal;
    }
  }

  #payWeek(tree: ReturnType<typeof buildTree>, reasons: Uint8Array, levels: Uint8Array): void {
    const week = sumTeams(
      tree,
      BigInt64Array.from(this.members, (one) => one.week),
    );
    const liquidity = this.members.flatMap((one, member) =>
      one.liquidity > 0n ? [{ member, weight: one.liquidity }] : [],
    );
    const leaders = weighLeaders(week, levels, reasons, 2);
    for (const [pool, weighed] of [
      ['leadership', leaders],
      ['contribution', liquidity],
      ['node', liquidity],
    ] as const)
      for (const { member, amount, reason } of divideWeekly(this.balance(pool), weighed).parts)
        if (reason === undefined) this.#owe(pool, member, amount);
        else this.#move(pool, 'market-value', amount);
    for (const member of this.members) member.week = 0n;
  }
}

/** Numbers from 0 to 1 by a fixed rule. */
export function openDraw(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A day of ordinary life: some join, some trade, mint, add liquidity or subscribe, and some claim. */
export function liveOneDay(community: SimCommunity, draw: () => number): void {
  const usdt = (most: number): bigint => BigInt(Math.floor(draw() * most * 100)) * (oneCoin / 100n);
  if (draw() < 0.25) community.join(Math.floor(draw() * community.members.length));
  for (const number of community.members.keys()) {
    if (draw() < 0.3) community.trade(number, usdt(2_000));
    if (draw() < 0.01) community.mint(number, usdt(300));
    if (draw() < 0.01) community.addLiquidity(number, usdt(1_000));
    if (draw() < 0.0005) community.subscribe(number, 1_000n * oneCoin);
    if (draw() < 0.2) community.claim(number);
    if (draw() < 0.1) community.redeem(number);
  }
}
