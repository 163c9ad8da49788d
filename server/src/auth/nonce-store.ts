import type { Db, Tx } from '../platform/db/connect.ts';
import type { WalletNonceTable } from './store.ts';

export async function insertNonce(tx: Tx, nonce: WalletNonceTable): Promise<void> {
  await tx.insertInto('wallet_nonce').values(nonce).execute();
}

/** Whether a message with this nonce waits to be signed. */
export async function hasNonce(db: Db, nonce: string): Promise<boolean> {
  const rows = await db.selectFrom('wallet_nonce').select('nonce').where('nonce', '=', nonce).execute();
  return rows.length > 0;
}

/** Takes a nonce away: of two in the same moment one finds it. */
export async function takeNonce(tx: Tx, nonce: string): Promise<WalletNonceTable | undefined> {
  return tx.deleteFrom('wallet_nonce').where('nonce', '=', nonce).returningAll().executeTakeFirst();
}
