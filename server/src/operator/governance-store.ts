import type { ColumnType } from 'kysely';
import { sql } from 'kysely';
import type { Tx } from '../platform/db/connect.ts';

export type GovernanceEvent = {
  chain_id: number;
  tx_hash: string;
  log_index: number;
  block_number: bigint;
  at: Date;
  contract: string;
  event: 'CallScheduled' | 'RoleGranted' | 'ColdProposed' | 'ColdChanged';
  subject: string;
  object: string;
  alarmed: boolean;
};

declare module '../platform/db/schema.ts' {
  interface Schema {
    governance_event: {
      [Key in keyof GovernanceEvent]: ColumnType<GovernanceEvent[Key], GovernanceEvent[Key], never>;
    };
  }
}

const ADMIN_ROLE = `0x${'0'.repeat(64)}`;
const SHOWN = 20;

export async function addGovernanceEvent(tx: Tx, event: GovernanceEvent): Promise<void> {
  await tx.insertInto('governance_event').values(event).execute();
}

/** The transaction of a contract's first event: its deployment, for what it granted itself. */
export async function findFirstTx(tx: Tx, chainId: number, contract: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('governance_event')
    .select('tx_hash')
    .where('chain_id', '=', chainId)
    .where('contract', '=', contract)
    .orderBy('block_number')
    .orderBy('log_index')
    .limit(1)
    .executeTakeFirst();
  return row?.tx_hash;
}

/** Whoever was ever given the administration of one of the contracts. */
export async function listAdministrators(
  tx: Tx,
  chainId: number,
  contracts: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ object: string }>`
    select distinct object from governance_event
    where chain_id = ${chainId} and contract = any(${contracts}::text[]) and event = 'RoleGranted'
      and subject = ${ADMIN_ROLE}`.execute(tx);
  return rows.map((row) => row.object);
}

/** The newest alarms, for the health page. Index governance_event_alarms. */
export function listGovernanceAlarms(tx: Tx, chainId: number): Promise<GovernanceEvent[]> {
  return tx
    .selectFrom('governance_event')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('alarmed', '=', true)
    .orderBy('at', 'desc')
    .limit(SHOWN)
    .execute();
}

/** Every alarm since then, and of these contracts from the beginning, over all chains, oldest first. Index governance_event_alarms. */
export function listGovernanceAlarmsSince(
  tx: Tx,
  since: Date,
  wholly: readonly { chainId: number; contract: string }[],
): Promise<GovernanceEvent[]> {
  const [chains, contracts] = [wholly.map(({ chainId }) => chainId), wholly.map(({ contract }) => contract)];
  return tx
    .selectFrom('governance_event')
    .selectAll()
    .where('alarmed', '=', true)
    .where(
      sql<boolean>`(at >= ${since} or (chain_id, contract) in (select * from unnest(${chains}::int4[], ${contracts}::text[])))`,
    )
    .orderBy('at')
    .orderBy('log_index')
    .execute();
}
