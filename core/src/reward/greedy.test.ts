import { describe, expect, test } from 'vitest';
import { depositBonusDown } from '../activity/rules.ts';
import { divideOrder } from '../mall/commission.ts';
import { oneCoin } from '../money/amount.ts';
import { activityDepositMost, activityDepositTiers } from '../setting/activity.ts';
import { defaultOf } from '../setting/define.ts';
import { mallCommissionBps } from '../setting/mall.ts';
import { swapFeeShares } from '../setting/market.ts';
import { withdrawFee } from '../setting/money.ts';
import { rewardDynamicDirectBps, rewardDynamicIndirectBps } from '../setting/reward.ts';
import { divideFee } from '../swap/fee-shares.ts';
import { quoteBuy, quoteSell } from '../swap/quote.ts';
import { liquidityOfWeek } from '../team/liquidity-week.ts';
import { gatherFees, listParts } from './referral.ts';
import { SimCommunity, simRule } from './test-community.ts';
import { weighByTime } from './time-weight.ts';
import { buildTree } from './tree.ts';
import { linkUplines } from './uplines.ts';
import { divideWeekly } from './weekly.ts';
import { divideWeighted } from './weighted.ts';

/** The greedy member (docs/economics.md has the table): what each trick costs and wins. One wins: liquidity passed between teams. */
const usdt = (coins: number): bigint => BigInt(Math.round(coins * 100)) * (oneCoin / 100n);
const thousandths = (amount: bigint): bigint => amount / (oneCoin / 1_000n);
const HOUR_MS = 3_600_000;
const week = { from: 0, to: 7 * 24 * HOUR_MS };

describe('power minted a minute before midnight', () => {
  /** An honest neighbour trades and mines every day; the greedy one mints on day `mintedOn`. */
  function live(mintedOn: number, days: number) {
    const community = new SimCommunity();
    const [neighbour, greedy] = [community.join(-1), community.join(0)];
    for (const member of [neighbour, greedy]) community.addLiquidity(member, usdt(1_000));
    community.mint(neighbour, usdt(200));
    for (let day = 0; day < days; day += 1) {
      community.trade(neighbour, usdt(10_000));
      if (day === mintedOn) community.mint(greedy, usdt(100));
      community.endDay();
    }
    return community.member(greedy);
  }

  test('behavior: it has no part of that midnight, whatever the hour it was minted at', () => {
    expect(live(5, 6).poy).toBe(0n);
    expect(live(5, 7).poy).toBeGreaterThan(0n);
  });

  test('behavior: it makes nobody qualified for a fee that was paid before it', () => {
    const community = new SimCommunity();
    const [greedy, payer] = [community.join(-1), community.join(0)];
    community.trade(payer, usdt(10_000));
    community.mint(greedy, usdt(100));
    community.endDay();
    expect(community.member(greedy).claimable).toBe(0n);
    community.trade(payer, usdt(10_000));
    community.endDay();
    expect(community.member(greedy).claimable).toBe(usdt(6));
  });
});

describe('liquidity lent for the moment of settlement', () => {
  const pool = usdt(100);
  const honest = { holder: 'honest', at: 0, amount: usdt(100_000) };
  const lent = (minutes: number, amount: bigint) => [
    { holder: 'greedy', at: week.to - minutes * 60_000, amount },
    { holder: 'greedy', at: week.to, amount: 0n },
  ];
  const wins = (minutes: number, amount: bigint): bigint => {
    const weights = weighByTime([honest, ...lent(minutes, amount)], week);
    const weighed = [...weights.values()].map((weight, member) => ({ member, weight }));
    return divideWeekly(pool, weighed).parts[1]?.amount ?? 0n;
  };

  test('behavior: borrowed within one block it weighs nothing; ten times the pool for a minute wins less than ten cents', () => {
    expect(wins(0, usdt(1_000_000))).toBe(0n);
    expect(wins(1, usdt(1_000_000))).toBeLessThan(usdt(0.1));
  });

  test('behavior: removing it holds a fifth of the USDT side for thirty days: more than the lender would wait for', () => {
    const heldUsdt = usdt(1_000_000) / 2n / 5n;
    expect(heldUsdt / wins(1, usdt(1_000_000))).toBeGreaterThan(1_000_000n);
  });
});

