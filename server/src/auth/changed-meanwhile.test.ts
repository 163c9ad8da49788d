import { setTimeout as wait } from 'node:timers/promises';
import type { Envelope } from '@openmere/core/kit/call.ts';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeMember, lockMember } from '../member/store.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Tx } from '../platform/db/connect.ts';
import { hashPassword } from '../platform/passwords.ts';
import { PASSWORD, newSigner, openAuthApp, reasonOf } from '../test/visitors.ts';
import type { AuthApp, Person } from '../test/visitors.ts';
import { freezeAccount } from './freeze.ts';
import { findLoginHash, findPayHash, putLoginHash, putPayHash } from './password-store.ts';
import { endSessions } from './session-store.ts';

const NEW = 'ganz anders 8';
const THIEFS = 'dem Dieb seins 9';
const PAY = 'zahlen und 42';

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
}, 60_000);
afterAll(() => app.close());

async function isSomebodyWaiting(): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.owner);
  return rows.length > 0;
}

/** The owner's change is made, and commits only when the thief's call, which looked at what was there before, stands behind it. */
async function whileOwnerChanges(
  { id }: Person,
  change: (tx: Tx) => Promise<void>,
  thief: () => Promise<Envelope>,
): Promise<string> {
  let answer: Promise<Envelope> | undefined;
  await inTransaction(app.db, async (tx) => {
    await lockMember(tx, id);
    await change(tx);
    await endSessions(tx, app.now(), id);
    answer = thief();
    for (let turn = 0; turn < 200 && !(await isSomebodyWaiting()); turn += 1) await wait(20);
  });
  return answer === undefined ? 'not asked' : reasonOf(await answer);
}

const livingOf = async ({ id }: Person): Promise<number> => {
  const { rows } =
    await sql`select 1 from auth_session where member_id = ${id} and revoked_at is null`.execute(app.owner);
  return rows.length;
};

test('refuses: a login by the former password that was under way while it was changed', async () => {
  const person = await app.register('underway@example.org');
  const hash = await hashPassword(NEW);
  const password = await app.seal('Users/UserLogin', PASSWORD);
  const heard = await whileOwnerChanges(
    person,
    (tx) => putLoginHash(tx, { memberId: person.id, hash, now: app.now() }),
    () => app.call('Users/UserLogin', { account: person.email, password }),
  );
  expect([heard, await livingOf(person)]).toEqual(['auth.badlogin', 0]);
});

test('refuses: a login by a code of the former mailbox that was under way while another one was bound', async () => {
  const person = await app.register('former@example.org');
  const emailcode = await app.codeFor(person.email, 'login');
  const heard = await whileOwnerChanges(
    person,
    (tx) => changeMember(tx, person.id, { email: 'latter@example.org' }),
    () => app.call('Users/LoginMail', { email: person.email, emailcode }),
  );
  expect([heard, await livingOf(person)]).toEqual(['auth.badcode', 0]);
});

test('refuses: a password set by the former one, or by a code of the former mailbox, behind the owner’s change', async () => {
  const person = await app.register('behind@example.org');
  const hash = await hashPassword(NEW);
  const old = await app.seal('Users/SetPassword', PASSWORD);
  const password = await app.seal('Users/SetPassword', THIEFS);
  const byOld = await whileOwnerChanges(
    person,
    (tx) => putLoginHash(tx, { memberId: person.id, hash, now: app.now() }),
    () => app.call('Users/SetPassword', { password, old }, { token: person.token }),
  );
  expect([byOld, await findLoginHash(app.db, person.id)]).toEqual(['auth.passwordwrong', hash]);
  const emailcode = await app.codeFor(person.email, 'password');
  const again = await app.seal('Users/SetPassword', THIEFS);
  const byCode = await whileOwnerChanges(
    person,
    (tx) => changeMember(tx, person.id, { email: 'moved.on@example.org' }),
    () => app.call('Users/SetPassword', { password: again, email: person.email, emailcode }),
  );
  expect([byCode, await findLoginHash(app.db, person.id)]).toEqual(['auth.badcode', hash]);
});

test('refuses: a payment password set by the former one behind the owner’s change', async () => {
  const person = await app.register('paybehind@example.org');
  expect(reasonOf(await app.setPaypassword(person, PAY))).toBe('ok');
  const hash = await hashPassword(NEW);
  const old = await app.seal('Users/SetPaypassword', PAY);
  const heard = await whileOwnerChanges(
    person,
    (tx) => putPayHash(tx, person.id, hash),
    () => app.setPaypassword(person, THIEFS, { old }),
  );
  expect([heard, await findPayHash(app.db, person.id)]).toEqual(['auth.wrongpaypassword', hash]);
});

