import { payPasswordAttempts } from '@openmere/core/auth/rules.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, REGISTRANT, openAuthApp, reasonOf } from '../test/visitors.ts';
import type { AuthApp, Person } from '../test/visitors.ts';
import { createGuards } from './guards.ts';

const NEW = 'ganz anders 8';
const PAY = 'zahlen und 42';

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
});
afterAll(() => app.close());

const set = async (call: string, value: string, more: object, token?: string) =>
  app.call(
    `Users/${call}`,
    { password: await app.seal(`Users/${call}`, value), ...more },
    token === undefined ? {} : { token },
  );
const login = async (email: string, value: string) =>
  app.call('Users/UserLogin', { account: email, password: await app.seal('Users/UserLogin', value) });
const seal = (value: string) => app.seal('Users/SetPassword', value);

/** Registered by e-mail and code alone: without a password. */
async function byMail(email: string): Promise<Person> {
  const emailcode = await app.codeFor(email, 'login');
  const input = { email, emailcode, invitecode: app.root.invitationCode, ...REGISTRANT };
  const { token, userid } = (await app.call('Users/LoginMail', input)).data as {
    token: string;
    userid: string;
  };
  return { token, id: userid, email };
}

describe('Users/SetPassword', () => {
  test('refuses: a wrong old password, then ever more slowly', async () => {
    const person = await app.register('old@example.org');
    const reasons: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      reasons.push(reasonOf(await set('SetPassword', NEW, { old: await seal('falsch 123') }, person.token)));
    }
    expect(reasons).toEqual([...Array<string>(3).fill('auth.passwordwrong'), 'auth.slowdown']);
  });

  test('refuses: no proof, a code without a member, the code of another address, weak passwords', async () => {
    const person = await app.register('proof@example.org');
    expect(reasonOf(await set('SetPassword', NEW, {}))).toBe('auth.badcode');
    expect(reasonOf(await set('SetPassword', NEW, {}, person.token))).toBe('auth.badcode');
    const stranger = await app.codeFor('stranger@example.org', 'password');
    expect(
      reasonOf(await set('SetPassword', NEW, { email: 'stranger@example.org', emailcode: stranger })),
    ).toBe('auth.badcode');
    const crossed = { email: 'proof@example.org', emailcode: stranger };
    expect(reasonOf(await set('SetPassword', NEW, crossed))).toBe('auth.badcode');
    const emailcode = await app.codeFor('proof@example.org', 'password');
    const weak = { email: 'proof@example.org', emailcode };
    expect(reasonOf(await set('SetPassword', 'proof@example.org1'.slice(0, 5), weak))).toBe(
      'auth.passwordshort',
    );
    expect(reasonOf(await set('SetPassword', 'abcdef', weak))).toBe('auth.passwordplain');
    expect(reasonOf(await set('SetPassword', 'qwerty123', weak))).toBe('auth.passwordcommon');
  });

  test('behavior: by the old one, ends the other sessions and keeps this one', async () => {
    const person = await app.register('keep@example.org');
    const other = (await login(person.email, PASSWORD)).data as { token: string };
    expect(reasonOf(await set('SetPassword', NEW, { old: await seal(PASSWORD) }, person.token))).toBe('ok');
    expect(reasonOf(await app.call('Users/Info', {}, { token: person.token }))).toBe('ok');
    expect(reasonOf(await app.call('Users/Info', {}, { token: other.token }))).toBe('request.notlogin');
    expect(reasonOf(await login(person.email, PASSWORD))).toBe('auth.badlogin');
    expect(reasonOf(await login(person.email, NEW))).toBe('ok');
  });

  test('behavior: forgotten, by a code, ends every session, and the code works once', async () => {
    const person = await app.register('forgot@example.org');
    const emailcode = await app.codeFor(person.email, 'password');
    const proof = { email: 'Forgot@Example.org', emailcode };
    expect(reasonOf(await set('SetPassword', NEW, proof))).toBe('ok');
    expect(reasonOf(await set('SetPassword', NEW, proof))).toBe('auth.codespent');
    expect(reasonOf(await app.call('Users/Info', {}, { token: person.token }))).toBe('request.notlogin');
    expect(reasonOf(await login(person.email, NEW))).toBe('ok');
    expect((await app.mails()).at(-1)).toMatchObject({
      template: 'auth.passwordchanged',
      to: person.email,
      params: expect.objectContaining({ link: expect.stringContaining('/login/freeze?link=') }) as unknown,
    });
  });

  test('behavior: forgotten, by a code, although a stolen session used up the tries of the payment password', async () => {
    const person = await app.register('stolen@example.org');
    expect(reasonOf(await app.setPaypassword(person, PAY))).toBe('ok');
    const { attempts } = createGuards(app.clone.connect('app', { max: 2 }).db);
    const scope = { key: `pay:${person.id}`, policy: payPasswordAttempts };
    for (let turn = 0; turn < 6; turn += 1) {
      const later = new Date(app.now().getTime() + turn * 60_000);
      await attempts.reserve(later, [scope], 'auth.paypasswordslow');
    }
    const proof = { email: person.email, emailcode: await app.codeFor(person.email, 'password') };
    expect(reasonOf(await set('SetPassword', NEW, proof))).toBe('ok');
    expect(reasonOf(await app.call('Users/Info', {}, { token: person.token }))).toBe('request.notlogin');
  });

  test('refuses: more than one wrong guess of the payment password for each code, however many at once', async () => {
    const person = await app.register('guesses@example.org');
    expect(reasonOf(await app.setPaypassword(person, PAY))).toBe('ok');
    const proof = { email: person.email, emailcode: await app.codeFor(person.email, 'password') };
    const guesses = ['erster 1 x', 'zweiter 2 x', 'dritter 3 x', 'vierter 4 x', PAY];
    const reasons = await Promise.all(
      guesses.map(async (guess) => reasonOf(await set('SetPassword', guess, proof))),
    );
    expect(reasons.filter((reason) => reason === 'ok')).toHaveLength(1);
    expect(reasons.slice(0, 4).filter((reason) => reason === 'auth.codespent')).toHaveLength(3);
    // The right one counts for nothing: it was refused before or after the wrong one used the code up.
    expect(['auth.passwordsame', 'auth.codespent']).toContain(reasons[4]);
    for (let turn = 0; turn < 5; turn += 1) {
      app.advance(61_000);
      const again = { email: person.email, emailcode: await app.codeFor(person.email, 'password') };
      expect(reasonOf(await set('SetPassword', PAY, again))).toBe('auth.passwordsame');
    }
  });

  test('refuses: to compare with the payment password more often than it may be tried, right or wrong', async () => {
    const person = await app.register('compare@example.org');
    expect(reasonOf(await app.setPaypassword(person, PAY))).toBe('ok');
    const reasons: string[] = [];
    let old = PASSWORD;
    for (const guess of ['erster 1 x', PAY, 'zweiter 2 x', PAY]) {
      const answer = await set('SetPassword', guess, { old: await seal(old) }, person.token);
      if (answer.success) old = guess;
      reasons.push(reasonOf(answer));
    }
    expect(reasons).toEqual(['ok', 'auth.passwordsame', 'ok', 'auth.paypasswordslow']);
  });
});