describe('liquidity lent to a team that shares the leadership pool', () => {
  const dayMs = 24 * HOUR_MS;
  /** Changes by their milliseconds since a Monday; what the honest team brought in each week is 10,000 USDT of trades. */
  const wins = (changes: readonly { at: number; amount: bigint }[], weekNumber: number): bigint => {
    const rows = changes.map(({ at, amount }) => {
      const day = Math.floor(at / dayMs);
      return { day, amount, amountMs: amount * BigInt(at - day * dayMs) };
    });
    const lent = liquidityOfWeek(rows, weekNumber * 7);
    const weighed = [usdt(10_000), lent].flatMap((weight, member) =>
      weight > 0n ? [{ member, weight }] : [],
    );
    return divideWeekly(usdt(100), weighed).parts.find(({ member }) => member === 1)?.amount ?? 0n;
  };
  const lent = usdt(190_000);

  test('behavior: for the last two minutes of a week, nineteen times the work of the others wins less than forty cents in two weeks', () => {
    const changes = [
      { at: week.to - 2 * 60_000, amount: lent },
      { at: week.to + 2 * 60_000, amount: -lent },
    ];
    expect([0, 1, 2].map((number) => wins(changes, number) > usdt(0.4))).toEqual([false, false, false]);
    expect(wins(changes, 1)).toBe(0n);
  });

  test('behavior: taken out before each midnight of Sunday and put back behind it: less than forty cents a time', () => {
    const changes = [1, 3, 5, 7].flatMap((number) => [
      { at: number * week.to - 3 * 60_000, amount: -lent },
      { at: number * week.to + 60_000, amount: lent },
    ]);
    const all = [{ at: -30 * dayMs, amount: lent }, ...changes];
    for (let number = 0; number < 9; number += 1) expect(wins(all, number)).toBeLessThan(usdt(0.4));
  });

  test('behavior: what was outside for a whole week is counted again whole', () => {
    const changes = [
      { at: -30 * dayMs, amount: lent },
      { at: 0, amount: -lent },
      { at: week.to, amount: lent },
    ];
    expect([0, 1, 2].map((number) => wins(changes, number))).toEqual([0n, usdt(95), 0n]);
  });

  describe('passed each Monday from a wallet in the team to one outside, and back', () => {
    const weeks = [0, 1, 2, 3, 4, 5];
    const movedAt = (number: number): number => number * week.to + 60_000;
    /** Changes of the one that has it in weeks 0, 2, 4, or of the other (`first` 1). */
    const changesOf = (first: 0 | 1) =>
      weeks
        .filter((number) => number >= first)
        .map((number) => ({ at: movedAt(number), amount: number % 2 === first ? lent : -lent }));
    const wonBy = (first: 0 | 1): bigint[] => weeks.map((number) => wins(changesOf(first), number));

    test('behavior: it wins 95 of 100 in every second week, and in each where the other wallet is in a second such team: left open', () => {
      const isWon = (amount: bigint): boolean => amount > usdt(94.99) && amount < usdt(95);
      expect(wonBy(0).map(isWon)).toEqual([true, false, true, false, true, false]);
      expect(wonBy(1).map(isWon)).toEqual([false, true, false, true, false, true]);
      expect([...wonBy(0), ...wonBy(1)].filter((amount) => amount > 0n)).toHaveLength(weeks.length);
    });

    test('behavior: in the contribution pool both wallets together get what one would; half as much again is held at the very most', () => {
      const others = { holder: 'others', at: 0, amount: usdt(50_000) };
      const passed = weeks.flatMap((number) => {
        const wallets = number % 2 === 0 ? ['inside', 'outside'] : ['outside', 'inside'];
        return wallets.map((holder, at) => ({
          holder,
          at: movedAt(number),
          amount: at === 0 ? lent : 0n,
        }));
      });
      const span = { from: week.to, to: 6 * week.to };
      const own = [...weighByTime([others, ...passed], span)].filter(([holder]) => holder !== 'others');
      expect(own).toHaveLength(2);
      const kept = weighByTime([others, { holder: 'one', at: 0, amount: lent }], span).get('one');
      expect(own.reduce((sum, [, weight]) => sum + weight, 0n)).toBe(kept);
      const heldAt = (time: number) =>
        weeks.filter((number) => movedAt(number) <= time && movedAt(number) + 30 * dayMs > time).length;
      const most = Math.max(...weeks.map((number) => heldAt(movedAt(number))));
      expect((lent / 2n / 5n) * BigInt(most)).toBe(usdt(95_000));
    });
  });
});

test('behavior: a medal passed from hand to hand: five accounts of one person get together what one would', () => {
  const others = { holder: 'others', at: 0, amount: 9n };
  const kept = weighByTime([others, { holder: 'greedy', at: 0, amount: 5n }], week);
  const passed = [0, 1, 2, 3, 4].flatMap((turn) => [
    { holder: `account ${turn}`, at: turn * 24 * HOUR_MS, amount: 5n },
    { holder: `account ${turn}`, at: (turn === 4 ? 7 : turn + 1) * 24 * HOUR_MS, amount: 0n },
  ]);
  const sumOf = (weights: Map<string, bigint>) => {
    const shares = divideWeighted(usdt(700), [...weights.values()]);
    return shares.slice(1).reduce((sum, share) => sum + share, 0n);
  };
  // Five accounts, five roundings: a unit each at most.
  const gain = sumOf(weighByTime([others, ...passed], week)) - sumOf(kept);
  expect(gain <= 5n && gain >= -5n).toBe(true);
});

