import { liquidityMoved } from '@openmere/core/liquidity/contract.ts';
import { findOwners } from '../member/store.ts';
import type { Tx } from '../platform/db/connect.ts';
import { toMembers } from '../platform/outbox.ts';
import type { LiquidityRecord } from './tables.ts';

/** Tells the members of these wallets where their liquidity stands; wallets of nobody are passed over. */
export async function announceRecords(
  tx: Tx,
  records: readonly Pick<LiquidityRecord, 'id' | 'address' | 'tx_hash'>[],
  status: 'seen' | 'final' | 'orphaned',
): Promise<void> {
  if (records.length === 0) return;
  const owners = await findOwners(
    tx,
    records.map((record) => record.address),
  );
  await toMembers(
    tx,
    liquidityMoved,
    records.flatMap(({ id, address, tx_hash: hash }) => {
      const memberId = owners.get(address);
      if (memberId === undefined) return [];
      return [{ memberId, data: { id, hash, status } }];
    }),
  );
}
