import type { Amount } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { riskFacts } from '../auth/risk-facts.ts';
import { memberBalance } from '../ledger/balances.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { Settings } from '../setting/read.ts';
import type { Cover } from './cover.ts';
import type { RiskFacts, RiskPolicy } from './risk.ts';

export function riskPolicy(settings: Settings): RiskPolicy {
  return {
    reviewScore: settings.reviewThreshold,
    largeAmount: settings.largeAmount,
    automaticDaily: settings.dailyAutoAmount,
    automaticDailyHouse: settings.dailyAutoAll,
    velocityCount: settings.dailyAutoCount,
    historyFactor: BigInt(settings.historyFactor),
    passwordHours: settings.passwordChangeHours,
    sharedMembersMax: settings.sharedMembersMax,
  };
}

/** One request of a family at a time decides on limits, and of the house one automatic approval. Lock order: family, house. */
export async function lockFamilyLimits(tx: Tx, family: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`withdrawal ${family}`}, 0))`.execute(tx);
}

export async function lockHouseLimits(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('withdrawal house', 0))`.execute(tx);
}

type History = {
  passed: number;
  passed_wallet: number;
  passed_paypassword: number;
  largest: Amount;
  asked_today: number;
  amount_today: Amount;
};

/** Approved by rule within 24 hours in a coin: of one family and of the house. Index withdrawal_step_approved. */
export async function automaticToday(
  tx: Tx,
  family: string,
  coinId: string,
): Promise<{ family: Amount; house: Amount }> {
  const { rows } = await sql<{ family: Amount; house: Amount }>`
    select coalesce(sum(w.amount) filter (where w.family_id = ${family}), 0) as family, coalesce(sum(w.amount), 0) as house
    from withdrawal_step s join withdrawal w on w.id = s.withdrawal_id
    where s.status = 'approved' and s.at > now() - interval '24 hours' and w.decider = 'none' and w.coin_id = ${coinId}`.execute(
    tx,
  );
  return rows[0] ?? { family: 0n, house: 0n };
}

/** What waits to be paid in a coin: approved, signed or sent. Index withdrawal_by_status. */
export async function waitingPayouts(tx: Tx, coinId: string): Promise<Amount> {
  const { rows } = await sql<{ sum: Amount }>`
    select coalesce(sum(received), 0) as sum from withdrawal
    where status in ('approved', 'sending', 'sent') and coin_id = ${coinId}`.execute(tx);
  return rows[0]?.sum ?? 0n;
}

export type RiskRequest = { coinId: string; amount: Amount; address: string };

/** Gathers what the rules look at, before the hold is posted. `cover`: what the treasury holds, null when not known. */
export async function gatherRiskFacts(
  tx: Tx,
  actor: MemberActor,
  request: RiskRequest,
  settings: Settings,
  cover: Cover | null,
): Promise<RiskFacts> {
  const { coinId, amount } = request;
  const login = await riskFacts(tx, actor.id, actor.sessionId);
  const { rows } = await sql<History>`
    with mine as (
      select *, status in ('approved', 'sending', 'sent', 'confirmed') as passed from withdrawal
      where family_id = ${actor.family})
    select count(*) filter (where passed)::int as passed,
      count(*) filter (where passed and member_id = ${actor.id} and requested_at > ${login.walletBoundAt}::timestamptz)::int
        as passed_wallet,
      count(*) filter (where passed and member_id = ${actor.id} and requested_at > ${login.paypasswordSetAt}::timestamptz)::int
        as passed_paypassword,
      coalesce(max(amount) filter (where passed and coin_id = ${coinId}), 0) as largest,
      count(*) filter (where recent)::int as asked_today,
      coalesce(sum(amount) filter (where recent and coin_id = ${coinId}), 0) as amount_today
    from mine cross join lateral (
      select requested_at > now() - interval '24 hours' and status not in ('rejected', 'cancelled') as recent) r`.execute(
    tx,
  );
  const history = rows[0];
  if (!history) throw new Error('risk history: the query answers one row');
  const young = await sql<{ sum: Amount; now: Date; listed: boolean; size: bigint }>`
    select coalesce((select sum(amount) from deposit where member_id = ${actor.id} and coin_id = ${coinId}
        and status = 'credited' and credited_at > now() - make_interval(hours => ${settings.depositAgeHours})), 0) as sum,
      now() as now,
      exists (select from sanctioned_address where address = ${request.address}) as listed,
      (select count(*) from sanctioned_address) as size`.execute(tx);
  const facts = young.rows[0];
  if (!facts) throw new Error('risk facts: the query answers one row');
  const balance = await memberBalance(tx, actor.id, coinId);
  const passwordAgeMs = login.passwordChangedAt && facts.now.getTime() - login.passwordChangedAt.getTime();
  return {
    amount,
    passedBefore: history.passed,
    passedSinceWallet: history.passed_wallet,
    passedSincePaypassword: history.passed_paypassword,
    largestBefore: history.largest,
    askedToday: history.asked_today,
    amountToday: history.amount_today,
    automaticToday: await automaticToday(tx, actor.family, coinId),
    newDevice: login.newDevice,
    passwordAgeHours: passwordAgeMs === null ? null : passwordAgeMs / 3_600_000,
    sharedMembers: Math.max(login.sharedDeviceMembers, login.sharedIpMembers),
    available: balance.available,
    youngDeposits: facts.sum,
    sanctioned: facts.listed,
    sanctionsListed: Number(facts.size),
    cover: cover === null ? null : { ...cover, waiting: await waitingPayouts(tx, coinId) },
  };
}
