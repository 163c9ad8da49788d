import type { Locale } from '@openmere/core/kit/language.ts';
import { languageOrder } from '@openmere/core/kit/texts.ts';
import type { Texts } from '@openmere/core/kit/texts.ts';
import { goodsLimits } from '@openmere/core/mall/goods-draft.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/connect.ts';
import '../goods/tables.ts';

export type OwnSku = {
  id: string;
  names: Texts;
  /** Base units, as text: they come out of JSON. */
  price: string;
  obl: string;
  stock: number;
  picurl: string;
};

export type OwnGoods = {
  id: string;
  typeId: string;
  coinId: string;
  state: 'forsale' | 'withdrawn';
  hiddenReason: string | null;
  pictures: string[];
  name: string;
  names: Texts;
  skus: OwnSku[];
  sold: bigint;
  version: number;
  createdAt: Date;
};

export type OwnFilter = {
  shopId: string;
  search: string | undefined;
  state: 'forsale' | 'withdrawn' | 'hidden' | 'soldout' | undefined;
};

const states = {
  forsale: sql`g.state = 'forsale' and g.hidden_reason is null and g.in_stock`,
  withdrawn: sql`g.state = 'withdrawn'`,
  hidden: sql`g.hidden_reason is not null`,
  soldout: sql`g.state = 'forsale' and g.hidden_reason is null and not g.in_stock`,
} as const;

/** By a sum, which is looked up goods by goods: an `exists` may be turned into a join with the names of the whole mall. */
const namedLike = (pattern: string) =>
  sql`(select bool_or(n.name ilike ${pattern}) from goods_text n where n.goods_id = g.id)`;

