/**
 * What happens in the demo market: real trades and liquidity, planned from a fixed seed, so that every installation
 * gets the same weeks. The price wanders around where it began; nothing is promised by it.
 */
export type Act =
  | { kind: 'buy'; usdt: bigint }
  | { kind: 'sell'; usdt: bigint }
  | { kind: 'add'; usdt: bigint }
  | { kind: 'remove'; percent: bigint }
  | { kind: 'readd'; percent: bigint }
  /** Of the community (community.ts): becomes active under its inviter, mints hash power with OPEN of so much worth, buys a medal. */
  | { kind: 'join' }
  | { kind: 'mint'; usdt: bigint }
  | { kind: 'medal'; tokenType: number }
  /** Looks at the averages that minting goes by, as the keeper of a running installation does. */
  | { kind: 'look' };

/** One block: its time (Unix seconds), who acts (index of the trader), and what they do. */
export type Step = { time: number; trader: number; act: Act };

export const TRADER_COUNT = 6;
const UNIT = 10n ** 18n;
const HOUR = 3_600;
/** Of the whole span; the last hours are busier, so that short intervals have candles, too. */
const CALM_GAP_SEC = 3_300;
const BUSY_GAP_SEC = 150;
const BUSY_SEC = 3 * HOUR;
/** Liquidity needs the oracle's half hour before it; the last block stays a moment behind the present. */
const QUIET_START_SEC = HOUR;
const QUIET_END_SEC = 30;

/** Mulberry32: small, seeded, and the same everywhere. Gives whole numbers from 0 to 2³²−1. */
export function createDice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** Liquidity that comes and goes at these thousandths of the span. */
const liquidity: readonly [permille: number, trader: number, act: Act][] = [
  [20, 0, { kind: 'add', usdt: 4_000n * UNIT }],
  [90, 1, { kind: 'add', usdt: 1_500n * UNIT }],
  [310, 2, { kind: 'add', usdt: 800n * UNIT }],
  [520, 1, { kind: 'remove', percent: 50n }],
  [610, 1, { kind: 'readd', percent: 100n }],
  [780, 3, { kind: 'add', usdt: 2_500n * UNIT }],
  [930, 2, { kind: 'remove', percent: 25n }],
];

/**
 * The steps between two moments, in order, at least a second apart. `lean` (−100 … 100) is how the crowd feels: it turns
 * every few dozen trades, and turns back the harder the further it went.
 */
export function planHistory(from: number, until: number): Step[] {
  const roll = createDice(20_260_101);
  const steps: Step[] = [];
  const start = from + QUIET_START_SEC;
  const end = until - QUIET_END_SEC;
  const span = end - start;
  const waiting = liquidity.map(([permille, trader, act]) => ({
    time: start + Math.floor((span * permille) / 1_000),
    trader,
    act,
  }));
  let lean = 0;
  let net = 0n;
  for (let time = start; ;) {
    const gap = time > end - BUSY_SEC ? BUSY_GAP_SEC : CALM_GAP_SEC;
    time += 5 + (roll() % (2 * gap));
    if (time >= end) break;
    while (waiting[0] && waiting[0].time <= time) {
      const due = waiting.shift();
      if (due && due.time < time) steps.push(due);
    }
    if (roll() % 40 === 0) lean = (roll() % 101) - 50;
    // What was bought more than sold pulls back: 1 percent of the crowd for every 150 USDT.
    const pull = Number(net / (150n * UNIT));
    const isBuy = (roll() % 200) - 100 < lean - pull;
    // Many small ones, few large ones: the product of two dice.
    const usdt = 8n + (BigInt(roll() % 1_000) * BigInt(roll() % 1_000) * 9n) / 10_000n;
    net += isBuy ? usdt * UNIT : -usdt * UNIT;
    const cents = BigInt(roll() % 100);
    const amount = usdt * UNIT + (cents * UNIT) / 100n;
    steps.push({ time, trader: roll() % TRADER_COUNT, act: { kind: isBuy ? 'buy' : 'sell', usdt: amount } });
  }
  return withOneASecond(steps);
}

export function withOneASecond(steps: Step[]): Step[] {
  return steps
    .toSorted((a, b) => a.time - b.time)
    .filter((step, at, all) => at === 0 || step.time > (all[at - 1]?.time ?? 0));
}
