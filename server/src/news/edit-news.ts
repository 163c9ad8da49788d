import { createHash } from 'node:crypto';
import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { locales } from '@openmere/core/kit/language.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import { textIn } from '@openmere/core/kit/texts.ts';
import type { Texts } from '@openmere/core/kit/texts.ts';
import type {
  adminNews,
  adminNewsFirst,
  adminNewsSave,
  adminNewsState,
} from '@openmere/core/news/console-contract.ts';
import { newsChanged } from '@openmere/core/news/contract.ts';
import { checkArticleTexts, checkArticleTimes, htmlOfTyped } from '@openmere/core/news/rules.ts';
import { recordAudit } from '../operator/audit-store.ts';
import type { OperatorActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { readPage } from '../platform/cursor.ts';
import { cleanContent } from '../platform/html/clean-content.ts';
import { newId } from '../platform/ids.ts';
import { toEveryone } from '../platform/outbox.ts';
import { listUploadNames } from '../setting/upload-store.ts';
import { findArticle, listAll, listTexts, lockArticle, putArticle, putTexts } from './article-store.ts';
import type { Article, ArticleText } from './article-store.ts';

const FILES = '/files/';
/** Of a longer text the log keeps the hash: it is read page by page. */
const KEPT_LENGTH_MAX = 2_000;
type OperatorCtx = Pick<Ctx<OperatorActor>, 'tx' | 'actor' | 'now'>;

/** Admin/News. */
export async function listArticles(
  ctx: Pick<Ctx<OperatorActor>, 'tx'>,
  input: CallParsed<typeof adminNews>,
): Promise<CallResult<typeof adminNews>> {
  const { tx } = ctx;
  const page = await readPage(
    { ...input, list: 'news' },
    (after, limit) => listAll(tx, { after, limit }),
    ({ id }) => id,
  );
  const texts = await listTexts(
    tx,
    page.list.map(({ id }) => id),
  );
  return { ...page, list: page.list.map((row) => showRow(row, texts.get(row.id) ?? [])) };
}

/** Admin/NewsFirst. Refusal: noarticle. */
export async function getArticle(
  ctx: Pick<Ctx<OperatorActor>, 'tx'>,
  { id }: CallParsed<typeof adminNewsFirst>,
): Promise<CallResult<typeof adminNewsFirst>> {
  const { tx } = ctx;
  const row = await findArticle(tx, id);
  if (!row) throw new Refusal('news.noarticle');
  return showWhole(row, (await listTexts(tx, [id])).get(id) ?? []);
}

/** Admin/NewsSave. Refusals in order: needtext, noarticle, changedmeanwhile, badtime, badpicture. */
export async function saveArticle(
  ctx: OperatorCtx,
  input: CallParsed<typeof adminNewsSave>,
): Promise<CallResult<typeof adminNewsSave>> {
  const { tx, actor, now } = ctx;
  refuse(checkArticleTexts(input.titles, input.contents));
  const before = input.id === undefined ? undefined : await lockArticle(tx, input.id);
  if (input.id !== undefined && !before) throw new Refusal('news.noarticle');
  if (before) checkUnchanged(before, input.changed);
  const from = input.from === undefined ? beginOf(before, now) : new Date(input.from);
  const until = input.until === undefined ? null : new Date(input.until);
  refuse(checkArticleTimes((from ?? now).getTime(), until?.getTime()));
  const picurl = input.picurl ?? '';
  if (picurl !== '' && !(await isPicture(ctx, picurl))) throw new Refusal('news.badpicture');
  const row: Article = {
    id: before?.id ?? newId('nws'),
    kind: input.kind ?? before?.kind ?? 'news',
    state: before?.state ?? 'draft',
    pinned: input.pinned ?? false,
    picurl,
    publish_from: from,
    publish_until: until,
    // One that begins later than it did is told again.
    announced_at: from !== null && from > now ? null : (before?.announced_at ?? null),
    changed_by: actor.account,
    created_at: before?.created_at ?? now,
    changed_at: now,
  };
  const texts = textsOf(row.id, input);
  // What nobody but its writers ever saw is theirs to change.
  const said = row.state === 'draft' ? [] : ((await listTexts(tx, [row.id])).get(row.id) ?? []);
  await putArticle(tx, row);
  await putTexts(tx, row.id, texts);
  if (row.state === 'published') await toEveryone(tx, newsChanged, {});
  await recordAudit(tx, actor, {
    action: 'news.save',
    subject: row.id,
    detail: {
      state: row.state,
      pinned: row.pinned,
      titles: input.titles,
      ...replacedBy(texts, said),
    },
  });
  return showWhole(row, texts);
}

/** What readers were told in each language in which it is told otherwise now, or not at all. */
function replacedBy(texts: readonly ArticleText[], said: readonly ArticleText[]) {
  const kept = new Set(texts.map(({ locale, title, content }) => `${locale} ${title}\n${content}`));
  const replaced = said.filter(({ locale, title, content }) => !kept.has(`${locale} ${title}\n${content}`));
  if (replaced.length === 0) return {};
  const before = replaced.map(({ locale, title, content }) => [locale, { title, ...contentOrHash(content) }]);
  return { before: Object.fromEntries(before) as Record<string, object> };
}

function contentOrHash(content: string): { content: string } | { sha256: string } {
  return content.length <= KEPT_LENGTH_MAX
    ? { content }
    : { sha256: createHash('sha256').update(content).digest('hex') };
}

/** `opened`: when what the operator sees was changed last. */
function checkUnchanged({ changed_at: at }: Article, opened: string | undefined): void {
  if (opened !== undefined && Date.parse(opened) !== at.getTime())
    throw new Refusal('operator.changedmeanwhile');
}

/** Without a time it begins when it is published; one that is keeps its time, and one that was must have one. */
function beginOf(before: Article | undefined, now: Date): Date | null {
  if (before?.state === 'published') return before.publish_from;
  return before?.state === 'withdrawn' ? now : null;
}

async function isPicture({ tx }: Pick<Ctx, 'tx'>, url: string): Promise<boolean> {
  const name = url.slice(FILES.length);
  return url.startsWith(FILES) && (await listUploadNames(tx, [name])).has(name);
}

function textsOf(id: string, { titles, contents }: CallParsed<typeof adminNewsSave>): ArticleText[] {
  return locales
    .filter((locale) => (titles[locale] ?? '').trim() !== '')
    .map((locale) => ({
      article_id: id,
      locale,
      title: (titles[locale] ?? '').trim(),
      content: cleanContent(htmlOfTyped(contents[locale] ?? '')),
    }));
}

/** Admin/NewsState. Refusals in order: noarticle, changedmeanwhile, samestate, badtime (it ends before it would begin). */
export async function setArticleState(
  ctx: OperatorCtx,
  { id, changed: opened, state }: CallParsed<typeof adminNewsState>,
): Promise<CallResult<typeof adminNewsState>> {
  const { tx, actor, now } = ctx;
  const row = await lockArticle(tx, id);
  if (!row) throw new Refusal('news.noarticle');
  checkUnchanged(row, opened);
  if (row.state === state) throw new Refusal('news.samestate');
  const from = row.publish_from !== null && row.publish_from > now ? row.publish_from : now;
  if (state === 'published') refuse(checkArticleTimes(from.getTime(), row.publish_until?.getTime()));
  const isDue = state === 'published' && from <= now;
  const changed: Article = {
    ...row,
    state,
    publish_from: state === 'published' ? from : (row.publish_from ?? now),
    announced_at: isDue ? now : null,
    changed_by: actor.account,
    changed_at: now,
  };
  await putArticle(tx, changed);
  if (isDue || state === 'withdrawn') await toEveryone(tx, newsChanged, {});
  const texts = (await listTexts(tx, [id])).get(id) ?? [];
  await recordAudit(tx, actor, {
    action: state === 'published' ? 'news.publish' : 'news.withdraw',
    subject: id,
    detail: { title: showRow(changed, texts).title, from: changed.publish_from?.toISOString() ?? null },
  });
  return showRow(changed, texts);
}

function fieldOf(texts: readonly ArticleText[], field: 'title' | 'content'): Texts {
  return Object.fromEntries(texts.map((text) => [text.locale, text[field]]));
}

function showRow(row: Article, texts: readonly ArticleText[]) {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    title: textIn(fieldOf(texts, 'title'), 'en'),
    locales: texts.map(({ locale }): Locale => locale),
    pinned: row.pinned,
    from: row.publish_from?.toISOString() ?? null,
    until: row.publish_until?.toISOString() ?? null,
    changed: row.changed_at.toISOString(),
    by: row.changed_by,
  };
}

function showWhole(row: Article, texts: readonly ArticleText[]) {
  return {
    ...showRow(row, texts),
    titles: fieldOf(texts, 'title'),
    contents: fieldOf(texts, 'content'),
    picurl: row.picurl,
  };
}
