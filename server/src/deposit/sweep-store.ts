import { sql } from 'kysely';
import type { Hex } from '../platform/chain/log.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

/** An attempt of a sweep: raw bytes that may be sent again and again. */
export type Sweep = {
  id: bigint;
  nonce: bigint;
  attempt: number;
  token: Hex;
  addresses: Hex[];
  raw: Hex;
  tx_hash: Hex;
  created_at: Date;
};
export type SweepTarget = { address: Hex; salt: Hex; factory: Hex; token: Hex; amount: bigint };

/** The newest attempt whose nonce is not consumed. */
export async function findOpenSweep(db: Db | Tx, chainId: number, sender: Hex): Promise<Sweep | undefined> {
  const { rows } = await sql<Sweep>`select * from deposit_sweep
    where chain_id = ${chainId} and sender = ${sender} and done_at is null order by nonce, attempt desc limit 1`.execute(
    db,
  );
  return rows[0];
}

/**
 * Addresses with decided deposits that still lie there, worth at least `minimum` of a token together, the largest first.
 * Those that a sweep has just emptied wait for its event to become final.
 */
export async function listTargets(
  db: Db | Tx,
  chainId: number,
  minimum: bigint,
  recent: Date,
  limit: number,
): Promise<SweepTarget[]> {
  const { rows } = await sql<SweepTarget>`
    select a.address, a.salt, a.factory, d.token, sum(d.amount) as amount
    from deposit d join deposit_address a on a.address = d.address
    where d.chain_id = ${chainId} and d.credited_at is not null and d.swept_at is null
      and not exists (select from deposit_sweep s where s.chain_id = ${chainId} and s.token = d.token
        and s.addresses @> array[d.address] and s.done_at > ${recent})
    group by a.address, a.salt, a.factory, d.token
    having sum(d.amount) >= ${minimum}
    order by 5 desc limit ${limit}`.execute(db);
  return rows;
}

export type NewSweep = Omit<Sweep, 'id'> & { chain_id: number; sender: Hex };

export async function insertSweep(tx: Tx, sweep: NewSweep): Promise<void> {
  await sql`insert into deposit_sweep (chain_id, sender, nonce, attempt, token, addresses, raw, tx_hash, created_at)
    values (${sweep.chain_id}, ${sweep.sender}, ${sweep.nonce}, ${sweep.attempt}, ${sweep.token}, ${sweep.addresses}::text[],
      ${sweep.raw}, ${sweep.tx_hash}, ${sweep.created_at})`.execute(tx);
}

/** All attempts of nonces below `next` are over: some transaction has consumed each. */
export async function closeSweeps(
  tx: Tx,
  chainId: number,
  sender: Hex,
  next: bigint,
  at: Date,
): Promise<void> {
  await sql`update deposit_sweep set done_at = ${at}
    where chain_id = ${chainId} and sender = ${sender} and nonce < ${next} and done_at is null`.execute(tx);
}

/** What is needed to sweep these addresses once more. */
export async function findPlaces(
  db: Db | Tx,
  addresses: readonly Hex[],
): Promise<{ address: Hex; salt: Hex; factory: Hex }[]> {
  const { rows } = await sql<{ address: Hex; salt: Hex; factory: Hex }>`
    select address, salt, factory from deposit_address where address = any(${addresses}::text[]) order by address`.execute(
    db,
  );
  return rows;
}

/** What approved payouts wait for, per coin, in base units: the treasury must hold it before they can leave. */
export async function listWaitingPayouts(
  db: Db | Tx,
  chainId: number,
): Promise<{ coin: string; amount: bigint }[]> {
  const { rows } = await sql<{ coin: string; amount: bigint }>`
    select coin_id as coin, sum(received) as amount from withdrawal
    where chain_id = ${chainId} and status in ('approved', 'sending') group by coin_id`.execute(db);
  return rows;
}
