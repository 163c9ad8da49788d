import { locales } from '@openmere/core/kit/language.ts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBytes } from '../../platform/secrets-box.ts';
import { hasText } from '../../platform/text.ts';
import { openTestApp, reasonIn } from '../../test/app.ts';
import type { Heard, TestApp } from '../../test/app.ts';
import { activate, addMember, setBarred } from '../../test/people.ts';
import type { TestMember } from '../../test/people.ts';

let app: TestApp;
let operators: Record<'content' | 'support', string>;
beforeAll(async () => {
  app = await openTestApp();
  operators = { content: await app.operator('content'), support: await app.operator('support') };
}, 60_000);
afterAll(() => app.close());

type Owner = TestMember & { token: string };
async function addOwner(options: { activated?: boolean } = {}): Promise<Owner> {
  const member = await addMember(app, { activated: true, ...options });
  return { ...member, token: await app.session(member.id) };
}

const ask = (who: Owner, path: string, body: object = {}): Promise<Heard> =>
  app.post('member', path, body, { token: who.token });
const decide = (path: string, body: object, token = operators.content): Promise<Heard> =>
  app.post('console', path, body, { token });
const dataOf = <T>({ envelope }: Heard): T => envelope.data as T;

async function uploadLicence(who: Owner): Promise<string> {
  const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#3070c0' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('upfile', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'licence.png');
  const response = new Response(form);
  const { headers, json } = await app.servers.member.inject({
    method: 'POST',
    url: '/Users/ShopLicence',
    headers: { token: who.token, 'content-type': response.headers.get('content-type') ?? '' },
    payload: Buffer.from(await response.arrayBuffer()),
  });
  expect(headers['content-type']).toContain('json');
  return json<{ data: { id: string } }>().data.id;
}

const shop = (name: string, licences: string[], more: object = {}) => ({
  name,
  kind: 'home',
  contact: '+65 8123 4567',
  about: 'Bowls and cups',
  licences,
  ...more,
});

async function applied(who: Owner, name: string): Promise<string> {
  const heard = await ask(who, 'Users/ApplyShop', shop(name, [await uploadLicence(who)]));
  expect(reasonIn(heard)).toBe('ok');
  return dataOf<{ application: { id: string } }>(await ask(who, 'Users/Shopinfo')).application.id;
}

type Told = { title: string; text: string; link: string; topic: string };

test('refuses: who is not activated or may only leave, a bad or taken name, others’ pictures and licences', async () => {
  const [young, leaver, ann, bob] = [
    await addOwner({ activated: false }),
    await addOwner(),
    await addOwner(),
    await addOwner(),
  ];
  await sql`update member set exit_only = true where id = ${leaver.id}`.execute(app.owner);
  const licence = await uploadLicence(ann);
  const refusal = async (who: Owner, name: string, licences = [licence], more = {}) =>
    reasonIn(await ask(who, 'Users/ApplyShop', shop(name, licences, more)));
  expect(await refusal(young, 'Plain shop')).toBe('mall.notactivated');
  await activate(app, young.id);
  expect(await refusal(leaver, 'Plain shop')).toBe('mall.barred');
  await setBarred(app, 'CN,US,DE');
  expect(await refusal(ann, 'Plain shop')).toBe('mall.barred');
  await setBarred(app, 'CN,US');
  for (const name of ['Openmere Official', 'www.shop.example', 'a\u202eb shop', '𝐀𝐁 <b>', 'x'.repeat(41)])
    expect(await refusal(ann, name), name).toBe('mall.badname');
  expect(await refusal(ann, 'Plain shop', [licence], { logo: '/files/none.webp' })).toBe('mall.badpicture');
  expect(await refusal(bob, 'Plain shop')).toBe('mall.badlicence');
  expect(await refusal(ann, 'Plain shop')).toBe('ok');
  expect(await refusal(ann, 'Another shop')).toBe('mall.pendingapplication');
  expect(await refusal(bob, 'P1ain Shop', [await uploadLicence(bob)])).toBe('mall.nametaken');
  // Handed in once, never again.
  expect(await refusal(young, 'Third shop')).toBe('mall.badlicence');
});

