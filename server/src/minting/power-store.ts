import { assert } from '@openmere/core/kit/fault.ts';
import type { Power, PowerKind } from '@openmere/core/minting/power.ts';
import { sql } from 'kysely';
import { numericArray, textArray } from '../platform/db/binary-array.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { copyIn, copyText } from '../platform/db/copy-in.ts';
import { pageBy } from '../platform/db/page-by.ts';
import { readColumns } from '../platform/db/read-columns.ts';
import type { Columns } from '../platform/db/read-columns.ts';
import type { PowerDeduction, PowerLot } from './tables.ts';

export type MemberPower = Power & { memberId: string };

/**
 * The personal power that is left and at least a full day old at `at`, lot by lot, in no order. To add up a member's lots costs the
 * database several times what it costs whoever reads them. For settlements only.
 */
export async function listPersonalPower(
  db: Db | Tx,
  { at }: { at: Date },
): Promise<Iterable<{ memberId: string; left: bigint }>> {
  const query = sql`select member_id, granted - used as left
    from power_lot where not used_up and kind = 'personal' and ${isOld(at)}`;
  return lotsOf(await readColumns(db, query, ['member_id', 'left'] as const));
}

function* lotsOf(parts: Iterable<Columns<'member_id' | 'left'>>) {
  for (const { member_id: memberIds, left } of parts)
    for (const [row, memberId] of memberIds.entries()) yield { memberId, left: BigInt(left[row] ?? '') };
}

const isOld = (at: Date) => sql`effective_at <= ${at}::timestamptz - interval '24 hours'`;

/**
 * What every member has left of the power that is at least a full day old at `at`, in no order; those without any are left out.
 * Reads all lots that are not used up, for settlements only. Index: power_lot_left.
 */
export async function listPower(db: Db | Tx, { at }: { at: Date }): Promise<MemberPower[]> {
  const query = sql`
    select member_id, ${sumOf('personal')} as personal, ${sumOf('dynamic')} as dynamic, ${sumOf('bonus')} as bonus
    from power_lot where not used_up and ${isOld(at)} group by member_id`;
  const parts = await readColumns(db, query, ['member_id', 'personal', 'dynamic', 'bonus'] as const);
  return [...parts].flatMap(({ member_id: memberIds, personal, dynamic, bonus }) =>
    memberIds.map((memberId, row) => ({
      memberId,
      personal: BigInt(personal[row] ?? ''),
      dynamic: BigInt(dynamic[row] ?? ''),
      bonus: BigInt(bonus[row] ?? ''),
    })),
  );
}

const sumOf = (kind: PowerKind) =>
  sql`coalesce(sum(granted - used) filter (where kind = ${sql.lit(kind)}), 0)::numeric(45, 0)`;

/** No lot is younger. */
const ALWAYS = new Date('9999-12-31T00:00:00Z');

/** What one member has left, was granted and has used up; `old` is the part of `until` and before, which a settlement counts. */
export async function powerOf(
  db: Db | Tx,
  memberId: string,
  until: Date = ALWAYS,
): Promise<{ power: Power; old: Power; granted: Power; out: bigint }> {
  const { rows } = await sql<{ kind: PowerKind; left: bigint; old: bigint; granted: bigint; out: bigint }>`
    select kind, sum(granted - used)::numeric(45, 0) as left, sum(used)::numeric(45, 0) as out,
      sum(granted)::numeric(45, 0) as granted,
      coalesce(sum(granted - used) filter (where effective_at <= ${until}), 0)::numeric(45, 0) as old
    from power_lot where member_id = ${memberId} group by kind`.execute(db);
  const of = (kind: PowerKind) => rows.find((row) => row.kind === kind);
  const powerBy = (pick: (row: (typeof rows)[number]) => bigint): Power => {
    const left = (kind: PowerKind): bigint => {
      const row = of(kind);
      return row ? pick(row) : 0n;
    };
    return { personal: left('personal'), dynamic: left('dynamic'), bonus: left('bonus') };
  };
  return {
    power: powerBy((row) => row.left),
    old: powerBy((row) => row.old),
    granted: powerBy((row) => row.granted),
    out: rows.reduce((sum, row) => sum + row.out, 0n),
  };
}

export type PowerGrant = {
  memberId: string;
  kind: PowerKind;
  /** Base units, above zero. */
  amount: bigint;
  /** Idempotency key: the same is granted once. */
  key: string;
  reference: string;
};

/**
 * Grants power, many rows in one statement; a full day after `at` it takes part. A key that was granted before is left as it is,
 * and must have been the same grant. @returns how many were new.
 */
export async function grantPower(
  tx: Tx,
  { rows: grants, at }: { rows: readonly PowerGrant[]; at: Date },
): Promise<number> {
  const count = await grantRest(tx, { rows: grants, at });
  if (count < grants.length) {
    const { rows } = await sql<{ key: string }>`
      select g.key from ${givenOf(grants)} left join power_lot l on l.key = g.key and l.member_id = g.member_id and l.kind = g.kind
        and l.granted = g.granted
      where l.key is null limit 1`.execute(tx);
    assert(rows.length === 0, `another grant of power has the key ${rows[0]?.key}`);
  }
  return count;
}

