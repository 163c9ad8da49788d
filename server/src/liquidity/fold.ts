import { rootDown } from '@openmere/core/liquidity/position.ts';
import { shareDown } from '@openmere/core/money/ratio.ts';
import type { LiquidityRecord } from './tables.ts';

/** OUSD put aside for re-adding. */
export type Hold = { id: bigint; amount: bigint; releaseAt: Date };

/** What the final records of one address add up to. Base units; costs are by average. */
export type Position = {
  lp: bigint;
  /** Coins and value paid in, less the part that was taken out again. */
  paidUsdt: bigint;
  paidOpen: bigint;
  paidValue: bigint;
  /** Σ √(usdt × open) of what was added, less the part taken out. */
  root: bigint;
  /** OUSD ever obtained by removing, the held part included. */
  ousdObtained: bigint;
  /** By id, oldest first; only those with something in them. */
  holds: readonly Hold[];
};

export const emptyPosition: Position = {
  lp: 0n,
  paidUsdt: 0n,
  paidOpen: 0n,
  paidValue: 0n,
  root: 0n,
  ousdObtained: 0n,
  holds: [],
};

type Folded = Pick<
  LiquidityRecord,
  'type' | 'usdt' | 'open' | 'lp' | 'amount' | 'ousd' | 'ousd_held' | 'hold_id' | 'release_at'
>;

/**
 * A position after one more record. Taking LP out leaves the same share of every cost, rounded down, and nothing with the
 * last of it; re-adding empties the oldest holds first, as the desk does. A record whose forerunners are missing never
 * makes anything negative: they come later, and then everything is folded again.
 */
export function applyRecord(position: Position, record: Folded): Position {
  switch (record.type) {
    case 'add':
      return addTo(position, record);
    case 'readd':
      return { ...addTo(position, record), holds: takeOldest(position.holds, record.ousd_held) };
    case 'remove':
      return putAside(takeOut(position, record.lp), record);
    case 'release':
      return { ...position, holds: position.holds.filter((hold) => hold.id !== record.hold_id) };
    case 'redeem':
      return position;
  }
}

function addTo(position: Position, { lp, usdt, open, amount }: Folded): Position {
  return {
    ...position,
    lp: position.lp + lp,
    paidUsdt: position.paidUsdt + usdt,
    paidOpen: position.paidOpen + open,
    paidValue: position.paidValue + amount,
    root: position.root + rootDown(usdt * open),
  };
}

function takeOut(position: Position, lp: bigint): Position {
  const left = position.lp > lp ? position.lp - lp : 0n;
  const keep = (cost: bigint): bigint => (left === 0n ? 0n : shareDown(cost, left, position.lp));
  return {
    ...position,
    lp: left,
    paidUsdt: keep(position.paidUsdt),
    paidOpen: keep(position.paidOpen),
    paidValue: keep(position.paidValue),
    root: keep(position.root),
  };
}

function putAside(position: Position, record: Folded): Position {
  const { ousd, ousd_held: amount, hold_id: id, release_at: releaseAt } = record;
  const obtained = { ...position, ousdObtained: position.ousdObtained + ousd + amount };
  if (amount === 0n || id === null || releaseAt === null) return obtained;
  const holds = [...position.holds, { id, amount, releaseAt }];
  return { ...obtained, holds: holds.sort((a, b) => (a.id < b.id ? -1 : 1)) };
}

function takeOldest(holds: readonly Hold[], amount: bigint): Hold[] {
  let rest = amount;
  return holds.flatMap((hold) => {
    const taken = hold.amount < rest ? hold.amount : rest;
    rest -= taken;
    return taken === hold.amount ? [] : [{ ...hold, amount: hold.amount - taken }];
  });
}
