import type { GoodsState } from '@openmere/core/mall/goods-state.ts';
import { goodsStateOf } from '@openmere/core/mall/goods-state.ts';
import { listNotTrading } from '../../member/only-leave.ts';
import type { Db, Tx } from '../../platform/db/connect.ts';

export type StateFacts = {
  /** The member whom the shop belongs to. */
  shopOwnerId: string;
  isOffered: boolean;
  isHidden: boolean;
  isShopOpen: boolean;
};

/**
 * Rows of goods with their state as of now. The shop of who may only leave, or is sanctioned, is closed to buyers (decisions 0285, 0290): asked
 * each time, since no mark follows when a list changes.
 */
export async function withStates<Row extends StateFacts>(
  db: Db | Tx,
  rows: readonly Row[],
): Promise<(Omit<Row, 'isOffered' | 'isHidden' | 'isShopOpen'> & { state: GoodsState })[]> {
  const closed = await listNotTrading({ tx: db }, [...new Set(rows.map((row) => row.shopOwnerId))]);
  return rows.map(({ isOffered, isHidden, isShopOpen, ...row }) => ({
    ...row,
    state: goodsStateOf({ isOffered, isHidden, isShopOpen: isShopOpen && !closed.has(row.shopOwnerId) }),
  }));
}