/** Grants what has no grant under its key yet; where there is one, it stays as it is, whatever it gave. @returns how many were new. */
export async function grantRest(
  tx: Tx,
  { rows: grants, at }: { rows: readonly PowerGrant[]; at: Date },
): Promise<number> {
  if (grants.length === 0) return 0;
  const added = await sql`
    insert into power_lot (member_id, kind, granted, effective_at, key, reference)
    select g.member_id, g.kind, g.granted, ${at}::timestamptz, g.key, g.reference from ${givenOf(grants)} order by g.key
    on conflict (key) do nothing`.execute(tx);
  return Number(added.numAffectedRows ?? 0n);
}

const givenOf = (grants: readonly PowerGrant[]) =>
  sql`unnest(${grants.map((one) => one.memberId)}::text[], ${grants.map((one) => one.kind)}::text[],
    ${grants.map((one) => String(one.amount))}::numeric[], ${grants.map((one) => one.key)}::text[],
    ${grants.map((one) => one.reference)}::text[]) as g (member_id, kind, granted, key, reference)`;

/**
 * The same of many grants that nobody has made yet, in two thirds of the time: one whose key is there throws (`isUniqueViolation`), and
 * nothing of the transaction stays.
 */
export async function grantNewPower(
  tx: Tx,
  { rows, at }: { rows: readonly PowerGrant[]; at: Date },
): Promise<void> {
  const time = at.toISOString();
  const texts = rows.map(
    ({ memberId, kind, amount, key, reference }) =>
      `${copyText(memberId)}\t${kind}\t${amount}\t${time}\t${copyText(key)}\t${copyText(reference)}\n`,
  );
  await copyIn(tx, 'power_lot (member_id, kind, granted, effective_at, key, reference)', texts.join(''));
}

export type PowerUse = {
  memberId: string;
  kind: PowerKind;
  /** Base units, above zero. */
  amount: bigint;
};

/**
 * Uses power up, the oldest lots first, of those that are a full day old at `at`; each use is one deduction record under `key`,
 * one a member, kind and key: the same a second time does nothing. More than there is throws, and nothing is written then.
 * Locks the lots in the order of their ids. Index: power_lot_of_member.
 */
export async function usePower(
  tx: Tx,
  { rows: uses, key, at }: { rows: readonly PowerUse[]; key: string; at: Date },
): Promise<void> {
  if (uses.length === 0) return;
  const names = new Set(uses.map(nameOf));
  assert(names.size === uses.length, `${key} names a member twice`);
  // By itself, so that what follows reads what others have left meanwhile.
  await sql`select l.id from power_lot l join ${listOf(uses)} on w.member_id = l.member_id and w.kind = l.kind
    where not l.used_up order by l.id for update of l`.execute(tx);
  const missing = await withoutRecord(tx, uses, key);
  if (missing.length === 0) return;
  const wanted = listOf(missing);
  const { rows } = await sql<{ short: bigint }>`
    with lot as (
      select l.id, l.member_id, l.kind, l.effective_at, l.granted - l.used as unused, w.amount,
        l.effective_at <= ${at}::timestamptz - interval '24 hours' as old
      from power_lot l join ${wanted} on w.member_id = l.member_id and w.kind = l.kind
      where not l.used_up),
    line as (
      select id, unused, amount,
        sum(unused) over (partition by member_id, kind order by effective_at, id) - unused as before
      from lot where old),
    taken as (
      update power_lot l set used = l.used + least(line.unused, line.amount - line.before)
      from line where l.id = line.id and line.before < line.amount),
    total as (
      select w.member_id, w.kind, w.amount, coalesce(sum(lot.unused), 0) as unused,
        coalesce(sum(lot.unused) filter (where lot.old), 0) as old
      from ${wanted} left join lot on lot.member_id = w.member_id and lot.kind = w.kind
      group by w.member_id, w.kind, w.amount),
    record as (
      insert into power_deduction (member_id, kind, amount, remaining, at, key)
      select member_id, kind, amount, unused - amount, ${at}::timestamptz, ${key}::text from total
      where old >= amount order by member_id, kind)
    select count(*) as short from total where old < amount`.execute(tx);
  assert(rows[0]?.short === 0n, `${key} uses more power than there is`);
}

/**
 * The same of many members' personal power in one statement, for a settlement: nobody else uses personal power, and it sees to it
 * that each use comes once. A second use under the key, and a lot that somebody used meanwhile, throw.
 */
