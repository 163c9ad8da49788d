import type { Locale } from '@openmere/core/kit/language.ts';
import { languageOrder } from '@openmere/core/kit/texts.ts';
import type { Texts } from '@openmere/core/kit/texts.ts';
import type { GoodsState } from '@openmere/core/mall/goods-state.ts';
import { queryTokens } from '@openmere/core/mall/search-text.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { withStates } from './state-store.ts';
import type { StateFacts } from './state-store.ts';
import './tables.ts';

export type HiddenBy = { hiddenReason: string | null; hiddenBy: string | null; hiddenAt: Date | null };

export type GoodsOfConsole = HiddenBy & {
  id: string;
  createdAt: Date;
  name: string;
  pictures: string[];
  shopId: string;
  typeNames: Texts;
  coinId: string;
  price: bigint;
  pricemax: bigint;
  stock: number;
  sold: bigint;
  state: GoodsState;
};

export type GoodsFilter = {
  search?: string | undefined;
  shopId?: string | undefined;
  isHidden: boolean;
  before?: string | undefined;
  limit: number;
};

/** A goods by its id, or by words of its names as buyers find it. */
function searched(search: string | undefined) {
  if (search === undefined) return sql``;
  if (/^gds_[0-9a-z]{26}$/.test(search)) return sql`and g.id = ${search}`;
  const words = queryTokens(search).map(({ text, isBeginning }) => `'${text}'${isBeginning ? ':*' : ''}`);
  // At most so many have the words; the newest of these are answered.
  return words.length === 0
    ? sql`and false`
    : sql`and g.id = any(array(select goods_id from goods_search where names @@ ${words.join(' & ')}::tsquery limit 1000))`;
}

/** Ids of goods, newest first. Indexes goods_pkey, goods_of_shop, goods_hidden, goods_search_names. */
export async function listGoodsIds(db: Db | Tx, filter: GoodsFilter): Promise<string[]> {
  const { search, shopId, isHidden, before, limit } = filter;
  const { rows } = await sql<{ id: string }>`
    select g.id from goods g where true ${searched(search)}
      ${shopId === undefined ? sql`` : sql`and g.shop_id = ${shopId}`}
      ${isHidden ? sql`and g.hidden_reason is not null` : sql``}
      ${before === undefined ? sql`` : sql`and g.id < ${before}`}
    order by g.id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** These goods, newest first, hidden or not. */
export async function readForConsole(
  db: Db | Tx,
  ids: readonly string[],
  locale: Locale,
): Promise<GoodsOfConsole[]> {
  const { rows } = await sql<Omit<GoodsOfConsole, 'state'> & StateFacts>`
    select g.id, g.created_at as "createdAt", g.pictures, h.member_id as "shopOwnerId", g.shop_id as "shopId", y.names as "typeNames", g.coin_id as "coinId",
      g.price_min as price, g.price_max as pricemax, g.sold, g.state = 'forsale' and g.skus > 0 as "isOffered",
      g.shop_open as "isShopOpen", g.hidden_reason is not null as "isHidden", g.hidden_reason as "hiddenReason", g.hidden_by as "hiddenBy", g.hidden_at as "hiddenAt",
      coalesce((select t.name from goods_text t where t.goods_id = g.id
        order by array_position(${[...languageOrder(locale)]}::text[], t.locale) limit 1), '') as name,
      (select coalesce(sum(s.stock), 0)::int from goods_sku s where s.goods_id = g.id and s.state = 'forsale') as stock
    from goods g join goods_type y on y.id = g.type_id join shop h on h.id = g.shop_id
    where g.id = any(${[...ids]}::text[]) order by g.id desc`.execute(db);
  return withStates(db, rows);
}

/** Whether an operator hid it, and nobody else changes that until the transaction ends. */
export async function lockHidden(
  tx: Tx,
  id: string,
): Promise<{ isHidden: boolean; shopId: string } | undefined> {
  const { rows } = await sql<{ isHidden: boolean; shopId: string }>`
    select hidden_reason is not null as "isHidden", shop_id as "shopId" from goods where id = ${id} for no key update`.execute(
    tx,
  );
  return rows[0];
}

export type Hiding = { reason: string; by: string; at: Date } | undefined;

export async function setHidden(tx: Tx, id: string, hiding: Hiding): Promise<void> {
  await sql`update goods set hidden_reason = ${hiding?.reason ?? null}, hidden_by = ${hiding?.by ?? null},
    hidden_at = ${hiding?.at ?? null} where id = ${id}`.execute(tx);
}