test('behavior: a licence is kept encrypted, shown only with a reason, and each look is written down', async () => {
  const cat = await addOwner();
  const id = await applied(cat, 'Harbour Tea');
  const { rows } = await sql<{ sealed: Buffer }>`
    select sealed from sealed_picture where subject_id = ${id}`.execute(app.owner);
  const [kept] = rows;
  expect(kept?.sealed.includes('WEBP')).toBe(false);
  expect(kept && openBytes(kept.sealed).subarray(8, 12).toString()).toBe('WEBP');
  const contact = await sql<{
    contact: string;
  }>`select contact from shop_application where id = ${id}`.execute(app.owner);
  expect(contact.rows[0]?.contact).not.toContain('8123');

  const listed = await decide('Admin/ShopApplications', {});
  expect(JSON.stringify(listed.envelope)).not.toContain('8123');
  expect(
    reasonIn(await decide('Admin/ShopApplicationLook', { id, reason: 'check' }, operators.support)),
  ).toBe('request.forbidden');
  expect(reasonIn(await decide('Admin/ShopApplicationLook', { id, reason: 'x' }))).toBe('request.invalid');
  const looked = dataOf<{ contact: string; licences: { picture: string }[] }>(
    await decide('Admin/ShopApplicationLook', { id, reason: 'compare the licence' }),
  );
  expect(looked.contact).toBe('+65 8123 4567');
  expect(looked.licences).toHaveLength(1);
  const audit = await decide('Admin/Audit', { action: 'shop.look' });
  expect(audit.envelope.list).toMatchObject([{ subject: id, detail: { reason: 'compare the licence' } }]);
});

test('refuses: to approve the shop of who has come to be barred; it can be rejected', async () => {
  const eve = await addOwner();
  const id = await applied(eve, 'Meadow Honey');
  await sql`update member set exit_only = true where id = ${eve.id}`.execute(app.owner);
  const asked = (decision: string) => decide('Admin/ShopDecide', { id, decision, reason: 'All is there' });
  expect(reasonIn(await asked('approve'))).toBe('mall.ownerbarred');
  expect(reasonIn(await asked('reject'))).toBe('ok');
});

test('behavior: rejected with a reason, sent again, approved, suspended and let sell again; the owner is told each time', async () => {
  const dan = await addOwner();
  const first = await applied(dan, 'River Bikes');
  await decide('Admin/ShopDecide', { id: first, decision: 'reject', reason: 'The licence is not readable' });
  expect(dataOf(await ask(dan, 'Users/Shopinfo'))).toMatchObject({
    state: 'rejected',
    reason: 'The licence is not readable',
    shop: null,
  });
  expect(
    reasonIn(await decide('Admin/ShopDecide', { id: first, decision: 'approve', reason: 'again' })),
  ).toBe('mall.applicationdecided');
  const second = await applied(dan, 'River Bikes');
  const approved = await decide('Admin/ShopDecide', {
    id: second,
    decision: 'approve',
    reason: 'All is there',
  });
  expect(dataOf(approved)).toMatchObject({ state: 'approved', before: 1, reason: 'All is there' });
  const info = dataOf<{ state: string; shop: { id: string } }>(await ask(dan, 'Users/Shopinfo'));
  expect(info).toMatchObject({ state: 'approved', shop: { name: 'River Bikes', open: true } });
  expect(reasonIn(await ask(dan, 'Users/ApplyShop', shop('More', [await uploadLicence(dan)])))).toBe(
    'mall.shopexists',
  );

  const suspend = (flag: string, reason: string) =>
    decide('Admin/ShopSuspend', { id: info.shop.id, suspend: flag, reason });
  expect(reasonIn(await suspend('0', 'nothing to do'))).toBe('mall.samestate');
  await suspend('1', 'Sells counterfeits');
  expect(dataOf(await ask(dan, 'Users/Shopinfo'))).toMatchObject({
    state: 'suspended',
    reason: 'Sells counterfeits',
  });
  await suspend('0', 'It was a mistake');
  expect(dataOf(await ask(dan, 'Users/Shopinfo'))).toMatchObject({ state: 'approved', reason: '' });
  expect(dataOf(await ask(dan, 'Users/Shopinfo'))).toMatchObject({
    decisions: [
      { state: 'approved', reason: 'All is there', name: 'River Bikes' },
      { state: 'rejected', reason: 'The licence is not readable' },
    ],
  });
  // Members without a mail address read it all the same, and by web push.
  const { envelope } = await ask(dan, 'Ctrls/Notices');
  const told = (envelope.list as Told[]).toReversed();
  expect(told).toMatchObject([
    { title: 'Your shop application was not approved', link: '/pages/mall/shopApply', topic: 'mall' },
    { title: 'Your shop River Bikes is open', link: '/pages/mall/shopManage' },
    { title: 'Your shop River Bikes was suspended' },
    { title: 'Your shop River Bikes may sell again' },
  ]);
  expect(told[0]?.text).toContain('The licence is not readable');
  const pushes = await sql<{ data: { state: string } }>`
    select data from socket_message where member_id = ${dan.id} and type = 'shop' order by seq`.execute(
    app.owner,
  );
  expect(pushes.rows.map(({ data }) => data.state)).toEqual([
    'pending',
    'rejected',
    'pending',
    'approved',
    'suspended',
    'approved',
  ]);
});

test('behavior: every decision about a shop stands in all nine languages', () => {
  for (const locale of locales)
    for (const template of ['approved', 'rejected', 'suspended', 'resumed', 'goodshidden', 'goodsshown'])
      for (const part of ['title', 'text'])
        expect(hasText(locale, `mall.notice.${template}.${part}`), `${locale} ${template}`).toBe(true);
});
