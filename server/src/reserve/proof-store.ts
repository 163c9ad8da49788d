import type { CoinId } from '@openmere/core/money/coin.ts';
import type { ProofNode } from '@openmere/core/reserve/proof.ts';
import { sql } from 'kysely';
import type { Hex } from '../platform/chain/log.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { CHUNK_NODES, NODE_BYTES, packNode, unpackNode } from './proof-tree.ts';

/** A finished day. Amounts in base units. */
export type ReserveProof = {
  day: number;
  takenAt: Date;
  chainId: number;
  block: bigint;
  blockHash: Hex;
  hash: string;
  treasury: string;
  /** Null in proofs of before it was asked. */
  coldAddress: string | null;
};
export type ProvedCoin = {
  coin: CoinId;
  leaves: number;
  root: string;
  members: bigint;
  setAside: bigint;
  onChain: bigint;
  /** What counts of the cold address: the smaller of what the ledger says and what lies there. */
  cold: bigint;
  /** The two; null in proofs of before it was asked. */
  coldBooked: bigint | null;
  coldChain: bigint | null;
  /** In banks, as operators declared it. */
  bank: bigint;
  addresses: number;
};
export type KeptLeaf = { memberId: string; place: number; amount: bigint };

const LEAVES_PAGE = 5_000;

/** The newest finished day, or the one that is asked for. Index: reserve_proof_pkey. */
export async function findProof(tx: Db | Tx, day?: number): Promise<ReserveProof | undefined> {
  const { rows } = await sql<ReserveProof>`
    select day, taken_at as "takenAt", chain_id as "chainId", block_number as block, block_hash as "blockHash", hash, treasury,
      cold_address as "coldAddress"
    from reserve_proof where ${day === undefined ? sql`true` : sql`day = ${day}`} order by day desc limit 1`.execute(
    tx,
  );
  return rows[0];
}

export async function listProvedCoins(tx: Tx, day: number): Promise<ProvedCoin[]> {
  const { rows } = await sql<ProvedCoin>`
    select coin_id as coin, leaves, root, members, set_aside as "setAside", on_chain as "onChain", cold, cold_booked as "coldBooked",
      cold_chain as "coldChain", bank, addresses
    from reserve_proof_coin where day = ${day} order by coin_id`.execute(tx);
  return rows;
}

/** Index: reserve_leaf_pkey. */
export async function findLeaf(
  tx: Tx,
  at: { day: number; coin: string; memberId: string },
): Promise<KeptLeaf | undefined> {
  const { rows } = await sql<KeptLeaf>`
    select member_id as "memberId", place, amount from reserve_leaf
    where day = ${at.day} and coin_id = ${at.coin} and member_id = ${at.memberId}`.execute(tx);
  return rows[0];
}

/** One node, without the rest of its row. Index: reserve_node_pkey. */
export async function findNode(
  tx: Tx,
  at: { day: number; coin: string; level: number; place: number },
): Promise<ProofNode | undefined> {
  const from = (at.place % CHUNK_NODES) * NODE_BYTES + 1;
  const { rows } = await sql<{ node: Buffer }>`
    select substring(nodes from ${from} for ${NODE_BYTES}) as node from reserve_node
    where day = ${at.day} and coin_id = ${at.coin} and level = ${at.level}
      and chunk = ${Math.floor(at.place / CHUNK_NODES)}`.execute(tx);
  return rows[0] && unpackNode(rows[0].node);
}

export async function insertLeaves(
  db: Db,
  { day, coin, leaves }: { day: number; coin: string; leaves: readonly KeptLeaf[] },
): Promise<void> {
  for (let from = 0; from < leaves.length; from += LEAVES_PAGE) {
    const page = leaves.slice(from, from + LEAVES_PAGE);
    await sql`insert into reserve_leaf (day, coin_id, member_id, place, amount)
      select ${day}, ${coin}, w.member_id, w.place, w.amount from unnest(${page.map((leaf) => leaf.memberId)}::text[],
        ${page.map((leaf) => leaf.place)}::int[], ${page.map((leaf) => String(leaf.amount))}::numeric[]) as w(member_id, place, amount)`.execute(
      db,
    );
  }
}

export async function insertLevel(
  db: Db,
  at: { day: number; coin: string; level: number },
  nodes: readonly ProofNode[],
): Promise<void> {
  for (let from = 0; from < nodes.length; from += CHUNK_NODES) {
    const packed = Buffer.concat(nodes.slice(from, from + CHUNK_NODES).map(packNode));
    await sql`insert into reserve_node (day, coin_id, level, chunk, nodes)
      values (${at.day}, ${at.coin}, ${at.level}, ${from / CHUNK_NODES}, ${packed})`.execute(db);
  }
}

/** The row that makes a day finished, with its coins. */
export async function insertProof(tx: Tx, proof: ReserveProof, coins: readonly ProvedCoin[]): Promise<void> {
  const { day, takenAt, chainId, block, blockHash, hash, treasury, coldAddress } = proof;
  await sql`insert into reserve_proof (day, taken_at, chain_id, block_number, block_hash, hash, treasury, cold_address)
    values (${day}, ${takenAt}, ${chainId}, ${block}, ${blockHash}, ${hash}, ${treasury},
      ${coldAddress})`.execute(tx);
  for (const one of coins) {
    await sql`insert into reserve_proof_coin (day, coin_id, leaves, root, members, set_aside, on_chain, cold, cold_booked, cold_chain,
        bank, addresses)
      values (${day}, ${one.coin}, ${one.leaves}, ${one.root}, ${one.members}, ${one.setAside}, ${one.onChain}, ${one.cold},
        ${one.coldBooked}, ${one.coldChain}, ${one.bank}, ${one.addresses})`.execute(tx);
  }
}

/** Leaves and nodes of a day that was not finished, and of days before `keptFrom`. */
export async function removeLeaves(
  db: Db,
  { day, keptFrom }: { day: number; keptFrom: number },
): Promise<void> {
  await sql`delete from reserve_leaf where day = ${day} or day < ${keptFrom}`.execute(db);
  await sql`delete from reserve_node where day = ${day} or day < ${keptFrom}`.execute(db);
}
