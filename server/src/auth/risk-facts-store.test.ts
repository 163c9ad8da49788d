import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, REGISTRANT, openAuthApp } from '../test/visitors.ts';
import type { AuthApp, CallOptions, Person } from '../test/visitors.ts';
import { riskFacts } from './risk-facts-store.ts';

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
  // Facts are told by the database's clock: the door's clock goes to today.
  app.advance(Date.now() - app.now().getTime());
});
afterAll(() => app.close());

const factsOf = async (person: Person, device: string, newDeviceHours = 24) => {
  const session = await app.db
    .selectFrom('auth_session')
    .select('id')
    .where('member_id', '=', person.id)
    .where('device', '=', device)
    .executeTakeFirstOrThrow();
  return riskFacts(app.db, { memberId: person.id, sessionId: session.id, newDeviceHours });
};
const login = async (person: Person, options: CallOptions) =>
  app.call(
    'Users/UserLogin',
    { account: person.email, password: await app.seal('Users/UserLogin', PASSWORD) },
    options,
  );

test('behavior: the first device is no new one, a second is for a day, a foreign session counts as new', async () => {
  const person = await app.register('risk1@example.org', {}, { device: 'Phone', ip: '127.50.0.1' });
  expect(await factsOf(person, 'Phone')).toMatchObject({
    newDevice: false,
    paypasswordSetAt: null,
    walletBoundAt: null,
  });
  app.advance(1_000);
  await login(person, { device: 'Tablet', ip: '127.50.0.1' });
  expect(await factsOf(person, 'Tablet')).toMatchObject({ newDevice: true });
  await sql`update login_record set at = at - interval '25 hours'`.execute(app.owner);
  await sql`update auth_session set created_at = created_at - interval '25 hours'`.execute(app.owner);
  expect(await factsOf(person, 'Tablet')).toMatchObject({ newDevice: false });
  // How long a device is new is the operators' to set.
  expect(await factsOf(person, 'Tablet', 26)).toMatchObject({ newDevice: true });
  expect(await factsOf(person, 'Phone', 26)).toMatchObject({ newDevice: false });
  expect(
    await riskFacts(app.db, { memberId: person.id, sessionId: 'ses_nobody', newDeviceHours: 24 }),
  ).toMatchObject({
    newDevice: true,
    sharedDeviceMembers: 0,
  });
});

test('behavior: a device that calls itself as the owner’s does is new from elsewhere, also in a sub-account, for a day', async () => {
  const person = await app.register('risk5@example.org', {}, { device: 'Phone', ip: '127.50.0.3' });
  expect(await factsOf(person, 'Phone')).toMatchObject({ newDevice: false });
  app.advance(1_000);
  const emailcode = await app.codeFor(person.email, 'login');
  const entered = await app.call(
    'Users/LoginMail',
    { email: person.email, emailcode },
    { device: 'Phone', ip: '127.51.0.3' },
  );
  const newest = () =>
    sql<{ id: string }>`select id from auth_session order by created_at desc, id desc limit 1`;
  const session = async () => (await newest().execute(app.db)).rows[0]?.id ?? '';
  const thief = { memberId: person.id, sessionId: await session(), newDeviceHours: 24 };
  expect(await riskFacts(app.db, thief)).toMatchObject({ newDevice: true });
  const child = 'mem_riskkid';
  await sql`insert into member (id, main_id, nickname, nickname_key, invitation_code, inviter_id)
    values (${child}, ${person.id}, ${child}, ${child}, '777778', ${app.root.id})`.execute(app.owner);
  const { token } = entered.data as { token: string };
  expect(await app.call('Users/TabUser', { userid: child }, { token })).toMatchObject({ success: true });
  const inside = { ...thief, memberId: child, sessionId: await session() };
  expect(await riskFacts(app.db, inside)).toMatchObject({ newDevice: true });
  await sql`update login_record set at = at - interval '25 hours' where member_id = ${person.id}`.execute(
    app.owner,
  );
  expect(await riskFacts(app.db, thief)).toMatchObject({ newDevice: false });
});

