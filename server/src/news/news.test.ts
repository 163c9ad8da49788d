import { createHash } from 'node:crypto';
import { indexOfLocale, locales } from '@openmere/core/kit/language.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { seedDemoNews } from '../app/demo-news.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { openTestApp, reasonIn } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addMember } from '../test/people.ts';
import { announceDueNews } from './announce-due.ts';

let app: TestApp;
let content: string;
beforeAll(async () => {
  app = await openTestApp();
  content = await app.operator('content');
}, 60_000);
afterAll(() => app.close());
beforeEach(async () => {
  await sql`truncate news_text, news_seen, news_read, news_article`.execute(app.owner);
});

const titles = { en: 'Reading offline', 'zh-Hans': '离线阅读' };
const contents = { en: 'Records can be read <b>offline</b>.', 'zh-Hans': '记录可以离线查看。' };
const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

async function edit(path: string, body: object): Promise<Record<string, unknown>> {
  const heard = await app.post('console', path, body, { token: content });
  return heard.envelope.success ? (heard.envelope.data as never) : { reason: reasonIn(heard) };
}

async function publish(more: object = {}): Promise<string> {
  const { id } = await edit('Admin/NewsSave', { titles, contents, ...more });
  await edit('Admin/NewsState', { id, state: 'published' });
  return String(id);
}

type Shown = { id: string; title: string; summary: string; locale: string; index: number; content?: string };
async function ask(path: string, body: object = {}, who: { locale?: Locale; token?: string } = {}) {
  const headers = { lang: String(indexOfLocale(who.locale ?? 'en')) };
  return app.post('member', path, body, { token: who.token, headers });
}
async function list(locale: Locale = 'en', body: object = {}): Promise<Shown[]> {
  return (await ask('Ctrls/News', body, { locale })).envelope.list as Shown[];
}

test('refuses: an article that says nothing, ends too early, or shows a picture of elsewhere', async () => {
  expect(await edit('Admin/NewsSave', { titles: {}, contents })).toEqual({ reason: 'news.needtext' });
  expect(await edit('Admin/NewsSave', { id: 'nws_nobody', titles, contents })).toEqual({
    reason: 'news.noarticle',
  });
  expect(await edit('Admin/NewsSave', { titles, contents, until: inDays(-1) })).toEqual({
    reason: 'news.badtime',
  });
  for (const picurl of ['https://evil.example/x.png', `/files/${'a'.repeat(32)}-20x20.webp`])
    expect(await edit('Admin/NewsSave', { titles, contents, picurl })).toEqual({ reason: 'news.badpicture' });
});

test('refuses: to write over what somebody else changed meanwhile', async () => {
  const opened = await edit('Admin/NewsSave', { titles, contents });
  const { id, changed } = opened;
  const hers = { titles: { ...titles, en: 'Hers' }, contents };
  const kept = await edit('Admin/NewsSave', { id, changed, ...hers });
  expect(kept['changed']).not.toBe(changed);
  expect(await edit('Admin/NewsSave', { id, changed, titles, contents })).toEqual({
    reason: 'operator.changedmeanwhile',
  });
  expect(await edit('Admin/NewsFirst', { id })).toMatchObject({ titles: hers.titles });
  expect(await edit('Admin/NewsState', { id, changed, state: 'published' })).toEqual({
    reason: 'operator.changedmeanwhile',
  });
  await edit('Admin/NewsState', { id, changed: kept['changed'], state: 'published' });
  expect(await edit('Admin/NewsSave', { id, changed: kept['changed'], ...hers })).toEqual({
    reason: 'operator.changedmeanwhile',
  });
  await edit('Admin/NewsState', { id, state: 'withdrawn' });
});

test('refuses: to show a draft, one that is withdrawn, not there yet or over', async () => {
  const { id: draft } = await edit('Admin/NewsSave', { titles, contents });
  const withdrawn = await publish();
  await edit('Admin/NewsState', { id: withdrawn, state: 'withdrawn' });
  const later = await publish({ from: inDays(1) });
  const over = await publish({ until: inDays(1) });
  await sql`update news_article set publish_from = now() - interval '2 days', publish_until = now() - interval '1 day'
    where id = ${over}`.execute(app.owner);
  expect(await list()).toEqual([]);
  for (const id of [draft, withdrawn, later, over])
    expect(reasonIn(await ask('Ctrls/NewsFirst', { id }))).toBe('news.noarticle');
  expect(await edit('Admin/NewsState', { id: withdrawn, state: 'withdrawn' })).toEqual({
    reason: 'news.samestate',
  });
});

