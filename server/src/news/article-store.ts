import type { Locale } from '@openmere/core/kit/language.ts';
import type { ArticleState } from '@openmere/core/news/rules.ts';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/connect.ts';

type ArticleTable = {
  id: string;
  kind: 'news' | 'media';
  state: ArticleState;
  pinned: boolean;
  picurl: string;
  publish_from: Date | null;
  publish_until: Date | null;
  announced_at: Date | null;
  changed_by: string;
  created_at: Date;
  changed_at: Date;
};
export type Article = Selectable<ArticleTable>;
type TextTable = { article_id: string; locale: Locale; title: string; content: string };
export type ArticleText = Selectable<TextTable>;

declare module '../platform/db/schema.ts' {
  interface Schema {
    news_article: ArticleTable;
    news_text: TextTable;
    news_seen: { member_id: string; upto: Date };
    news_read: { member_id: string; article_id: string };
  }
}

const shown = (now: Date) =>
  sql`state = 'published' and publish_from <= ${now} and (publish_until is null or publish_until > ${now})`;

/** What readers see now, pinned first. Index: news_article_shown. */
export async function listShown(
  db: Db | Tx,
  query: { kind: Article['kind']; now: Date; offset: number; limit: number },
): Promise<{ rows: Article[]; total: number }> {
  const { kind, now, offset, limit } = query;
  const { rows } = await sql<Article>`select * from news_article where kind = ${kind} and ${shown(now)}
    order by pinned desc, publish_from desc, id desc offset ${offset} limit ${limit}`.execute(db);
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from news_article where kind = ${kind} and ${shown(now)}`.execute(db);
  return { rows, total: counted.rows[0]?.count ?? 0 };
}

export async function findShown(db: Db | Tx, id: string, now: Date): Promise<Article | undefined> {
  const { rows } = await sql<Article>`select * from news_article where id = ${id} and ${shown(now)}`.execute(
    db,
  );
  return rows[0];
}

/** How many news a reader has not read, at most 100, and when the newest began. Index: news_article_shown. */
export async function countUnseen(
  db: Db | Tx,
  { seen, memberId = '', now }: { seen: Date; memberId?: string | undefined; now: Date },
): Promise<{ count: number; latest: Date | null }> {
  const { rows } = await sql<{ count: number; latest: Date | null }>`
    select least(count(*) filter (where publish_from > ${seen} and not exists (select from news_read
        where member_id = ${memberId} and article_id = news_article.id)), 100)::int as count, max(publish_from) as latest
    from news_article where kind = 'news' and ${shown(now)}`.execute(db);
  return rows[0] ?? { count: 0, latest: null };
}

export async function listTexts(db: Db | Tx, ids: readonly string[]): Promise<Map<string, ArticleText[]>> {
  const rows = await db
    .selectFrom('news_text')
    .selectAll()
    .where('article_id', 'in', [...ids, ''])
    .execute();
  return Map.groupBy(rows, ({ article_id }) => article_id);
}

/** For operators, the newest first, after the one with this id. */
export async function listAll(
  db: Db | Tx,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<Article[]> {
  const all = db.selectFrom('news_article').selectAll();
  const older = after === undefined ? all : all.where('id', '<', after);
  return older.orderBy('id', 'desc').limit(limit).execute();
}

/** The row of one article, locked until the transaction ends. */
export async function lockArticle(tx: Tx, id: string): Promise<Article | undefined> {
  return tx.selectFrom('news_article').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function findArticle(db: Db | Tx, id: string): Promise<Article | undefined> {
  return db.selectFrom('news_article').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function putArticle(tx: Tx, article: Article): Promise<void> {
  const { created_at: _created, ...change } = article;
  await tx
    .insertInto('news_article')
    .values(article)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(change))
    .execute();
}

/** Replaces the texts of an article. */
export async function putTexts(tx: Tx, id: string, texts: readonly ArticleText[]): Promise<void> {
  await tx.deleteFrom('news_text').where('article_id', '=', id).execute();
  if (texts.length > 0)
    await tx
      .insertInto('news_text')
      .values([...texts])
      .execute();
}

/** Marks those that are there now and were not told; answers how many. Index: news_article_unannounced. */
export async function markAnnounced(tx: Tx, now: Date): Promise<number> {
  const { rows } = await sql`update news_article set announced_at = ${now}
    where state = 'published' and announced_at is null and publish_from <= ${now} returning id`.execute(tx);
  return rows.length;
}

export async function findSeen(db: Db | Tx, memberId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('news_seen')
    .select('upto')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row?.upto;
}

/** All up to then: what was marked one by one needs no row any more. */
export async function putSeen(tx: Tx, memberId: string, upto: Date): Promise<void> {
  await sql`insert into news_seen (member_id, upto) values (${memberId}, ${upto})
    on conflict (member_id) do update set upto = greatest(news_seen.upto, excluded.upto)`.execute(tx);
  await sql`delete from news_read r using news_article a
    where r.member_id = ${memberId} and a.id = r.article_id and a.publish_from <= ${upto}`.execute(tx);
}

export async function putRead(tx: Tx, memberId: string, id: string): Promise<void> {
  await sql`insert into news_read (member_id, article_id) values (${memberId}, ${id})
    on conflict do nothing`.execute(tx);
}

/** Which of these a member has read one by one. */
export async function findRead(
  db: Db | Tx,
  memberId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('news_read')
    .select('article_id')
    .where('member_id', '=', memberId)
    .where('article_id', 'in', [...ids, ''])
    .execute();
  return new Set(rows.map(({ article_id }) => article_id));
}
