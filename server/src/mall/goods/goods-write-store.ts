import type { Locale } from '@openmere/core/kit/language.ts';
import type { Texts } from '@openmere/core/kit/texts.ts';
import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/connect.ts';
import type { GoodsTable, GoodsTypeTable } from './tables.ts';

export async function insertType(tx: Tx, type: Insertable<GoodsTypeTable>): Promise<void> {
  await tx.insertInto('goods_type').values(type).execute();
}

/** Of a shop that is closed or suspended it is not listed, until `setShopOpen`. */
export async function insertGoods(tx: Tx, goods: Insertable<GoodsTable>): Promise<void> {
  const isOpen = sql<boolean>`(select open and state = 'approved' from shop where id = ${goods.shop_id})`;
  await tx
    .insertInto('goods')
    .values({ ...goods, shop_open: isOpen })
    .execute();
}

export type GoodsText = { name: string; content: string };

/** The texts of a goods are these; languages that are not among them go. */
export async function putTexts(
  tx: Tx,
  goodsId: string,
  texts: Partial<Record<Locale, GoodsText>>,
): Promise<void> {
  const rows = Object.entries(texts) as [Locale, GoodsText][];
  await sql`delete from goods_text where goods_id = ${goodsId} and locale <> all(${rows.map(([locale]) => locale)}::text[])`.execute(
    tx,
  );
  for (const [locale, { name, content }] of rows)
    await sql`insert into goods_text (goods_id, locale, name, content) values (${goodsId}, ${locale}, ${name}, ${content})
      on conflict (goods_id, locale) do update set name = excluded.name, content = excluded.content`.execute(
      tx,
    );
}

export type SkuDraft = {
  id: string;
  name: Texts;
  /** Base units of the goods' coin. */
  price: bigint;
  obl: bigint;
  /** Only of a new variant: of one that is there stock changes by what is sold, and by its shop's own word. */
  stock: number;
  picurl: string;
};

/** The variants for sale are these, in this order; others of the goods are withdrawn. Locks them in the order of their ids. */
export async function putSkus(tx: Tx, goodsId: string, skus: readonly SkuDraft[]): Promise<void> {
  const ids = skus.map((sku) => sku.id);
  await sql`select from goods_sku where goods_id = ${goodsId} order by id for no key update`.execute(tx);
  await sql`update goods_sku set state = 'withdrawn' where goods_id = ${goodsId} and id <> all(${ids}::text[])`.execute(
    tx,
  );
  for (const [sort, { id, name, price, obl, stock, picurl }] of skus.entries())
    await sql`insert into goods_sku (id, goods_id, sort, name, price, obl, stock, picurl)
      values (${id}, ${goodsId}, ${sort}, ${JSON.stringify(name)}::jsonb, ${price}, ${obl}, ${stock}, ${picurl})
      on conflict (id) do update set sort = excluded.sort, name = excluded.name, price = excluded.price, obl = excluded.obl,
        picurl = excluded.picurl, state = 'forsale' where goods_sku.goods_id = excluded.goods_id`.execute(tx);
}
