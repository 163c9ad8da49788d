import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { WalletNonceTable } from './store.ts';

export async function insertNonce(tx: Tx, nonce: Insertable<WalletNonceTable>): Promise<void> {
  await tx.insertInto('wallet_nonce').values(nonce).execute();
}

/** How often the chain is asked about one message: a node may be slow once or twice. */
const QUESTIONS_MAX = 5;

/** Counts a question to the chain about a message that waits to be signed; false where none waits, or too many were asked. */
export async function countQuestion(
  db: Db,
  { nonce, address, message }: Pick<WalletNonceTable, 'nonce' | 'address' | 'message'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('wallet_nonce')
    .set({ asked: sql`asked + 1` })
    .where('nonce', '=', nonce)
    .where('address', '=', address)
    .where('message', '=', message)
    .where('asked', '<', QUESTIONS_MAX)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Takes a nonce away: of two in the same moment one finds it. */
export async function takeNonce(tx: Tx, nonce: string): Promise<Selectable<WalletNonceTable> | undefined> {
  return tx.deleteFrom('wallet_nonce').where('nonce', '=', nonce).returningAll().executeTakeFirst();
}

/** A plain key has signed for this address: the key alone speaks for it from now on. */
export async function noteKeyWallet(tx: Tx, address: string): Promise<void> {
  await tx
    .insertInto('key_wallet')
    .values({ address })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function isKeyWallet(db: Db, address: string): Promise<boolean> {
  const rows = await db.selectFrom('key_wallet').select('address').where('address', '=', address).execute();
  return rows.length > 0;
}