test('refuses: a payment password reset by a code, or a wallet bound, by a session that ended meanwhile', async () => {
  const person = await app.register('endedmeanwhile@example.org');
  const moved = (tx: Tx) => changeMember(tx, person.id, { email: 'elsewhere@example.org' });
  const emailcode = await app.codeFor(person.email, 'paypassword', { token: person.token });
  const byCode = await whileOwnerChanges(person, moved, () =>
    app.setPaypassword(person, THIEFS, { emailcode }),
  );
  expect([byCode, await findPayHash(app.db, person.id)]).toEqual(['request.notlogin', undefined]);
  const other = await app.register('endedtoo@example.org');
  const options = { token: other.token };
  const wallet = newSigner();
  const { data } = await app.call('Users/Bind_address', { address: wallet.address }, options);
  const { message } = data as { message: string };
  const input = { address: wallet.address, message, signature: await wallet.signMessage({ message }) };
  const bound = await whileOwnerChanges(
    other,
    () => Promise.resolve(),
    () => app.call('Users/Bind_address_c', input, options),
  );
  expect(bound).toBe('request.notlogin');
});

test('refuses: an authenticator app or a passkey of a session that a press on "freeze" ended meanwhile', async () => {
  const person = await app.register('freezing@example.org');
  const { token } = person;
  const started = await app.call('Users/TotpStart', {}, { token });
  const { secret } = started.data as { secret: string };
  const totp = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: app.now().getTime() });
  const freeze = async (tx: Tx): Promise<void> => {
    const member = await lockMember(tx, person.id);
    if (member) await freezeAccount({ tx, now: app.now() }, member, 'auth.frozen');
  };
  const confirm = () => app.call('Users/TotpConfirm', { totp }, { token });
  expect(await whileOwnerChanges(person, freeze, confirm)).toBe('request.notlogin');
  const { rows } = await sql`select 1 from totp_secret where member_id = ${person.id}`.execute(app.owner);
  expect(rows).toHaveLength(0);
  const other = await app.register('freezing2@example.org');
  await app.call('Users/PasskeyStart', {}, { token: other.token });
  const end = async (): Promise<void> => undefined;
  const add = () => app.call('Users/PasskeyAdd', { name: 'Phone', response: '{}' }, { token: other.token });
  expect(await whileOwnerChanges(other, end, add)).toBe('request.notlogin');
});

test('refuses: a first login password, a payment account, and closing the account, by a session that ended meanwhile', async () => {
  const nothing = () => Promise.resolve();
  const first = await app.register('endedfirst@example.org');
  await sql`delete from login_password where member_id = ${first.id}`.execute(app.owner);
  const password = await app.seal('Users/setloginpassword', THIEFS);
  const set = () => app.call('Users/setloginpassword', { password }, { token: first.token });
  expect(await whileOwnerChanges(first, nothing, set)).toBe('request.notlogin');
  expect(await findLoginHash(app.db, first.id)).toBeUndefined();

  const payee = await app.register('endedpayee@example.org');
  expect(reasonOf(await app.setPaypassword(payee, PAY))).toBe('ok');
  const bank = { payabletype: 'bank', holder: 'Thief', bankname: 'Harbour Bank', account: '12345678' };
  const paypassword = await app.seal('Users/PayableSet', PAY);
  const add = () => app.call('Users/PayableSet', { ...bank, paypassword }, { token: payee.token });
  expect(await whileOwnerChanges(payee, nothing, add)).toBe('request.notlogin');

  const closer = await app.register('endedcloser@example.org');
  const close = () => app.call('Users/Delete', {}, { token: closer.token });
  expect(await whileOwnerChanges(closer, nothing, close)).toBe('request.notlogin');
});

test('refuses: new recovery codes, and to take the authenticator app off, by a session that ended meanwhile', async () => {
  const nothing = () => Promise.resolve();
  const person = await app.register('endedfactor@example.org');
  const { token } = person;
  const { secret } = (await app.call('Users/TotpStart', {}, { token })).data as { secret: string };
  const totp = () => {
    app.advance(60_000);
    return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: app.now().getTime() });
  };
  expect(reasonOf(await app.call('Users/TotpConfirm', { totp: totp() }, { token }))).toBe('ok');
  const emailcode = await app.codeFor(person.email, 'password', { token });
  const proof = { emailcode, totp: totp() };
  const remove = () => app.call('Users/TotpRemove', proof, { token });
  expect(await whileOwnerChanges(person, nothing, remove)).toBe('request.notlogin');
  const again = await app.call('Users/LoginMail', {
    email: person.email,
    emailcode: await app.codeFor(person.email, 'login'),
    totp: totp(),
  });
  const next = (again.data as { token: string }).token;
  const code = totp();
  const renew = () => app.call('Users/RecoveryCodes', { totp: code }, { token: next });
  expect(await whileOwnerChanges(person, nothing, renew)).toBe('request.notlogin');
  const { rows } = await sql`select 1 from totp_secret where member_id = ${person.id}`.execute(app.owner);
  expect(rows).toHaveLength(1);
});
