import { nextAdded, nextRemoved, noPosition } from '@openmere/core/liquidity/position.ts';
import type { Position } from '@openmere/core/liquidity/position.ts';
import { rootDown } from '@openmere/core/liquidity/root.ts';
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
};

export const noHolding: Holding = { position: noPosition, ousdObtained: 0n, holds: [] };

type Folded = Pick<
  LiquidityRecord,
  'type' | 'usdt' | 'open' | 'lp' | 'price_e18' | 'ousd' | 'ousd_held' | 'hold_id' | 'release_at'
>;

/**
 * What an address has after one more record. Re-adding empties the oldest holds first, as the desk does. A record whose
 * forerunners are missing takes no more than there is: they come later, and then everything is folded again.
 */
export function applyRecord(holding: Holding, record: Folded): Holding {
  switch (record.type) {
    case 'add':
    case 'readd': {
      const position = addTo(holding.position, record);
      return { ...holding, position, holds: takeOldest(holding.holds, record.ousd_held) };
    }
    case 'remove':
      return takeOut(holding, record);
    case 'release':
      return { ...holding, holds: holding.holds.filter((hold) => hold.id !== record.hold_id) };
    case 'redeem':
      return holding;
  }
}

/** √(usdt × open) per LP of what was added is √(x·y) per LP of the pool, because LP comes at the ratio of the reserves. */
function addTo(position: Position, { lp, usdt, open, price_e18: priceE18 }: Folded): Position {
  if (lp === 0n || priceE18 === null) return position;
  const rootE18 = shareUp(rootDown(usdt * open * oneCoin * oneCoin), 1n, lp);
  return nextAdded(position, { lp, usdt, open, priceE18, rootE18 });
}

function takeOut(holding: Holding, record: Folded): Holding {
  const { lp, ousd, ousd_held: amount, hold_id: id, release_at: releaseAt } = record;
  const position = nextRemoved(holding.position, lp < holding.position.lp ? lp : holding.position.lp);
  const left = { ...holding, position, ousdObtained: holding.ousdObtained + ousd + amount };
  if (amount === 0n || id === null || releaseAt === null) return left;
  const holds = [...holding.holds, { id, amount, releaseAt }];
  return { ...left, holds: holds.sort((a, b) => (a.id < b.id ? -1 : 1)) };
}

function takeOldest(holds: readonly Hold[], amount: bigint): Hold[] {
  let rest = amount;
  return holds.flatMap((hold) => {
    const taken = hold.amount < rest ? hold.amount : rest;
    rest -= taken;
    return taken === hold.amount ? [] : [{ ...hold, amount: hold.amount - taken }];
  });
}
