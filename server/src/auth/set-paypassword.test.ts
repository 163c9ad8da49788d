import { payPasswordAttempts } from '@openmere/core/auth/rules.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findOutboundLock } from '../ledger/outbound.ts';
import { postEntry } from '../ledger/post.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { PASSWORD, REGISTRANT, newSigner, openAuthApp, reasonOf } from '../test/visitors.ts';
import type { AuthApp, Person } from '../test/visitors.ts';
import { checkPaypassword } from './check-paypassword.ts';
import { createGuards } from './guards.ts';

const PAY = 'zahlen und 42';
const OTHER = 'anders 99 neu';
const HOUR_MS = 3_600_000;
const COIN = 10n ** 18n;

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
});
afterAll(() => app.close());

/** A member with a payment password. */
async function withPaypassword(email: string): Promise<Person> {
  const person = await app.register(email);
  const first = await app.setPaypassword(person, PAY, { emailcode: await fresh(person) });
  expect(first).toMatchObject({ success: true, data: {} });
  return person;
}

const fresh = (person: Person): Promise<string> => {
  app.advance(2 * HOUR_MS);
  return app.codeFor(person.email, 'paypassword', { token: person.token });
};

const check = (person: Person, value: string): Promise<void> => {
  const guards = createGuards(app.db);
  return inTransaction(app.db, (tx) =>
    checkPaypassword({ tx, now: app.now(), actor: { id: person.id }, ...guards }, value),
  );
};

/** Adds a sub-account as sub-accounts will be: its main account is the family. */
async function addChild(main: Person): Promise<string> {
  const id = `mem_child${Math.random().toString(36).slice(2)}`;
  const code = `${id
    .slice(-5)
    .toUpperCase()
    .replace(/[ILOU]/g, 'X')}0`;
  await sql`insert into member (id, main_id, nickname, nickname_key, invitation_code, inviter_id, country)
    values (${id}, ${main.id}, ${id}, ${id}, ${code}, ${app.root.id}, 'SG')`.execute(app.owner);
  return id;
}