test('refuses: to take for known whoever was new and comes back with the cookie under the owner’s name; their session of before is', async () => {
  const from = { device: 'Phone', ip: '127.50.0.6' };
  const person = await app.register('risk6@example.org', {}, from);
  const sessions = () =>
    sql<{ id: string }>`select id from auth_session where member_id = ${person.id} order by created_at desc`;
  const enter = async (options: CallOptions) => {
    app.advance(61_000);
    const emailcode = await app.codeFor(person.email, 'login');
    const answer = await app.call('Users/LoginMail', { email: person.email, emailcode }, options);
    expect(answer).toMatchObject({ success: true });
    return (await sessions().execute(app.db)).rows[0]?.id ?? '';
  };
  const before = (await sessions().execute(app.db)).rows[0]?.id ?? '';
  const thief = { jar: {}, ip: '127.52.0.6' };
  await enter({ ...thief, device: 'Else' });
  const back = await enter({ ...thief, device: 'Phone' });
  const facts = async (sessionId: string) =>
    (await riskFacts(app.db, { memberId: person.id, sessionId, newDeviceHours: 24 })).newDevice;
  expect([await facts(back), await facts(before)]).toEqual([true, false]);
});

test('behavior: counts other families on the device and the address, not one’s own sub-accounts', async () => {
  const people = [];
  for (const name of ['a', 'b', 'c']) {
    people.push(await app.register(`shared${name}@example.org`, {}, { device: 'Cafe', ip: '127.60.0.1' }));
  }
  const alone = await app.register('alone@example.org', {}, { device: 'Own', ip: '127.60.0.1' });
  expect(await factsOf(people[0] as Person, 'Cafe')).toMatchObject({
    sharedDeviceMembers: 2,
    sharedIpMembers: 3,
  });
  expect(await factsOf(alone, 'Own')).toMatchObject({ sharedDeviceMembers: 0, sharedIpMembers: 3 });
  const child = `mem_kid`;
  await sql`insert into member (id, main_id, nickname, nickname_key, invitation_code, inviter_id)
    values (${child}, ${alone.id}, ${child}, ${child}, '777777', ${app.root.id})`.execute(app.owner);
  await sql`insert into member_device (member_id, device_hash, device, ip, ip_prefix)
    select ${child}, device_hash, device, ip, ip_prefix from member_device where member_id = ${alone.id}`.execute(
    app.owner,
  );
  expect(await factsOf(alone, 'Own')).toMatchObject({ sharedDeviceMembers: 0, sharedIpMembers: 3 });
});

test('behavior: the password of the registration is no change of it, also after a login; a later one is', async () => {
  const person = await app.register('risk2@example.org', {}, { device: 'Phone', ip: '127.50.0.2' });
  app.advance(1_000);
  await login(person, { device: 'Phone', ip: '127.50.0.2' });
  const first = await factsOf(person, 'Phone');
  expect(first).toMatchObject({ passwordSetAt: expect.any(Date), passwordChanged: false });
  app.advance(1_000);
  const path = 'Users/SetPassword';
  const secrets = { old: await app.seal(path, PASSWORD), password: await app.seal(path, 'another horse 8') };
  expect(await app.call(path, secrets, { token: person.token })).toMatchObject({ success: true });
  const changed = await factsOf(person, 'Phone');
  expect(changed.passwordChanged).toBe(true);
  expect(changed.passwordSetAt?.getTime()).toBeGreaterThan(first.passwordSetAt?.getTime() ?? Infinity);
});

test('behavior: a first password that comes after the registration is a change: it opens another way in', async () => {
  const email = 'risk3@example.org';
  const emailcode = await app.codeFor(email, 'login');
  const from = { device: 'Phone', ip: '127.50.0.3' };
  const { invitationCode: invitecode } = app.root;
  const entered = await app.call('Users/LoginMail', { email, emailcode, invitecode, ...REGISTRANT }, from);
  const { userid, token } = entered.data as { userid: string; token: string };
  const person: Person = { id: userid, token, email };
  expect(await factsOf(person, 'Phone')).toMatchObject({ passwordSetAt: null, passwordChanged: false });
  const password = await app.seal('Users/setloginpassword', PASSWORD);
  expect(await app.call('Users/setloginpassword', { password }, { ...from, token })).toMatchObject({
    success: true,
  });
  expect(await factsOf(person, 'Phone')).toMatchObject({ passwordChanged: true });
});
