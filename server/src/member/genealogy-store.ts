import { assert } from '@openmere/core/kit/fault.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/connect.ts';
import { readSorted } from '../platform/db/read-columns.ts';
import type { Columns } from '../platform/db/read-columns.ts';
import { readSettings } from '../setting/read.ts';
import { barsOf } from './bars.ts';

/** A member's place in the tree, and what decides whether they take a part of fees. */
export type Kin = {
  id: string;
  /** The inviter's number, which is smaller; −1: nobody. */
  inviter: number;
  /** The person behind it: the account's own id, or that of the main account it began under. */
  person_id: string;
  level: number;
  activated: boolean;
  /** Marked so, or barred by now: see mayOnlyLeave. */
  only_leaves: boolean;
  country: string | null;
};

/** All members, and the number of each, in the order of registration. */
export type Genealogy = { members: readonly Kin[]; numberOf: ReadonlyMap<string, number> };

const PAGE = 50_000;

const names = ['id', 'inviter_id', 'person', 'facts'] as const;

/** Every member in the order of registration: an inviter comes before those whom they invited. Index: member_serial_key. */
export async function listGenealogy(db: Db | Tx): Promise<Genealogy> {
  const bars = barsOf((await readSettings(db)).barredCountries);
  const members: Kin[] = [];
  const numberOf = new Map<string, number>();
  /** Persons with a barred number. */
  const barred = new Set<string>();
  for (let last: string | undefined; ;) {
    // A person is mostly the account itself; what is short stands in one text.
    const page = sql`select serial, id, inviter_id, nullif(person_id, id) as person,
        vip_level || case when activated_at is null then '-' else 'a' end || case when exit_only then 'x' else '-' end
          || coalesce(country, '--') || coalesce(phone, '') as facts
      from member where ${last === undefined ? sql`true` : sql`serial > (select serial from member where id = ${last})`}
      order by serial limit ${PAGE}`;
    const read = await readSorted(db, page, { names, by: 'serial' });
    for (const [at, id] of read.id.entries()) {
      numberOf.set(id, members.length);
      const kin = kinOf(read, at, numberOf);
      kin.only_leaves ||= bars.country(kin.country);
      if (bars.phone(read.facts[at]?.slice(5) || null)) barred.add(kin.person_id);
      members.push(kin);
    }
    if (read.id.length < PAGE) {
      if (barred.size > 0) for (const kin of members) kin.only_leaves ||= barred.has(kin.person_id);
      return { members, numberOf };
    }
    last = read.id.at(-1);
  }
}

function kinOf(
  read: Columns<(typeof names)[number]>,
  at: number,
  numberOf: ReadonlyMap<string, number>,
): Kin {
  const inviterId = read.inviter_id[at] ?? '';
  const inviter = inviterId === '' ? -1 : numberOf.get(inviterId);
  assert(inviter !== undefined, 'an inviter registered before those whom they invited');
  const id = read.id[at] ?? '';
  const facts = read.facts[at] ?? '';
  return {
    id,
    inviter,
    person_id: read.person[at] || id,
    level: Number(facts[0]),
    activated: facts[1] === 'a',
    only_leaves: facts[2] === 'x',
    country: facts.slice(3, 5) === '--' ? null : facts.slice(3, 5),
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
