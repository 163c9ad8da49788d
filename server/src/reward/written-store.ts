import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { numericArray, textArray } from '../platform/db/binary-array.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { NewReward, RewardRow } from './tables.ts';

/** Rows of one statement: parameters stay small, and none takes as long as a statement may. */
const INSERT_MAX = 20_000;

export type Serials = { first: bigint; last: bigint };

type Found = { first: bigint | null; last: bigint | null };

/**
 * Makes the statement that writes some thousand rewards in the order given; a row whose key is there already is left out. It can be made
 * while another one is under way.
 * @returns what runs it, and answers the first and the last serial; nothing where nothing was written.
 */
export function prepareRewards(rewards: readonly NewReward[]): (tx: Tx) => Promise<Serials | undefined> {
  const [one] = rewards;
  const statement = one && makeInsert(rewards, one);
  return async (tx) => {
    const { first, last } = (await statement?.execute(tx))?.rows[0] ?? { first: null, last: null };
    return first === null || last === null ? undefined : { first, last };
  };
}

/** The same of any number of them. */
export async function insertRewards(tx: Tx, rewards: readonly NewReward[]): Promise<void> {
  for (let at = 0; at < rewards.length; at += INSERT_MAX)
    await prepareRewards(rewards.slice(at, at + INSERT_MAX))(tx);
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

/** Of a settlement's rewards most columns are the same in all rows: those are sent once. Not for no rewards. */
function makeInsert(rewards: readonly NewReward[], first: NewReward): RawBuilder<Found> {
  const same = columns.filter((name) => rewards.every((one) => isSame(one[name], first[name])));
  const varying = columns.filter((name) => !same.includes(name));
  // Something has to say how many rows there are.
  if (varying.length === 0) varying.push('member_id');
  const once = same.filter((name) => !varying.includes(name));
  const list = (names: readonly (keyof NewReward)[]) => sql.join(names.map((name) => sql.ref(name)));
  const skips = same.includes('key') && first.key === null;
  return sql<Found>`
    with written as (
      insert into reward (${list([...varying, ...once])})
      select ${sql.join([sql`w.*`, ...once.map((name) => oneOf(name, first[name]))])}
      from unnest(${sql.join(varying.map((name) => columnOf(name, rewards)))}) as w
      ${skips ? sql`` : sql`on conflict (key) where key is not null do nothing`}
      returning serial)
    select min(serial) as first, max(serial) as last from written`;
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
  if (name === 'at') return sql`${values}::timestamptz[]`;
  return sql`${`{${values.map((value) => value ?? 'null').join()}}`}::${sql.raw(typeOf(name))}[]`;
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
