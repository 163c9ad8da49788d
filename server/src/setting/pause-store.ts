import type { PauseReason } from '@openmere/core/setting/pause.ts';
import { sql } from 'kysely';
import type { ColumnType, Selectable } from 'kysely';
import type { Hex } from '../platform/chain/log.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

type ContractPauseTable = {
  chain_id: number;
  contract: Hex;
  /** Null: it is not paused. */
  since: Date | null;
  /** Written by operators, after the indexer. */
  reason: ColumnType<PauseReason | null, never, PauseReason | null>;
  /** Where the log stands that said so last. */
  block_number: bigint;
  log_index: number;
};

declare module '../platform/db/schema.ts' {
  interface Schema {
    contract_pause: ContractPauseTable;
  }
}

export type ContractPause = { contract: Hex; since: Date; reason: PauseReason | null };

/** Keeps what was said last on the chain, whenever it is read. The reason goes with its pause. */
export async function savePause(
  tx: Tx,
  pause: Omit<Selectable<ContractPauseTable>, 'reason'>,
): Promise<void> {
  const { chain_id, contract, ...said } = pause;
  await tx
    .insertInto('contract_pause')
    .values({ chain_id, contract, ...said })
    .onConflict((conflict) =>
      conflict
        .columns(['chain_id', 'contract'])
        .doUpdateSet({ ...said, reason: null })
        .where(
          sql<boolean>`(contract_pause.block_number, contract_pause.log_index) < (${said.block_number}, ${said.log_index})`,
        ),
    )
    .execute();
}

/** Contracts of which something was said above a block, each with whether it is paused by that. */
export async function listSaidAbove(
  db: Db,
  chainId: number,
  block: bigint,
): Promise<{ contract: Hex; isPaused: boolean }[]> {
  const { rows } = await sql<{ contract: Hex; isPaused: boolean }>`
    select contract, since is not null as "isPaused" from contract_pause
    where chain_id = ${chainId} and block_number > ${block}`.execute(db);
  return rows;
}

/** Every contract that is paused, the longest first; a handful at most. */
export function listPauses(tx: Db | Tx, chainId: number): Promise<ContractPause[]> {
  return tx
    .selectFrom('contract_pause')
    .select(['contract', 'since', 'reason'])
    .where('chain_id', '=', chainId)
    .where('since', 'is not', null)
    .orderBy('since')
    .orderBy('contract')
    .$narrowType<{ since: Date }>()
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
    .where('since', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
