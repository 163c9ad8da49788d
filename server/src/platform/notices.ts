/**
 * How to use: `await toNotice(tx, { memberId, template: 'fiat.notice.credited', params: { amount, coin }, link: '/pages/…' })` in the
 * transaction that makes what is told, with `<template>.title` and `.text` in server/src/locales/<nine>/<domain>.json. No toMail beside
 * it (web push and mail follow the member's choices); where a mail goes anyway, say `mailed: true`.
 */
import { personalNotice } from '@openmere/core/kit/contract.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { DEFAULT_LOCALE } from '@openmere/core/kit/language.ts';
import type { Generated, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tx } from './db/connect.ts';
import { newId } from './ids.ts';
import { toMembers } from './outbox.ts';
import { hasText } from './text.ts';

/** What a member is told. Amounts in `params` come as plain decimals, times as ISO texts: both are shown in the reader's own form. */
export type Notice = {
  memberId: string;
  template: `${string}.${string}`;
  params: Record<string, string | number>;
  /** The screen that shows more, by its route. */
  link?: string;
  /** The same is mailed anyway. */
  mailed?: boolean;
};

type NoticeTable = {
  id: string;
  member_id: string;
  template: string;
  params: Record<string, string | number>;
  link: string | null;
  mailed: boolean;
  created_at: Generated<Date>;
  read_at: Date | null;
  delivered_at: Date | null;
};
export type NoticeRow = Selectable<NoticeTable>;

declare module './db/schema.ts' {
  interface Schema {
    notice: NoticeTable;
  }
}

/** Channel that wakes who delivers notices by web push and mail. */
export const NOTICE_CHANNEL = 'notice';

/** Tells one member something important: kept, shown under News, pushed to their open screens, then by web push or mail. */
export function toNotice(tx: Tx, notice: Notice): Promise<void> {
  return toNotices(tx, [notice]);
}

/** The same for many, in two statements. */
export async function toNotices(tx: Tx, notices: readonly Notice[]): Promise<void> {
  const ids = await keepNotices(tx, notices);
  await toMembers(
    tx,
    personalNotice,
    notices.map(({ memberId }, index) => ({ memberId, data: { id: ids[index] ?? '' } })),
  );
}

/** Only keeps them and lets them be delivered: for what open screens hear of by a push of its own. @returns their ids. */
export async function keepNotices(tx: Tx, notices: readonly Notice[]): Promise<string[]> {
  if (notices.length === 0) return [];
  const rows = notices.map(({ memberId, template, params, link = null, mailed = false }) => {
    assert(hasText(DEFAULT_LOCALE, `${template}.title`), `the notice ${template} has no text`);
    return { id: newId('ntc'), member_id: memberId, template, params, link, mailed };
  });
  await sql`with kept as (
      insert into notice (id, member_id, template, params, link, mailed)
      select id, member_id, template, params, link, mailed from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as n(id text, member_id text, template text, params jsonb, link text, mailed boolean))
    select pg_notify(${NOTICE_CHANNEL}, '')`.execute(tx);
  return rows.map(({ id }) => id);
}

/** One page of a member's notices, newest first, after the one with this id. Index: notice_of_member. */
export async function listNotices(
  db: Db | Tx,
  query: { memberId: string; after: string | undefined; limit: number },
): Promise<NoticeRow[]> {
  const { memberId, after, limit } = query;
  const all = db.selectFrom('notice').selectAll().where('member_id', '=', memberId);
  const older = after === undefined ? all : all.where('id', '<', after);
  return older.orderBy('id', 'desc').limit(limit).execute();
}

/** Some notices by their ids, as far as they are there. */
export async function listNoticesById(db: Db | Tx, ids: readonly string[]): Promise<Map<string, NoticeRow>> {
  const rows = await db
    .selectFrom('notice')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Unread ones are counted up to this many: more is more than anybody counts. */
const UNREAD_MAX = 100;

/** Takes what was not delivered yet, oldest first; others leave it alone until the transaction ends. Index: notice_undelivered. */
export async function takeUndelivered(tx: Tx, limit: number): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`update notice set delivered_at = now() where id in (
      select id from notice where delivered_at is null order by id limit ${limit} for update skip locked)
    returning *`.execute(tx);
  return rows;
}

/** How many are unread, at most 100. Index: notice_unread. */
export async function countUnread(db: Db | Tx, memberId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
      select 1 from notice where member_id = ${memberId} and read_at is null limit ${UNREAD_MAX}) as unread`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Marks one as read. */
export async function markRead(tx: Tx, memberId: string, id: string): Promise<void> {
  await sql`update notice set read_at = now() where id = ${id} and member_id = ${memberId} and read_at is null`.execute(
    tx,
  );
}

/** Marks all as read up to one and with it. */
export async function markReadUpTo(tx: Tx, memberId: string, id: string): Promise<void> {
  await sql`update notice set read_at = now() where member_id = ${memberId} and read_at is null and id <= ${id}`.execute(
    tx,
  );
}
