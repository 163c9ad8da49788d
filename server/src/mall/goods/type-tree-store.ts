import { TYPES_MAX } from '@openmere/core/mall/goods-type.ts';
import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { putBranchFacets, refreshOffers } from './offer-store.ts';
import type { GoodsTypeTable } from './tables.ts';
import type { GoodsType } from './type-store.ts';

/** A type in the tree: how deep it lies, its place among its neighbours, and whether something hangs on it. */
export type TreeType = GoodsType & { depth: number; sort: number; hasGoods: boolean; hasTypes: boolean };

/** The tree stays as it is until the transaction ends. Before every other lock of the mall: who changes the tree goes on to lock goods. */
export async function keepTree(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('goods types', 0))`.execute(tx);
}

/** Nobody else changes the tree, or puts goods into it, until the transaction ends. */
export async function lockTree(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('goods types', 0))`.execute(tx);
}

/** Every type, each followed by those below it, in the order that operators gave them. Indexes goods_type_below, goods_of_type. */
export async function readTree(db: Db | Tx): Promise<TreeType[]> {
  const { rows } = await sql<TreeType>`
    with recursive tree as (
      select t.*, 1 as depth, array[lpad(sort::text, 6, '0') || id] as way from goods_type t where pid is null
      union all
      select t.*, depth + 1, way || (lpad(t.sort::text, 6, '0') || t.id) from goods_type t join tree on t.pid = tree.id where depth < 10
    ), shown as materialized (select * from tree order by way limit ${TYPES_MAX})
    select id, pid, names, picurl, positions, sort, goods, depth,
      (select true from goods g where g.type_id = shown.id limit 1) is not null as "hasGoods",
      (select true from goods_type b where b.pid = shown.id limit 1) is not null as "hasTypes"
    from shown order by way`.execute(db);
  return rows;
}

/** Writes what an operator said of a type that is there. */
export async function updateType(
  tx: Tx,
  id: string,
  change: Pick<Insertable<GoodsTypeTable>, 'pid' | 'names' | 'positions' | 'sort'>,
): Promise<void> {
  const { pid, names, positions = 0, sort = 0 } = change;
  await sql`update goods_type set pid = ${pid}, names = ${JSON.stringify(names)}::jsonb, positions = ${positions}, sort = ${sort}
    where id = ${id}`.execute(tx);
}

export async function deleteType(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('goods_type').where('id', '=', id).execute();
}

/**
 * Makes a change that moves types, whose lines are `lines` afterwards (the type itself last): their goods stand in the lists of what lies
 * above them from then on, and are counted there.
 */
export async function moveBranch(
  tx: Tx,
  lines: readonly (readonly string[])[],
  change: () => Promise<unknown>,
): Promise<void> {
  const moved = lines.map((line) => line.at(-1) ?? '');
  const { rows } = await sql<{ id: string }>`
    select id from goods where type_id = any(${moved}::text[])`.execute(tx);
  if (rows.length === 0) {
    await change();
    return;
  }
  const ids = rows.map((row) => row.id);
  await refreshOffers(tx, ids, async () => {
    await change();
    for (const line of lines) await putBranchFacets(tx, line);
  });
}
