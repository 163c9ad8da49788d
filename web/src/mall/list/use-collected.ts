import type { OutputOf } from '@openmere/core/calls.ts';
import { useState } from 'react';
import { call, CallRefused } from '../../platform/api-client.ts';
import { errorText } from '../../platform/error-text.ts';
import { push } from '../../platform/history.ts';
import { useTexts } from '../../platform/i18n.ts';
import { refresh } from '../../platform/query.ts';
import { showToast } from '../../ui/toast-store.ts';
import { CART_PATH } from '../goods-link.ts';

export const COLLECT_LIST = 'Goods/getMyGoodsCollect';
export type Collected = OutputOf<typeof COLLECT_LIST>;

/** What one request may take out. */
const REMOVED_MAX = 100;

const failed = (error: unknown) => showToast({ text: errorText(error), tone: 'danger' });

/** Takes goods out of one's own, and offers to put them back. */
export function useRemove(): (goods: readonly Collected[]) => Promise<void> {
  const t = useTexts('mall');
  async function keepAgain(ids: readonly string[]): Promise<void> {
    try {
      // The last of them first: what was kept last stands on top again.
      for (const goodsid of ids.toReversed()) await call('Goods/CollectGoods', { goodsid });
    } catch (error) {
      failed(error);
    }
    await refresh(COLLECT_LIST, 'Goods/isCollect');
  }
  return async (goods) => {
    const ids = goods.map(({ id }) => id);
    try {
      for (let from = 0; from < ids.length; from += REMOVED_MAX)
        await call('Goods/CollectGoods_Del', { goodsids: ids.slice(from, from + REMOVED_MAX) });
      showToast({
        text: ids.length === 1 ? t('uncollected') : t('uncollectedMany', { count: ids.length }),
        action: { label: t('undo'), onPress: () => void keepAgain(ids) },
      });
    } catch (error) {
      failed(error);
    }
    await refresh(COLLECT_LIST, 'Goods/isCollect');
  };
}

/** False where a variant has to be chosen first. */
async function isAdded(goodsid: string): Promise<boolean> {
  try {
    await call('Goods/ShopCar_Add', { goodsid, quantity: 1 });
    return true;
  } catch (error) {
    if (error instanceof CallRefused && error.reason === 'mall.nosku') return false;
    throw error;
  }
}

/**
 * Puts a piece of each into the cart.
 * @returns those that are not in it: they need a choice of variant first, or one of them failed and was not gone beyond.
 */
export function useAddAll(): (
  goods: readonly Collected[],
) => Promise<{ open: readonly Collected[]; left: readonly Collected[] }> {
  const t = useTexts('mall');
  return async (goods) => {
    const open: Collected[] = [];
    let at = 0;
    try {
      for (const one of goods) {
        if (!(await isAdded(one.id))) open.push(one);
        at += 1;
      }
    } catch (error) {
      failed(error);
    }
    const count = at - open.length;
    await refresh('Goods/GetShopCar');
    if (count > 0)
      showToast({
        text: t('addedMany', { count }),
        tone: 'good',
        action: { label: t('toCart'), onPress: () => push(CART_PATH) },
      });
    return { open, left: [...open, ...goods.slice(at)] };
  };
}

/** Which rows are meant while one selects; undefined while one does not. */
export function useSelection() {
  const [ids, setIds] = useState<ReadonlySet<string>>();
  return {
    isOn: ids !== undefined,
    has: (id: string) => ids?.has(id) === true,
    start: () => setIds(new Set()),
    end: () => setIds(undefined),
    set: (which: readonly string[]) => setIds(new Set(which)),
    turn: (id: string) => {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setIds(next);
    },
  };
}

export type Selection = ReturnType<typeof useSelection>;
