import type { Db, Tx } from '../platform/db/connect.ts';

/**
 * What is kept about a member's logins and no call shows, for the file of their own data: newest first, each within a bound. No hash, no
 * code and no key is in it.
 */

const ROWS_MAX = 5000;

/** Everything accepted, each as a list of versions. Index agreement_acceptance_by_member. */
export async function listAcceptancesOf(db: Db | Tx, memberId: string): Promise<unknown[]> {
  return db
    .selectFrom('agreement_acceptance')
    .select(['accepted', 'at as time', 'locale'])
    .where('member_id', '=', memberId)
    .orderBy('at', 'desc')
    .limit(ROWS_MAX)
    .execute();
}

/** Browsers that logged in, as they call themselves. */
export async function listDevicesOf(db: Db | Tx, memberId: string): Promise<unknown[]> {
  return db
    .selectFrom('member_device')
    .select(['device', 'ip', 'first_seen_at as first', 'last_seen_at as last'])
    .where('member_id', '=', memberId)
    .orderBy('last_seen_at', 'desc')
    .limit(ROWS_MAX)
    .execute();
}

export async function listFreezesOf(db: Db | Tx, memberId: string): Promise<unknown[]> {
  return db
    .selectFrom('auth_freeze')
    .select(['frozen_at as time', 'lifted_at as lifted'])
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(ROWS_MAX)
    .execute();
}

/** When the payment password was set, changed and reset. Index pay_password_history_by_member. */
export async function listPayPasswordChangesOf(db: Db | Tx, memberId: string): Promise<unknown[]> {
  return db
    .selectFrom('pay_password_history')
    .select(['kind', 'at as time'])
    .where('member_id', '=', memberId)
    .orderBy('at', 'desc')
    .limit(ROWS_MAX)
    .execute();
}

/** What was refused because of where the member was taken to be. Index geo_refusal_of_member. */
export async function listGeoRefusalsOf(db: Db | Tx, memberId: string): Promise<unknown[]> {
  return db
    .selectFrom('geo_refusal')
    .select(['at as time', 'call', 'signal', 'country'])
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(ROWS_MAX)
    .execute();
}

/** Who asked to have the second factor taken off, from where, and how it ended. Index factor_reset_of_member. */
export async function listFactorResetsOf(db: Db | Tx, memberId: string): Promise<unknown[]> {
  return db
    .selectFrom('factor_reset')
    .select(['asked_at as time', 'proof', 'device', 'ip', 'ready_at as ready', 'state', 'ended_at as ended'])
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(ROWS_MAX)
    .execute();
}