export async function usePersonalPower(
  tx: Tx,
  { rows: uses, key, at }: { rows: readonly Omit<PowerUse, 'kind'>[]; key: string; at: Date },
): Promise<void> {
  if (uses.length === 0) return;
  const { rows } = await sql<{ recorded: bigint; planned: bigint; taken: bigint }>`
    with wanted as materialized (
      select * from unnest(${textArray(uses.map((one) => one.memberId))}::text[],
        ${numericArray(uses.map((one) => one.amount))}::numeric[]) as w (member_id, amount)),
    lot as materialized (
      select l.ctid as place, l.id, l.member_id, l.effective_at, l.used, l.granted - l.used as unused, w.amount,
        l.effective_at <= ${at}::timestamptz - interval '24 hours' as old
      from wanted w join power_lot l on l.member_id = w.member_id and l.kind = 'personal' and not l.used_up),
    line as materialized (
      select * from (
        select place, used, unused, amount,
          sum(unused) over (partition by member_id order by effective_at, id) - unused as before
        from lot where old) q
      where before < amount),
    taken as (
      update power_lot l set used = l.used + least(line.unused, line.amount - line.before)
      from line where l.ctid = line.place and l.used = line.used returning l.id),
    total as (
      select member_id, amount, sum(unused) as unused, sum(unused) filter (where old) as old from lot
      group by member_id, amount),
    record as (
      insert into power_deduction (member_id, kind, amount, remaining, at, key)
      select member_id, 'personal', amount, unused - amount, ${at}::timestamptz, ${key}::text from total
      where old >= amount returning id)
    select (select count(*) from record) as recorded, (select count(*) from line) as planned,
      (select count(*) from taken) as taken`.execute(tx);
  const [done] = rows;
  assert(
    done?.recorded === BigInt(uses.length),
    `${key} uses more power than there is, or names a member twice`,
  );
  assert(done.planned === done.taken, `somebody used power beside ${key}`);
}

const nameOf = ({ kind, memberId }: Pick<PowerUse, 'kind' | 'memberId'>): string => `${kind} ${memberId}`;

const listOf = (uses: readonly PowerUse[]) =>
  sql`unnest(${uses.map((one) => one.memberId)}::text[], ${uses.map((one) => one.kind)}::text[],
    ${uses.map((one) => String(one.amount))}::numeric[]) as w (member_id, kind, amount)`;

/** Those that have no record yet. Who used something else under the same key made a mistake. */
async function withoutRecord(tx: Tx, uses: readonly PowerUse[], key: string): Promise<readonly PowerUse[]> {
  const { rows } = await sql<PowerUse>`
    select d.member_id as "memberId", d.kind, d.amount from power_deduction d
    join ${listOf(uses)} on w.member_id = d.member_id and w.kind = d.kind where d.key = ${key}`.execute(tx);
  const done = new Map(rows.map((row) => [nameOf(row), row.amount]));
  return uses.filter((use) => {
    const before = done.get(nameOf(use));
    assert(before === undefined || before === use.amount, `another use of power has the key ${key}`);
    return before === undefined;
  });
}

/** A member's lots that the next settlement does not count yet, the oldest first. Index: power_lot_of_member. */
export async function listYoung(
  db: Db | Tx,
  memberId: string,
  after: Date,
): Promise<{ left: bigint; effective_at: Date }[]> {
  const { rows } = await sql<{ left: bigint; effective_at: Date }>`
    select granted - used as left, effective_at from power_lot
    where member_id = ${memberId} and effective_at > ${after} and not used_up order by effective_at, id`.execute(
    db,
  );
  return rows;
}

/** Where a page of grants goes on: moment in epoch milliseconds, and number. */
export type GrantCursor = { at: number; id: bigint };

/** A member's dynamic power, lot by lot, newest first. Index: power_lot_of_member. */
export async function listDynamicLots(
  db: Db | Tx,
  { memberId, before, limit }: { memberId: string; before: GrantCursor | undefined; limit: number },
): Promise<Omit<PowerLot, 'used_up'>[]> {
  const behind = before ? sql`and (effective_at, id) < (${new Date(before.at)}, ${before.id})` : sql``;
  const { rows } = await sql<Omit<PowerLot, 'used_up'>>`
    select * from power_lot where member_id = ${memberId} and kind = 'dynamic' ${behind}
    order by effective_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** A member's deductions, newest first. Index: power_deduction_of_member. */
export async function listDeductions(
  db: Db | Tx,
  {
    memberId,
    kind,
    before,
    limit,
  }: { memberId: string; kind: PowerKind | undefined; before: bigint | undefined; limit: number },
): Promise<PowerDeduction[]> {
  return db
    .selectFrom('power_deduction')
    .selectAll()
    .where('member_id', '=', memberId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'personal'))
    .$call((rows) => pageBy(rows, 'id', { after: before, limit }))
    .execute();
}

/** What settlements read, use up and grant of power (reward/power-source.ts). */
export const powerSource = {
  listPersonalPower,
  listPower,
  usePower,
  usePersonalPower,
  grantPower,
  grantRest,
  grantNewPower,
};
