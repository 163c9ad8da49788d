import { skeletonOf } from '@openmere/core/member/nickname.ts';
import type { Db } from '../platform/db/connect.ts';
import { findMember, findMemberByAccount, findMemberByCode, findMemberByWallet, memberOf } from './find.ts';
import type { Member } from './store.ts';

/** Whom an operator means: an id, an invitation code, a bound wallet, an e-mail address, a phone number or a user name. */
export async function findMemberBySearch(db: Db, text: string): Promise<string | undefined> {
  const wanted = text.trim();
  // Not every text that begins so: an e-mail address may.
  if (/^mem_[0-9a-z-]+$/.test(wanted)) return (await findMember(db, wanted))?.id;
  if (/^0x[0-9a-fA-F]{40}$/.test(wanted)) return (await findMemberByWallet(db, wanted))?.id;
  const found = (await findMemberByCode(db, wanted)) ?? (await findMemberByAccount(db, wanted));
  return found?.id ?? (await findByNickname(db, wanted));
}

async function findByNickname(db: Db, nickname: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('member')
    .select('id')
    .where('nickname_key', '=', skeletonOf(nickname))
    .executeTakeFirst();
  return row?.id;
}

/** Nicknames by id, for lists that name people. */
export async function listNicknames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await db.selectFrom('member').select(['id', 'nickname']).where('id', 'in', wanted).execute();
  return new Map(rows.map(({ id, nickname }) => [id, nickname]));
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
    .$if(query.before !== undefined, (all) => all.where('serial', '<', query.before ?? 0n))
    .orderBy('serial', 'desc')
    .limit(query.limit)
    .execute();
  return rows.map(memberOf);
}
