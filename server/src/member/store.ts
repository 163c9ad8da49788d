import type { Locale } from '@openmere/core/kit/language.ts';
import { skeletonOf } from '@openmere/core/member/nickname.ts';
import { localeOf } from '@openmere/core/member/rules.ts';
import type { ColumnType, Generated, Selectable, Updateable, Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/connect.ts';
import { pageBy } from '../platform/db/page-by.ts';

export type MemberTable = {
  id: string;
  serial: Generated<bigint>;
  main_id: string | null;
  /** The person behind it, for caps, bonuses and limits; the database gives it at birth, and it never changes. */
  person_id: ColumnType<string, never, never>;
  username: string | null;
  username_key: string | null;
  nickname: string;
  nickname_key: string;
  avatar: Generated<string>;
  email: string | null;
  /** When it was last changed; null where it never was. */
  email_bound_at: Generated<Date | null>;
  phone: string | null;
  country: string | null;
  wallet_address: string | null;
  wallet_bound_at: Date | null;
  invitation_code: string;
  inviter_id: string | null;
  registered_at: Generated<Date>;
  activated_at: Date | null;
  exit_only: Generated<boolean>;
  /** Closed by its owner, for good. */
  closed_at: Generated<Date | null>;
  antiphishing: Generated<string>;
  locale: Generated<string>;
  vip_level: Generated<number>;
};

export type MemberActivationTable = {
  wallet_address: string;
  inviter_address: string;
  tx_hash: string;
  block_number: bigint;
  log_index: Generated<number>;
  status: 'seen' | 'final';
  confirmations: Generated<number>;
  seen_at: Generated<Date>;
  final_at: Date | null;
};

declare module '../platform/db/schema.ts' {
  interface Schema {
    member: MemberTable;
    member_activation: MemberActivationTable;
  }
}

/**
 * A member as the house knows them. `family` is the main account's id, for locks and switching; `personId` stays what it was at
 * birth when a sub-account becomes independent, for caps, bonuses and limits (T15, T16).
 */
export type Member = {
  id: string;
  serial: bigint;
  mainId: string | null;
  family: string;
  personId: string;
  username: string | null;
  nickname: string;
  avatar: string;
  email: string | null;
  /** When it was last changed; null where it never was. */
  emailBoundAt: Date | null;
  phone: string | null;
  /** ISO 3166-1 alpha-2, upper case; null until declared, for ever after. */
  country: string | null;
  /** Lower case; null until bound, for ever after. */
  walletAddress: string | null;
  walletBoundAt: Date | null;
  invitationCode: string;
  /** Null for the root only. */
  inviterId: string | null;
  registeredAt: Date;
  activatedAt: Date | null;
  exitOnly: boolean;
  closedAt: Date | null;
  antiphishing: string;
  locale: Locale;
  vipLevel: number;
};

/** The member with this id, if any. */
export async function findMember(db: Db, id: string): Promise<Member | undefined> {
  return one(await db.selectFrom('member').selectAll().where('id', '=', id).execute());
}

/** The same, and nobody else changes the row until the transaction ends. */
export async function lockMember(tx: Db, id: string): Promise<Member | undefined> {
  return one(await tx.selectFrom('member').selectAll().where('id', '=', id).forUpdate().execute());
}

/** By invitation code as stored: upper case, look-alikes already put right (normaliseInviteCode). A closed account invites nobody. */
export async function findMemberByCode(db: Db, code: string): Promise<Member | undefined> {
  const member = await findAnyByCode(db, code);
  return member?.closedAt === null ? member : undefined;
}

async function findAnyByCode(db: Db, code: string): Promise<Member | undefined> {
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

/** The same by their ids. */
export async function listMailableById(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { email: string; locale: Locale; antiphishing: string }>> {
  const rows = await db
    .selectFrom('member')
    .select(['id', 'email', 'locale', 'antiphishing'])
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .where('email', 'is not', null)
    .execute();
  return new Map(
    rows.flatMap(({ id, email, locale, antiphishing }) =>
      email === null ? [] : [[id, { email, locale: localeOf(locale), antiphishing }] as const],
    ),
  );
}

/** The same of the main accounts of those sub-accounts among these that have no address of their own, by the sub-account's id. */
export async function listMainMailable(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { email: string; locale: Locale; antiphishing: string; account: string }>> {
  const { rows } = await sql<{
    id: string;
    email: string;
    locale: string;
    antiphishing: string;
    account: string;
  }>`select sub.id, main.email, main.locale, main.antiphishing, sub.nickname as account
    from member sub join member main on main.id = sub.main_id
    where sub.id = any(${[...ids]}::text[]) and sub.email is null and main.email is not null`.execute(db);
  return new Map(rows.map(({ id, locale, ...row }) => [id, { ...row, locale: localeOf(locale) }]));
}

/** What decides whether money may be credited to a member. */
export type DepositorFacts = {
  country: string | null;
  /** The numbers of the person, of whichever account. */
  phones: string[];
  wallet: string | null;
  exitOnly: boolean;
  isClosed: boolean;
};

/** The same of many, by their ids. */
export async function listDepositors(db: Db, ids: readonly string[]): Promise<Map<string, DepositorFacts>> {
  const rows = await db
    .selectFrom('member')
    .select(['id', 'country', 'wallet_address', 'exit_only', 'closed_at'])
    .select(
      sql<
        string[]
      >`array(select p.phone from member p where p.person_id = member.person_id and p.phone is not null)`.as(
        'phones',
      ),
    )
    .where('id', '=', sql<string>`any(${[...new Set(ids)]}::text[])`)
    .execute();
  return new Map(
    rows.map(({ id, country, phones, wallet_address: wallet, exit_only: exitOnly, closed_at }) => [
      id,
      { country, phones, wallet, exitOnly, isClosed: closed_at !== null },
    ]),
  );
}

/** Nobody closes these accounts until the transaction ends. Waits for a closing that is under way. */
export async function keepOpen(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select from member where id = any(${[...new Set(ids)]}::text[]) order by id for key share`.execute(
    tx,
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
    personId: row.person_id,
    username: row.username,
    nickname: row.nickname,
    avatar: row.avatar,
    email: row.email,
    emailBoundAt: row.email_bound_at,
    phone: row.phone,
    country: row.country,
    walletAddress: row.wallet_address,
    walletBoundAt: row.wallet_bound_at,
    invitationCode: row.invitation_code,
    inviterId: row.inviter_id,
    registeredAt: row.registered_at,
    activatedAt: row.activated_at,
    exitOnly: row.exit_only,
    closedAt: row.closed_at,
    antiphishing: row.antiphishing,
    locale: localeOf(row.locale),
    vipLevel: row.vip_level,
  };
}

/** Whom an operator means: an id, an invitation code, a bound wallet, an e-mail address, a phone number or a user name. */
export async function findMemberBySearch(db: Db, text: string): Promise<string | undefined> {
  const wanted = text.trim();
  // Not every text that begins so: an e-mail address may.
  if (/^mem_[0-9a-z-]+$/.test(wanted)) return (await findMember(db, wanted))?.id;
  if (/^0x[0-9a-fA-F]{40}$/.test(wanted)) return (await findMemberByWallet(db, wanted))?.id;
  // A phone number as people write it.
  const account = /^\+[\d ().-]+$/.test(wanted) ? wanted.replaceAll(/[^+\d]/g, '') : wanted;
  const found = (await findAnyByCode(db, wanted)) ?? (await findMemberByAccount(db, account));
  return (found ?? (await findMemberByNickname(db, wanted)))?.id;
}

/** By nickname, whole; look-alikes are the same. */
export async function findMemberByNickname(db: Db, nickname: string): Promise<Member | undefined> {
  const key = skeletonOf(nickname);
  return one(await db.selectFrom('member').selectAll().where('nickname_key', '=', key).execute());
}

/** Nicknames by id, for lists that name people. */
export async function listNicknames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await db.selectFrom('member').select(['id', 'nickname']).where('id', 'in', wanted).execute();
  return new Map(rows.map(({ id, nickname }) => [id, nickname]));
}

/** Members by their ids; what is nobody's is left out. */
export async function findMembers(db: Db, ids: readonly string[]): Promise<Member[]> {
  const anyId = sql<string>`any(${[...ids]}::text[])`;
  return (await db.selectFrom('member').selectAll().where('id', '=', anyId).execute()).map(memberOf);
}

/** Nickname and picture by id, for lists that show people. */
export async function listFaces(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { nickname: string; avatar: string }>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom('member')
    .select(['id', 'nickname', 'avatar'])
    .where('id', 'in', wanted)
    .execute();
  return new Map(rows.map(({ id, nickname, avatar }) => [id, { nickname, avatar }]));
}

/** The main account of a member, who may be it. */
export async function findFamily(db: Db, id: string): Promise<string> {
  const row = await db.selectFrom('member').select('main_id').where('id', '=', id).executeTakeFirst();
  return row?.main_id ?? id;
}

/** The person behind a member. */
export async function findPerson(db: Db, id: string): Promise<string> {
  const row = await db.selectFrom('member').select('person_id').where('id', '=', id).executeTakeFirst();
  return row?.person_id ?? id;
}

/** All accounts of the person behind a member, also those that became independent. Index member_by_person. */
export async function listPersonAccounts(db: Db, id: string): Promise<string[]> {
  const person = db.selectFrom('member').select('person_id').where('id', '=', id);
  const rows = await db
    .selectFrom('member')
    .select('id')
    .where('person_id', '=', person)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** The phone numbers of a person's accounts. Index member_by_person. */
export async function listPersonPhones(db: Db, personId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('member')
    .select('phone')
    .where('person_id', '=', personId)
    .where('phone', 'is not', null)
    .execute();
  return rows.flatMap(({ phone }) => phone ?? []);
}

/** Main account and sub-accounts, the main account first. Indexes member_pkey, member_by_main. */
export async function listFamily(db: Db, family: string): Promise<Member[]> {
  const rows = await db
    .selectFrom('member')
    .selectAll()
    .where((eb) => eb.or([eb('id', '=', family), eb('main_id', '=', family)]))
    .orderBy(sql`main_id is not null`)
    .orderBy('serial')
    .limit(100)
    .execute();
  return rows.map(memberOf);
}

/** How many members one invited directly. Index member_by_inviter. */
export async function countDirects(db: Db, id: string): Promise<number> {
  const row = await db
    .selectFrom('member')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('inviter_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Of the first `most` whom one invited: how many there are, and how many of them are not activated. Index member_by_inviter. */
export async function countFirstDirects(
  db: Db,
  id: string,
  most: number,
): Promise<{ directs: number; waiting: number }> {
  const { rows } = await sql<{ directs: bigint; waiting: bigint }>`
    select count(*) as directs, count(*) filter (where activated_at is null) as waiting from (
      select activated_at from member where inviter_id = ${id} order by serial limit ${most}) as direct`.execute(
    db,
  );
  return { directs: Number(rows[0]?.directs ?? 0n), waiting: Number(rows[0]?.waiting ?? 0n) };
}

/** The accounts of one person besides this one. Index member_by_main. */
export async function listSubAccounts(db: Db, id: string): Promise<{ id: string; nickname: string }[]> {
  return db
    .selectFrom('member')
    .select(['id', 'nickname'])
    .where('main_id', '=', id)
    .orderBy('serial')
    .limit(100)
    .execute();
}

/** Members newest first; with a search those whose nickname begins so. Indexes member_serial_key, member_by_nickname. */
export async function listMembers(
  db: Db,
  query: { search: string | undefined; before: bigint | undefined; limit: number },
): Promise<Member[]> {
  const start = query.search === undefined ? '' : skeletonOf(query.search);
  const rows = await db
    .selectFrom('member')
    .selectAll()
    .$if(start !== '', (all) => all.where('nickname_key', 'like', `${start.replaceAll(/[\\%_]/g, '\\$&')}%`))
    .$call((rows) => pageBy(rows, 'serial', { after: query.before, limit: query.limit }))
    .execute();
  return rows.map(memberOf);
}

/** Sets what has changed of a member. Unique keys may refuse it (`isUniqueViolation`). */
export async function changeMember(tx: Db, id: string, change: Updateable<MemberTable>): Promise<void> {
  await tx.updateTable('member').set(change).where('id', '=', id).execute();
}

/** Adds a member; false when something of theirs that is unique is somebody's already. */
export async function insertMember(tx: Db, row: Insertable<MemberTable>): Promise<boolean> {
  const added = await tx
    .insertInto('member')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Whether e-mail, wallet or user name is a member's. */
export async function isTaken(
  db: Db,
  { email, walletAddress, username }: Pick<Member, 'email' | 'walletAddress' | 'username'>,
): Promise<boolean> {
  const found = await db
    .selectFrom('member')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('email', '=', email),
        eb('wallet_address', '=', walletAddress),
        eb('username_key', '=', username?.toLowerCase() ?? null),
      ]),
    )
    .limit(1)
    .execute();
  return found.length > 0;
}

/** The member without an inviter. */
export async function findRoot(db: Db): Promise<Member | undefined> {
  return one(await db.selectFrom('member').selectAll().where('inviter_id', 'is', null).execute());
}

/** Ids of the members who own one of these wallets. */
export async function findOwners(tx: Db, wallets: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('member')
    .select(['id', 'wallet_address'])
    .where('wallet_address', '=', sql<string>`any(${[...wallets]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.wallet_address ?? '', row.id]));
}

/** Languages in which members are told. */
export async function findLocales(tx: Tx, memberIds: readonly string[]): Promise<Map<string, Locale>> {
  if (memberIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; locale: string }>`
    select id, locale from member where id = any(${[...new Set(memberIds)]}::text[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, localeOf(row.locale)]));
}

/** The bound wallet alone: the signer's login may read no more of a member (threats.md T09). */
export async function findWallet(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('member').select('wallet_address').where('id', '=', id).executeTakeFirst();
  return row?.wallet_address ?? null;
}
