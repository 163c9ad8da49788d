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
/** How a sweep ended: its own transaction succeeded or failed, or another one took its nonce. */
export type SweepOutcome = 'swept' | 'reverted' | 'replaced';
export type SweepTarget = { address: Hex; salt: Hex; factory: Hex };

/** All attempts whose nonces no final block has consumed, by nonce, the newest attempt of each first. Index: deposit_sweep_open. */
export async function listOpenSweeps(db: Db | Tx, chainId: number, sender: Hex): Promise<Sweep[]> {
  const { rows } = await sql<Sweep>`select * from deposit_sweep
    where chain_id = ${chainId} and sender = ${sender} and done_at is null order by nonce, attempt desc`.execute(
    db,
  );
  return rows;
}

/** Who has sweeps that are not final: the sweeper of now, and a former one whose key was replaced. Index: deposit_sweep_open. */
export async function listOpenSenders(db: Db, chainId: number): Promise<Hex[]> {
  const { rows } = await sql<{ sender: Hex }>`select distinct sender from deposit_sweep
    where chain_id = ${chainId} and done_at is null order by sender`.execute(db);
  return rows.map(({ sender }) => sender);
}

/**
 * Addresses at which at least `minimum` of a token must lie by the final events, the fullest first. Those of the sender's own sweeps
 * that are not final are left out, and for a while those of one that failed. A former sender's may never be mined. Index:
 * deposit_holding_to_sweep.
 */
export async function listTargets(
  db: Db | Tx,
  chainId: number,
  token: Hex,
  wanted: { sender: Hex; minimum: bigint; failedSince: Date; limit: number },
): Promise<SweepTarget[]> {
  const { rows } = await sql<SweepTarget>`
    select a.address, a.salt, a.factory
    from deposit_holding h join deposit_address a on a.address = h.address
    where h.chain_id = ${chainId} and h.token = ${token} and h.expected > 0 and h.expected >= ${wanted.minimum}
      and not exists (select from deposit_sweep s where s.chain_id = ${chainId} and s.token = h.token
        and s.addresses @> array[h.address]
        and ((s.done_at is null and s.sender = ${wanted.sender}) or (s.outcome = 'reverted' and s.done_at > ${wanted.failedSince})))
    order by h.expected desc, h.address limit ${wanted.limit}`.execute(db);
  return rows;
}

export type NewSweep = Omit<Sweep, 'id'> & { chain_id: number; sender: Hex };

export async function insertSweep(tx: Tx, sweep: NewSweep): Promise<void> {
  await sql`insert into deposit_sweep (chain_id, sender, nonce, attempt, token, addresses, raw, tx_hash, created_at)
    values (${sweep.chain_id}, ${sweep.sender}, ${sweep.nonce}, ${sweep.attempt}, ${sweep.token}, ${sweep.addresses}::text[],
      ${sweep.raw}, ${sweep.tx_hash}, ${sweep.created_at})`.execute(tx);
}

/** All attempts of this nonce are over. */
export async function closeSweep(
  tx: Tx,
  end: { chainId: number; sender: Hex; nonce: bigint; outcome: SweepOutcome; at: Date },
): Promise<void> {
  await sql`update deposit_sweep set done_at = ${end.at}, outcome = ${end.outcome}
    where chain_id = ${end.chainId} and sender = ${end.sender} and nonce = ${end.nonce} and done_at is null`.execute(
    tx,
  );
}
