import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putTotp } from '../auth/second-factor/factor-store.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { uploadSealed } from '../platform/files/sealed-pictures.ts';
import type { Mail } from '../platform/outbox.ts';
import { open } from '../platform/secrets-box.ts';
import { newTotpSecret } from '../platform/totp.ts';
import { openTestApp, reasonIn } from '../test/app.ts';
import type { Heard, TestApp } from '../test/app.ts';
import { addMember, RIGHT_PAYPASSWORD } from '../test/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
}, 60_000);
afterAll(() => app.close());

type Answer = { pictures: { id: string; kind: string; picture: string }[]; cursor: string | null };
const identity = { kind: 'identity', prefix: 'idp', perDay: 30 };
const licence = { kind: 'licence', prefix: 'lic', perDay: 30 };

async function add(pictures = 0) {
  const member = await addMember(app);
  const token = await app.session(member.id);
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#3070c0' } })
    .png()
    .toBuffer();
  for (let turn = 0; turn < pictures; turn += 1)
    await uploadSealed({ db: app.db, memberId: member.id }, turn === 0 ? licence : identity, bytes);
  const ask = (body: object, as = token): Promise<Heard> =>
    app.post('member', 'Users/ExportPictures', body, { token: as });
  const paid = async (more: object = {}, paypassword = RIGHT_PAYPASSWORD): Promise<Heard> =>
    ask({ paypassword: await app.seal('Users/ExportPictures', paypassword), ...more });
  return { ...member, ask, paid };
}
const dataOf = ({ envelope }: Heard): Answer => envelope.data as Answer;
async function told(memberId: string): Promise<{ notices: number; mails: string[] }> {
  const notices = await sql<{ n: bigint }>`select count(*) as n from notice
    where member_id = ${memberId} and template = 'member.notice.picturestaken'`.execute(app.owner);
  const { rows } = await sql<{ sealed: string }>`select sealed from mail_outbox`.execute(app.owner);
  const mails = rows.map(({ sealed }) => JSON.parse(open(sealed)) as Mail);
  return {
    notices: Number(notices.rows[0]?.n),
    mails: mails
      .filter(({ to, template }) => to === `${memberId}@example.org` && template === 'member.picturestaken')
      .map(({ params }) => String(params['link'])),
  };
}

test('refuses: a session alone, a wrong payment password, and nobody is told', async () => {
  const ann = await add(1);
  expect(reasonIn(await ann.ask({}))).toBe('auth.wrongpaypassword');
  expect(reasonIn(await ann.paid({}, 'wrong 1'))).toBe('auth.wrongpaypassword');
  expect(await told(ann.id)).toEqual({ notices: 0, mails: [] });
});

test('refuses: without the second factor where one is on', async () => {
  const bob = await add(1);
  const secret = newTotpSecret();
  await inTransaction(app.db, (tx) => putTotp(tx, { memberId: bob.id, secret, now: new Date(0), step: 1n }));
  expect(reasonIn(await bob.paid())).toBe('auth.needtotp');
  expect(reasonIn(await bob.paid({ totp: '000000' }))).toBe('auth.badtotp');
  const totp = TOTP.generate({ secret: Secret.fromBase32(secret) });
  expect(dataOf(await bob.paid({ totp })).pictures).toHaveLength(1);
});

test('behavior: all of one’s own come, a few with each answer; who took them is told once, with the way to freeze', async () => {
  const [cat, dan] = [await add(6), await add(2)];
  const first = dataOf(await cat.paid());
  expect(first.pictures).toHaveLength(4);
  const second = dataOf(await cat.ask({ cursor: first.cursor }));
  expect(second.cursor).toBeNull();
  const all = [...first.pictures, ...second.pictures];
  expect(new Set(all.map(({ id }) => id)).size).toBe(6);
  expect(all.map(({ kind }) => kind).toSorted()).toEqual([...Array<string>(5).fill('identity'), 'licence']);
  for (const { picture } of all) {
    const { format, width } = await sharp(Buffer.from(picture, 'base64')).metadata();
    expect([format, width]).toEqual(['webp', 40]);
  }
  const heard = await told(cat.id);
  expect(heard).toEqual({ notices: 1, mails: [expect.stringContaining('/pages/login/freeze?link=')] });
  // Another member's own, and only those.
  const his = dataOf(await dan.paid()).pictures.map(({ id }) => id);
  expect(his.filter((id) => all.some((one) => one.id === id))).toEqual([]);
  expect(his).toHaveLength(2);
});

test('refuses: the cursor of another session, and of another member', async () => {
  const eva = await add(5);
  const { cursor } = dataOf(await eva.paid());
  const again = await app.session(eva.id);
  expect(reasonIn(await eva.ask({ cursor }, again))).toBe('request.invalid');
  const fay = await add(5);
  expect(reasonIn(await fay.ask({ cursor }))).toBe('request.invalid');
  expect(reasonIn(await eva.ask({ cursor: `${cursor ?? ''}x` }))).toBe('request.invalid');
  expect(dataOf(await eva.ask({ cursor })).pictures).toHaveLength(1);
});

test('behavior: who has none is given none, and is not told of anything', async () => {
  const gus = await add();
  expect(dataOf(await gus.paid())).toEqual({ pictures: [], cursor: null });
  expect(await told(gus.id)).toEqual({ notices: 0, mails: [] });
});
