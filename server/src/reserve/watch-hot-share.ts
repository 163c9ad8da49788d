import { formatAmount } from '@openmere/core/money/amount.ts';
import type { Amount } from '@openmere/core/money/amount.ts';
import { hotBounds, judgeHot } from '@openmere/core/reserve/rules.ts';
import type { HotAlarm, HotBounds, HotPolicy } from '@openmere/core/reserve/rules.ts';
import { membersTotals } from '../ledger/balances.ts';
import type { Ctx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { Log } from '../platform/log.ts';
import type { Settings } from '../setting/read.ts';
import { readSettings } from '../setting/read.ts';
import { endReserveAlarm, keepReserveAlarm, listReserveAlarms } from './alarm-store.ts';
import { listReserveChecks } from './store.ts';

/** Base units of a coin that wait to be paid. */
export type FindWaiting = (tx: Tx, coin: string) => Promise<Amount>;
export type HotDeps = { db: Db; chainId: number; findWaiting: FindWaiting; log?: Log };

/** What is hot of a coin: on the treasury and on deposit addresses, which lead to it. What went to the cold address is not. */
export type HotShare = HotBounds & { coin: string; hot: Amount; liabilities: Amount };

function policyOf({ hotShareBps, hotMinBps, hotFree }: Settings): HotPolicy {
  return { shareBps: hotShareBps, minBps: hotMinBps, free: hotFree };
}

/** As of the last comparison of reserves, against what members are owed now. */
async function listHotShares({ tx, chainId, findWaiting }: HotDeps & Pick<Ctx, 'tx'>): Promise<HotShare[]> {
  const policy = policyOf(await readSettings(tx));
  const owed = await membersTotals(tx);
  const shares: HotShare[] = [];
  for (const { coin, chain: hot } of await listReserveChecks(tx, chainId)) {
    const liabilities = owed.get(coin) ?? 0n;
    shares.push({ coin, hot, liabilities, ...hotBounds(liabilities, await findWaiting(tx, coin), policy) });
  }
  return shares;
}

/**
 * Threats I16: an alarm when more than the allowed share of what members are owed is hot, or less than payouts need. It halts
 * nothing: too much is swept to the cold address by the guard, too little is brought back from there by people (runbook).
 */
export async function watchHotShare(ctx: HotDeps): Promise<void> {
  const { db, chainId, log } = ctx;
  await inTransaction(db, async (tx) => {
    const open = new Map<string, HotAlarm>();
    for (const { coin, kind } of await listReserveAlarms(tx, chainId))
      if (kind !== 'cold') open.set(coin, kind);
    for (const share of await listHotShares({ ...ctx, tx })) {
      const { coin, hot, liabilities, limit, needed } = share;
      const kind = judgeHot(hot, share, open.get(coin));
      if (kind === undefined) {
        const before = open.get(coin);
        if (before) await endReserveAlarm(tx, chainId, coin, before);
        continue;
      }
      const bound = kind === 'hot' ? (limit > needed ? limit : needed) : needed;
      if (!(await keepReserveAlarm(tx, chainId, { coin, kind, hot, bound, liabilities }))) continue;
      const figures = { hot: formatAmount(hot), bound: formatAmount(bound), owed: formatAmount(liabilities) };
      log?.fatal(
        { chainId, coin, kind, ...figures },
        kind === 'hot' ? 'ALARM too much is hot' : 'ALARM too little is hot for payouts',
      );
    }
  });
}