describe('Users/setloginpassword', () => {
  test('refuses: who has one already, no fresh code, a taken user name', async () => {
    const person = await app.register('has@example.org', { username: 'hasone' });
    expect(reasonOf(await set('setloginpassword', NEW, { emailcode: '000000' }, person.token))).toBe(
      'auth.passwordset',
    );
    const bare = await byMail('bare@example.org');
    app.advance(15 * 60_000);
    expect(reasonOf(await set('setloginpassword', NEW, {}, bare.token))).toBe('auth.badcode');
    const emailcode = await app.codeFor(bare.email, 'password', { token: bare.token });
    const taken = { emailcode, username: 'HasOne' };
    expect(reasonOf(await set('setloginpassword', NEW, taken, bare.token))).toBe('auth.taken');
    expect(reasonOf(await set('setloginpassword', NEW, { emailcode, username: 'admin' }, bare.token))).toBe(
      'auth.badusername',
    );
    expect(reasonOf(await set('setloginpassword', NEW, { emailcode, username: 'bare' }, bare.token))).toBe(
      'ok',
    );
    expect(reasonOf(await login('BARE', NEW))).toBe('ok');
  });

  test('refuses: to tell with a taken user name whether the payment password was guessed', async () => {
    await app.register('namesake@example.org', { username: 'namesake' });
    const person = await byMail('guess@example.org');
    expect(reasonOf(await app.setPaypassword(person, PAY))).toBe('ok');
    const guess = async (value: string) =>
      reasonOf(await set('setloginpassword', value, { username: 'Namesake' }, person.token));
    expect(await guess('falsch 123')).toBe('auth.taken');
    expect(await guess(PAY)).toBe('auth.taken');
  });

  test('refuses: a guess of the payment password more often than it may be tried', async () => {
    const person = await byMail('often@example.org');
    expect(reasonOf(await app.setPaypassword(person, PAY))).toBe('ok');
    const reasons: string[] = [];
    for (let turn = 0; turn < 4; turn += 1)
      reasons.push(reasonOf(await set('setloginpassword', PAY, {}, person.token)));
    expect(reasons).toEqual([...Array<string>(3).fill('auth.passwordsame'), 'auth.paypasswordslow']);
  });
});
