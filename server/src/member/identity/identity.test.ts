import { locales } from '@openmere/core/kit/language.ts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBytes } from '../../platform/secrets-box.ts';
import { hasText } from '../../platform/text.ts';
import { openTestApp, reasonIn } from '../../test/app.ts';
import type { Heard, TestApp } from '../../test/app.ts';
import { addMember } from '../../test/people.ts';
import type { MemberOptions, TestMember } from '../../test/people.ts';
import { wipeEnded } from './wipe-ended.ts';

let app: TestApp;
let operators: Record<'risk' | 'admin' | 'support', string>;
beforeAll(async () => {
  app = await openTestApp();
  operators = {
    risk: await app.operator('risk'),
    admin: await app.operator('admin'),
    support: await app.operator('support'),
  };
}, 60_000);
afterAll(() => app.close());

type Person = TestMember & { token: string };
async function add(options: MemberOptions = {}): Promise<Person> {
  const member = await addMember(app, options);
  return { ...member, token: await app.session(member.id) };
}
const ask = (who: Person, path: string, body: object = {}): Promise<Heard> =>
  app.post('member', path, body, { token: who.token });
const decide = (path: string, body: object, token = operators.risk): Promise<Heard> =>
  app.post('console', path, body, { token });
const dataOf = <T>({ envelope }: Heard): T => envelope.data as T;
type Listed = { id: string; looks: { time: string; account: string; reason: string }[] };
const listIn = (heard: Heard): Listed[] => (heard.envelope as unknown as { list: Listed[] }).list;
const stateOf = async (who: Person) =>
  dataOf<{ state: string; cause: string | null; reason: string; wiped: string | null }>(
    await ask(who, 'Users/Identity'),
  );

async function upload(who: Person): Promise<string> {
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#3070c0' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('upfile', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'document.png');
  const response = new Response(form);
  const { json } = await app.servers.member.inject({
    method: 'POST',
    url: '/Users/IdentityPicture',
    headers: { token: who.token, 'content-type': response.headers.get('content-type') ?? '' },
    payload: Buffer.from(await response.arrayBuffer()),
  });
  return json<{ data: { id: string } }>().data.id;
}

const document = (pictures: string[], more: object = {}) => ({
  kind: 'passport',
  name: 'Ann Example',
  number: 'K 1234-567',
  country: 'SG',
  birthdate: '1990-01-31',
  pictures,
  ...more,
});

async function handIn(who: Person, more: object = {}): Promise<string> {
  expect(reasonIn(await ask(who, 'Users/BindIdcard', document([await upload(who)], more)))).toBe('ok');
  expect(reasonIn(await ask(who, 'Users/BindFace', { picture: await upload(who) }))).toBe('ok');
  const { rows } = await sql<{ id: string }>`
    select id from identity_check where member_id = ${who.id} order by id desc limit 1`.execute(app.owner);
  return rows[0]?.id ?? '';
}

async function look(id: string, token = operators.risk): Promise<Heard> {
  return decide('Admin/IdentityLook', { id, reason: 'the weekly queue' }, token);
}
const yes = (id: string) => ({ id, decision: 'approve', note: 'Face and document agree' });
const no = (id: string, more: object) => ({ id, decision: 'reject', note: 'see the picture', ...more });

test('refuses: a bad name, number or birth date, a barred country, others’ pictures, a selfie without a document', async () => {
  const [ann, bob] = [await add(), await add()];
  const refusal = async (more: object, pictures = ['idp_nobody']) =>
    reasonIn(await ask(ann, 'Users/BindIdcard', document(pictures, more)));
  for (const name of ['12', '<b>Ann</b>', 'x'.repeat(101)])
    expect(await refusal({ name }), name).toBe('member.badname');
  for (const number of ['----', 'ABCD', 'A'.repeat(40)])
    expect(await refusal({ number }), number).toBe('member.badnumber');
  for (const birthdate of ['2999-01-01', '1850-01-01'])
    expect(await refusal({ birthdate }), birthdate).toBe('member.badbirth');
  expect(await refusal({ birthdate: '1990-02-30' })).toBe('request.invalid');
  expect(await refusal({ country: 'XX' })).toBe('auth.badcountry');
  expect(await refusal({}, [await upload(bob)])).toBe('member.badpicture');
  expect(reasonIn(await ask(ann, 'Users/BindFace', { picture: await upload(ann) }))).toBe(
    'member.documentfirst',
  );
  expect((await stateOf(ann)).state).toBe('none');
  // Written down with its number; a session alone, or a slip in the list of countries, makes nobody leave (decision 0291).
  const cat = await add();
  expect(reasonIn(await ask(cat, 'Users/BindIdcard', document(['idp_nobody'], { country: 'US' })))).toBe(
    'auth.barred',
  );
  expect(dataOf<{ exitonly: boolean }>(await ask(cat, 'Users/Info')).exitonly).toBe(false);
  const { rows } = await sql`select signal, country from geo_refusal where call = 'Users/BindIdcard'`.execute(
    app.db,
  );
  expect(rows).toEqual([{ signal: 'country', country: 'US' }]);
});

