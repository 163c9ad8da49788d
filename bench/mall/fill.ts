import type { Locale } from '@openmere/core/kit/language.ts';
import { refreshOffers } from '@openmere/server/mall/goods/offer-store.ts';
import { putSearch } from '@openmere/server/mall/goods/search-store.ts';
import type { Db, Tx } from '@openmere/server/platform/db/connect.ts';
import { inTransaction } from '@openmere/server/platform/db/connect.ts';
import { sql } from 'kysely';
import type { Member } from '../floods/running-server.ts';

export const SHOPS = 100;
export const TYPES = 60;
const BATCH = 500;
/** What goods are called, in the languages of the bench: a colour, a matter, a thing. */
const words: Readonly<Partial<Record<Locale, readonly (readonly string[])[]>>> = {
  en: [
    ['Blue', 'Red', 'Green', 'White', 'Black', 'Grey', 'Golden', 'Striped'],
    ['wooden', 'linen', 'ceramic', 'steel', 'leather', 'cotton', 'glass', 'bamboo', 'woollen', 'paper'],
    [
      'lamp',
      'cup',
      'shirt',
      'chair',
      'basket',
      'blanket',
      'notebook',
      'kettle',
      'backpack',
      'teapot',
      'mirror',
      'scarf',
    ],
  ],
  'zh-Hans': [
    ['蓝色', '红色', '绿色', '白色', '黑色', '灰色', '金色', '条纹'],
    ['木制', '亚麻', '陶瓷', '不锈钢', '皮革', '棉布', '玻璃', '竹编', '羊毛', '纸质'],
    ['台灯', '杯子', '衬衫', '椅子', '篮子', '毯子', '笔记本', '水壶', '背包', '茶壶', '镜子', '围巾'],
  ],
  ja: [
    ['青い', '赤い', '緑の', '白い', '黒い', '灰色の', '金色の', '縞の'],
    ['木の', '麻の', '陶器の', '鉄の', '革の', '綿の', 'ガラスの', '竹の', '毛の', '紙の'],
    [
      'ランプ',
      'カップ',
      'シャツ',
      '椅子',
      'かご',
      '毛布',
      'ノート',
      'やかん',
      'リュック',
      '急須',
      '鏡',
      'マフラー',
    ],
  ],
};

/** So that neighbours differ in every word. */
export function nameOf(locale: Locale, index: number): string {
  const parts = (words[locale] ?? []).map((list, at) => list[Math.floor(index / (7 * at + 1)) % list.length]);
  return locale === 'en' ? `${parts.join(' ')} ${index}` : `${parts.join('')}${index}`;
}

export const typeId = (index: number): string => `gty_${String(index).padStart(26, '0')}`;
const id = (prefix: string): string => `'${prefix}_' || lpad(i::text, 26, '0')`;
const shopOf = `'shp_' || lpad((i % ${SHOPS})::text, 26, '0')`;

async function fillGoods(tx: Tx, from: number, to: number): Promise<void> {
  const each = sql.raw(`generate_series(${from}, ${to}) i`);
  await sql`insert into goods (id, shop_id, type_id, coin_id, sold, created_at, facets)
    select ${sql.raw(id('gds'))}, ${sql.raw(shopOf)}, ${sql.raw(`'gty_' || lpad((i % ${TYPES - 10} + 11)::text, 26, '0')`)},
      case when i % 20 = 0 then 'USDO' else 'USDT' end, i % 731, now() - make_interval(mins => i),
      array[${sql.raw(`'gty_' || lpad((i % ${TYPES - 10} + 11)::text, 26, '0')`)},
        ${sql.raw(`'gty_' || lpad((i % 10 + 1)::text, 26, '0')`)}, ${sql.raw(shopOf)}] from ${each}`.execute(
    tx,
  );
  await sql`insert into goods_sku (id, goods_id, sort, price, obl, stock)
    select 'sku_' || lpad((i * 3 + v)::text, 26, '0'), ${sql.raw(id('gds'))}, v, (i % 997 + v + 1) * 1e18, 1e18, i % 5 * 10
    from ${each}, generate_series(0, i % 3) v`.execute(tx);
  const ids: string[] = [];
  for (let index = from; index <= to; index += 1) {
    const goods = `gds_${String(index).padStart(26, '0')}`;
    ids.push(goods);
    const names = (Object.keys(words) as Locale[]).map((locale) => ({ locale, name: nameOf(locale, index) }));
    await sql`insert into goods_text (goods_id, locale, name, content)
      select ${goods}, l, n, '<p>' || n || '</p>' from unnest(${names.map((one) => one.locale)}::text[],
        ${names.map((one) => one.name)}::text[]) t(l, n)`.execute(tx);
    await putSearch(tx, goods, {
      names: names.map((one) => one.name),
      texts: ['Made by hand in small numbers, and sent within two days.'],
    });
  }
  await refreshOffers(tx, ids);
}

