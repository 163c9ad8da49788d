import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import type { noticeRead, notices } from '@openmere/core/news/contract.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { readPage } from '../platform/cursor.ts';
import { countUnread, listNotices, markRead, markReadUpTo } from '../platform/notices.ts';
import type { NoticeRow } from '../platform/notices.ts';
import { readableParams, translate } from '../platform/text.ts';

type MemberCtx = Pick<Ctx<MemberActor>, 'tx' | 'actor'>;

/** Ctrls/Notices: what this member was told, newest first. */
export async function listMyNotices(
  ctx: MemberCtx,
  input: CallParsed<typeof notices>,
): Promise<CallResult<typeof notices>> {
  const { tx, actor } = ctx;
  return readPage(
    { ...input, list: `notices ${actor.id}` },
    (after, limit) => listNotices(tx, { memberId: actor.id, after, limit }),
    ({ id }) => id,
    (rows) => rows.map((row) => showNotice(row, actor.from.locale)),
  );
}

function showNotice(row: NoticeRow, locale: Locale): CallResult<typeof notices>['list'][number] {
  const { id, template, link, created_at, read_at } = row;
  const params = readableParams(locale, row.params);
  return {
    id,
    time: created_at.toISOString(),
    topic: template.split('.')[0] ?? '',
    title: translate(locale, `${template}.title`, params),
    text: translate(locale, `${template}.text`, params),
    link,
    read: read_at !== null,
  };
}

/** Ctrls/NoticeRead. What is not one's own is marked for nobody, and nothing is said about it. */
export async function readNotices(
  ctx: MemberCtx,
  { id, upto }: CallParsed<typeof noticeRead>,
): Promise<CallResult<typeof noticeRead>> {
  const { tx, actor } = ctx;
  if (id !== undefined) await markRead(tx, actor.id, id);
  if (upto !== undefined) await markReadUpTo(tx, actor.id, upto);
  return { unread: await countUnread(tx, actor.id) };
}