test('refuses: script in an article, whoever wrote it (T21)', async () => {
  const evil = { en: '<p onclick="alert(1)">Hi<script>alert(1)</script><img src=x onerror=alert(1)></p>' };
  const id = await publish({ titles: { en: 'Title' }, contents: evil });
  await sql`update news_text set content = content || '<iframe src="https://evil.example"></iframe>'
    where article_id = ${id}`.execute(app.owner);
  const { envelope } = await ask('Ctrls/NewsFirst', { id });
  expect((envelope.data as Shown).content).toBe('<p>Hi</p>');
});

test('behavior: everybody reads it in their language, else in English', async () => {
  const id = await publish();
  expect(await list()).toMatchObject([
    { id, title: 'Reading offline', summary: 'Records can be read offline.', locale: 'en' },
  ]);
  expect(await list('zh-Hans')).toMatchObject([{ title: '离线阅读', locale: 'zh-Hans' }]);
  expect(await list('th')).toMatchObject([{ title: 'Reading offline', locale: 'en' }]);
  const { envelope } = await ask('Ctrls/NewsFirst', { id }, { locale: 'zh-Hans' });
  expect(envelope.data).toMatchObject({ content: '<p>记录可以离线查看。</p>' });
});

test('behavior: pinned first, page by page with the total; media stand apart', async () => {
  const pinned = await publish({ pinned: true });
  const [second, third] = [await publish(), await publish()];
  const media = await publish({ kind: 'media' });
  const { envelope } = await ask('Ctrls/News', { page: '1', pageSize: '2' });
  expect(envelope.total).toBe(3);
  expect((envelope.list as Shown[]).map(({ id }) => id)).toEqual([pinned, third]);
  expect((await list('en', { page: '2', pageSize: '2' })).map(({ id }) => id)).toEqual([second]);
  expect((await list('en', { kind: 'media' })).map(({ id }) => id)).toEqual([media]);
});

test('behavior: what is unread is counted from what was seen: by the server for members, by the device for visitors', async () => {
  const token = await app.session((await addMember(app)).id);
  await publish();
  const index = (await list())[0]?.index ?? 0;
  const count = async (body: object, who: object = {}) =>
    (await ask('Ctrls/Unread', body, who)).envelope.data as { news: number; latest: number };
  expect(await count({})).toEqual({ notices: 0, news: 1, latest: index, seen: 0 });
  expect((await count({ seen: index })).news).toBe(0);
  expect((await count({ seen: index }, { token })).news).toBe(1);
  await ask('Ctrls/NewsSeen', { index: String(index) }, { token });
  await ask('Ctrls/NewsSeen', { index: '1' }, { token });
  expect((await count({}, { token })).news).toBe(0);
  await publish();
  expect((await count({}, { token })).news).toBe(1);
});

test('behavior: what was published before a member came is not unread', async () => {
  await publish();
  const token = await app.session((await addMember(app)).id);
  const unread = async () =>
    ((await ask('Ctrls/Unread', {}, { token })).envelope.data as { news: number }).news;
  expect(await unread()).toBe(0);
  expect((await ask('Ctrls/News', {}, { token })).envelope.list).toMatchObject([{ read: true }]);
  await publish();
  expect(await unread()).toBe(1);
});

