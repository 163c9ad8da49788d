import { sql } from 'kysely';
import { listPersonAccounts } from '../member/store.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { Spent } from './caps.ts';
import type { Payout, PayoutAttempt, Withdrawal } from './tables.ts';

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
export async function countApprovals(tx: Db | Tx, id: string): Promise<number> {
  const row = await tx
    .selectFrom('withdrawal_approval')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('withdrawal_id', '=', id)
    .where('decision', '=', 'approve')
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/**
 * What was signed within 24 hours for the same person, family, member or address, whatever its row calls the family: coin, amount
 * (with the fee), and how many operators approved it. Indexes payout_spent, withdrawal_pkey.
 */
export async function listFamilyDay(
  tx: Db | Tx,
  row: Withdrawal,
): Promise<{ coin_id: string; amount: bigint; approvals: number }[]> {
  const families = await listPersonAccounts(tx, row.member_id);
  const { rows } = await sql<{ coin_id: string; amount: bigint; approvals: number }>`
    select w.coin_id, w.amount,
      (select count(*) from withdrawal_approval a where a.withdrawal_id = w.id and a.decision = 'approve')::int as approvals
    from payout p join withdrawal w on w.id = p.withdrawal_id
    where p.signed_at > clock_timestamp() - interval '24 hours'
      and (w.family_id = any(${families}::text[]) or w.family_id = ${row.family_id} or w.member_id = ${row.member_id} or w.address = ${row.address})`.execute(
    tx,
  );
  return rows;
}

/** What buy-backs are paid in: the payer's key signs them, too, out of the same treasury. */
const BUY_BACK_COIN = 'USDT';

/**
 * What was signed in a coin within the last hour, 24 hours and 30 days, and the database's time. Whole hours come from
 * payout_hour, the hour that a window begins in from the payouts themselves (index payout_spent); buy-backs are few.
 */
export async function sumSpent(tx: Db | Tx, coinId: string): Promise<{ now: Date; spent: Spent }> {
  const { rows } = await sql<{ now: Date } & Spent>`
    with moment as (select clock_timestamp() as now),
    windows as (
      select w.name, m.now - w.span as since, date_trunc('hour', m.now - w.span, 'UTC') + interval '1 hour' as whole
      from moment m, (values ('hour', interval '1 hour'), ('day', interval '24 hours'), ('month', interval '30 days')) as w(name, span)),
    sums as (
      select name, coalesce((select sum(amount) from payout_hour where coin_id = ${coinId} and hour >= w.whole), 0)
        + coalesce((select sum(amount) from payout
            where coin_id = ${coinId} and signed_at > w.since and signed_at < w.whole), 0)
        + coalesce((select sum(amount) from buy_back
            where ${coinId} = ${BUY_BACK_COIN} and signed_at > w.since), 0) as spent
      from windows w)
    select m.now, (select spent from sums where name = 'hour') as hour, (select spent from sums where name = 'day') as day,
      (select spent from sums where name = 'month') as month
    from moment m`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error('the sums of what was signed: the query answers one row');
  const { now, hour, day, month } = row;
  return { now, spent: { hour, day, month } };
}

/** Longest time since reserves were last compared and equal. */
const COMPARED_S = 300;

/** Whether the reserves of a coin were compared and equal within the last five minutes (rulebook §4). */
export async function isReserveFresh(tx: Db | Tx, chainId: number, coinId: string): Promise<boolean> {
  const { rows } = await sql<{ fresh: boolean }>`
    select equal_at > now() - make_interval(secs => ${COMPARED_S}) as fresh from reserve_check
    where chain_id = ${chainId} and coin_id = ${coinId}`.execute(tx);
  return rows[0]?.fresh === true;
}

/** Base units that are signed in a coin and not confirmed yet: payouts, and the buy-back under way. Index buy_back_open. */
export async function sumUnconfirmed(tx: Db | Tx, coinId: string): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce((select sum(p.amount) from payout p join withdrawal w on w.id = p.withdrawal_id
        where w.status in ('sending', 'sent') and p.coin_id = ${coinId}), 0)
      + coalesce((select sum(amount) from buy_back
        where ${coinId} = ${BUY_BACK_COIN} and status = 'open' and signed_at is not null), 0) as sum`.execute(
    tx,
  );
  return rows[0]?.sum ?? 0n;
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
  const { rows } = await sql<{ last: bigint | null }>`select greatest(
      (select max(nonce) from payout where chain_id = ${chainId} and payer = ${payer}),
      (select max(nonce) from payout_again_attempt where chain_id = ${chainId} and payer = ${payer})) as last`.execute(
    tx,
  );
  const last = rows[0]?.last ?? null;
  if (last === null) return onChain.latest;
  const next = Number(last) + 1;
  if (onChain.latest <= next) return next;
  return onChain.final >= onChain.latest ? onChain.final : undefined;
}

/** Approved ones behind `after`, oldest first. */
export function listApprovedIds(db: Db, after: string, limit: number): Promise<string[]> {
  return db
    .selectFrom('withdrawal')
    .select('id')
    .where('status', '=', 'approved')
    .where('id', '>', after)
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
