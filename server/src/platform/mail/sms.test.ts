import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../db/connect.ts';
import type { Database } from '../db/connect.ts';
import type { TestDatabase } from '../db/test-database.ts';
import { cloneDatabase } from '../db/test-setup.ts';
import { unlockTestSecrets } from '../http/test-api.ts';
import { createLog } from '../log.ts';
import { createListener } from '../notify.ts';
import type { Listener } from '../notify.ts';
import { toSms } from '../outbox.ts';
import { sendBatch } from './relay.ts';
import { httpSms } from './sms.ts';

/** What a real carrier on this machine was asked, and what it answers to which number. */
let carrier: Server;
let heard: { path: string; to: string }[];
let answers: Record<string, number>;
let origin: string;
let testDatabase: TestDatabase;
let database: Database;
let listener: Listener;

beforeAll(async () => {
  unlockTestSecrets();
  testDatabase = await cloneDatabase();
  database = testDatabase.connect('app');
  listener = await createListener(testDatabase.urlOf('app'), 'app');
  carrier = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const to = body === '' ? '' : (JSON.parse(body) as { to: string }).to;
      heard.push({ path: request.url ?? '', to });
      const status = request.url === '/elsewhere' ? 200 : (answers[to] ?? 200);
      response.writeHead(status, status === 307 ? { location: `${origin}/elsewhere` } : {}).end();
    });
  });
  await new Promise<void>((resolve) => carrier.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(carrier.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await new Promise<void>((resolve) => carrier.close(() => resolve()));
  await listener.close();
  await testDatabase.drop();
});

beforeEach(() => {
  heard = [];
  answers = {};
});

afterEach(async () => {
  await sql`delete from mail_outbox`.execute(database.db);
});

const params = { code: '135790', minutes: 10 };
const write = (to: string) =>
  inTransaction(database.db, (tx) => toSms(tx, { to, locale: 'en', template: 'auth.sms.code', params }));
const send = (url = `${origin}/send`) =>
  sendBatch({
    db: database.db,
    listener,
    sender: { send: () => Promise.reject(new Error('no mail here')), close: () => undefined },
    sms: httpSms(url),
    app: 'Openmere',
    log: createLog('test', 'silent'),
  });
const left = async () =>
  (
    await sql<{ dead: boolean; last_error: string; due: boolean }>`
      select dead_at is not null as dead, last_error, next_at > now() as due from mail_outbox`.execute(
      database.db,
    )
  ).rows;

test.each([400, 422])(
  'refuses: one message that the carrier answers %d to is given up, the carrier works',
  async (status) => {
    answers = { '+6580000001': status };
    await write('+6580000001');
    expect(await send()).toBe(1);
    expect(await left()).toMatchObject([{ dead: true, last_error: `SmsRefused ${status}` }]);
    await write('+6580000002');
    expect(await send()).toBe(1);
    expect(heard.map(({ to }) => to)).toEqual(['+6580000001', '+6580000002']);
    expect(await left()).toHaveLength(1);
  },
);

test.each([401, 403, 404, 408, 429, 500, 503])(
  'behavior: a carrier that answers %d to everybody does not work now; the message waits',
  async (status) => {
    answers = { '+6580000001': status };
    await write('+6580000001');
    await expect(send()).rejects.toThrow('mail.unreachable');
    expect(await left()).toMatchObject([{ dead: false, last_error: `sms.refused${status}`, due: true }]);
  },
);

test('refuses: to follow the carrier elsewhere: a code goes to the address that was set, and to no other', async () => {
  answers = { '+6580000001': 307 };
  await write('+6580000001');
  await expect(send()).rejects.toThrow('mail.unreachable');
  expect(heard.map(({ path }) => path)).toEqual(['/send']);
  expect(await left()).toMatchObject([{ dead: false, last_error: 'sms.refused307' }]);
});

test('behavior: nobody answers: the message waits', async () => {
  await write('+6580000001');
  await expect(send('http://127.0.0.1:9/send')).rejects.toThrow('mail.unreachable');
  expect(await left()).toMatchObject([{ dead: false, due: true }]);
});
