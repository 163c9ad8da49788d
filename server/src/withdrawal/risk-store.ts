import type { Amount } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import type { RiskFacts } from '../auth/risk-facts-store.ts';
import { findPerson, listPersonAccounts } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { Settings } from '../setting/read.ts';
import type { ValueOf } from './coin-value.ts';
import type { RiskPolicy } from './risk.ts';

export function riskPolicy(settings: Settings): RiskPolicy {
  return {
    reviewScore: settings.reviewThreshold,
    largeAmount: settings.largeAmount,
    automaticDaily: settings.dailyAutoAmount,
    automaticDailyTotal: settings.dailyAutoAll,
    velocityCount: settings.dailyAutoCount,
    historyFactor: BigInt(settings.historyFactor),
    passwordHours: settings.passwordChangeHours,
    sharedMembersMax: settings.sharedMembersMax,
    screeningRequired: settings.screeningRequired,
  };
}

/** One request of a person at a time decides on limits, and of the house one automatic approval. Lock order: person, house. */
export async function lockFamilyLimits(tx: Tx, family: string): Promise<void> {
  const person = await findPerson(tx, family);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`withdrawal ${person}`}, 0))`.execute(tx);
}

export async function lockTotalLimits(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('withdrawal total', 0))`.execute(tx);
}

type History = {
  passed: number;
  passed_wallet: number;
  passed_paypassword: number;
  largest: Amount;
  asked_today: number;
  amount_today: Amount;
  now: Date;
};

/**
 * Approved by rule within 24 hours, in USDT: of one person and of the house. Of the person also what was signed within 24 hours, since
 * the signer counts that. Indexes withdrawal_step_approved, withdrawal_of_family.
 */
export async function automaticToday(
  tx: Tx,
  family: string,
  valueOf: ValueOf,
): Promise<{ family: Amount; total: Amount }> {
  const families = await listPersonAccounts(tx, family);
  const { rows } = await sql<{ coin_id: string; family: Amount; total: Amount }>`
    with approved as (
      select w.* from withdrawal_step s
      cross join lateral (select * from withdrawal x where x.id = s.withdrawal_id offset 0) w
      where s.status = 'approved' and s.at > business_now() - interval '24 hours' and w.decider = 'none'),
    counted as (
      select coin_id, amount, family_id = any(${families}::text[]) as own, true as of_house from approved
      union all
      select w.coin_id, w.amount, true, false from withdrawal w join payout p on p.withdrawal_id = w.id
      where w.family_id = any(${families}::text[]) and w.decider = 'none'
        and p.signed_at > clock_timestamp() - interval '24 hours' and w.id not in (select id from approved))
    select coin_id, coalesce(sum(amount) filter (where own), 0) as family,
      coalesce(sum(amount) filter (where of_house), 0) as total
    from counted group by coin_id`.execute(tx);
  return {
    family: rows.reduce((sum, row) => sum + valueOf(row.coin_id, row.family), 0n),
    total: rows.reduce((sum, row) => sum + valueOf(row.coin_id, row.total), 0n),
  };
}

/**
 * A person's withdrawals that fewer than two operators decide, in USDT: what is asked for within 24 hours, what is older
 * and not paid yet, and what the signer counts: signed within 24 hours, whatever became of it. Indexes withdrawal_of_family,
 * payout_pkey.
 */
export async function sumUnseenByTwo(tx: Tx, family: string, valueOf: ValueOf): Promise<Amount> {
  const families = await listPersonAccounts(tx, family);
  const { rows } = await sql<{ coin_id: string; sum: Amount }>`
    select coin_id, sum(amount) as sum from withdrawal
    where family_id = any(${families}::text[]) and decider <> 'twooperators' and deposit_id is null
      and ((requested_at > business_now() - interval '24 hours' and status not in ('rejected', 'cancelled', 'failed'))
        or status in ('reviewing', 'approved', 'sending')
        or exists (select from payout p where p.withdrawal_id = withdrawal.id
          and p.signed_at > clock_timestamp() - interval '24 hours'))
    group by coin_id`.execute(tx);
  return rows.reduce((sum, row) => sum + valueOf(row.coin_id, row.sum), 0n);
}

/** What waits to be paid in a coin: approved, signed or sent. Index withdrawal_by_status. */
export async function waitingPayouts(tx: Tx, coinId: string): Promise<Amount> {
  const { rows } = await sql<{ sum: Amount }>`
    select coalesce(sum(received), 0) as sum from withdrawal
    where status in ('approved', 'sending', 'sent') and coin_id = ${coinId}`.execute(tx);
  return rows[0]?.sum ?? 0n;
}

/**
 * What was asked for and given before: within the day by the person, whichever account asked; ever by this family, so that the
 * first withdrawal of an account that became independent is a first one. Index withdrawal_of_family.
 */
export async function findHistory(
  tx: Tx,
  actor: Pick<MemberActor, 'id' | 'family'>,
  { coinId, login }: { coinId: string; login: Pick<RiskFacts, 'walletBoundAt' | 'paypasswordSetAt'> },
): Promise<History> {
  const families = await listPersonAccounts(tx, actor.id);
  const { rows } = await sql<History>`
    with mine as (
      select *, status in ('approved', 'sending', 'sent', 'confirmed') as passed from withdrawal
      where family_id = any(${families}::text[]) and deposit_id is null)
    select count(*) filter (where passed and family_id = ${actor.family})::int as passed,
      count(*) filter (where passed and member_id = ${actor.id} and requested_at > ${login.walletBoundAt}::timestamptz)::int
        as passed_wallet,
      count(*) filter (where passed and member_id = ${actor.id} and requested_at > ${login.paypasswordSetAt}::timestamptz)::int
        as passed_paypassword,
      coalesce(max(amount) filter (where passed and family_id = ${actor.family} and coin_id = ${coinId}), 0) as largest,
      count(*) filter (where recent)::int as asked_today,
      coalesce(sum(amount) filter (where recent and coin_id = ${coinId}), 0) as amount_today, now() as now
    from mine cross join lateral (
      select requested_at > business_now() - interval '24 hours' and status not in ('rejected', 'cancelled') as recent) r`.execute(
    tx,
  );
  const history = rows[0];
  if (!history) throw new Error('risk history: the query answers one row');
  return history;
}
