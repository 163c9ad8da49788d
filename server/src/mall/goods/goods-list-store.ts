import type { Locale } from '@openmere/core/kit/language.ts';
import { languageOrder } from '@openmere/core/kit/texts.ts';
import type { GoodsSort } from '@openmere/core/mall/goods-contract.ts';
import { GOODS_FOUND_MAX } from '@openmere/core/mall/goods-contract.ts';
import type { GoodsState } from '@openmere/core/mall/goods-state.ts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { withStates } from './state-store.ts';
import type { StateFacts } from './state-store.ts';
import type { PageSlice } from './type-store.ts';

/** The four orders of `goods_listing i`; each list in each of them is an index. */
export const listOrders: Readonly<Record<GoodsSort, RawBuilder<unknown>>> = {
  new: sql`i.created_at desc, i.goods_id desc`,
  price: sql`i.price_min, i.goods_id`,
  '-price': sql`i.price_min desc, i.goods_id desc`,
  sold: sql`i.sold desc, i.goods_id desc`,
};

/** `base`: a type, a shop or '0'; `coinId`: only what is sold for this coin. */
export type GoodsScope = { base: string; coinId?: string | undefined };

export type FoundGoods = { ids: string[]; total: number };

/** A slice of a list in an order, and how many of its first 1000 there are. Indexes goods_listing_newest, _by_price, _by_sales. */
export async function findListed(
  db: Db | Tx,
  ask: { scope: GoodsScope; sort: GoodsSort; isInStock: boolean; slice: PageSlice },
): Promise<FoundGoods> {
  const { scope, slice } = ask;
  const order = listOrders[ask.sort];
  const { rows } = await sql<FoundGoods>`
    select count(*)::int as total,
      coalesce((array_agg(goods_id order by n))[${slice.offset + 1}::int:${slice.offset + slice.limit}::int], '{}') as ids
    from (select i.goods_id, row_number() over (order by ${order}) as n from goods_listing i
      where scope = ${scopeName(scope)} ${ask.isInStock ? sql`and in_stock` : sql``}
      order by ${order} limit ${GOODS_FOUND_MAX}) found`.execute(db);
  const [found] = rows;
  return found ?? { ids: [], total: 0 };
}

export function scopeName({ base, coinId }: GoodsScope): string {
  return coinId === undefined ? base : `${base}/${coinId}`;
}

export type ListedGoods = {
  id: string;
  shopId: string;
  name: string;
  coinId: string;
  price: bigint;
  pricemax: bigint;
  obl: bigint;
  pictures: string[];
  stock: number;
  sold: bigint;
  state: GoodsState;
};

/** What a list shows of goods, in the order of their ids; names in the reader's language or the next that is there. */
export async function readRows(db: Db | Tx, ids: readonly string[], locale: Locale): Promise<ListedGoods[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Omit<ListedGoods, 'state'> & StateFacts>`
    select g.id, g.shop_id as "shopId", g.coin_id as "coinId", g.price_min as price, g.price_max as pricemax, g.obl,
      g.pictures, g.sold, coalesce(t.name, '') as name, h.member_id as "shopOwnerId",
      g.state = 'forsale' and g.skus > 0 as "isOffered", g.hidden_reason is not null as "isHidden", g.shop_open as "isShopOpen",
      (select coalesce(sum(s.stock), 0)::int from goods_sku s where s.goods_id = g.id and s.state = 'forsale') as stock
    from unnest(${[...ids]}::text[]) with ordinality as o(id, n)
    join goods g on g.id = o.id join shop h on h.id = g.shop_id
    left join lateral (select t.name from goods_text t where t.goods_id = g.id
      order by array_position(${[...languageOrder(locale)]}::text[], t.locale) limit 1) t on true
    order by o.n`.execute(db);
  return withStates(db, rows);
}
