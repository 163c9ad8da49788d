import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/connect.ts';
import { readColumns } from '../platform/db/read-columns.ts';

/** A member's place in the tree, and what decides whether they take a part of fees. */
export type Kin = {
  id: string;
  serial: bigint;
  inviter_id: string | null;
  /** The person behind it: the account's own id, or that of the main account it began under. */
  person_id: string;
  level: number;
  activated: boolean;
  exit_only: boolean;
  country: string | null;
};

const PAGE = 50_000;

const columns = [
  'id',
  'serial',
  'inviter_id',
  'person_id',
  'level',
  'activated',
  'exit_only',
  'country',
] as const;

/** Every member in the order of registration: an inviter comes before those whom they invited. Index: member_serial_key. */
export async function listGenealogy(db: Db | Tx): Promise<Kin[]> {
  const all: Kin[] = [];
  for (;;) {
    const page = sql`select id, serial, inviter_id, person_id, vip_level as level, activated_at is not null as activated, exit_only, country
      from member where serial > ${all.at(-1)?.serial ?? 0n} order by serial limit ${PAGE}`;
    const read = await readColumns(db, page, columns);
    for (const at of read.id.keys()) all.push(kinOf(read, at));
    if (read.id.length < PAGE) return all;
  }
}

function kinOf(read: Readonly<Record<(typeof columns)[number], readonly string[]>>, at: number): Kin {
  return {
    id: read.id[at] ?? '',
    serial: BigInt(read.serial[at] ?? ''),
    inviter_id: read.inviter_id[at] || null,
    person_id: read.person_id[at] ?? '',
    level: Number(read.level[at]),
    activated: read.activated[at] === 'true',
    exit_only: read.exit_only[at] === 'true',
    country: read.country[at] || null,
  };
}

/** Sets the levels that changed; members in the order of their ids, as everybody locks them. */
export async function saveLevels(
  tx: Tx,
  levels: readonly { memberId: string; level: number }[],
): Promise<void> {
  const sorted = levels.toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1));
  for (let at = 0; at < sorted.length; at += PAGE) {
    const part = sorted.slice(at, at + PAGE);
    await sql`update member m set vip_level = w.level
      from unnest(${part.map((one) => one.memberId)}::text[], ${part.map((one) => one.level)}::int2[]) as w (id, level)
      where m.id = w.id and m.vip_level <> w.level`.execute(tx);
  }
}

/** The person behind each of these members. */
export async function listPersons(db: Db | Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; person: string }>`
    select id, person_id as person from member where id = any(${[...ids]}::text[])`.execute(db);
  return new Map(rows.map(({ id, person }) => [id, person]));
}