describe('wash trades between one’s own accounts', () => {
  /** The pool of the worked examples, with PancakeSwap's fee: the cheapest. */
  const pool = {
    reserveUsdt: usdt(1_000_000),
    reserveOpen: usdt(4_000_000),
    poolBps: 25,
    communityBps: 50,
    burnBps: 100,
  };

  /** Buys for so much and sells what came: what is lost, and the fees within it. */
  function roundTrip(volume: bigint): { lost: bigint; fees: bigint } {
    const bought = quoteBuy(volume, pool);
    const after = {
      ...pool,
      reserveUsdt: pool.reserveUsdt + volume - bought.fee,
      reserveOpen: pool.reserveOpen - bought.received,
    };
    const sold = quoteSell(bought.received, after);
    return { lost: volume - sold.received, fees: bought.fee + sold.fee };
  }

  const powerFrom = (fees: bigint, rates: readonly number[]): bigint =>
    rates.reduce((sum, bps) => sum + (fees * BigInt(bps)) / 10_000n, 0n);

  test('behavior: the most that comes back is two fifths of the fees in money, and one and a half in power', () => {
    const { lost, fees } = roundTrip(usdt(1_000));
    const referral = divideFee(fees, defaultOf(swapFeeShares))[0]?.amount ?? 0n;
    // Even if every account above were one's own, qualified, of every level, and alone in both weekly pools.
    const most = referral;
    // Each unit of dynamic power is one USDT at the very most, if the pool ever pays all of it.
    const power = powerFrom(fees, [defaultOf(rewardDynamicDirectBps), defaultOf(rewardDynamicIndirectBps)]);
    expect(lost).toBeGreaterThan(most + power);
    expect([lost, most, power].map(thousandths)).toEqual([24_755n, 3_960n, 14_851n]);
  });

  test('refuses: dynamic power by which such trades could win; the most that can be set still loses', () => {
    const { lost, fees } = roundTrip(usdt(1_000));
    const referral = divideFee(fees, defaultOf(swapFeeShares))[0]?.amount ?? 0n;
    const highest = [rewardDynamicDirectBps, rewardDynamicIndirectBps].map(({ read }) => {
      expect(() => read('10001')).toThrow('basis points');
      return read('10000');
    });
    expect(lost).toBeGreaterThan(referral + powerFrom(fees, highest));
  });
});

test('behavior: buying in one’s own shop: what comes back as OBL, spent there to the last unit, and all of the referral part are less than the commission', () => {
  const bps = defaultOf(mallCommissionBps);
  const volume = usdt(1_000);
  let [back, fees, obl] = [0n, 0n, volume];
  while (obl > 0n) {
    const { shop, margin, fee } = divideOrder(obl, bps);
    [back, fees, obl] = [back + shop, fees + fee, margin];
  }
  const lost = volume - back;
  expect(fees).toBe(lost);
  const most = divideFee(fees, defaultOf(swapFeeShares))[0]?.amount ?? 0n;
  expect(lost).toBeGreaterThan(2n * most);
  expect([lost, most].map(thousandths)).toEqual([25_641n, 10_256n]);
});

test('behavior: own sub-accounts as inviters: six levels of them give back 36 % of what was paid at the very most', () => {
  const inviters = [-1, 0, 1, 2, 3, 4, 5, 6];
  const levels = Uint8Array.of(6, 6, 5, 4, 3, 2, 1, 0);
  const uplines = linkUplines(buildTree(Int32Array.from(inviters)), levels);
  const fee = usdt(100);
  const referral = divideFee(fee, defaultOf(swapFeeShares))[0]?.amount ?? 0n;
  const division = { uplines, reasons: new Uint8Array(8), rule: simRule };
  const parts = listParts(division, gatherFees([{ payer: 7, amount: referral }]));
  const back = parts.filter(({ taker }) => taker !== -1).reduce((sum, { amount }) => sum + amount, 0n);
  expect(back).toBe(usdt(36));
  // Two accounts without a level, as anybody can have: 16 of 100. Each must have burned and given OPEN for more than 50 USDT first.
  const plain = {
    ...division,
    uplines: linkUplines(buildTree(Int32Array.from(inviters)), new Uint8Array(8)),
  };
  const own = listParts(plain, gatherFees([{ payer: 7, amount: referral }])).filter(
    ({ taker }) => taker !== -1,
  );
  expect(own.reduce((sum, { amount }) => sum + amount, 0n)).toBe(usdt(16));
});

test('behavior: deposited and withdrawn for the bonus: what did not stay earns nothing, and the way out costs the fee', () => {
  const rule = { tiers: defaultOf(activityDepositTiers), most: defaultOf(activityDepositMost) };
  const bonusOfKept = (kept: number): bigint => depositBonusDown(usdt(kept), rule);
  expect(bonusOfKept(1_000)).toBe(usdt(1_000));
  expect(bonusOfKept(500)).toBe(usdt(250));
  expect(bonusOfKept(99.99)).toBe(0n);
  expect(bonusOfKept(0)).toBe(0n);
  // Withdrawing costs a USDT each time; ten deposits of one person are one first deposit.
  expect(defaultOf(withdrawFee)).toBe(usdt(1));
});
