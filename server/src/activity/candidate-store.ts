import type { BonusKind } from '@openmere/core/activity/contract.ts';
import type { TakerFacts } from '@openmere/core/activity/rules.ts';
import { sql } from 'kysely';
import { mayOnlyLeave } from '../member/only-leave.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

/** The window, by the chain's time: its first moment belongs to it, its last does not. */
export type Window = { starts: Date; ends: Date };
/** A window with the activity that its places and bonuses belong to. */
export type Round = Window & { round: Date };
export type Candidate = { memberId: string; familyId: string; at: Date };
/** `released`: it waited in suspense, and was its member's only later than `at`. */
export type DepositCandidate = Candidate & {
  /** By chain, or by bank: one of the two. */
  depositId: string | null;
  fiatOrderId: string | null;
  amount: bigint;
  released: boolean;
};

/**
 * Members who activated in the window and have no answer yet, in the order of the chain: block, then position of the log in it. Whose
 * account has the bonus of an earlier activity is not asked again. Index member_activation_by_time.
 */
export async function listActivatedIn(tx: Tx, window: Round, limit: number): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select m.id as "memberId", m.person_id as "familyId", a.final_at as at
    from member_activation a join member m on m.wallet_address = a.wallet_address
    where a.status = 'final' and a.final_at >= ${window.starts} and a.final_at < ${window.ends}
      and m.activated_at is not null
      and not exists (select from activity_bonus b
        where b.kind = 'first' and b.member_id = m.id and (b.round = ${window.round} or b.status <> 'refused'))
    order by a.final_at, a.block_number, a.log_index limit ${limit}`.execute(tx);
  return rows;
}

export type FirstMember = {
  place: number;
  memberId: string;
  at: Date;
  block: bigint | null;
  logIndex: number | null;
};

/** Places that were given, in order, and where their activations stand on the chain. Index activity_bonus_by_place. */
export async function listPlacesOf(db: Db | Tx, round: Date, limit: number): Promise<FirstMember[]> {
  const { rows } = await sql<FirstMember>`
    select b.place, b.member_id as "memberId", b.happened_at as at, a.block_number as block, a.log_index as "logIndex"
    from activity_bonus b join member m on m.id = b.member_id
    left join member_activation a on a.wallet_address = m.wallet_address and a.status = 'final'
    where b.round = ${round} and b.place is not null
    order by b.place limit ${limit}`.execute(db);
  return rows;
}

/**
 * Each member's first credited deposit of at least `least` USDT in the window, by chain or by bank, where it has no answer yet. Bank money
 * is its member's from the moment of its credit. Indexes deposit_credited, fiat_order_credited.
 */
export async function listFirstDeposits(
  tx: Tx,
  { starts, ends, round }: Round,
  least: bigint,
  limit: number,
): Promise<DepositCandidate[]> {
  const { rows } = await sql<DepositCandidate>`
    with credited as (
      select d.member_id, d.credited_at as at, d.id as "depositId", null as "fiatOrderId", d.amount,
        d.bar is not null as released, d.block_number, d.log_index
      from deposit d
      where d.status = 'credited' and d.credited_at >= ${starts} and d.credited_at < ${ends}
        and d.coin_id = 'USDT' and d.amount >= ${least}
      union all
      select o.member_id, o.ended_at, null, o.id, c.usdt, false, null, null
      from fiat_order o join fiat_credit c on c.order_id = o.id
      where o.status = 'credited' and o.ended_at >= ${starts} and o.ended_at < ${ends} and c.usdt >= ${least})
    select * from (
      select distinct on (c.member_id) c.member_id as "memberId", m.person_id as "familyId", c.at, c."depositId",
        c."fiatOrderId", c.amount, c.released, c.block_number, c.log_index
      from credited c join member m on m.id = c.member_id
      where not exists (select from activity_bonus b
        where b.kind = 'deposit' and b.member_id = c.member_id and (b.round = ${round} or b.status <> 'refused'))
      order by c.member_id, c.at, c.block_number, c.log_index) f
    order by f.at, f.block_number, f.log_index, f."memberId" limit ${limit}`.execute(tx);
  return rows;
}

/** What the tables say of a person; the rule of their country stands in the settings. */
export type PersonFacts = Omit<TakerFacts, 'full' | 'countryOff'> & { country: string | null };

/**
 * What speaks against a bonus of this kind for this person, whichever of their accounts asks. Indexes: activity_bonus_of_family,
 * member_by_person, auth_browser_of_subject and its primary key, deposit_of_member, deposit_by_sender, fiat_order_of_family,
 * fiat_line_by_payer.
 */
export async function findTakerFacts(
  tx: Tx,
  kind: BonusKind,
  { memberId, familyId }: Pick<Candidate, 'memberId' | 'familyId'>,
): Promise<PersonFacts> {
  const { rows } = await sql<PersonFacts>`
    with own as materialized (select id from member where person_id = ${familyId})
    select
      (select exit_only from member where id = ${memberId}) as "exitOnly",
      (select country from member where id = ${memberId}) as country,
      exists (select from activity_bonus b
        where b.kind = ${kind} and b.family_id = ${familyId} and b.status <> 'refused') as family,
      exists (select from auth_browser mine
        join auth_browser other on other.browser_hash = mine.browser_hash
        join member m on m.id = other.subject
        join activity_bonus b on b.kind = ${kind} and b.family_id = m.person_id and b.status <> 'refused'
        where mine.subject in (select id from own) and b.family_id <> ${familyId}) as device,
      exists (select from deposit mine
        join deposit other on other.sender = mine.sender
        join member m on m.id = other.member_id
        join activity_bonus b on b.kind = ${kind} and b.family_id = m.person_id and b.status <> 'refused'
        where mine.member_id in (select id from own) and b.family_id <> ${familyId}
          and mine.credited_at is not null and other.credited_at is not null)
      or exists (select from fiat_order o
        join fiat_line mine on mine.order_id = o.id and mine.status = 'credited'
        join fiat_line other on fiat_payer(other.account, other.name) = fiat_payer(mine.account, mine.name)
          and other.status = 'credited'
        join member m on m.id = other.member_id
        join activity_bonus b on b.kind = ${kind} and b.family_id = m.person_id and b.status <> 'refused'
        where o.member_id in (select id from own) and b.family_id <> ${familyId}) as payer`.execute(tx);
  const facts = rows[0];
  if (!facts) throw new Error('taker facts: the query answers one row');
  return { ...facts, exitOnly: await mayOnlyLeave({ tx }, { ...facts, personId: familyId }) };
}

/** Of these credited orders those whose money the bank took back, by its statement or by two operators. */
export async function listTakenBackOrders(db: Db | Tx, orderIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select c.order_id as id from fiat_credit c
    where c.order_id = any(${[...orderIds]}::text[])
      and (exists (select from fiat_takenback t where t.line_id = c.line_id)
        or exists (select from fiat_loss s where s.line_id = c.line_id))`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
