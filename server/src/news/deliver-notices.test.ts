import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { serveUnsubscribe } from '../app/unsubscribe-page.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { composeMail } from '../platform/mail/compose.ts';
import { toNotice } from '../platform/notices.ts';
import type { Notice } from '../platform/notices.ts';
import type { Mail } from '../platform/outbox.ts';
import { open } from '../platform/secrets-box.ts';
import { openTestApp, ORIGIN } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addMember } from '../test/people.ts';
import { deliverNotices } from './deliver-notices.ts';
import { readUnsubscribeToken, unsubscribeLink } from './unsubscribe-link.ts';

let app: TestApp;
const server = Fastify();
beforeAll(async () => {
  app = await openTestApp();
  await serveUnsubscribe(server, { db: app.db });
}, 60_000);
afterAll(async () => {
  await server.close();
  await app.close();
});
beforeEach(async () => {
  await sql`delete from mail_outbox`.execute(app.owner);
});

const credited = { template: 'deposit.notice.credited', params: { amount: '50', coin: 'USDT' } } as const;
const announce = (memberId: string, notice: Omit<Notice, 'memberId'> = credited) =>
  inTransaction(app.db, (tx) => toNotice(tx, { memberId, ...notice }));
const deliver = () => deliverNotices({ db: app.db, origin: ORIGIN });
async function mails(): Promise<Mail[]> {
  const { rows } = await sql<{ sealed: string }>`select sealed from mail_outbox order by id`.execute(
    app.owner,
  );
  return rows.map(({ sealed }) => JSON.parse(open(sealed)) as Mail);
}
const pathOf = (link: string | undefined): string => new URL(link ?? '').pathname;

test('refuses: to end mails by an address that was changed, or by opening one', async () => {
  const { id } = await addMember(app);
  const path = pathOf(unsubscribeLink(ORIGIN, { memberId: id, kind: 'money', locale: 'en' }));
  const other = `${path.slice(0, -1)}${path.endsWith('0') ? '1' : '0'}`;
  expect((await server.inject({ method: 'POST', url: other })).statusCode).toBe(404);
  const page = await server.inject({ method: 'GET', url: path });
  expect(page.body).toContain('Stop mails about money?');
  // Its rules are the ones that its policy allows, and nothing else is.
  const style = /<style>([^<]*)<\/style>/.exec(page.body)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(page.headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`);
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  await announce(id);
  expect(await deliver()).toBe(1);
  expect(readUnsubscribeToken('nothing')).toBeUndefined();
});

test('behavior: what a sub-account has to answer in time is mailed to its main account, which reads of whom it is; nothing else is', async () => {
  const main = await addMember(app);
  const sub = await addMember(app, { main });
  await sql`update member set email = null where id = ${sub.id}`.execute(app.owner);
  const params = { serial: '20260504-0001', shop: 'Lake Pottery', coin: 'USDT', total: '20', received: '0' };
  const by = '2026-05-07T12:00:00.000Z';
  await announce(sub.id, { template: 'mall.notice.refused', params: { ...params, by } });
  await announce(sub.id);
  expect(await deliver()).toBe(1);
  const [mail] = await mails();
  expect(mail).toMatchObject({ to: `${main.id}@example.org`, template: 'mall.notice.refused' });
  if (!mail) throw new Error('it was mailed');
  const { nickname } = await app.owner
    .selectFrom('member')
    .select('nickname')
    .where('id', '=', sub.id)
    .executeTakeFirstOrThrow();
  expect(composeMail(mail, 'Openmere').text).toContain(`About your sub-account ${nickname}`);
  // Whose notices it ends is the sub-account's.
  expect(readUnsubscribeToken(pathOf(mail.unsubscribe).split('/').at(-1) ?? '')?.memberId).toBe(sub.id);
});

test('refuses: to mail twice, what is mailed anyway, and who has no address', async () => {
  const { id } = await addMember(app);
  const silent = await addMember(app);
  await sql`update member set email = null where id = ${silent.id}`.execute(app.owner);
  await announce(id, { ...credited, mailed: true });
  await announce(silent.id);
  expect(await deliver()).toBe(0);
  await announce(id);
  expect(await Promise.all([deliver(), deliver()])).toContain(1);
  expect(await mails()).toHaveLength(1);
});

test('refuses: to keep everybody’s mails back for a shop whose name only looks like a time', async () => {
  const { id } = await addMember(app);
  const shop = '2026-99-99T99:99:99Z';
  const params = { serial: '20261123-0A1B2C3D', shop, coin: 'USDT', total: '20', received: '19' };
  await announce(id, { template: 'mall.notice.shipped', params });
  await announce(id);
  expect(await deliver()).toBe(2);
  expect((await mails()).map((mail) => composeMail(mail, 'Openmere').text)).toEqual([
    expect.stringContaining(shop),
    expect.stringContaining('50 USDT'),
  ]);
  const { list } = (await app.post('member', 'Ctrls/Notices', {}, { token: await app.session(id) })).envelope;
  expect(list).toHaveLength(2);
});

test('behavior: one click ends mails of that kind and no other; the member can switch them on again', async () => {
  const { id } = await addMember(app);
  await announce(id);
  await deliver();
  const [mail] = await mails();
  const { subject, text, unsubscribe } = composeMail(mail as Mail, 'Openmere');
  expect(subject).toBe('Deposit credited: 50 USDT');
  expect(text).toContain(`To stop mails of this kind: ${unsubscribe}`);
  const click = await server.inject({
    method: 'POST',
    url: pathOf(unsubscribe),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });
  expect([click.statusCode, click.body.includes('No more mails about money')]).toEqual([200, true]);
  await announce(id);
  expect(await deliver()).toBe(0);
  const token = await app.session(id);
  const ask = async (path: string, body: object) =>
    (await app.post('member', path, body, { token })).envelope;
  expect((await ask('Ctrls/NoticeChoices', {})).list).toContainEqual({
    kind: 'money',
    mail: false,
    push: true,
  });
  expect((await ask('Ctrls/NoticeChoices', {})).list).toContainEqual({
    kind: 'orders',
    mail: true,
    push: true,
  });
  await ask('Ctrls/NoticeChoose', { kind: 'money', mail: '1' });
  await announce(id);
  expect(await deliver()).toBe(1);
});
