import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { indexOfLocale } from '@openmere/core/kit/language.ts';
import { jwtVerify } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import webpush from 'web-push';
import { inTransaction } from '../../platform/db/connect.ts';
import { toNotice } from '../../platform/notices.ts';
import type { Notice } from '../../platform/notices.ts';
import type { Mail } from '../../platform/outbox.ts';
import { open } from '../../platform/secrets-box.ts';
import { openTestApp, ORIGIN, reasonIn } from '../../test/app.ts';
import type { TestApp } from '../../test/app.ts';
import { addMember } from '../../test/people.ts';
import { deliverNotices } from '../deliver-notices.ts';
import { isPushService } from './endpoint.ts';
import { sendDuePushes } from './send-due.ts';
import { webPushSender } from './web-push.ts';

/** A browser's push service, which is an outside one: takes what is sent, and answers as it is told. */
type Taken = { path: string; headers: IncomingHttpHeaders; body: Buffer };
let taken: Taken[] = [];
let status = 201;
let retryAfter: string | undefined;
const service = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    taken.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end();
  });
});

let app: TestApp;
let url = '';
const keys = webpush.generateVAPIDKeys();
beforeAll(async () => {
  app = await openTestApp();
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
}, 60_000);
afterAll(async () => {
  service.close();
  await app.close();
});
beforeEach(async () => {
  taken = [];
  status = 201;
  retryAfter = undefined;
  await sql`delete from mail_outbox`.execute(app.owner);
  await sql`delete from push_subscription`.execute(app.owner);
  await sql`update notice set delivered_at = now()`.execute(app.owner);
});

/** One device: its keys never leave it. */
function makeDevice(name = randomBytes(6).toString('hex')) {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const auth = randomBytes(16);
  const address = {
    // The service's own name, so that it is taken; what is called is the one of this test.
    endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
    p256dh: ecdh.getPublicKey().toString('base64url'),
    auth: auth.toString('base64url'),
  };
  return { ecdh, auth, address };
}
type Device = ReturnType<typeof makeDevice>;

/** As a browser opens it (RFC 8188, RFC 8291). */
function openMessage(device: Device, body: Buffer): { title: string; text: string; link: string } {
  return JSON.parse(decrypt(device, body)) as ReturnType<typeof openMessage>;
}

function decrypt({ ecdh, auth }: Pick<Device, 'ecdh' | 'auth'>, body: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyLength = body[20] ?? 0;
  const serverKey = body.subarray(21, 21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), serverKey]);
  const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(serverKey), auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
  const sealed = body.subarray(21 + keyLength);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}

const credited = { template: 'deposit.notice.credited', params: { amount: '50', coin: 'USDT' } } as const;
const announce = (
  memberId: string,
  notice: Omit<Notice, 'memberId'> = { ...credited, link: '/pages/wallet/wallet' },
) => inTransaction(app.db, (tx) => toNotice(tx, { memberId, ...notice }));
const realSend = webPushSender({ keys, subject: ORIGIN, allows: () => true });
const send: typeof realSend = (address, text, isUrgent) =>
  realSend(
    { ...address, endpoint: address.endpoint.replace('https://fcm.googleapis.com', url) },
    text,
    isUrgent,
  );
const pushOut = () => sendDuePushes({ db: app.db, origin: ORIGIN, send });
const deliver = async () => {
  const mailed = await deliverNotices({ db: app.db, origin: ORIGIN, pushes: true });
  return { mailed, pushed: await pushOut() };
};
async function mails(): Promise<string[]> {
  const { rows } = await sql<{ sealed: string }>`select sealed from mail_outbox order by id`.execute(
    app.owner,
  );
  return rows.map(({ sealed }) => (JSON.parse(open(sealed)) as Mail).template);
}
async function subscribe(token: string, { address }: Device, locale: 'en' | 'es' = 'en') {
  const headers = { lang: String(indexOfLocale(locale)) };
  return reasonIn(await app.post('member', 'Ctrls/PushSubscribe', address, { token, headers }));
}
async function addDevice(locale: 'en' | 'es' = 'en') {
  const who = await addMember(app);
  const token = await app.session(who.id);
  const device = makeDevice();
  expect(await subscribe(token, device, locale)).toBe('ok');
  return { who, token, device };
}
const due = () => sql`update push_message set next_at = now()`.execute(app.owner);

