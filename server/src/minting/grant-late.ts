import { findOwners } from '../member/store.ts';
import type { DbCtx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { announceRecords } from './announce.ts';
import { grantMinted } from './grant-minted.ts';
import { listUnowned, takeOver } from './record-store.ts';

const PART = 500;

/**
 * Power that a wallet minted before it was bound: the member who has bound it by now gets it, as old as it is. A settled day
 * stays as it was. @returns to how many wallets.
 */
export async function grantLate({ db, signal }: DbCtx & { signal?: AbortSignal }): Promise<number> {
  let granted = 0;
  for (let after = ''; !signal?.aborted;) {
    const addresses = await listUnowned(db, after, PART);
    granted += await inTransaction(db, async (tx) => {
      const owners = await findOwners(tx, addresses);
      for (const [address, memberId] of owners) {
        const records = await takeOver(tx, address, memberId);
        await grantMinted({ tx }, records);
        await announceRecords(tx, records, 'final');
      }
      return owners.size;
    });
    after = addresses.at(-1) ?? '';
    if (addresses.length < PART) break;
  }
  return granted;
}
