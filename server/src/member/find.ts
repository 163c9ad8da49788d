import type { Locale } from '@openmere/core/kit/language.ts';
import { localeOf } from '@openmere/core/member/rules.ts';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../platform/db/connect.ts';
import type { Member, MemberTable } from './store.ts';

/** The member with this id, if any. */
export async function findMember(db: Db, id: string): Promise<Member | undefined> {
  return one(await db.selectFrom('member').selectAll().where('id', '=', id).execute());
}

/** The same, and nobody else changes the row until the transaction ends. */
export async function lockMember(tx: Db, id: string): Promise<Member | undefined> {
  return one(await tx.selectFrom('member').selectAll().where('id', '=', id).forUpdate().execute());
}

/** By invitation code as stored: upper case, look-alikes already put right (normaliseInviteCode). */
export async function findMemberByCode(db: Db, code: string): Promise<Member | undefined> {
  return one(
    await db.selectFrom('member').selectAll().where('invitation_code', '=', code.toUpperCase()).execute(),
  );
}

/** By bound wallet address, whatever the case of its letters. */
export async function findMemberByWallet(db: Db, address: string): Promise<Member | undefined> {
  return one(
    await db.selectFrom('member').selectAll().where('wallet_address', '=', address.toLowerCase()).execute(),
  );
}

export async function findMemberByEmail(db: Db, email: string): Promise<Member | undefined> {
  return one(await db.selectFrom('member').selectAll().where('email', '=', email.toLowerCase()).execute());
}

/** By what people log in with: user name or e-mail in any case, or the phone number with its prefix. */
export async function findMemberByAccount(db: Db, account: string): Promise<Member | undefined> {
  const key = account.trim().toLowerCase();
  if (key.includes('@')) return findMemberByEmail(db, key);
  const column = /^\+\d{6,15}$/.test(key) ? 'phone' : 'username_key';
  return one(await db.selectFrom('member').selectAll().where(column, '=', key).execute());
}

/** Where and how these members are mailed; those without an address are left out. */
export async function listMailable(
  db: Db,
  ids: readonly string[],
): Promise<{ email: string; locale: Locale; antiphishing: string }[]> {
  const rows = await db
    .selectFrom('member')
    .select(['email', 'locale', 'antiphishing'])
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .where('email', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.flatMap(({ email, locale, antiphishing }) =>
    email === null ? [] : [{ email, locale: localeOf(locale), antiphishing }],
  );
}

function one(rows: Selectable<MemberTable>[]): Member | undefined {
  return rows[0] && memberOf(rows[0]);
}

/** Row → member. */
export function memberOf(row: Selectable<MemberTable>): Member {
  return {
    id: row.id,
    serial: row.serial,
    mainId: row.main_id,
    family: row.main_id ?? row.id,
    username: row.username,
    nickname: row.nickname,
    avatar: row.avatar,
    email: row.email,
    phone: row.phone,
    country: row.country,
    walletAddress: row.wallet_address,
    walletBoundAt: row.wallet_bound_at,
    invitationCode: row.invitation_code,
    inviterId: row.inviter_id,
    registeredAt: row.registered_at,
    activatedAt: row.activated_at,
    exitOnly: row.exit_only,
    antiphishing: row.antiphishing,
    locale: localeOf(row.locale),
    vipLevel: row.vip_level,
  };
}
