import type { PauseReason } from '@openmere/core/setting/pause.ts';
import type { ColumnType } from 'kysely';
import type { Hex } from '../platform/chain/log.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

type ContractPauseTable = {
  chain_id: number;
  contract: Hex;
  since: Date;
  /** Written by operators, after the indexer. */
  reason: ColumnType<PauseReason | null, never, PauseReason>;
};

declare module '../platform/db/schema.ts' {
  interface Schema {
    contract_pause: ContractPauseTable;
  }
}

export type ContractPause = { contract: Hex; since: Date; reason: PauseReason | null };

/** Keeps the first of two. */
export async function insertPause(
  tx: Tx,
  chainId: number,
  { contract, since }: Pick<ContractPause, 'contract' | 'since'>,
): Promise<void> {
  await tx
    .insertInto('contract_pause')
    .values({ chain_id: chainId, contract, since })
    .onConflict((conflict) => conflict.columns(['chain_id', 'contract']).doNothing())
    .execute();
}

export async function dropPause(tx: Tx, chainId: number, contract: Hex): Promise<void> {
  await tx
    .deleteFrom('contract_pause')
    .where('chain_id', '=', chainId)
    .where('contract', '=', contract)
    .execute();
}

/** Every contract that is paused, the longest first; a handful at most. */
export function listPauses(tx: Db | Tx, chainId: number): Promise<ContractPause[]> {
  return tx
    .selectFrom('contract_pause')
    .select(['contract', 'since', 'reason'])
    .where('chain_id', '=', chainId)
    .orderBy('since')
    .orderBy('contract')
    .execute();
}

/** @returns whether one of them is paused. */
export async function nameReason(
  tx: Tx,
  chainId: number,
  { contracts, reason }: { contracts: readonly Hex[]; reason: PauseReason },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('contract_pause')
    .set({ reason })
    .where('chain_id', '=', chainId)
    .where('contract', 'in', contracts.length === 0 ? ['0x'] : [...contracts])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
