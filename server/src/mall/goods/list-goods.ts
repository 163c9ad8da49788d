import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import type { getGoodsPage, GoodsRow } from '@openmere/core/mall/goods-contract.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { MemberActor, VisitorActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { findListed, readRows } from './goods-list-store.ts';
import type { ListedGoods } from './goods-list-store.ts';
import { sliceOf } from './page-slice.ts';
import { searchGoods } from './search-goods.ts';

/** Whoever looks: a member or a visitor; texts are in their language. */
export type ReaderCtx = Pick<Ctx<VisitorActor | MemberActor>, 'tx' | 'actor'>;

/** Goods/GetGoodsPage: newest first unless told. */
export async function listGoods(
  ctx: ReaderCtx,
  input: CallParsed<typeof getGoodsPage>,
): Promise<CallResult<typeof getGoodsPage>> {
  const { tx, actor } = ctx;
  const { pid = '0', shopid, coinid, instock, search, sort } = input;
  const ask = {
    scope: { base: shopid ?? pid, coinId: coinid },
    isInStock: instock === '1',
    slice: sliceOf(input),
  };
  const { ids, total } =
    search === undefined
      ? await findListed(tx, { ...ask, sort: sort ?? 'new' })
      : await searchGoods({ tx }, { ...ask, sort, search });
  const rows = await readRows(tx, ids, actor.from.locale);
  return { list: rows.map(showGoods), total };
}

export function showGoods(goods: ListedGoods): GoodsRow {
  const { id, shopId, name, coinId, price, pricemax, obl, pictures, stock, sold, state } = goods;
  return {
    id,
    shopid: shopId,
    name,
    coinid: coinId,
    price: formatAmount(price),
    pricemax: formatAmount(pricemax),
    obl: formatAmount(obl),
    picurl: pictures[0] ?? '',
    bannerpicurl: pictures.join(','),
    stock,
    sold: Number(sold),
    state,
  };
}