test('refuses: addresses that are no browser’s push service, and keys that are none', async () => {
  for (const endpoint of [
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://user@fcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evilnotify.windows.com.example/x',
    'https://127.0.0.1/x',
    'https://metadata.internal/x',
    'file:///etc/passwd',
    'nothing',
  ])
    expect(isPushService(endpoint), endpoint).toBe(false);
  for (const endpoint of [
    'https://fcm.googleapis.com/a',
    'https://web.push.apple.com/a',
    'https://wns2-am3p.notify.windows.com/w',
    'https://updates.push.services.mozilla.com/wpush/v2/a',
  ])
    expect(isPushService(endpoint), endpoint).toBe(true);
  const token = await app.session((await addMember(app)).id);
  const device = makeDevice();
  const withAddress = (change: object) =>
    subscribe(token, { ...device, address: { ...device.address, ...change } });
  expect(await withAddress({ endpoint: 'https://evil.example/x' })).toBe('news.badpush');
  expect(await withAddress({ p256dh: `AA${'A'.repeat(85)}` })).toBe('news.badpush');
  const unsafe = webPushSender({ keys, subject: ORIGIN });
  expect(await unsafe({ ...device.address, endpoint: url }, 'x', false)).toBe('gone');
  expect(taken).toEqual([]);
});

test('behavior: what opens messages here opens the example of RFC 8291, so that it is no twin of what seals them', () => {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(Buffer.from('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url'));
  const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url');
  const body = Buffer.from(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    'base64url',
  );
  expect(decrypt({ ecdh, auth }, body)).toBe('When I grow up, I want to be a watermelon');
});

test.each([
  ['seconds', () => '600', 600],
  ['a date', () => new Date(Date.now() + 900_000).toUTCString(), 900],
  ['longer than we ever wait', () => '999999', 7_200],
  ['less than we wait by ourselves', () => '1', 30],
  ['nonsense', () => 'soon', 30],
  ['a time that is over', () => new Date(0).toUTCString(), 30],
])(
  'behavior: a service that says when it takes messages again is asked then: %s',
  async (_name, header, seconds) => {
    const { who } = await addDevice();
    [status, retryAfter] = [429, header()];
    await announce(who.id);
    await deliver();
    const { rows } = await sql<{ wait: number }>`
    select extract(epoch from next_at - now())::float8 as wait from push_message`.execute(app.owner);
    expect(rows[0]?.wait).toBeGreaterThan(seconds - 10);
    expect(rows[0]?.wait).toBeLessThanOrEqual(seconds + 1);
    expect(await pushOut()).toBe(0);
    expect(taken).toHaveLength(1);
  },
);

test('refuses: to send to a device whose session has ended, or that belongs to somebody else by now', async () => {
  const { who, token, device } = await addDevice();
  await app.post('member', 'Users/Logout', {}, { token });
  await announce(who.id);
  expect(await deliver()).toEqual({ mailed: 1, pushed: 0 });
  const first = await addDevice();
  const second = await addMember(app);
  expect(await subscribe(await app.session(second.id), first.device)).toBe('ok');
  await announce(first.who.id);
  expect(await deliver()).toEqual({ mailed: 1, pushed: 0 });
  expect(device.address.endpoint).not.toBe(first.device.address.endpoint);
});