/** Types in two depths, a shop for each of the first hundred members, and goods of all of them in three languages. */
async function fillMall(db: Db, members: readonly Member[], goods: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`insert into goods_type (id, pid, names) select ${sql.raw(id('gty'))},
      case when i > 10 then 'gty_' || lpad((i % 10 + 1)::text, 26, '0') end, jsonb_build_object('en', 'Type ' || i)
      from generate_series(1, ${TYPES}::int) i`.execute(tx);
    const owners = members.slice(0, SHOPS).map((member) => member.id);
    await sql`insert into shop (id, member_id, name, name_key, kind)
      select 'shp_' || lpad((n - 1)::text, 26, '0'), owner, 'Shop ' || n, 'shop ' || n, 'home'
      from unnest(${owners}::text[]) with ordinality o(owner, n)`.execute(tx);
  });
  for (let from = 1; from <= goods; from += BATCH)
    await inTransaction(db, (tx) => fillGoods(tx, from, Math.min(goods, from + BATCH - 1)));
}

/**
 * Orders of the members that have no shop, with one to three lines, most of them completed long ago. Written as they ended: the
 * triggers that lead an order from state to state are off, the checks of its row are not.
 */
async function fillOrders(db: Db, members: readonly Member[], orders: number): Promise<void> {
  const buyers = members.slice(SHOPS).map((member) => member.id);
  const sellers = members.slice(0, SHOPS).map((member) => member.id);
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into mall_order (id, serial, member_id, request_id, request_hash, shop_id, seller_id, coin_id, total, obl_most,
        status, paid_coin, commission_bps, shop_part, recipient, phone, country, detail, carrier, tracking, created_at, pay_by,
        receive_by, paid_at, shipped_at, completed_at, cancelled_at, cancel_reason, comment_due)
      select ${sql.raw(id('ord'))}, '20260101-' || upper(lpad(to_hex(i), 8, '0')), (${buyers}::text[])[i / ${SHOPS}::int % cardinality(${buyers}::text[]) + 1],
        gen_random_uuid(), repeat('0', 64), ${sql.raw(shopOf)}, (${sellers}::text[])[i % ${SHOPS}::int + 1], 'USDT', o.total, 0, o.status,
        case when o.paid then o.total else 0 end, case when o.status = 'completed' then 500 end,
        case when o.status = 'completed' then o.total else 0 end, 'A', '+65', 'SG', 'B', 'C', 'D', o.at, o.at + interval '30 minutes',
        case when o.status = 'pendingreceipt' then o.at + interval '10 days' end, case when o.paid then o.at end,
        case when o.status in ('pendingreceipt', 'completed') then o.at end, case when o.status = 'completed' then o.at end,
        case when o.status = 'cancelled' then o.at end, case when o.status = 'cancelled' then 'expired' else '' end,
        o.status = 'completed' and i % 4 = 0
      from generate_series(1, ${orders}::int) i, lateral (select s.status, s.status not in ('pendingpayment', 'cancelled') as paid,
          (i % 3 + 1) * 10::numeric * 1e18 as total, now() - make_interval(mins => ${orders}::int - i) as at
        from (select case when i % 50 = 0 then 'pendingpayment' when i % 20 = 1 then 'pendingshipment' when i % 20 in (2, 3) then 'pendingreceipt'
          when i % 20 = 4 then 'cancelled' else 'completed' end as status) s) o`.execute(tx);
    await sql`insert into order_line (id, order_id, goods_id, sku_id, name, sku_name, picurl, price, obl, quantity)
      select 'oln_' || lpad((i::bigint * 3 + v)::text, 26, '0'), ${sql.raw(id('ord'))}, ${sql.raw(id('gds'))},
        'sku_' || lpad((i::bigint * 3 + v)::text, 26, '0'), 'Blue cup', '', '', 10 * 1e18, 0, 1
      from generate_series(1, ${orders}::int) i, generate_series(0, i % 3) v`.execute(tx);
  });
}

export async function fill(
  db: Db,
  members: readonly Member[],
  counts: { goods: number; orders: number },
): Promise<void> {
  await sql`set statement_timeout = 0`.execute(db);
  await fillMall(db, members, counts.goods);
  await fillOrders(db, members, counts.orders);
  await sql`analyze`.execute(db);
}

/** Takes away what lists, searches and order lists are read along; what is unique stays. */
export async function dropIndexes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_index x join pg_class c on c.oid = x.indexrelid
    where not x.indisunique and x.indrelid in ('goods'::regclass, 'goods_listing'::regclass, 'goods_search'::regclass,
      'goods_sku'::regclass, 'mall_order'::regclass)`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(db);
  await sql`alter table order_line drop constraint order_line_once`.execute(db);
  return [...rows.map(({ name }) => name), 'order_line_once'];
}
