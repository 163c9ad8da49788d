import type { Locale } from '@openmere/core/kit/language.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { languageOrder, textIn } from '@openmere/core/kit/texts.ts';
import type { Texts } from '@openmere/core/kit/texts.ts';
import type { GoodsState } from '@openmere/core/mall/goods-state.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { refreshOffers } from './offer-store.ts';
import { withStates } from './state-store.ts';
import type { StateFacts } from './state-store.ts';

/** Locks are taken in one order everywhere: variants by id, then their goods by id, then types. */

export type OrderableSku = {
  goodsId: string;
  skuId: string;
  shopId: string;
  /** The member whom the shop belongs to. */
  shopOwnerId: string;
  name: string;
  skuName: string;
  picurl: string;
  coinId: string;
  /** Base units of the coin, for one piece; `obl` of it may be paid with OBL. */
  price: bigint;
  obl: bigint;
  stock: number;
  state: GoodsState;
};

type SkuRow = Omit<OrderableSku, 'skuName' | 'state'> & StateFacts & { skuNames: Texts };

/** What an order or a cart has to know of variants, in the order of their ids; those that never were are not among them. */
export async function listForOrder(
  db: Db | Tx,
  skuIds: readonly string[],
  locale: Locale,
): Promise<OrderableSku[]> {
  const { rows } = await sql<SkuRow>`
    select s.id as "skuId", s.goods_id as "goodsId", g.shop_id as "shopId", h.member_id as "shopOwnerId", g.coin_id as "coinId", s.price, s.obl, s.stock,
      s.name as "skuNames", s.state = 'forsale' and g.state = 'forsale' as "isOffered", g.hidden_reason is not null as "isHidden",
      g.shop_open as "isShopOpen", coalesce(t.name, '') as name,
      coalesce(nullif(s.picurl, ''), g.pictures[1], '') as picurl
    from goods_sku s join goods g on g.id = s.goods_id join shop h on h.id = g.shop_id
    left join lateral (select t.name from goods_text t where t.goods_id = g.id
      order by array_position(${[...languageOrder(locale)]}::text[], t.locale) limit 1) t on true
    where s.id = any(${[...skuIds]}::text[]) order by s.id`.execute(db);
  return (await withStates(db, rows)).map(({ skuNames, ...row }) => ({
    ...row,
    skuName: textIn(skuNames, locale),
  }));
}

export type StockRow = { skuId: string; quantity: number };

/**
 * Takes so many pieces of each variant, or none at all. Refuses `mall.lessstock` with the first that is short. Once in a
 * transaction, with everything that is ordered: the variants are locked in the order of their ids.
 */
export async function takeStock(tx: Tx, rows: readonly (StockRow & { name: string })[]): Promise<void> {
  const wanted = sumBySku(rows);
  const { rows: found } = await sql<{ id: string; goodsId: string; stock: number; isTaken: boolean }>`
    with wanted as (select * from unnest(${[...wanted.keys()]}::text[], ${[...wanted.values()]}::int[]) as w(id, quantity)),
    locked as materialized (select s.id, s.goods_id, s.stock, w.quantity from goods_sku s join wanted w on w.id = s.id
      order by s.id for no key update of s),
    taken as (update goods_sku s set stock = l.stock - l.quantity from locked l
      where s.id = l.id and not exists (select from locked where stock < quantity) returning s.id)
    select l.id, l.goods_id as "goodsId", l.stock, t.id is not null as "isTaken"
    from locked l left join taken t on t.id = l.id`.execute(tx);
  const stocks = new Map(found.map((row) => [row.id, row]));
  for (const { skuId, name } of rows) {
    const stock = stocks.get(skuId)?.stock ?? 0;
    if (stock < (wanted.get(skuId) ?? 0)) throw new Refusal('mall.lessstock', { name, stock });
  }
  const emptied = found.filter(({ id, stock }) => stock === wanted.get(id));
  await refreshOffers(tx, [...new Set(emptied.map((row) => row.goodsId))]);
}

/** Puts pieces back that an order took and does not keep. */
export async function returnStock(tx: Tx, rows: readonly StockRow[]): Promise<void> {
  const back = sumBySku(rows);
  const { rows: found } = await sql<{ goodsId: string }>`
    with back as (select * from unnest(${[...back.keys()]}::text[], ${[...back.values()]}::int[]) as b(id, quantity)),
    locked as materialized (select s.id, s.goods_id, s.stock, b.quantity from goods_sku s join back b on b.id = s.id
      order by s.id for no key update of s),
    returned as (update goods_sku s set stock = l.stock + l.quantity from locked l where s.id = l.id)
    select distinct goods_id as "goodsId" from locked where stock = 0`.execute(tx);
  await refreshOffers(
    tx,
    found.map((row) => row.goodsId),
  );
}

/** Counts as sold what was received. */
export async function countSold(tx: Tx, rows: readonly StockRow[]): Promise<void> {
  const sold = sumBySku(rows);
  const { rows: counted } = await sql<{ id: string }>`
    with sold as (select s.goods_id as id, sum(w.quantity) as quantity
      from unnest(${[...sold.keys()]}::text[], ${[...sold.values()]}::int[]) as w(id, quantity)
      join goods_sku s on s.id = w.id group by s.goods_id),
    locked as materialized (select g.id, g.sold, sold.quantity from goods g join sold on sold.id = g.id
      order by g.id for no key update of g)
    update goods g set sold = l.sold + l.quantity from locked l where g.id = l.id returning g.id`.execute(tx);
  // A statement of its own: whoever held the goods before may have listed them anew.
  await sql`update goods_listing i set sold = g.sold from goods g
    where g.id = any(${counted.map((row) => row.id)}::text[]) and i.goods_id = g.id`.execute(tx);
}

function sumBySku(rows: readonly StockRow[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { skuId, quantity } of rows) sums.set(skuId, (sums.get(skuId) ?? 0) + quantity);
  return sums;
}

/** For the demo: the first variant of the first goods that has this picture alone. */
export async function findDemoSku(
  db: Db | Tx,
  picture: string,
): Promise<{ goodsid: string; skuid: string } | undefined> {
  const { rows } = await sql<{ goodsid: string; skuid: string }>`
    select g.id as goodsid, s.id as skuid from goods g join goods_sku s on s.goods_id = g.id
    where g.pictures = array[${picture}] order by g.id, s.sort, s.id limit 1`.execute(db);
  return rows[0];
}