test('behavior: only the device opens what it is sent, in its language, signed by the house, and no mail says it again', async () => {
  const { who, device } = await addDevice('es');
  await announce(who.id);
  expect(await deliver()).toEqual({ mailed: 0, pushed: 1 });
  const [message] = taken;
  expect(message?.path).toBe(new URL(device.address.endpoint).pathname);
  expect(message?.headers).toMatchObject({ ttl: '86400', urgency: 'high', 'content-encoding': 'aes128gcm' });
  expect(message?.body.toString('latin1')).not.toContain('USDT');
  expect(openMessage(device, message?.body ?? Buffer.alloc(0))).toMatchObject({
    title: 'Depósito abonado: 50 USDT',
    link: '/pages/wallet/wallet',
  });
  expect(() => openMessage(makeDevice(), message?.body ?? Buffer.alloc(0))).toThrow();
  const [, jwt = '', k = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(message?.headers.authorization ?? '') ?? [];
  expect(k).toBe(keys.publicKey);
  const point = Buffer.from(k, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  expect((await jwtVerify(jwt, key)).payload).toMatchObject({ aud: url, sub: ORIGIN });
  expect(await mails()).toEqual([]);
  expect(await deliver()).toEqual({ mailed: 0, pushed: 0 });
});

test('behavior: what the member chose holds for each kind; safety comes both ways', async () => {
  const { who, token } = await addDevice();
  const choose = (body: object) => app.post('member', 'Ctrls/NoticeChoose', body, { token });
  await choose({ kind: 'money', push: '0' });
  await announce(who.id);
  expect(await deliver()).toEqual({ mailed: 1, pushed: 0 });
  await choose({ kind: 'money', mail: '0' });
  await announce(who.id);
  expect(await deliver()).toEqual({ mailed: 0, pushed: 0 });
  const listed = await app.post('member', 'Ctrls/NoticeChoices', {}, { token });
  expect(listed.envelope.list).toContainEqual({ kind: 'money', mail: false, push: false });
  expect(listed.envelope.list).toContainEqual({ kind: 'orders', mail: true, push: true });
  await choose({ kind: 'money', push: '1' });
  await announce(who.id);
  expect(await deliver()).toEqual({ mailed: 0, pushed: 1 });
});

test.each([404, 410])(
  'behavior: a device that is gone (%s) is forgotten, and what it did not get is mailed',
  async (gone) => {
    const { who } = await addDevice();
    status = gone;
    await announce(who.id);
    expect(await deliver()).toEqual({ mailed: 0, pushed: 0 });
    expect(await mails()).toEqual(['deposit.notice.credited']);
    const { rows } = await sql`select 1 from push_subscription`.execute(app.owner);
    expect(rows).toEqual([]);
  },
);

test('behavior: a service that is busy is asked again, later and later, then it is mailed; one device of two is enough', async () => {
  const { who, token } = await addDevice();
  status = 503;
  await announce(who.id);
  await deliver();
  expect(await pushOut()).toBe(0);
  expect(taken).toHaveLength(1);
  for (let more = 1; more < 6; more += 1) {
    expect(await mails()).toEqual([]);
    await due();
    await pushOut();
  }
  expect(taken).toHaveLength(6);
  expect(await mails()).toEqual(['deposit.notice.credited']);
  await sql`delete from mail_outbox`.execute(app.owner);
  expect(await subscribe(token, makeDevice())).toBe('ok');
  status = 201;
  await announce(who.id);
  await deliverNotices({ db: app.db, origin: ORIGIN, pushes: true });
  let calls = 0;
  await sendDuePushes({
    db: app.db,
    origin: ORIGIN,
    send: async () => ((calls += 1) === 1 ? 'sent' : 'gone'),
  });
  expect(calls).toBe(2);
  expect(await mails()).toEqual([]);
  const { rows } = await sql`select 1 from push_message`.execute(app.owner);
  expect(rows).toEqual([]);
});

test('behavior: no flood: one device gets 30 an hour, a member keeps ten devices, and what was read is not sent', async () => {
  const { who, token } = await addDevice();
  for (let n = 0; n < 32; n += 1) {
    await announce(who.id);
    await deliver();
  }
  expect(taken).toHaveLength(30);
  expect(await mails()).toHaveLength(2);
  for (let n = 0; n < 11; n += 1) expect(await subscribe(token, makeDevice())).toBe('ok');
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from push_subscription`.execute(
    app.owner,
  );
  expect(rows[0]?.n).toBe(10);
  taken = [];
  await announce(who.id);
  await deliverNotices({ db: app.db, origin: ORIGIN, pushes: true });
  await sql`update notice set read_at = now() where member_id = ${who.id}`.execute(app.owner);
  await pushOut();
  expect(taken).toEqual([]);
});

test('refuses: to fail where several pages of a browser ask for the same device at once; it is kept once', async () => {
  const { token, device, who } = await addDevice();
  const said = await Promise.all(Array.from({ length: 6 }, () => subscribe(token, device)));
  expect(said).toEqual(Array.from({ length: 6 }, () => 'ok'));
  await announce(who.id);
  expect(await deliver()).toEqual({ mailed: 0, pushed: 1 });
});

test('behavior: a device can be let go by its member, and by nobody else', async () => {
  const { who, token, device } = await addDevice();
  const other = await app.session((await addMember(app)).id);
  const { endpoint } = device.address;
  await app.post('member', 'Ctrls/PushUnsubscribe', { endpoint }, { token: other });
  await announce(who.id);
  expect(await deliver()).toEqual({ mailed: 0, pushed: 1 });
  await app.post('member', 'Ctrls/PushUnsubscribe', { endpoint }, { token });
  await announce(who.id);
  expect(await deliver()).toEqual({ mailed: 1, pushed: 0 });
});
