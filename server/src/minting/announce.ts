import { mintingMoved } from '@openmere/core/minting/contract.ts';
import { findOwners } from '../member/store.ts';
import type { Tx } from '../platform/db/connect.ts';
import { toMembers } from '../platform/outbox.ts';
import type { MintingRecord } from './tables.ts';

/** Tells the members of these wallets where their mintings stand; wallets of nobody are passed over. */
export async function announceRecords(
  tx: Tx,
  records: readonly Pick<MintingRecord, 'id' | 'address' | 'tx_hash'>[],
  status: 'seen' | 'final' | 'orphaned',
): Promise<void> {
  if (records.length === 0) return;
  const owners = await findOwners(
    tx,
    records.map(({ address }) => address),
  );
  await toMembers(
    tx,
    mintingMoved,
    records.flatMap(({ id, address, tx_hash: hash }) => {
      const memberId = owners.get(address);
      return memberId === undefined ? [] : [{ memberId, data: { id, hash, status } }];
    }),
  );
}
