import type { Texts } from '@openmere/core/kit/texts.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/connect.ts';
import './tables.ts';

export type GoodsType = {
  id: string;
  pid: string | null;
  names: Texts;
  picurl: string;
  positions: number;
  goods: number;
};

const columns = ['id', 'pid', 'names', 'picurl', 'positions', 'goods'] as const;

export type PageSlice = { offset: number; limit: number };

/** Types below `pid` (null: the top) in their order, and how many there are. Index goods_type_below. */
export async function listTypesBelow(
  db: Db | Tx,
  pid: string | null,
  { offset, limit }: PageSlice,
): Promise<{ rows: GoodsType[]; total: number }> {
  const below = db.selectFrom('goods_type').where('pid', pid === null ? 'is' : '=', pid);
  const rows = await below
    .select(columns)
    .orderBy('sort')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute();
  const counted = await below.select(({ fn }) => fn.countAll().as('n')).executeTakeFirstOrThrow();
  return { rows, total: Number(counted.n) };
}

/** A type with those above it, the top first and itself last; empty when there is none. */
export async function listTypeLine(db: Db | Tx, id: string): Promise<GoodsType[]> {
  const { rows } = await sql<GoodsType>`
    with recursive line as (
      select t.*, 1 as step from goods_type t where t.id = ${id}
      union all
      select t.*, step + 1 from goods_type t join line on t.id = line.pid where step < 10
    ) select id, pid, names, picurl, positions, goods from line order by step desc`.execute(db);
  return rows;
}
