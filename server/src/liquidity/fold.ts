import { joinLocks, listLocks } from '@openmere/core/liquidity/lock.ts';
import type { LpLock, UsedHold } from '@openmere/core/liquidity/lock.ts';
import { nextAdded, nextRemoved, noPosition } from '@openmere/core/liquidity/position.ts';
import type { Position } from '@openmere/core/liquidity/position.ts';
import { rootDown } from '@openmere/core/liquidity/root.ts';
import { nextPaidAfterRemoval } from '@openmere/core/liquidity/stake.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { shareUp } from '@openmere/core/money/ratio.ts';
import type { LiquidityRecord } from './tables.ts';

/** OUSD put aside for re-adding. */
export type Hold = { id: bigint; amount: bigint; releaseAt: Date };

/** What the final records of one address add up to, in base units. */
export type Holding = {
  position: Position;
  /** OUSD ever obtained by removing, the held part included. */
  ousdObtained: bigint;
  /** By id, oldest first; only those with something in them. */
  holds: readonly Hold[];
  /** LP that came of re-adding what was held, by the time from which it can be removed. */
  locks: readonly LpLock[];
  /** What of the paid-in value counts towards EQUITY (rulebook §8). */
  counted: bigint;
};

export const noHolding: Holding = {
  position: noPosition,
  ousdObtained: 0n,
  holds: [],
  locks: [],
  counted: 0n,
};

type Folded = Pick<
  LiquidityRecord,
  | 'type'
  | 'usdt'
  | 'open'
  | 'lp'
  | 'amount'
  | 'price_e18'
  | 'ousd'
  | 'ousd_held'
  | 'hold_id'
  | 'release_at'
  | 'earns'
  | 'block_time'
>;

/**
 * What an address has after one more record. Re-adding empties the oldest holds first, as the desk does. A record whose
 * forerunners are missing takes no more than there is: they come later, and then everything is folded again.
 */
export function applyRecord(holding: Holding, record: Folded): Holding {
  switch (record.type) {
    case 'add':
    case 'readd':
      return putIn(holding, record);
    case 'remove':
    case 'inkind':
      return takeOut(holding, record);
    case 'release':
      return { ...holding, holds: holding.holds.filter((hold) => hold.id !== record.hold_id) };
    case 'redeem':
      return holding;
  }
}

function putIn(holding: Holding, record: Folded): Holding {
  const { left, used } = takeOldest(holding.holds, record.ousd_held);
  const now = record.block_time.getTime();
  // All that was re-added; never less than what was held of it.
  const whole = record.usdt > record.ousd_held ? record.usdt : record.ousd_held;
  return {
    ...holding,
    position: addTo(holding.position, record),
    holds: left,
    locks: joinLocks([...holding.locks, ...listLocks(used, record.lp, whole, now)], now),
    counted: holding.counted + (record.earns ? record.amount : 0n),
  };
}

/** √(usdt × open) per LP of what was added is √(x·y) per LP of the pool, because LP comes at the ratio of the reserves. */
function addTo(position: Position, { lp, usdt, open, price_e18: priceE18 }: Folded): Position {
  if (lp === 0n || priceE18 === null) return position;
  const rootE18 = shareUp(rootDown(usdt * open * oneCoin * oneCoin), 1n, lp);
  return nextAdded(position, { lp, usdt, open, priceE18, rootE18 });
}

function takeOut(holding: Holding, record: Folded): Holding {
  const { ousd, ousd_held: amount, hold_id: id, release_at: releaseAt } = record;
  const own = holding.position.lp;
  const lp = record.lp < own ? record.lp : own;
  const left = {
    ...holding,
    position: nextRemoved(holding.position, lp),
    ousdObtained: holding.ousdObtained + ousd + amount,
    counted: nextPaidAfterRemoval(holding.counted, lp, own),
  };
  if (amount === 0n || id === null || releaseAt === null) return left;
  // One that has the same number was of blocks that a reorganisation took: the desk counts them up.
  const holds = [...holding.holds.filter((hold) => hold.id !== id), { id, amount, releaseAt }];
  return { ...left, holds: holds.sort((a, b) => (a.id < b.id ? -1 : 1)) };
}

/** What is left, and what was taken of which hold. */
function takeOldest(holds: readonly Hold[], amount: bigint): { left: Hold[]; used: UsedHold[] } {
  let rest = amount;
  const used: UsedHold[] = [];
  const left = holds.flatMap((hold) => {
    const taken = hold.amount < rest ? hold.amount : rest;
    rest -= taken;
    if (taken > 0n) used.push({ amount: taken, releaseAt: hold.releaseAt.getTime() });
    return taken === hold.amount ? [] : [{ ...hold, amount: hold.amount - taken }];
  });
  return { left, used };
}
