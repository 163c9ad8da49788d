import { sql } from 'kysely';
import type { Tx } from '../../platform/db/connect.ts';
import './tables.ts';

const AT_ONCE = 1_000;

type Offer = { id: string; listed: boolean; facets: string[] };

/**
 * Makes a change of goods, then brings them up to what their variants say: prices (of those that are in stock, while any is, decision
 * 0317), whether one is in stock, which lists they stand in, and how many goods their types have. Locks the goods in the order of their ids, then the types in theirs.
 * Whatever changes variants, the shop's or an operator's word, or the type, goes through here.
 */
export async function refreshOffers(
  tx: Tx,
  ids: readonly string[],
  change: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  if (ids.length === 0) return;
  const { rows: before } = await sql<Offer>`
    select id, listed, facets from goods where id = any(${[...ids]}::text[]) order by id for no key update`.execute(
    tx,
  );
  await change();
  const after: Offer[] = [];
  // All goods of a shop at once would be more than one statement has time for.
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    after.push(...(await recount(tx, some)));
    await relist(tx, some);
  }
  await countInTypes(tx, before, after);
}

/** Brings goods up to what their variants say. */
async function recount(tx: Tx, ids: readonly string[]): Promise<Offer[]> {
  const { rows } = await sql<Offer>`
    update goods g set skus = o.skus, price_min = o.price_min, price_max = o.price_max, obl = o.obl, in_stock = o.in_stock
    from (select goods.id, count(s.id)::int as skus, coalesce(min(s.price) filter (where is_had), 0) as price_min,
        coalesce(max(s.price) filter (where is_had), 0) as price_max,
        coalesce((array_agg(s.obl order by s.price, s.obl desc, s.id) filter (where is_had))[1], 0) as obl,
        coalesce(bool_or(s.stock > 0), false) as in_stock
      from goods left join (select *, (stock > 0) = bool_or(stock > 0) over (partition by goods_id) as is_had
          from goods_sku where goods_id = any(${[...ids]}::text[]) and state = 'forsale') s on s.goods_id = goods.id
      where goods.id = any(${[...ids]}::text[]) group by goods.id) o
    where g.id = o.id returning g.id, g.listed, g.facets`.execute(tx);
  return rows;
}

/** Puts goods into the lists that they stand in now. */
async function relist(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`delete from goods_listing where goods_id = any(${[...ids]}::text[])`.execute(tx);
  await sql`insert into goods_listing (scope, goods_id, created_at, price_min, sold, in_stock)
    select base || coin, g.id, g.created_at, g.price_min, g.sold, g.in_stock
    from goods g, unnest(array['0'] || g.facets) base, unnest(array['', '/' || g.coin_id]) coin
    where g.id = any(${[...ids]}::text[]) and g.listed`.execute(tx);
}

async function countInTypes(tx: Tx, before: readonly Offer[], after: readonly Offer[]): Promise<void> {
  const change = new Map<string, number>();
  const count = (offer: Offer, by: number): void => {
    if (!offer.listed) return;
    for (const facet of offer.facets)
      if (facet.startsWith('gty_')) change.set(facet, (change.get(facet) ?? 0) + by);
  };
  for (const offer of before) count(offer, -1);
  for (const offer of after) count(offer, 1);
  const changed = [...change].filter(([, by]) => by !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [id, by] of changed)
    await sql`update goods_type set goods = goods + ${by}::int where id = ${id}`.execute(tx);
}

/** What a goods is filtered by: its type with those above, its shop. */
export async function putFacets(tx: Tx, id: string, facets: readonly string[]): Promise<void> {
  await sql`update goods set facets = ${[...facets]}::text[] where id = ${id}`.execute(tx);
}

/** The same for all goods of a type, whose line is given, itself last. Index goods_of_type. */
export async function putBranchFacets(tx: Tx, line: readonly string[]): Promise<void> {
  await sql`update goods set facets = ${[...line]}::text[] || shop_id where type_id = ${line.at(-1)}`.execute(
    tx,
  );
}

/** A shop closed, opened, was suspended or came back: its goods are listed or not. Index goods_of_shop. */
export async function setShopOpen(tx: Tx, shopId: string, isOpen: boolean): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from goods where shop_id = ${shopId} and shop_open <> ${isOpen}`.execute(tx);
  const ids = rows.map((row) => row.id);
  await refreshOffers(tx, ids, () =>
    sql`update goods set shop_open = ${isOpen} where id = any(${ids}::text[])`.execute(tx),
  );
}
