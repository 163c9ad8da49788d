import type { Locale } from '@openmere/core/kit/language.ts';
import { languageOrder } from '@openmere/core/kit/texts.ts';
import type { Texts } from '@openmere/core/kit/texts.ts';
import { GOODS_FOUND_MAX } from '@openmere/core/mall/goods-contract.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/connect.ts';

export type GoodsFacts = {
  typeId: string;
  typeNames: Texts;
  content: string;
  comments: number;
  stars: bigint;
  shopName: string;
  shopLogo: string;
};

/** What the page of a goods says besides its row. */
export async function findGoodsFacts(
  db: Db | Tx,
  id: string,
  locale: Locale,
): Promise<GoodsFacts | undefined> {
  const { rows } = await sql<GoodsFacts>`
    select g.type_id as "typeId", y.names as "typeNames", coalesce(t.content, '') as content, g.comments, g.stars, h.name as "shopName", h.logo as "shopLogo"
    from goods g join goods_type y on y.id = g.type_id join shop h on h.id = g.shop_id
    left join lateral (select t.content from goods_text t where t.goods_id = g.id
      order by (t.content = ''), array_position(${[...languageOrder(locale)]}::text[], t.locale) limit 1) t on true
    where g.id = ${id}`.execute(db);
  return rows[0];
}

export type SkuFacts = { id: string; name: Texts; price: bigint; obl: bigint; stock: number; picurl: string };

/** Its variants that are for sale, in their shop's order. Index goods_sku_of_goods. */
export async function listSkus(db: Db | Tx, goodsId: string): Promise<SkuFacts[]> {
  return db
    .selectFrom('goods_sku')
    .select(['id', 'name', 'price', 'obl', 'stock', 'picurl'])
    .where('goods_id', '=', goodsId)
    .where('state', '=', 'forsale')
    .orderBy('sort')
    .orderBy('id')
    .execute();
}

export type ShopSums = { goods: number; sold: bigint; stars: bigint; comments: bigint };

/** What a shop has for sale, has sold, and was given. Indexes goods_listing_newest, goods_of_shop. */
export async function sumGoodsOfShop(db: Db | Tx, shopId: string): Promise<ShopSums> {
  const { rows } = await sql<ShopSums>`
    select (select count(*)::int from (select from goods_listing where scope = ${shopId}
        order by created_at limit ${GOODS_FOUND_MAX}) listed) as goods,
      coalesce(sum(sold), 0)::bigint as sold, coalesce(sum(stars), 0)::bigint as stars,
      coalesce(sum(comments), 0)::bigint as comments
    from goods where shop_id = ${shopId}`.execute(db);
  return rows[0] ?? { goods: 0, sold: 0n, stars: 0n, comments: 0n };
}
