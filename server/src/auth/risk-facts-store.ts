import { sql } from 'kysely';
import type { Db } from '../platform/db/connect.ts';

/** What the way a member logs in tells risk control about a withdrawal (rulebook §5). */
export type RiskFacts = {
  /**
   * The session comes from a login from a new device within `newDeviceHours`, of which its owner was told, or from a login that came after
   * one: whoever was new has the cookie from then on, and calls themselves what they like.
   */
  newDevice: boolean;
  passwordSetAt: Date | null;
  /** It is not the login password of the registration, which changed nothing. */
  passwordChanged: boolean;
  paypasswordSetAt: Date | null;
  walletBoundAt: Date | null;
  /** Other persons that used this device from the same network within 30 days. */
  sharedDeviceMembers: number;
  /** Other persons that used this very address within 30 days. */
  sharedIpMembers: number;
};

/**
 * Reads the facts for a member and the session that asks; times by the database's clock. A session that is none of theirs is new. A registration writes its password and its row of
 * the login history with one time, by which they are known as one. That history is kept 180 days: longer than a password is young.
 */
export async function riskFacts(
  tx: Db,
  { memberId, sessionId, newDeviceHours }: { memberId: string; sessionId: string; newDeviceHours: number },
): Promise<RiskFacts> {
  const { rows } = await sql<RiskFacts>`
    with me as (select m.id, m.person_id as person, m.wallet_bound_at from member m where m.id = ${memberId}),
    here as (
      select s.device_hash, s.ip, d.ip_prefix
      from auth_session s
      left join member_device d on d.member_id = s.member_id and d.device_hash = s.device_hash
      where s.id = ${sessionId} and s.member_id = ${memberId}
      order by d.last_seen_at desc nulls last limit 1),
    login as (
      select l.member_id, l.created_at
      from auth_session s join auth_session l on l.id = coalesce(s.opened_by, s.id)
      where s.id = ${sessionId} and s.member_id = ${memberId}),
    others as (
      select o.person_id as person, d.device_hash, d.ip_prefix, d.ip
      from member_device d join member o on o.id = d.member_id
      where d.last_seen_at > now() - interval '30 days'
        and (d.ip = (select ip from here)
          or (d.device_hash = (select device_hash from here) and d.ip_prefix = (select ip_prefix from here)))
        and o.person_id <> (select person from me))
    select
      not exists (select from login) or exists (
        select from login_record r join login on r.member_id = login.member_id and r.at <= login.created_at
        where r.is_new and not r.stopped and r.at > now() - make_interval(hours => ${newDeviceHours}::int))
        as "newDevice",
      password.set_at as "passwordSetAt",
      password.set_at is not null and not exists (
        select from login_record r where r.member_id = ${memberId} and r.kind = 'register' and r.at = password.set_at)
        as "passwordChanged",
      (select max(at) from pay_password_history where member_id = ${memberId}) as "paypasswordSetAt",
      (select wallet_bound_at from me) as "walletBoundAt",
      (select count(distinct person) from others
        where device_hash = (select device_hash from here) and ip_prefix = (select ip_prefix from here))::int
        as "sharedDeviceMembers",
      (select count(distinct person) from others where ip = (select ip from here))::int as "sharedIpMembers"
    from me left join login_password password on password.member_id = ${memberId}`.execute(tx);
  const facts = rows[0];
  if (!facts) throw new Error('risk facts: the query answers one row');
  return facts;
}
