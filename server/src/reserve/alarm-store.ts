import type { Amount } from '@openmere/core/money/amount.ts';
import type { HotAlarm } from '@openmere/core/reserve/rules.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/connect.ts';

export type ReserveAlarm = {
  id: bigint;
  coin: string;
  /** `cold`: less lies at the cold address (`hot`) than the ledger says (`bound`). */
  kind: HotAlarm | 'cold';
  hot: Amount;
  bound: Amount;
  liabilities: Amount;
  since: Date;
};

const columns = sql`id, coin_id as coin, kind, hot, bound, liabilities, since`;

/** The alarms that are open, in the order of coins; at most one about each coin’s hot part, and one about its cold part. Index reserve_alarm_open. */
export async function listReserveAlarms(db: Db | Tx, chainId: number): Promise<ReserveAlarm[]> {
  const { rows } = await sql<ReserveAlarm>`
    select ${columns} from reserve_alarm where chain_id = ${chainId} and ended_at is null order by coin_id`.execute(
    db,
  );
  return rows;
}

/** Every alarm that came up since then, open or ended, oldest first. Index reserve_alarm_since. */
export async function listReserveAlarmsSince(db: Db | Tx, since: Date): Promise<ReserveAlarm[]> {
  const { rows } = await sql<ReserveAlarm>`
    select ${columns} from reserve_alarm where since >= ${since} order by id`.execute(db);
  return rows;
}

export type SeenAlarm = Omit<ReserveAlarm, 'id' | 'since'>;

/** Opens an alarm, or writes how it stands now. @returns whether it is new. */
export async function keepReserveAlarm(tx: Tx, chainId: number, seen: SeenAlarm): Promise<boolean> {
  const { coin, kind, hot, bound, liabilities } = seen;
  const known =
    await sql`update reserve_alarm set hot = ${hot}, bound = ${bound}, liabilities = ${liabilities}, seen_at = now()
    where chain_id = ${chainId} and coin_id = ${coin} and kind = ${kind} and ended_at is null`.execute(tx);
  if (known.numAffectedRows === 1n) return false;
  await endReserveAlarm(tx, chainId, coin, kind);
  await sql`insert into reserve_alarm (chain_id, coin_id, kind, hot, bound, liabilities)
    values (${chainId}, ${coin}, ${kind}, ${hot}, ${bound}, ${liabilities})`.execute(tx);
  return true;
}

/** Ends what is open about the cold address, or about how much is hot: each stands by itself. */
export async function endReserveAlarm(
  tx: Tx,
  chainId: number,
  coin: string,
  kind: ReserveAlarm['kind'],
): Promise<void> {
  await sql`update reserve_alarm set ended_at = now()
    where chain_id = ${chainId} and coin_id = ${coin} and (kind = 'cold') = ${kind === 'cold'} and ended_at is null`.execute(
    tx,
  );
}
