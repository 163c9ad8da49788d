import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { languageOrder } from '@openmere/core/kit/texts.ts';
import type { news, newsFirst, newsSeen, unread } from '@openmere/core/news/contract.ts';
import { summaryOf } from '@openmere/core/news/rules.ts';
import { findMember } from '../member/store.ts';
import type { MemberActor, VisitorActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { cleanContent, textOfContent } from '../platform/html/clean-content.ts';
import { countUnread } from '../platform/notices.ts';
import {
  countUnseen,
  findRead,
  findSeen,
  findShown,
  listShown,
  listTexts,
  putRead,
  putSeen,
} from './article-store.ts';
import type { Article, ArticleText } from './article-store.ts';

const PAGE_SIZE = 20;
type ReaderCtx = Pick<Ctx<MemberActor | VisitorActor>, 'tx' | 'actor' | 'now'>;

/** Ctrls/News, in the reader's language or the next one that is there. */
export async function listNews(
  ctx: ReaderCtx,
  { kind = 'news', page = 1, pageSize = PAGE_SIZE }: CallParsed<typeof news>,
): Promise<CallResult<typeof news>> {
  const { tx, actor, now } = ctx;
  const slice = { kind, now, offset: (page - 1) * pageSize, limit: pageSize };
  const { rows, total } = await listShown(tx, slice);
  const texts = await listTexts(
    tx,
    rows.map(({ id }) => id),
  );
  const isRead = await readerOf(ctx, rows);
  const list = rows.map((row) => ({
    ...showArticle(row, texts.get(row.id) ?? [], actor.from.locale),
    read: isRead(row),
  }));
  return { list, total };
}

/** Ctrls/NewsFirst. Refuses noarticle, also for one that is not shown now. */
export async function getNews(
  ctx: ReaderCtx,
  { id }: CallParsed<typeof newsFirst>,
): Promise<CallResult<typeof newsFirst>> {
  const { tx, actor, now } = ctx;
  const row = await findShown(tx, id, now);
  if (!row) throw new Refusal('news.noarticle');
  const texts = (await listTexts(tx, [id])).get(id) ?? [];
  const { content } = textFor(texts, actor.from.locale);
  const read = (await readerOf(ctx, [row]))(row);
  return { ...showArticle(row, texts, actor.from.locale), read, content: cleanContent(content) };
}

/** Whether the member who asks has read it: all up to some time, and single ones behind it. */
async function readerOf(
  { tx, actor }: Pick<ReaderCtx, 'tx' | 'actor'>,
  rows: readonly Article[],
): Promise<(row: Article) => boolean> {
  if (actor.kind !== 'member') return () => false;
  const upto = (await seenOf(tx, actor.id)).getTime();
  const ids = rows.map(({ id }) => id);
  const read = await findRead(tx, actor.id, ids);
  return (row) => begunAt(row).getTime() <= upto || read.has(row.id);
}

/** Up to when a member has read all: what was published before they came was never unread. */
async function seenOf(tx: Tx, memberId: string): Promise<Date> {
  return (await findSeen(tx, memberId)) ?? (await findMember(tx, memberId))?.registeredAt ?? new Date(0);
}

const begunAt = (row: Article): Date => row.publish_from ?? row.created_at;

const nothing = { title: '', content: '', locale: 'en' as Locale };

function textFor(texts: readonly ArticleText[], asked: Locale): typeof nothing {
  const order = languageOrder(asked);
  return texts.toSorted((a, b) => order.indexOf(a.locale) - order.indexOf(b.locale))[0] ?? nothing;
}

function showArticle(row: Article, texts: readonly ArticleText[], asked: Locale) {
  const { title, content, locale } = textFor(texts, asked);
  const from = begunAt(row);
  return {
    id: row.id,
    index: from.getTime(),
    time: from.toISOString(),
    title,
    summary: summaryOf(textOfContent(content)),
    picurl: row.picurl,
    pinned: row.pinned,
    locale,
  };
}

/** Ctrls/Unread. */
export async function countMyUnread(
  ctx: ReaderCtx,
  { seen = 0 }: CallParsed<typeof unread>,
): Promise<CallResult<typeof unread>> {
  const { tx, actor, now } = ctx;
  const isMember = actor.kind === 'member';
  const upto = isMember ? await seenOf(tx, actor.id) : new Date(seen);
  const { count, latest } = await countUnseen(tx, {
    seen: upto,
    memberId: isMember ? actor.id : undefined,
    now,
  });
  return {
    notices: isMember ? await countUnread(tx, actor.id) : 0,
    news: count,
    latest: latest?.getTime() ?? 0,
    seen: upto.getTime(),
  };
}

/** Ctrls/NewsSeen: nobody has read what is not published yet; of what is not shown nothing is kept, and nothing is said about it. */
export async function markSeen(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor' | 'now'>,
  { id, index }: CallParsed<typeof newsSeen>,
): Promise<void> {
  const { tx, actor, now } = ctx;
  if (index !== undefined) await putSeen(tx, actor.id, new Date(Math.min(index, now.getTime())));
  const article = id === undefined ? undefined : await findShown(tx, id, now);
  if (article && !(await readerOf(ctx, [article]))(article)) await putRead(tx, actor.id, article.id);
}