test('behavior: one article that is read leaves the others unread; what is not shown is kept for nobody', async () => {
  const [token, other] = await Promise.all([0, 1].map(async () => app.session((await addMember(app)).id)));
  const [older, newer, media] = [await publish(), await publish(), await publish({ kind: 'media' })];
  const later = await publish({ from: inDays(1) });
  const unread = async (who: { token?: string }) =>
    ((await ask('Ctrls/Unread', {}, who)).envelope.data as { news: number }).news;
  const readIds = async () =>
    ((await ask('Ctrls/News', {}, { token })).envelope.list as { id: string; read: boolean }[])
      .filter(({ read }) => read)
      .map(({ id }) => id);
  const read = (id: string) => ask('Ctrls/NewsSeen', { id }, { token });
  for (const id of [newer, newer, media, later, 'nws_nobody'])
    expect((await read(id)).envelope.success).toBe(true);
  expect([await unread({ token }), await unread({ token: other })]).toEqual([1, 2]);
  expect(await readIds()).toEqual([newer]);
  expect((await ask('Ctrls/NewsFirst', { id: newer }, { token })).envelope.data).toMatchObject({
    read: true,
  });
  expect((await ask('Ctrls/NewsFirst', { id: older }, { token })).envelope.data).toMatchObject({
    read: false,
  });
  await ask('Ctrls/NewsSeen', { index: String(Date.now()) }, { token });
  expect([await unread({ token }), await unread({ token: other })]).toEqual([0, 2]);
  expect((await readIds()).toSorted()).toEqual([older, newer].toSorted());
  const { rows } = await sql`select from news_read where article_id <> ${media}`.execute(app.owner);
  expect(rows).toEqual([]);
});

test('behavior: open screens are told of an article when its time has come, once', async () => {
  await publish({ from: inDays(1) });
  const at = (days: number) => announceDueNews({ db: app.db, now: new Date(Date.now() + days * DAY_MS) });
  expect(await at(0)).toBe(0);
  expect(await at(2)).toBe(1);
  expect(await at(2)).toBe(0);
});

test('behavior: a time of beginning that is emptied means at once; that of a published article stays', async () => {
  const from = inDays(1);
  const { id } = await edit('Admin/NewsSave', { titles, contents, from });
  expect(await edit('Admin/NewsSave', { id, titles, contents })).toMatchObject({ from: null });
  await edit('Admin/NewsState', { id, state: 'published' });
  expect(await list()).toHaveLength(1);
  await edit('Admin/NewsSave', { id, titles, contents, from });
  expect(await edit('Admin/NewsSave', { id, titles, contents })).toMatchObject({ from });
  await edit('Admin/NewsState', { id, state: 'withdrawn' });
  const { from: emptied } = await edit('Admin/NewsSave', { id, titles, contents });
  expect(Date.parse(String(emptied))).toBeLessThan(Date.parse(from));
  await edit('Admin/NewsState', { id, state: 'published' });
  expect(await list()).toHaveLength(1);
});

test('behavior: each change stands in the audit log', async () => {
  const id = await publish();
  await edit('Admin/NewsState', { id, state: 'withdrawn' });
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where subject = ${id} order by seq`.execute(app.owner);
  expect(rows.map(({ action }) => action)).toEqual(['news.save', 'news.publish', 'news.withdraw']);
});

test('behavior: the log keeps what readers were told before, a long text by its hash', async () => {
  const long = 'x'.repeat(2_000);
  const said = { ...contents, ja: long };
  const id = await publish({ titles: { ...titles, ja: '長文' }, contents: said });
  await edit('Admin/NewsSave', { id, titles, contents: { ...contents, en: 'Records are kept.' } });
  await edit('Admin/NewsSave', {
    id,
    titles,
    contents: { ...contents, en: 'Records are kept.' },
    pinned: true,
  });
  const { rows } = await sql<{ before: unknown }>`
    select detail -> 'before' as before from audit_log where subject = ${id} and action = 'news.save' order by seq`.execute(
    app.owner,
  );
  const sha256 = createHash('sha256').update(`<p>${long}</p>`).digest('hex');
  expect(rows.map(({ before }) => before)).toEqual([
    null,
    { en: { title: titles.en, content: contents.en }, ja: { title: '長文', sha256 } },
    null,
  ]);
});

test('behavior: the installation’s own articles stand in nine languages, once', async () => {
  const seed = () => inTransaction(app.owner, (tx) => seedDemoNews({ tx, now: new Date() }));
  await seed();
  await seed();
  for (const locale of locales) {
    const rows = await list(locale);
    expect(rows.map((row) => row.locale)).toEqual([locale, locale]);
    expect(rows.every(({ summary }) => summary.length > 20)).toBe(true);
  }
});
