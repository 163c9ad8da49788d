import { dayOf, endOfDay } from '@openmere/core/kit/day.ts';
import { businessNow } from '../platform/business-clock.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';
import { readCommunity } from './community.ts';
import { gatherFees } from './gather-fees.ts';
import { weekStart } from './period.ts';
import { savePreview } from './preview-store.ts';
import type { Preview, PreviewFacts, PreviewSum } from './preview-store.ts';
import { divideDay, listFees } from './settle-referral.ts';
import { divideWeek, weeklyPools } from './settle-weekly.ts';
import { decideDay, listOtherCoins } from './settle-yield.ts';
import { liftLimits, onlyRead } from './settlement-store.ts';
import type { SettleDeps } from './sources.ts';
import type { NewReward, SettlementSum } from './tables.ts';

export type PreviewDeps = Pick<SettleDeps, 'db' | 'chainId' | 'sources' | 'signal'>;
type Found = Pick<Preview, 'sums' | 'facts' | 'claimable' | 'notqualified'>;

/** Carries what was found out of a transaction that is taken back. */
class TakenBack<T> extends Error {
  readonly found: T;
  constructor(found: T) {
    super('a preview is taken back');
    this.found = found;
  }
}

/**
 * What each pool’s next settlement would divide if its day or week ended now, by the settlement’s own code, in a transaction that
 * only reads; gathering the day’s fees writes, so that is taken back: nothing is written but the result. What transfers and withdrawals brought today is not in the yield pool before the
 * day is settled, and so not in its preview.
 */
export async function previewSettlements(ctx: PreviewDeps): Promise<void> {
  const { db, signal } = ctx;
  const today = dayOf((await businessNow(db)).getTime());
  const monday = weekStart(today);
  const deps: SettleDeps = { ...ctx, post: async () => undefined };
  const works: [Preview['pool'], number, (tx: Tx) => Promise<Found>][] = [
    ['referral', today, (tx) => previewReferral(deps, tx, today)],
    ['yield', today, (tx) => previewYield(deps, tx, today)],
    ...weeklyPools.map((pool): [Preview['pool'], number, (tx: Tx) => Promise<Found>] => [
      pool,
      monday,
      (tx) => gather((write) => divideWeek({ ...deps, tx }, { pool, monday, write })),
    ]),
  ];
  for (const [pool, period, work] of works) {
    if (signal?.aborted === true) return;
    const began = performance.now();
    const found = await readWith(db, work);
    await savePreview(db, { pool, period, ...found, took_ms: Math.round(performance.now() - began) });
  }
}

function readWith(db: Db, work: (tx: Tx) => Promise<Found>): Promise<Found> {
  return inTransaction(db, async (tx) => {
    await onlyRead(tx);
    await liftLimits(tx);
    return work(tx);
  });
}

async function takeBack<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    await inTransaction(db, async (tx) => {
      await liftLimits(tx);
      throw new TakenBack(await work(tx));
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.found as T;
    throw error;
  }
  throw new Error('a preview came to its end without being taken back');
}

/** Counts what would be written, and keeps nothing of it: a million rewards are two numbers. */
async function gather(
  divide: (write: (rewards: readonly NewReward[], sum?: SettlementSum) => Promise<void>) => Promise<unknown>,
  facts: PreviewFacts = {},
): Promise<Found> {
  const found: Found = { sums: [], facts, claimable: 0, notqualified: 0 };
  await divide(async (rewards, sum) => {
    for (const { status } of rewards) found[status === 'notqualified' ? 'notqualified' : 'claimable'] += 1;
    if (sum) found.sums.push(sumOf(sum));
  });
  return found;
}

function sumOf({
  coin_id,
  funded,
  due,
  poy,
  leadership,
  contribution,
  market_value,
}: SettlementSum): PreviewSum {
  return { coin_id, funded, due, poy, leadership, contribution, market_value };
}

/** What writes takes no longer than gathering the day's fees: a community of a million is read and divided beside it. */
async function previewReferral(deps: SettleDeps, tx: Tx, day: number): Promise<Found> {
  const { swapFeeShares } = await readSettings(tx);
  const community = await readCommunity({ tx, power: deps.sources.power }, { at: new Date(endOfDay(day)) });
  const fees = await takeBack(deps.db, async (writing) => {
    await gatherFees({ tx: writing }, { day, shares: swapFeeShares });
    return listFees({ tx: writing }, { community, day });
  });
  let sums: SettlementSum[] = [];
  const known = { community, fees };
  const found = await gather(async (write) => (sums = await divideDay({ tx }, { day, known, write })));
  return { ...found, sums: sums.map(sumOf) };
}

async function previewYield(deps: SettleDeps, tx: Tx, day: number): Promise<Found> {
  const { pool, equity, division } = await decideDay({ ...deps, tx }, { day });
  const { rows, paid, activePower } = division;
  const poy = rows.reduce((sum, row) => sum + row.personal, 0n);
  const none = { leadership: 0n, contribution: 0n, market_value: 0n };
  const sum = { coin_id: 'USDT', funded: pool, poy, due: paid - poy, ...none };
  const usable = [...equity.values()].reduce((total, one) => total + one, 0n);
  return {
    sums: [sum, ...(await listOtherCoins({ tx }, { day })).map(sumOf)],
    facts: { power: String(activePower), equity: String(usable) },
    claimable: rows.length,
    notqualified: 0,
  };
}