test('refuses: who may not look, a look without a reason, a decision without a look, without a cause, or twice', async () => {
  const dan = await add();
  const id = await handIn(dan, { number: 'D1' + '234567' });
  expect(reasonIn(await look(id, operators.support))).toBe('request.forbidden');
  expect(reasonIn(await decide('Admin/IdentityLook', { id, reason: 'x' }))).toBe('request.invalid');
  expect(reasonIn(await decide('Admin/IdentityDecide', yes(id)))).toBe('member.lookfirst');
  await look(id, operators.admin);
  expect(reasonIn(await decide('Admin/IdentityDecide', yes(id)))).toBe('member.lookfirst');
  await look(id);
  expect(reasonIn(await decide('Admin/IdentityDecide', no(id, {})))).toBe('member.needcause');
  expect(reasonIn(await decide('Admin/IdentityDecide', no(id, { cause: 'other' })))).toBe('member.needcause');
  expect(reasonIn(await decide('Admin/IdentityDecide', yes(id)))).toBe('ok');
  expect(reasonIn(await decide('Admin/IdentityDecide', yes(id)))).toBe('member.identitydecided');
  expect(reasonIn(await ask(dan, 'Users/BindIdcard', document(['idp_nobody'])))).toBe(
    'member.identityapproved',
  );
});

test('refuses: a member filter that finds nobody, and what was only begun', async () => {
  const nina = await add();
  await ask(nina, 'Users/BindIdcard', document([await upload(nina)], { number: 'N5555555' }));
  const listOf = async (search: string) =>
    listIn(await decide('Admin/Identities', { state: 'all', search })).map(({ id }) => id);
  expect(await listOf(nina.id)).toEqual([]);
  expect(await listOf('mem_nobody')).toEqual([]);
});

test('behavior: the checks of one person, by any of their accounts, with who looked, when and why', async () => {
  const [olga, pia] = [await add(), await add()];
  const sub = await add({ main: olga });
  const early = await handIn(olga, { number: 'O1111111' });
  await look(early);
  await decide('Admin/IdentityDecide', no(early, { cause: 'unreadable' }));
  const later = await handIn(olga, { number: 'O1111111' });
  await handIn(pia, { number: 'P1111111' });
  await look(later, operators.admin);
  await look(later);
  for (const search of [olga.id, sub.id]) {
    const list = listIn(await decide('Admin/Identities', { state: 'all', search }));
    expect(list.map(({ id }) => id)).toEqual([later, early]);
    expect(list[0]?.looks).toEqual([
      { time: expect.any(String), account: expect.any(String), reason: 'the weekly queue' },
      { time: expect.any(String), account: expect.any(String), reason: 'the weekly queue' },
    ]);
    expect(new Set(list[0]?.looks.map(({ account }) => account)).size).toBe(2);
    expect(list[1]?.looks).toHaveLength(1);
  }
  const waiting = listIn(await decide('Admin/Identities', { search: olga.id }));
  expect(waiting.map(({ id }) => id)).toEqual([later]);
});

test('behavior: documents are kept encrypted, in no list, shown only with a reason, and each look is written down', async () => {
  const eve = await add();
  const id = await handIn(eve, { number: 'E7654321' });
  expect((await stateOf(eve)).state).toBe('pending');
  expect(reasonIn(await ask(eve, 'Users/BindIdcard', document(['idp_nobody'])))).toBe(
    'member.identitypending',
  );
  const { rows } = await sql<{ sealed: Buffer; row: string }>`
    select p.sealed, c::text as row from sealed_picture p join identity_check c on c.id = p.subject_id
    where p.subject_id = ${id} order by p.id`.execute(app.owner);
  expect(rows).toHaveLength(2);
  expect(rows[0]?.sealed.includes('WEBP')).toBe(false);
  expect(rows[0] && openBytes(rows[0].sealed).subarray(8, 12).toString()).toBe('WEBP');
  expect(rows[0]?.row).not.toMatch(/Ann|7654321|1990/);
  const listed = await decide('Admin/Identities', {});
  expect(JSON.stringify(listed.envelope)).not.toMatch(/Ann Example|7654321|1990-01/);
  const seen = dataOf<{ name: string; number: string; birthdate: string; pictures: unknown[] }>(
    await look(id),
  );
  expect(seen).toMatchObject({ name: 'Ann Example', number: 'E7654321', birthdate: '1990-01-31' });
  expect(seen.pictures).toHaveLength(2);
  const audit = await decide('Admin/Audit', { action: 'identity.look' });
  expect(JSON.stringify(audit.envelope.list)).toContain('the weekly queue');
  expect(JSON.stringify(audit.envelope.list)).not.toMatch(/Ann Example|7654321/);
});

