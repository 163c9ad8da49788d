import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../db/connect.ts';
import type { Database } from '../db/connect.ts';
import type { TestDatabase } from '../db/test-database.ts';
import { cloneDatabase } from '../db/test-setup.ts';
import { unlockTestSecrets } from '../http/test-api.ts';
import { createLog } from '../log.ts';
import { createListener } from '../notify.ts';
import type { Listener } from '../notify.ts';
import { toMail, toSms } from '../outbox.ts';
import type { Mail } from '../outbox.ts';
import { composeMail } from './compose.ts';
import { runMailRelay, sendBatch } from './relay.ts';
import { fileSender, smtpSender } from './sender.ts';
import type { MailSender } from './sender.ts';

const FROM = 'Openmere <no-reply@openmere.example>';

let testDatabase: TestDatabase;
let database: Database;
let listener: Listener;
let smtp: SMTPServer;
let sender: MailSender;
let received: { raw: string; receivers: string[] }[];
/** How the mail server behaves: answers this code to the next deliveries. */
let refusing: number[];

beforeAll(async () => {
  unlockTestSecrets();
  testDatabase = await cloneDatabase();
  database = testDatabase.connect('app');
  listener = await createListener(testDatabase.urlOf('app'), 'app');
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const code = refusing.shift();
        if (code) return done(Object.assign(new Error('not now, bob@x.example'), { responseCode: code }));
        received.push({
          raw: Buffer.concat(chunks).toString(),
          receivers: session.envelope.rcptTo.map(({ address }) => address),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  sender = smtpSender(`smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`, FROM);
});

afterAll(async () => {
  sender.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
  await listener.close();
  await testDatabase.drop();
});

beforeEach(() => {
  received = [];
  refusing = [];
});

afterEach(async () => {
  await sql`delete from mail_outbox`.execute(database.db);
});

function write(mail: Partial<Mail> = {}): Promise<void> {
  return inTransaction(database.db, (tx) =>
    toMail(tx, { to: 'bob@x.example', locale: 'en', template: 'platform.test', params: {}, ...mail }),
  );
}

const options = () => ({
  db: database.db,
  listener,
  sender,
  app: 'Openmere',
  log: createLog('test', 'silent'),
  everyMs: 20,
});
const waiting = async () =>
  (
    await sql<{
      attempts: number;
      dead_at: Date | null;
      last_error: string | null;
      sealed: string;
    }>`select * from mail_outbox`.execute(database.db)
  ).rows;

test.each([
  'bob@x.example\r\nBcc: eve@x.example',
  'bob@x.example, eve@x.example',
  '<bob@x.example>',
  'bob@x.example;eve@y.example',
  'bob',
  '',
  'a b@x.example',
  '"bob eve"@x.example',
])('refuses: an address that is not one plain address: %j', (to) => {
  expect(() => composeMail({ to, locale: 'en', template: 'platform.test', params: {} }, 'Openmere')).toThrow(
    TypeError,
  );
});

test('refuses: headers smuggled through parameters, word or template', async () => {
  const evil = 'x\r\nBcc: eve@x.example\r\n\r\n<script>alert(1)</script>\u0000\u2028';
  await write({ antiphishing: evil, params: { word: evil } });
  await inTransaction(database.db, (tx) =>
    toMail(tx, { to: 'bob@x.example', locale: 'en', template: `platform.test${evil}`, params: {} }),
  );
  await sendBatch(options());
  expect(received).toHaveLength(2);
  for (const { raw, receivers } of received) {
    const mail: Email = await PostalMime.parse(raw);
    expect(receivers).toEqual(['bob@x.example']);
    expect(mail.bcc ?? []).toEqual([]);
    expect(mail.headers.filter(({ key }) => key === 'bcc')).toEqual([]);
    expect(mail.html).not.toContain('<script>');
  }
});

test('refuses: a mail whose transaction rolled back', async () => {
  const failed = inTransaction(database.db, async (tx) => {
    await toMail(tx, { to: 'bob@x.example', locale: 'en', template: 'platform.test', params: {} });
    throw new Error('roll back');
  });
  await expect(failed).rejects.toThrow('roll back');
  expect(await sendBatch(options())).toBe(0);
});

test('behavior: a waiting mail is sealed: neither address nor text stand in the table', async () => {
  await write({ to: 'secret.person@x.example', params: { code: '135790' } });
  const [row] = await waiting();
  expect(row?.sealed).not.toMatch(/secret|person|135790/);
});

test('behavior: our own link can be pressed, one that somebody wrote into a text cannot', () => {
  const link = 'https://app.example/#/pages/login/freeze?link=a&b="x';
  const mail = composeMail(
    {
      to: 'bob@x.example',
      locale: 'en',
      template: 'auth.recoverymade',
      params: { link, time: '2026-11-23T10:00:00.000Z' },
      antiphishing: 'https://evil.example',
      unsubscribe: 'https://app.example/unsubscribe?t=1',
    },
    'Openmere',
  );
  const escaped = 'https://app.example/#/pages/login/freeze?link=a&amp;b=&quot;x';
  expect(mail.html).toContain(`<a href="${escaped}">${escaped}</a>`);
  expect(mail.html).toContain('<a href="https://app.example/unsubscribe?t=1">');
  expect(mail.html).toContain('https://evil.example');
  expect(mail.html).not.toContain('href="https://evil');
});

test('behavior: the relay wakes, delivers once, deletes; text in the member’s language with their word', async () => {
  const job = runMailRelay(options());
  await write({ locale: 'ja', antiphishing: '青い鳥' });
  await expect.poll(() => received.length, { timeout: 5_000 }).toBe(1);
  const mail = await PostalMime.parse(received[0]?.raw ?? '');
  expect(mail.from?.address).toBe('no-reply@openmere.example');
  expect(mail.to?.map(({ address }) => address)).toEqual(['bob@x.example']);
  expect(mail.text).toContain('フィッシング対策の言葉：青い鳥');
  expect(mail.html).toContain('<html lang="ja">');
  await expect.poll(waiting).toEqual([]);
  await job.stop();
  expect(received).toHaveLength(1);
});

test('behavior: a refused mail is tried again later, and given up after eight times; the reason names no address', async () => {
  refusing = Array.from({ length: 8 }, () => 451);
  await write();
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    expect(await sendBatch(options())).toBe(1);
    const [row] = await waiting();
    expect(row).toMatchObject({ attempts: attempt, last_error: 'EMESSAGE 451' });
    expect(row?.dead_at === null).toBe(attempt < 8);
    expect(await sendBatch(options())).toBe(0);
    await sql`update mail_outbox set next_at = now()`.execute(database.db);
  }
  expect(await sendBatch(options())).toBe(0);
  expect(received).toEqual([]);
});

test('refuses: to call a round a success when no mail server answers; a mail that it refuses is none of that', async () => {
  await write();
  const gone = {
    ...options(),
    sender: { send: () => Promise.reject(new Error('no answer')), close: () => undefined },
  };
  await expect(sendBatch(gone)).rejects.toThrow('mail.unreachable');
  expect(await waiting()).toMatchObject([{ attempts: 1 }]);
  await sql`update mail_outbox set next_at = now()`.execute(database.db);
  expect(await sendBatch(options())).toBe(1);
});

test('behavior: times are read in the language’s own form, never as an ISO text', () => {
  const params = { time: '2026-05-04T12:00:00.000Z', link: 'https://app.openmere.example/' };
  const textIn = (locale: Mail['locale']) =>
    composeMail({ to: 'bob@x.example', locale, template: 'auth.totpoff', params }, 'Openmere').text;
  expect(textIn('en')).toContain('removed on May 4, 2026, 12:00 PM (UTC)');
  expect(textIn('es')).toContain('el 4 may 2026, 12:00 (UTC)');
  expect(textIn('ja')).not.toContain('T12:00');
});

test('behavior: a message to a phone goes to the carrier as text, in its language; without one it waits', async () => {
  const heard: unknown[] = [];
  const params = { code: '135790', minutes: 10 };
  const carrier = { send: async (sms: unknown) => void heard.push(sms) };
  await inTransaction(database.db, (tx) =>
    toSms(tx, { to: '+6581234567', locale: 'es', template: 'auth.sms.code', params }),
  );
  await expect(sendBatch(options())).rejects.toThrow('mail.unreachable');
  await sql`update mail_outbox set next_at = now()`.execute(database.db);
  expect(await sendBatch({ ...options(), sms: carrier })).toBe(1);
  expect(heard).toMatchObject([{ to: '+6581234567', text: expect.stringContaining('código: 135790') }]);
  expect(await waiting()).toEqual([]);
  expect(received).toEqual([]);
});

test('behavior: two relays at once send each mail once', async () => {
  await Promise.all(Array.from({ length: 50 }, (_, index) => write({ to: `bob${index}@x.example` })));
  const jobs = [runMailRelay(options()), runMailRelay(options())];
  await expect.poll(() => received.length, { timeout: 10_000 }).toBe(50);
  await expect.poll(waiting).toEqual([]);
  await Promise.all(jobs.map((job) => job.stop()));
  expect(new Set(received.map(({ receivers }) => receivers[0])).size).toBe(50);
  expect(received).toHaveLength(50);
});

test('behavior: in development mails are files that only their owner reads', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'openmere-mail-'));
  const files = fileSender(join(folder, 'mail'), FROM);
  await files.send({
    to: 'bob@x.example',
    subject: '123456 ist Ihr Code ✓',
    text: 'Zeile\n\n123456\n',
    html: '<p>x</p>',
    locale: 'en',
  });
  const [name = ''] = await readdir(join(folder, 'mail'));
  const path = join(folder, 'mail', name);
  expect(name).toMatch(/\.eml$/);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const text = await readFile(path, 'utf8');
  expect(text).toMatch(/^123456\r?$/m);
  expect((await PostalMime.parse(text)).subject).toBe('123456 ist Ihr Code ✓');
  files.close();
  await rm(folder, { recursive: true });
});
