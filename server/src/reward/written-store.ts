import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { numericArray, textArray } from '../platform/db/binary-array.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { NewReward, RewardRow } from './tables.ts';

/** Rows of one statement: parameters stay small, and none takes as long as a statement may. */
const INSERT_MAX = 20_000;

type Serials = { first: bigint; last: bigint };

/**
 * Writes rewards in the order given. A row whose key is there already is left out.
 * @returns the first and the last serial; nothing where nothing was written.
 */
export async function insertRewards(tx: Tx, rewards: readonly NewReward[]): Promise<Serials | undefined> {
  let serials: Serials | undefined;
  for (let at = 0; at < rewards.length; at += INSERT_MAX) {
    const written = await insertPart(tx, rewards.slice(at, at + INSERT_MAX));
    if (written) serials = { first: serials?.first ?? written.first, last: written.last };
  }
  return serials;
}

const texts = new Set<keyof NewReward>([
  'member_id',
  'kind',
  'coin_id',
  'status',
  'pool',
  'payer',
  'reason',
  'key',
]);
const amounts = new Set<keyof NewReward>(['amount', 'base', 'weight', 'weight_total', 'missing']);
const whole = {
  period: 'int4',
  level: 'int2',
  rate_bps: 'int4',
  already_bps: 'int4',
  at: 'timestamptz',
} as const;
const columns = [...texts, ...amounts, ...Object.keys(whole)] as (keyof NewReward)[];

/** Of a settlement's rewards most columns are the same in all rows: those are sent once. */
async function insertPart(tx: Tx, rewards: readonly NewReward[]): Promise<Serials | undefined> {
  const [first] = rewards;
  if (!first) return undefined;
  const same = columns.filter((name) => rewards.every((one) => isSame(one[name], first[name])));
  const varying = columns.filter((name) => !same.includes(name));
  // Something has to say how many rows there are.
  if (varying.length === 0) varying.push('member_id');
  const once = same.filter((name) => !varying.includes(name));
  const list = (names: readonly (keyof NewReward)[]) => sql.join(names.map((name) => sql.ref(name)));
  const skips = same.includes('key') && first.key === null;
  const { rows } = await sql<{ first: bigint | null; last: bigint | null }>`
    with written as (
      insert into reward (${list([...varying, ...once])})
      select ${sql.join([sql`w.*`, ...once.map((name) => oneOf(name, first[name]))])}
      from unnest(${sql.join(varying.map((name) => columnOf(name, rewards)))}) as w
      ${skips ? sql`` : sql`on conflict (key) where key is not null do nothing`}
      returning serial)
    select min(serial) as first, max(serial) as last from written`.execute(tx);
  const { first: from, last: to } = rows[0] ?? { first: null, last: null };
  return from === null || to === null ? undefined : { first: from, last: to };
}

function isSame(one: NewReward[keyof NewReward], other: NewReward[keyof NewReward]): boolean {
  return one === other || (one instanceof Date && other instanceof Date && one.getTime() === other.getTime());
}

function typeOf(name: keyof NewReward): string {
  if (texts.has(name)) return 'text';
  return amounts.has(name) ? 'numeric' : whole[name as keyof typeof whole];
}

function oneOf(name: keyof NewReward, value: NewReward[keyof NewReward]): RawBuilder<unknown> {
  return sql`${typeof value === 'bigint' ? String(value) : value}::${sql.raw(typeOf(name))}`;
}

function columnOf(name: keyof NewReward, rewards: readonly NewReward[]): RawBuilder<unknown> {
  const values = rewards.map((one) => one[name]);
  if (texts.has(name)) return sql`${textArray(values as (string | null)[])}::text[]`;
  if (amounts.has(name)) return sql`${numericArray(values as (bigint | null)[])}::numeric[]`;
  return sql`${values}::${sql.raw(typeOf(name))}[]`;
}

export type YieldReward = Pick<RewardRow, 'member_id' | 'kind' | 'amount'>;

/** The rewards of a settlement's batch, in their order. */
export async function listYield(tx: Tx, { from, to }: { from: bigint; to: bigint }): Promise<YieldReward[]> {
  const { rows } = await sql<YieldReward>`
    select member_id, kind, amount from reward where serial between ${from} and ${to} and pool = 'yield' order by serial`.execute(
    tx,
  );
  return rows;
}