test('behavior: rejected with a cause, sent again, approved; the member is told each time, a sub-account is the same person', async () => {
  const fay = await add();
  const child = await add({ main: fay });
  const first = await handIn(fay, { number: 'F1111111' });
  await look(first);
  await decide('Admin/IdentityDecide', no(first, { cause: 'unreadable', reason: 'The lower edge is cut' }));
  expect(await stateOf(fay)).toMatchObject({
    state: 'rejected',
    cause: 'unreadable',
    reason: 'The lower edge is cut',
  });
  const second = await handIn(fay, { number: 'F1111111' });
  await look(second);
  const approved = await decide('Admin/IdentityDecide', yes(second));
  expect(dataOf(approved)).toMatchObject({ state: 'approved', before: 1, others: 0 });
  expect((await stateOf(child)).state).toBe('approved');
  expect(dataOf<{ identity: string }>(await ask(child, 'Users/Info')).identity).toBe('approved');
  const { rows } = await sql<{ data: { state?: string } }>`
    select data from socket_message where member_id = ${fay.id} and type = 'notice' order by seq`.execute(
    app.owner,
  );
  expect(rows.flatMap(({ data }) => data.state ?? [])).toEqual([
    'started',
    'pending',
    'rejected',
    'started',
    'pending',
    'approved',
  ]);
  for (const locale of locales)
    for (const state of ['approved', 'rejected'])
      for (const part of ['title', 'text'])
        expect(hasText(locale, `member.identity.${state}.${part}`)).toBe(true);
});

test('behavior: the same document of another person is told to the operator alone, and cannot be approved twice', async () => {
  const [gil, hal] = [await add(), await add()];
  const id = await handIn(gil, { number: 'G-22 333 44' });
  await look(id);
  await decide('Admin/IdentityDecide', yes(id));
  // However it is typed.
  const other = await handIn(hal, { number: 'g2233344' });
  expect((await stateOf(hal)).state).toBe('pending');
  const seen = dataOf<{ others: { userid: string; state: string }[] }>(await look(other));
  expect(seen.others).toMatchObject([{ userid: gil.id, state: 'approved' }]);
  expect(reasonIn(await decide('Admin/IdentityDecide', yes(other)))).toBe('member.documentused');
  expect(reasonIn(await decide('Admin/IdentityDecide', no(other, { cause: 'mismatch' })))).toBe('ok');
  expect((await stateOf(hal)).cause).toBe('mismatch');
});

test('behavior: pictures, number and birth date go after the configured time, the decision stays; what was left goes, too', async () => {
  const [ida, jon, kim] = [await add(), await add(), await add()];
  const id = await handIn(ida, { number: 'I5555555' });
  await look(id);
  await decide('Admin/IdentityDecide', yes(id));
  await handIn(jon, { number: 'J5555555' });
  await ask(kim, 'Users/BindIdcard', document([await upload(kim)], { number: 'K5555555' }));
  await upload(kim);
  const kept = async (who: Person) =>
    Number(
      (
        await sql<{
          n: bigint;
        }>`select count(*) as n from sealed_picture where member_id = ${who.id}`.execute(app.owner)
      ).rows[0]?.n,
    );
  const deps = { db: app.db };
  await wipeEnded(deps);
  expect([await kept(ida), await kept(jon), await kept(kim)]).toEqual([2, 2, 2]);
  await sql`alter table identity_check disable trigger identity_check_guard`.execute(app.owner);
  await sql`update identity_check set decided_at = decided_at - interval '91 days',
    made_at = made_at - interval '91 days'`.execute(app.owner);
  await sql`alter table identity_check enable trigger identity_check_guard`.execute(app.owner);
  await sql`alter table sealed_picture disable trigger sealed_picture_guard`.execute(app.owner);
  await sql`update sealed_picture set created_at = created_at - interval '2 days'`.execute(app.owner);
  await sql`alter table sealed_picture enable trigger sealed_picture_guard`.execute(app.owner);
  expect(await wipeEnded(deps)).toBeGreaterThanOrEqual(2);
  // What waits for an operator is kept however long it waits.
  expect([await kept(ida), await kept(jon), await kept(kim)]).toEqual([0, 2, 0]);
  expect(await stateOf(ida)).toMatchObject({ state: 'approved', wiped: expect.any(String) });
  expect((await stateOf(kim)).state).toBe('none');
  expect(dataOf(await look(id))).toMatchObject({
    name: 'Ann Example',
    number: '',
    birthdate: '',
    pictures: [],
  });
  expect(await wipeEnded(deps)).toBe(0);
});