function whereOf({ shopId, search, state }: OwnFilter) {
  const pattern = `%${(search ?? '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql`g.shop_id = ${shopId} ${state === undefined ? sql`` : sql`and ${states[state]}`}
    ${search === undefined ? sql`` : sql`and ${namedLike(pattern)}`}`;
}

/** Goods of one shop, newest first, after the one with this id. Index goods_of_shop. */
export async function listOwnGoods(
  db: Db | Tx,
  filter: OwnFilter,
  slice: { before: string | undefined; limit: number; locale: Locale },
): Promise<OwnGoods[]> {
  const { before, limit, locale } = slice;
  const after = before === undefined ? sql`` : sql`and g.id < ${before}`;
  const { rows } = await sql<{ id: string }>`
    select g.id from goods g where ${whereOf(filter)} ${after} order by g.id desc limit ${limit}`.execute(db);
  return readOwnGoods(
    db,
    rows.map(({ id }) => id),
    locale,
  );
}

/** These goods, newest first, with their variants that are offered. */
export async function readOwnGoods(db: Db | Tx, ids: readonly string[], locale: Locale): Promise<OwnGoods[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<OwnGoods>`
    select g.id, g.type_id as "typeId", g.coin_id as "coinId", g.state, g.hidden_reason as "hiddenReason", g.pictures, g.sold,
      g.version, g.created_at as "createdAt",
      coalesce((select jsonb_object_agg(n.locale, n.name) from goods_text n where n.goods_id = g.id), '{}') as names,
      coalesce((select n.name from goods_text n where n.goods_id = g.id
        order by array_position(${[...languageOrder(locale)]}::text[], n.locale) limit 1), '') as name,
      coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'names', s.name, 'price', s.price::text, 'obl', s.obl::text,
          'stock', s.stock, 'picurl', s.picurl) order by s.sort, s.id)
        from goods_sku s where s.goods_id = g.id and s.state = 'forsale'), '[]') as skus
    from goods g where g.id = any(${[...ids]}::text[]) order by g.id desc`.execute(db);
  return rows;
}

/** Whether so many more are more than one shop keeps; its row is locked. Index goods_of_shop. */
export async function hasRoomFor(tx: Tx, shopId: string, more: number): Promise<boolean> {
  const { rows } = await sql<{
    n: bigint;
  }>`select count(*) as n from goods where shop_id = ${shopId}`.execute(tx);
  return Number(rows[0]?.n ?? 0n) + more <= goodsLimits.goods;
}

export async function readContents(db: Db | Tx, goodsId: string): Promise<Texts> {
  const { rows } = await sql<{ locale: Locale; content: string }>`
    select locale, content from goods_text where goods_id = ${goodsId}`.execute(db);
  return Object.fromEntries(rows.map(({ locale, content }) => [locale, content]));
}

/** Whose goods it is and at which version it stands, for an edit: nobody else edits it until the transaction ends. */
export async function lockOwnGoods(
  tx: Tx,
  id: string,
): Promise<{ shopId: string; version: number; pictures: string[] } | undefined> {
  const { rows } = await sql<{ shopId: string; version: number; pictures: string[] }>`
    select shop_id as "shopId", version, pictures from goods where id = ${id} for no key update`.execute(tx);
  return rows[0];
}

/** Every variant that a goods ever had, with its picture. */
export async function lockSkus(tx: Tx, goodsId: string): Promise<{ id: string; picurl: string }[]> {
  const { rows } = await sql<{ id: string; picurl: string }>`
    select id, picurl from goods_sku where goods_id = ${goodsId} order by id for no key update`.execute(tx);
  return rows;
}

export async function updateGoods(
  tx: Tx,
  id: string,
  change: { typeId: string; coinId: string; pictures: readonly string[]; state: 'forsale' | 'withdrawn' },
): Promise<void> {
  const { typeId, coinId, pictures, state } = change;
  await sql`update goods set type_id = ${typeId}, coin_id = ${coinId}, pictures = ${[...pictures]}::text[], state = ${state},
    version = version + 1 where id = ${id}`.execute(tx);
}

/** A variant of a shop, and nobody else changes its stock until the transaction ends. */
export async function lockOwnSku(
  tx: Tx,
  skuId: string,
  shopId: string,
): Promise<{ goodsId: string; stock: number } | undefined> {
  const { rows } = await sql<{ goodsId: string; stock: number }>`
    select s.goods_id as "goodsId", s.stock from goods_sku s join goods g on g.id = s.goods_id
    where s.id = ${skuId} and g.shop_id = ${shopId} and s.state = 'forsale' for no key update of s`.execute(
    tx,
  );
  return rows[0];
}

export async function setStock(tx: Tx, skuId: string, stock: number): Promise<void> {
  await sql`update goods_sku set stock = ${stock} where id = ${skuId}`.execute(tx);
}

/** Every type with those above it, in the order of the tree. */
export async function listAllTypes(db: Db | Tx): Promise<{ id: string; line: Texts[] }[]> {
  const { rows } = await sql<{ id: string; line: Texts[] }>`
    with recursive tree as (
      select id, array[sort] as way, jsonb_build_array(names) as line from goods_type where pid is null
      union all
      select t.id, way || t.sort, line || jsonb_build_array(t.names) from goods_type t join tree on t.pid = tree.id
      where cardinality(way) < 10
    ) select id, line from tree order by way, id limit 2000`.execute(db);
  return rows;
}

/** The goods that this request made or changed before, if any, and what it asked for; null: from before that was kept. */
export async function findRequested(
  tx: Tx,
  shopId: string,
  requestId: string,
): Promise<{ goodsId: string; hash: string | null } | undefined> {
  const { rows } = await sql<{ goodsId: string; hash: string | null }>`
    select goods_id as "goodsId", request_hash as hash from shop_request
    where shop_id = ${shopId} and request_id = ${requestId}`.execute(tx);
  return rows[0];
}

export async function keepRequest(
  tx: Tx,
  shopId: string,
  request: { id: string; goodsId: string; hash: string },
): Promise<void> {
  await sql`insert into shop_request (shop_id, request_id, goods_id, request_hash)
    values (${shopId}, ${request.id}, ${request.goodsId}, ${request.hash})`.execute(tx);
}

/** False when the goods of this file are made already. */
export async function keepImport(
  tx: Tx,
  shopId: string,
  file: { hash: string; goods: number },
): Promise<boolean> {
  const { rows } =
    await sql`insert into shop_import (shop_id, hash, goods) values (${shopId}, ${file.hash}, ${file.goods})
    on conflict do nothing returning hash`.execute(tx);
  return rows.length > 0;
}
