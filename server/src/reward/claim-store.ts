import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { RewardClaimTable } from './tables.ts';

export type Claim = Selectable<RewardClaimTable>;

/** What a request claimed before, if it did. Index: reward_claim_request. */
export async function findClaim(
  db: Db | Tx,
  memberId: string,
  requestId: string,
): Promise<Claim | undefined> {
  return db
    .selectFrom('reward_claim')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
}

/** When a reward was claimed. */
export async function findClaimTime(db: Db | Tx, id: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('reward_claim')
    .select('claimed_at')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.claimed_at;
}

export async function insertClaim(tx: Tx, claim: Claim): Promise<void> {
  const { sums, ...rest } = claim;
  await tx
    .insertInto('reward_claim')
    .values({ ...rest, sums: sql`${JSON.stringify(sums)}::jsonb` })
    .execute();
}

/**
 * One claim of a member at a time: whoever comes second waits until the first has ended, and then finds what it claimed. Taken
 * before any row is locked.
 */
export async function lockClaims(tx: Tx, memberId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${claimsOf(memberId)})`.execute(tx);
}

/** The same where nobody holds it; false where somebody does. */
export async function tryLockClaims(tx: Tx, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${claimsOf(memberId)}) as locked`.execute(tx);
  return rows[0]?.locked === true;
}

const claimsOf = (memberId: string) => sql`hashtextextended(${`reward claim ${memberId}`}, 0)`;
