import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/connect.ts';
import { capsMemoryMs } from './caps.ts';
import type { Spend } from './caps.ts';
import type { Payout, PayoutAttempt, Withdrawal } from './tables.ts';

export function lockWithdrawal(tx: Tx, id: string): Promise<Withdrawal | undefined> {
  return tx.selectFrom('withdrawal').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Whether the signer gave its word never to sign it. */
export async function isVoid(tx: Db | Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payout_void')
    .select('voided_at')
    .where('withdrawal_id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Different operators that approved. */
export async function countApprovals(tx: Tx, id: string): Promise<number> {
  const row = await tx
    .selectFrom('withdrawal_approval')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('withdrawal_id', '=', id)
    .where('decision', '=', 'approve')
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/**
 * What was signed within 24 hours for the same family, member or address, whatever its row calls the family: coin, amount
 * (with the fee), and how many operators approved it. Indexes payout_signed, withdrawal_pkey.
 */
export async function listFamilyDay(
  tx: Tx,
  row: Withdrawal,
): Promise<{ coin_id: string; amount: bigint; approvals: number }[]> {
  const { rows } = await sql<{ coin_id: string; amount: bigint; approvals: number }>`
    select w.coin_id, w.amount,
      (select count(*) from withdrawal_approval a where a.withdrawal_id = w.id and a.decision = 'approve')::int as approvals
    from payout p join withdrawal w on w.id = p.withdrawal_id
    where p.signed_at > clock_timestamp() - interval '24 hours'
      and (w.family_id = ${row.family_id} or w.member_id = ${row.member_id} or w.address = ${row.address})`.execute(
    tx,
  );
  return rows;
}

/** What was signed in a coin within the longest window, and the database's time. Index payout_spent. */
export async function listSpends(tx: Tx, coinId: string): Promise<{ now: Date; spends: Spend[] }> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx);
  const now = rows[0]?.now ?? new Date(Number.NaN);
  const spends = await tx
    .selectFrom('payout')
    .select(['amount', 'signed_at as at'])
    .where('coin_id', '=', coinId)
    .where('signed_at', '>', new Date(now.getTime() - capsMemoryMs))
    .execute();
  return { now, spends };
}

/** Base units that are signed in a coin and not confirmed yet. */
export async function sumUnconfirmed(tx: Tx, coinId: string): Promise<bigint> {
  const row = await tx
    .selectFrom('payout as p')
    .innerJoin('withdrawal as w', 'w.id', 'p.withdrawal_id')
    .select((eb) => eb.fn.sum<bigint | null>('p.amount').as('sum'))
    .where('w.status', 'in', ['sending', 'sent'])
    .where('p.coin_id', '=', coinId)
    .executeTakeFirst();
  return row?.sum ?? 0n;
}

/**
 * The nonce after the last one that was signed; for a new key, the first that the chain has not seen. If finalized
 * transactions that we did not sign have passed our last one, it goes on after them; while such are not final yet it is
 * undefined, and the payout waits. Gaps cannot come from crashes: the nonce is taken in the transaction that stores the
 * bytes.
 */
export async function nextNonce(
  tx: Tx,
  chainId: number,
  payer: string,
  onChain: { final: number; latest: number },
): Promise<number | undefined> {
  const row = await tx
    .selectFrom('payout')
    .select((eb) => eb.fn.max('nonce').as('last'))
    .where('chain_id', '=', chainId)
    .where('payer', '=', payer)
    .executeTakeFirst();
  const last: bigint | null = row?.last ?? null;
  if (last === null) return onChain.latest;
  const next = Number(last) + 1;
  if (onChain.latest <= next) return next;
  return onChain.final >= onChain.latest ? onChain.final : undefined;
}

export function listApprovedIds(db: Db, limit: number): Promise<string[]> {
  return db
    .selectFrom('withdrawal')
    .select('id')
    .where('status', '=', 'approved')
    .orderBy('id')
    .limit(limit)
    .execute()
    .then((rows) => rows.map(({ id }) => id));
}

/** Payouts whose broadcaster asks for a higher fee than the last signed attempt has. */
export function listBumpsWanted(db: Db): Promise<string[]> {
  return db
    .selectFrom('payout_delivery as d')
    .innerJoin('withdrawal as w', 'w.id', 'd.withdrawal_id')
    .select('d.withdrawal_id')
    .where('w.status', 'in', ['sending', 'sent'])
    .where('d.wanted_attempt', '>', (eb) =>
      eb
        .selectFrom('payout_attempt as a')
        .select((max) => max.fn.max('a.attempt').as('attempt'))
        .whereRef('a.withdrawal_id', '=', 'd.withdrawal_id'),
    )
    .where(sql<boolean>`not exists (select from payout_outcome o where o.withdrawal_id = d.withdrawal_id)`)
    .execute()
    .then((rows) => rows.map((row) => row.withdrawal_id));
}

export async function findLastAttempt(
  tx: Db | Tx,
  withdrawalId: string,
): Promise<{ payout: Payout; attempt: PayoutAttempt } | undefined> {
  const payout = await tx
    .selectFrom('payout')
    .selectAll()
    .where('withdrawal_id', '=', withdrawalId)
    .executeTakeFirst();
  const attempt = await tx
    .selectFrom('payout_attempt')
    .selectAll()
    .where('withdrawal_id', '=', withdrawalId)
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return payout && attempt ? { payout, attempt } : undefined;
}
