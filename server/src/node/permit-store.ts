import { sql } from 'kysely';
import type { Hex } from '../platform/chain/log.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { Permit } from './tables.ts';

/** Puts an address on the list; false when exactly this stands there already. */
export async function insertPermit(
  tx: Tx,
  permit: Omit<Permit, 'made_at' | 'signature' | 'signed_at' | 'announced_at'>,
): Promise<boolean> {
  const added = await tx
    .insertInto('node_permit')
    .values(permit)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** The permit of an address that is good longest: of those that are signed and still good, else of all. Index node_permit_of_address. */
export async function findPermit(
  db: Db | Tx,
  { chainId, contract, address, now }: { chainId: number; contract: Hex; address: string; now: Date },
): Promise<Permit | undefined> {
  return db
    .selectFrom('node_permit')
    .selectAll()
    .where('address', '=', address as Hex)
    .where('chain_id', '=', chainId)
    .where('contract', '=', contract)
    .orderBy(sql`signature is not null and deadline >= ${now}`, 'desc')
    .orderBy('deadline', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** What the signer has to sign, oldest first. Index node_permit_unsigned. */
export async function listUnsigned(db: Db | Tx, limit: number): Promise<Permit[]> {
  return db
    .selectFrom('node_permit')
    .selectAll()
    .where('signature', 'is', null)
    .orderBy('made_at')
    .limit(limit)
    .execute();
}

export async function saveSignature(db: Db | Tx, id: string, signature: Hex): Promise<void> {
  await sql`update node_permit set signature = ${signature}, signed_at = now() where id = ${id} and signature is null`.execute(
    db,
  );
}

/** Signed, still good, and told to nobody yet; also of wallets that are nobody's so far. Index node_permit_unannounced. */
export async function listUnannounced(db: Db | Tx, now: Date): Promise<Permit[]> {
  return db
    .selectFrom('node_permit')
    .selectAll()
    .where('signature', 'is not', null)
    .where('announced_at', 'is', null)
    .where('deadline', '>', now)
    .orderBy('signed_at')
    .execute();
}

/** @returns whether nobody had noted it before. */
export async function saveAnnounced(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`update node_permit set announced_at = now()
    where id = ${id} and signature is not null and announced_at is null returning id`.execute(tx);
  return rows.length > 0;
}

export type ListedPermit = Permit & { tokenId: number | null };

/** All permits, newest first, with the medal that was subscribed by whom it is for. */
export async function listPermits(db: Db | Tx, limit: number): Promise<ListedPermit[]> {
  const { rows } = await sql<ListedPermit>`
    select p.*, (select m.token_id from node_medal m
      where m.first_owner = p.address and m.chain_id = p.chain_id and m.type = 'gold' limit 1) as "tokenId"
    from node_permit p order by p.id desc limit ${limit}`.execute(db);
  return rows;
}
