import { quoteAdd, quoteRemove } from '@openmere/core/liquidity/quote.ts';
import type { LiquidityPool } from '@openmere/core/liquidity/quote.ts';
import { checkTrade } from '@openmere/core/swap/check.ts';
import { amountOut, openInFor, quoteBuy, quoteSell, usdtInFor } from '@openmere/core/swap/quote.ts';
import type { PoolState } from '@openmere/core/swap/quote.ts';
import { minimumReceived, suggestSlippage } from '@openmere/core/swap/slippage.ts';

/** Pools and amounts of real sizes: 10⁴ to 10⁸ coins a side, trades of a cent to a hundredth of the pool. */
type Case = { readonly pool: PoolState & LiquidityPool; readonly amount: bigint };

const oneCoin = 10n ** 18n;
const DISTINCT_CASES = 4_096;

function drawCase(): Case {
  const whole = () => BigInt(Math.floor(10 ** (4 + Math.random() * 4) * 1_000)) * 10n ** 15n;
  const [reserveUsdt, reserveOpen] = [whole(), whole()];
  const part = BigInt(Math.floor(10 ** (Math.random() * 6)));
  return {
    pool: {
      reserveUsdt,
      reserveOpen,
      lpTotal: (reserveUsdt + reserveOpen) / 2n,
      poolBps: 25,
      communityBps: 50,
      burnBps: 100,
    },
    amount: reserveUsdt / 100n / part + oneCoin / 100n,
  };
}

/** What is measured: its name, and one unit of work on a case. The number returned is only there to be used. */
export type Work = { readonly name: string; readonly run: (one: Case) => bigint };

export const works: readonly Work[] = [
  {
    name: 'amountOut',
    run: ({ pool, amount }) => amountOut(amount, pool.reserveUsdt, pool.reserveOpen, pool.poolBps),
  },
  { name: 'quoteBuy', run: ({ pool, amount }) => quoteBuy(amount, pool).received },
  { name: 'quoteSell', run: ({ pool, amount }) => quoteSell(amount, pool).received },
  { name: 'usdtInFor', run: ({ pool, amount }) => usdtInFor(amount, pool) ?? 0n },
  { name: 'openInFor', run: ({ pool, amount }) => openInFor(amount, pool) ?? 0n },
  { name: 'quoteAdd', run: ({ pool, amount }) => quoteAdd({ usdtDesired: amount }, pool).lp },
  { name: 'quoteRemove', run: ({ pool, amount }) => quoteRemove(amount, pool, 2_000).usdt },
  { name: 'one keystroke in the trade form', run: keystroke },
];

/** All that the form computes anew when one digit is typed. */
function keystroke({ pool, amount }: Case): bigint {
  const quote = quoteBuy(amount, pool);
  const { bps, worst } = suggestSlippage({ side: 'buy', amountIn: amount }, pool);
  const request = {
    side: 'buy',
    amountIn: amount,
    available: amount,
    tradable: true,
    activated: true,
    slippageBps: bps,
    deadlineSec: 1_200,
    expert: false,
    confirmed: 'no',
  } as const;
  const refused = checkTrade(request, pool) === undefined ? 0n : 1n;
  return minimumReceived(quote.received, 50) + worst.lossUsdt + refused;
}

export type Measure = { readonly perSecond: number; readonly p99Micros: number };

/** Runs one kind of work for `ms`, on a thousand cases between two looks at the clock; p99 is over such thousands. */
export function measure({ run }: Work, ms: number): Measure {
  const cases = Array.from({ length: DISTINCT_CASES }, drawCase);
  const perThousand: number[] = [];
  let sum = 0n;
  let at = 0;
  const started = performance.now();
  let last = started;
  while (last - started < ms) {
    for (let n = 0; n < 1_000; n += 1) {
      const one = cases[at % DISTINCT_CASES];
      if (one) sum += run(one);
      at += 1;
    }
    const now = performance.now();
    perThousand.push(now - last);
    last = now;
  }
  if (sum < 0n) throw new Error('a quote was negative');
  const sorted = perThousand.toSorted((a, b) => a - b);
  return {
    perSecond: (at * 1_000) / (last - started),
    // Milliseconds a thousand are microseconds each.
    p99Micros: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  };
}
