import { GOODS_FOUND_MAX } from '@openmere/core/mall/goods-contract.ts';
import type { GoodsSort } from '@openmere/core/mall/goods-contract.ts';
import { queryTokens, searchTokens, trigramText } from '@openmere/core/mall/search-text.ts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/connect.ts';
import { listOrders, scopeName } from './goods-list-store.ts';
import type { GoodsScope } from './goods-list-store.ts';

/** How much of a query a name has to have in common with it, by trigrams. One slip takes more of a short word than of a long one. */
const LIKENESS_MIN = 0.5;
const SHORT_LIKENESS_MIN = 0.4;
const SHORT_LENGTH_MAX = 7;

/** So many that have the words, or of a list, are looked at; so many that are alike are compared. */
const LOOKED_AT_MAX = 2_000;
const ALIKE_MAX = 500;

/**
 * Before a search, for its transaction. Plans must not depend on what the planner believes of a rare or a common word: an index is
 * there for each question.
 */
export async function prepareSearch(tx: Tx, search: string): Promise<void> {
  const least = trigramText(search).length > SHORT_LENGTH_MAX ? LIKENESS_MIN : SHORT_LIKENESS_MIN;
  await sql`select set_config('enable_seqscan', 'off', true),
    set_config('pg_trgm.word_similarity_threshold', ${String(least)}, true)`.execute(tx);
}

export type SearchAsk = {
  scope: GoodsScope;
  isInStock: boolean;
  sort: GoodsSort | undefined;
  search: string;
};

/** In the asked order; without one what was sold most comes first. */
const orderOf = (sort: GoodsSort | undefined): RawBuilder<unknown> => listOrders[sort ?? 'sold'];

/**
 * Which goods have every word of the query: in their names, or (`words`) in the beginning of their texts. Where more than 2000 have
 * them, the first 2000 of the list are looked through instead, in its order: the answer is bounded either way.
 */
export async function findByWords(tx: Tx, ask: SearchAsk, column: 'names' | 'words'): Promise<string[]> {
  const query = tsQuery(ask.search);
  if (query === undefined) return [];
  const has = sql`${sql.ref(column)} @@ ${query}::tsquery`;
  const { rows } = await sql<{ hits: number; ids: string[] }>`
    with hit as materialized (select goods_id from goods_search where ${has} limit ${LOOKED_AT_MAX + 1})
    select (select count(*)::int from hit) as hits, array(
      select i.goods_id from hit, lateral (${listingOf(ask, sql`and i.goods_id = hit.goods_id offset 0`)}) i
      order by ${orderOf(ask.sort)} limit ${GOODS_FOUND_MAX}) as ids`.execute(tx);
  const [found] = rows;
  return found && found.hits > LOOKED_AT_MAX ? walkList(tx, ask, has) : (found?.ids ?? []);
}

async function walkList(tx: Tx, ask: SearchAsk, has: RawBuilder<unknown>): Promise<string[]> {
  const order = orderOf(ask.sort);
  const { rows } = await sql<{ id: string }>`
    select i.goods_id as id from (${listingOf(ask, sql`order by ${order} limit ${LOOKED_AT_MAX}`)}) i,
      lateral (select from goods_search s where s.goods_id = i.goods_id and ${has} offset 0) s
    order by ${order} limit ${GOODS_FOUND_MAX}`.execute(tx);
  return rows.map((row) => row.id);
}

/** Which goods have a name that is like the query; the likest first unless an order is asked for. Index goods_search_spelled. */
export async function findAlike(tx: Tx, ask: SearchAsk): Promise<string[]> {
  const spelled = trigramText(ask.search);
  if (spelled.length < 3) return [];
  const order = ask.sort ? orderOf(ask.sort) : sql`alike.likeness desc, i.goods_id desc`;
  const { rows } = await sql<{ id: string }>`
    with alike as materialized (select goods_id, word_similarity(${spelled}, spelled) as likeness
      from goods_search where ${spelled} <% spelled limit ${ALIKE_MAX})
    select i.goods_id as id
    from alike, lateral (${listingOf(ask, sql`and i.goods_id = alike.goods_id offset 0`)}) i
    order by ${order}`.execute(tx);
  return rows.map((row) => row.id);
}

/** Rows of one list; `offset 0` behind a goods keeps it one look into the index for each. */
function listingOf({ scope, isInStock }: SearchAsk, rest: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select i.goods_id, i.created_at, i.price_min, i.sold from goods_listing i
    where i.scope = ${scopeName(scope)} ${isInStock ? sql`and i.in_stock` : sql``} ${rest}`;
}

/** Lexemes as they were stored, each whole or as a beginning; no parser looks at them. */
function tsQuery(search: string): string | undefined {
  const tokens = queryTokens(search).map(({ text, isBeginning }) => `'${text}'${isBeginning ? ':*' : ''}`);
  return tokens.length === 0 ? undefined : tokens.join(' & ');
}

/** By what a goods is found from now on: its names and its variants' in all languages, and the beginnings of its texts. */
export async function putSearch(
  tx: Tx,
  goodsId: string,
  { names, texts }: { names: readonly string[]; texts: readonly string[] },
): Promise<void> {
  const all = names.join('\n');
  await sql`insert into goods_search (goods_id, names, words, spelled)
    values (${goodsId}, array_to_tsvector(${searchTokens(all)}::text[]),
      array_to_tsvector(${searchTokens([all, ...texts].join('\n'))}::text[]), ${trigramText(all)})
    on conflict (goods_id) do update set names = excluded.names, words = excluded.words, spelled = excluded.spelled`.execute(
    tx,
  );
}
