import { sql } from 'kysely';
import type { Tx, Db } from '../platform/db/connect.ts';

export type OpenWithdrawal = { id: string; amount: bigint; requested_at: Date; status: string };

/** Withdrawals whose money is still held: under way, or failed and not given back yet. Index: withdrawal_of_member. */
export async function listOpenWithdrawals(
  tx: Tx,
  memberId: string,
  coinId: string,
): Promise<OpenWithdrawal[]> {
  const { rows } = await sql<OpenWithdrawal>`
    select id, amount, requested_at, status from withdrawal
    where member_id = ${memberId} and coin_id = ${coinId} and deposit_id is null
      and (status in ('reviewing', 'approved', 'sending', 'sent') or (status = 'failed' and released_at is null))
    order by id desc`.execute(tx);
  return rows;
}

export type WithdrawalState = {
  id: string;
  status: string;
  released: boolean;
  address: string;
  fee: bigint;
  paid_tx: string | null;
};

/** How withdrawals stand now, by their ids. Index: withdrawal_pkey. */
export async function findWithdrawalStates(tx: Tx, ids: readonly string[]): Promise<WithdrawalState[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<WithdrawalState>`
    select id, status, released_at is not null as released, address, fee, paid_tx from withdrawal where id = any(${[...ids]})`.execute(
    tx,
  );
  return rows;
}

/** What approved payouts wait for, per coin, in base units: the treasury must hold it before they can leave. */
export async function listWaitingPayouts(
  db: Db | Tx,
  chainId: number,
): Promise<{ coin: string; amount: bigint }[]> {
  const { rows } = await sql<{ coin: string; amount: bigint }>`
    select coin_id as coin, sum(received) as amount from withdrawal
    where chain_id = ${chainId} and status in ('approved', 'sending') group by coin_id`.execute(db);
  return rows;
}
