import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectionConfig } from '../platform/db/connect.ts';
import { PASSWORD, openAuthApp, reasonOf } from '../test/visitors.ts';
import type { AuthApp, CallOptions, Person } from '../test/visitors.ts';

const DAY = 24 * 3_600_000;

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
});
afterAll(() => app.close());

const login = async (email: string, options?: CallOptions): Promise<string> => {
  const password = await app.seal('Users/UserLogin', PASSWORD);
  const answer = await app.call('Users/UserLogin', { account: email, password }, options);
  return (answer.data as { token: string }).token;
};
const alive = async (token: string): Promise<boolean> =>
  reasonOf(await app.call('Users/Info', {}, { token })) === 'ok';
const listOf = async (person: Person) =>
  (await app.call('Users/Sessions', {}, { token: person.token })).list as {
    id: string;
    current: boolean;
    device: string;
  }[];

describe('sessions (T05, I22)', () => {
  test('refuses: no token, a made-up one, a hash as token', async () => {
    const person = await app.register('tokens@example.org');
    const stored = await app.owner
      .selectFrom('auth_session')
      .select('token_hash')
      .where('member_id', '=', person.id)
      .execute();
    for (const token of [undefined, 'x'.repeat(43), stored[0]?.token_hash]) {
      const answer = await app.call('Users/Info', {}, token === undefined ? {} : { token });
      expect(answer.code).toBe('notlogin');
    }
    expect(JSON.stringify(stored)).not.toContain(person.token);
  });

  test('refuses: every call after logout, and tells all processes at once', async () => {
    const person = await app.register('logout@example.org');
    const listener = new pg.Client(connectionConfig(app.clone.urlOf('app'), 'app'));
    await listener.connect();
    await listener.query('listen session_revoked');
    const heard = new Promise<string | undefined>((resolve) =>
      listener.once('notification', ({ payload }) => resolve(payload)),
    );
    const [session] = await listOf(person);
    await app.call('Users/Logout', {}, { token: person.token });
    expect(await alive(person.token)).toBe(false);
    expect(await heard).toBe(session?.id);
    await listener.end();
  });

  test('refuses: ending a session of somebody else, or one that has ended', async () => {
    const [anna, bert] = [await app.register('anna@example.org'), await app.register('bert@example.org')];
    const [session] = await listOf(bert);
    const revoke = () => app.call('Users/SessionRevoke', { id: session?.id }, { token: anna.token });
    expect(reasonOf(await revoke())).toBe('auth.nosession');
    expect(await alive(bert.token)).toBe(true);
    await app.call('Users/Logout', {}, { token: bert.token });
    expect(reasonOf(await revoke())).toBe('auth.nosession');
  });

  test('refuses: a session unused for 30 days, and any after half a year', async () => {
    const person = await app.register('idle@example.org');
    for (let day = 0; day < 6; day += 1) {
      app.advance(29 * DAY);
      expect(await alive(person.token)).toBe(true);
    }
    app.advance(7 * DAY);
    expect(await alive(person.token)).toBe(false);
    const other = await login('idle@example.org');
    app.advance(30 * DAY + 1);
    expect(await alive(other)).toBe(false);
  });

  test('refuses: to bring a revoked session back, even for the owner of the tables', async () => {
    const person = await app.register('back@example.org');
    await app.call('Users/Logout', {}, { token: person.token });
    const back = app.owner
      .updateTable('auth_session')
      .set({ revoked_at: null })
      .where('member_id', '=', person.id)
      .execute();
    await expect(back).rejects.toThrow('stays revoked');
  });

  test('behavior: lists one’s own sessions, ends one, ends all others', async () => {
    const person = await app.register('many@example.org', {}, { device: 'Phone' });
    const tokens = [
      await login('many@example.org', { device: 'Tablet' }),
      await login('many@example.org', { device: 'Desk' }),
    ];
    const list = await listOf(person);
    expect(list.map((session) => session.device).sort()).toEqual(['Desk', 'Phone', 'Tablet']);
    expect(list.filter((session) => session.current).map((session) => session.device)).toEqual(['Phone']);
    const desk = list.find((session) => session.device === 'Desk');
    await app.call('Users/SessionRevoke', { id: desk?.id }, { token: person.token });
    expect([await alive(tokens[0] ?? ''), await alive(tokens[1] ?? ''), await alive(person.token)]).toEqual([
      true,
      false,
      true,
    ]);
    await app.call('Users/SessionRevoke', {}, { token: person.token });
    expect([await alive(tokens[0] ?? ''), await alive(person.token)]).toEqual([false, true]);
  });

  test('behavior: a login from a new device is told by mail in the language of before, whatever the device speaks; from a known one it is not', async () => {
    const jar = {};
    await app.register('device@example.org', {}, { device: 'Phone', jar });
    const notices = async () =>
      (await app.mails()).filter(
        (mail) => mail.template === 'auth.newdevice' && mail.to === 'device@example.org',
      );
    await login('device@example.org', { device: 'Phone', ip: '127.20.0.1', jar });
    expect(await notices()).toHaveLength(0);
    const device = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0';
    await login('device@example.org', { device, lang: 4 });
    // The mail says what people call it.
    const params = { device: 'Firefox · Windows', ip: '127.0.0.1' };
    expect(await notices()).toMatchObject([{ locale: 'en', params }]);
    const localeNow = async () =>
      (await sql`select locale from member where email = 'device@example.org'`.execute(app.owner)).rows;
    expect(await localeNow()).toEqual([{ locale: 'en' }]);
    // It stands among their notices, for who has no mailbox.
    const kept =
      await sql`select template, params, mailed from notice where template = 'auth.notice.newdevice'
      and params->>'device' = 'Firefox · Windows'`.execute(app.owner);
    expect(kept.rows).toMatchObject([{ params: { ...params, country: 'none' }, mailed: true }]);
    // Who is known by then really speaks it.
    await login('device@example.org', { device, lang: 4 });
    expect(await notices()).toHaveLength(1);
    expect(await localeNow()).toEqual([{ locale: 'ja' }]);
  });

  test('refuses: to take for known what only calls itself so: elsewhere and without the cookie it is told as new', async () => {
    const jar = {};
    const device =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1';
    const person = await app.register('copied@example.org', {}, { device, jar, ip: '127.40.0.1' });
    const notices = async () =>
      (await app.mails()).filter(({ template, to }) => template === 'auth.newdevice' && to === person.email);
    // Its own browser travels.
    await login(person.email, { device, jar, ip: '127.41.0.1' });
    expect(await notices()).toEqual([]);
    const emailcode = await app.codeFor(person.email, 'login', { device, ip: '127.42.0.1' });
    const thief = { device, ip: '127.42.0.1' };
    expect(reasonOf(await app.call('Users/LoginMail', { email: person.email, emailcode }, thief))).toBe('ok');
    expect(await notices()).toMatchObject([{ params: { device: 'Safari · iPhone', ip: thief.ip } }]);
    const { list } = await app.call('Users/Logins', {}, { token: person.token });
    expect(list).toMatchObject([{ isnew: true, ip: thief.ip }, { isnew: false }, { isnew: false }]);
    // In the same network it is known from then on.
    await login(person.email, thief);
    expect(await notices()).toHaveLength(1);
    // An update changes what the owner's own browser calls itself.
    await login(person.email, { device: device.replaceAll('18', '19'), jar, ip: '127.43.0.1' });
    expect(await notices()).toHaveLength(1);
  });

  test('refuses: to take for known a browser that only set the password by mail', async () => {
    const person = await app.register('setbymail@example.org', {}, { device: 'Phone', ip: '127.40.0.1' });
    const thief = { device: 'Phone', jar: {}, ip: '127.44.0.1' };
    const password = await app.seal('Users/SetPassword', PASSWORD);
    const emailcode = await app.codeFor(person.email, 'password', thief);
    const input = { email: person.email, emailcode, password };
    expect(reasonOf(await app.call('Users/SetPassword', input, thief))).toBe('ok');
    const sealed = await app.seal('Users/UserLogin', PASSWORD);
    const heard = await app.call('Users/UserLogin', { account: person.email, password: sealed }, thief);
    const { token } = heard.data as { token: string };
    const { list } = await app.call('Users/Logins', {}, { token });
    expect(list).toMatchObject([{ isnew: true, ip: thief.ip }, { isnew: false }]);
  });

  test('behavior: a ticket for the socket', async () => {
    const person = await app.register('ticket@example.org');
    const { data } = await app.call('Users/SocketTicket', {}, { token: person.token });
    expect(data).toMatchObject({ ticket: expect.stringMatching(/^[\w-]{43}$/), seq: 0 });
  });
});