describe('the payment password (T15, I21)', () => {
  test('refuses: the login password as payment password, and the other way round', async () => {
    const person = await app.register('same@example.org');
    const emailcode = await fresh(person);
    expect(reasonOf(await app.setPaypassword(person, PASSWORD, { emailcode }))).toBe('auth.passwordsame');
    expect(await app.setPaypassword(person, PAY, { emailcode })).toMatchObject({ success: true });
    const change = {
      password: await app.seal('Users/SetPassword', PAY),
      old: await app.seal('Users/SetPassword', PASSWORD),
    };
    const changed = await app.call('Users/SetPassword', change, { token: person.token });
    expect(reasonOf(changed)).toBe('auth.passwordsame');
  });

  test('refuses: the first one without a fresh code, or with one of another purpose', async () => {
    const person = await app.register('first@example.org');
    app.advance(15 * 60_000);
    expect(reasonOf(await app.setPaypassword(person, PAY))).toBe('auth.badcode');
    expect(
      reasonOf(await app.setPaypassword(person, PAY, { old: await app.seal('Users/SetPaypassword', PAY) })),
    ).toBe('auth.badcode');
    app.advance(2 * HOUR_MS);
    const emailcode = await app.codeFor(person.email, 'password', { token: person.token });
    expect(reasonOf(await app.setPaypassword(person, PAY, { emailcode }))).toBe('auth.badcode');
  });

  test.each([
    ['ab1', 'auth.passwordshort'],
    ['123456', 'auth.passwordplain'],
    ['abc123', 'auth.passwordcommon'],
  ])('refuses: %s', async (value, reason) => {
    const person = await app.register(`weak${value}@example.org`);
    expect(reasonOf(await app.setPaypassword(person, value, { emailcode: '000000' }))).toBe(reason);
  });

  test('refuses: a change with a wrong old one, more slowly each time, and keeps the count', async () => {
    const person = await withPaypassword('change@example.org');
    const reasons: string[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const old = await app.seal('Users/SetPaypassword', 'falsch 1234');
      reasons.push(reasonOf(await app.setPaypassword(person, OTHER, { old })));
    }
    expect(reasons).toEqual([
      ...Array<string>(3).fill('auth.wrongpaypassword'),
      'auth.paypasswordslow',
      'auth.paypasswordslow',
    ]);
    await expect(check(person, PAY)).rejects.toMatchObject({ code: 'auth.paypasswordslow' });
    app.advance(HOUR_MS);
    await check(person, PAY);
  });

  test('refuses: of fifty wrong ones in the same moment all but the free tries', async () => {
    const person = await withPaypassword('burst@example.org');
    const guards = createGuards(app.clone.connect('app', { max: 16 }).db);
    const wrong = (_: unknown, index: number) =>
      checkPaypassword(
        { tx: app.db, now: app.now(), actor: { id: person.id }, ...guards },
        `falsch ${index}`,
      ).catch((error: { code: string }) => error.code);
    expect(await wrong(undefined, 99)).toBe('auth.wrongpaypassword');
    const codes = await Promise.all(Array.from({ length: 50 }, wrong));
    expect(codes.filter((code) => code === 'auth.wrongpaypassword')).toHaveLength(2);
    expect(codes.filter((code) => code === 'auth.paypasswordslow')).toHaveLength(48);
  });

  test('behavior: the right one, sent many times in the same moment, is never "wrong too often"', async () => {
    const person = await withPaypassword('parallel@example.org');
    const guards = createGuards(app.clone.connect('app', { max: 4 }).db);
    const right = () =>
      checkPaypassword({ tx: app.db, now: app.now(), actor: { id: person.id }, ...guards }, PAY);
    await Promise.all(Array.from({ length: 60 }, right));
    // Three other processes are just looking at right ones of the same member.
    const scope = { key: `pay:${person.id}`, policy: payPasswordAttempts };
    for (let process = 0; process < 3; process += 1)
      await guards.attempts.reserve(app.now(), [scope], 'auth.paypasswordslow');
    const beside = right();
    await guards.attempts.settle([scope.key]);
    await beside;
    for (let turn = 0; turn < 10; turn += 1) await right();
  });

  test('refuses: one wrong one sent fifty times at once, and counts it once', async () => {
    const person = await withPaypassword('copies@example.org');
    const guards = createGuards(app.clone.connect('app', { max: 4 }).db);
    const wrong = () =>
      checkPaypassword(
        { tx: app.db, now: app.now(), actor: { id: person.id }, ...guards },
        'falsch 1234',
      ).catch((error: { code: string }) => error.code);
    const codes = await Promise.all(Array.from({ length: 50 }, wrong));
    expect(new Set(codes)).toEqual(new Set(['auth.wrongpaypassword']));
    await check(person, PAY);
  });

  test('refuses: outgoing money of main and child for 24 hours of the database’s clock after change and reset', async () => {
    for (const kind of ['change', 'reset'] as const) {
      const person = await withPaypassword(`${kind}d@example.org`);
      const child = await addChild(person);
      const asked = new Date();
      const proof =
        kind === 'change'
          ? { old: await app.seal('Users/SetPaypassword', PAY) }
          : { emailcode: await fresh(person) };
      const { data } = await app.setPaypassword(person, OTHER, proof);
      const until = new Date((data as { lockeduntil: string }).lockeduntil);
      expect(Math.abs(until.getTime() - asked.getTime() - 24 * HOUR_MS)).toBeLessThan(60_000);
      for (const id of [person.id, child]) {
        await expect(pay(id, person.id)).rejects.toMatchObject({ code: 'ledger.locked' });
      }
      const { data: info } = await app.call('Users/Info', {}, { token: person.token });
      expect(info).toMatchObject({ lockeduntil: until.toISOString(), haspaypassword: true });
    }
  });

  test('refuses: a second first, whatever is removed: the history decides and cannot be changed', async () => {
    const person = await withPaypassword('history@example.org');
    for (const statement of [
      sql`delete from pay_password where member_id = ${person.id}`,
      sql`delete from pay_password_history where member_id = ${person.id}`,
      sql`update pay_password_history set kind = 'reset' where member_id = ${person.id}`,
      sql`insert into pay_password_history (member_id, kind) values (${person.id}, 'first')`,
      sql`truncate pay_password_history`,
    ]) {
      await expect(statement.execute(app.owner)).rejects.toThrow();
      await expect(statement.execute(app.db)).rejects.toThrow();
    }
  });

  test('refuses: two first settings in the same moment: one wins', async () => {
    const person = await app.register('race@example.org');
    const emailcode = await fresh(person);
    const answers = await Promise.all(
      [PAY, OTHER, 'drittes 77 x'].map((value) => app.setPaypassword(person, value, { emailcode })),
    );
    expect(answers.filter((answer) => answer.success)).toHaveLength(1);
    expect(await findOutboundLock(app.db, person.id)).toBeUndefined();
  });

  test('behavior: the first locks nothing, ends the other sessions, and is told by mail', async () => {
    const person = await withPaypassword('free@example.org');
    expect(await findOutboundLock(app.db, person.id)).toBeUndefined();
    await expect(pay(person.id, person.id)).rejects.toMatchObject({ code: 'ledger.insufficient' });
    const told = (await app.mails()).filter((mail) => mail.to === person.email).map((mail) => mail.template);
    expect(told).toContain('auth.paypasswordset');
    expect(reasonOf(await app.call('Users/Info', {}, { token: person.token }))).toBe('ok');
  });

  test('behavior: a member with an e-mail may prove by the bound wallet instead, not by another one', async () => {
    const person = await app.register('signs@example.org');
    const wallet = newSigner();
    const sign = async (purpose: string, signer = wallet) => {
      const asked = await app.call(
        'Users/getsign',
        { purpose, address: wallet.address },
        { token: person.token },
      );
      const { message } = asked.data as { message: string };
      return { message, signature: await signer.signMessage({ message }) };
    };
    // Without a bound wallet a signature proves nothing.
    expect(reasonOf(await app.setPaypassword(person, PAY, await sign('bind')))).toBe('auth.badcode');
    const emailcode = await app.codeFor(person.email, 'wallet', { token: person.token });
    const bound = { address: wallet.address, ...(await sign('bind')), emailcode };
    expect(reasonOf(await app.call('Users/Bind_address_c', bound, { token: person.token }))).toBe('ok');
    expect(reasonOf(await app.setPaypassword(person, PAY, await sign('bind', newSigner())))).toBe(
      'auth.badsignature',
    );
    expect(reasonOf(await app.setPaypassword(person, PAY, await sign('login')))).toBe('auth.badmessage');
    expect(reasonOf(await app.setPaypassword(person, PAY, await sign('bind')))).toBe('ok');
  });

  test('behavior: a member without an e-mail proves by the bound wallet', async () => {
    const wallet = newSigner();
    const asked = await app.call('Users/getsign', { purpose: 'login', address: wallet.address });
    const message = (asked.data as { message: string }).message;
    const login = { address: wallet.address, message, signature: await wallet.signMessage({ message }) };
    const answer = await app.call('Users/LoginWallet', {
      ...login,
      invitecode: app.root.invitationCode,
      ...REGISTRANT,
    });
    const { token, userid } = answer.data as { token: string; userid: string };
    const person = { token, id: userid, email: '' };
    expect(reasonOf(await app.setPaypassword(person, PAY, { emailcode: '123456' }))).toBe(
      'auth.badsignature',
    );
    expect(reasonOf(await app.setPaypassword(person, PAY, { message, signature: login.signature }))).toBe(
      'auth.noncespent',
    );
    const again = await app.call('Users/getsign', { purpose: 'bind', address: wallet.address }, { token });
    const proof = (again.data as { message: string }).message;
    const signed = { message: proof, signature: await wallet.signMessage({ message: proof }) };
    expect(reasonOf(await app.setPaypassword(person, PAY, signed))).toBe('ok');
    await check(person, PAY);
  });
});

/** Moves one coin out of an account of a family, as transfers and withdrawals do. */
function pay(memberId: string, family: string): Promise<unknown> {
  return inTransaction(app.db, (tx) =>
    postEntry(tx, {
      key: `test:${Math.random()}`,
      kind: 'transfer',
      reference: 'tra_test',
      actor: `member:${memberId}`,
      outbound: { family },
      postings: [
        {
          source: `member:${memberId}:available`,
          destination: `member:${app.root.id}:available`,
          asset: 'USDT',
          amount: COIN,
        },
      ],
    }),
  );
}
