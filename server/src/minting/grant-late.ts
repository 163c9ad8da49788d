import { findOwners } from '../member/store.ts';
import type { DbCtx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';
import { Rows } from '../platform/rows.ts';
import { announceRecords } from './announce.ts';
import { grantMinted } from './grant-minted.ts';
import { listUnowned, takeOver } from './record-store.ts';

const PART = 500;

/**
 * Power that a wallet minted before it was bound: the member who has bound it by now gets it, as old as it is. A settled day
 * stays as it was. A wallet that fails stops no other, and is thrown when all were looked at. @returns to how many wallets.
 */
export async function grantLate({ db, signal }: DbCtx & { signal?: AbortSignal }): Promise<number> {
  const rows = new Rows();
  let granted = 0;
  for (let after = ''; !signal?.aborted;) {
    const addresses = await listUnowned(db, after, PART);
    for (const [address, memberId] of await inTransaction(db, (tx) => findOwners(tx, addresses))) {
      if (await rows.attempt(address, () => grantOne(db, address, memberId))) granted += 1;
    }
    after = addresses.at(-1) ?? '';
    if (addresses.length < PART) break;
  }
  rows.end();
  return granted;
}

async function grantOne(db: Db, address: string, memberId: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const records = await takeOver(tx, address, memberId);
    await grantMinted({ tx }, records);
    await announceRecords(tx, records, 'final');
    return true;
  });
}
