import { randomUUID } from 'node:crypto';
import type { Envelope } from '@openmere/core/kit/call.ts';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fund } from '../../ledger/test-ledger.ts';
import { PASSWORD, newSigner, openAuthApp, reasonOf, tally } from '../../test/visitors.ts';
import type { AuthApp, CallOptions, Person } from '../../test/visitors.ts';

const PAY = 'pay word 7';
const STEP = 30_000;
const HOUR = 3_600_000;

let app: AuthApp;
let next = 0;
beforeAll(async () => {
  app = await openAuthApp();
}, 60_000);
afterAll(() => app.close());

type Guarded = Person & { secret: string; codes: string[] };

const codeOf = (secret: string, atMs = app.now().getTime()): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: atMs });
/** A code that no earlier one used up. */
const nextCode = (secret: string): string => {
  app.advance(STEP);
  return codeOf(secret);
};
const dataOf = <T>(answer: Envelope): T => {
  expect([answer.msg, answer.success]).toEqual([answer.msg, true]);
  return answer.data as T;
};
const newEmail = (): string => `factor${(next += 1)}@example.org`;

/** A member with an authenticator app. */
async function withTotp(email = newEmail(), options?: CallOptions): Promise<Guarded> {
  const person = await app.register(email, {}, options);
  const { secret } = dataOf<{ secret: string }>(
    await app.call('Users/TotpStart', {}, { token: person.token }),
  );
  const on = await app.call('Users/TotpConfirm', { totp: codeOf(secret) }, { token: person.token });
  return { ...person, secret, ...dataOf<{ codes: string[] }>(on) };
}

const login = async (person: Person, totp?: string, options?: CallOptions): Promise<Envelope> =>
  app.call(
    'Users/UserLogin',
    {
      account: person.email,
      password: await app.seal('Users/UserLogin', PASSWORD),
      ...(totp === undefined ? {} : { totp }),
    },
    options,
  );

describe('setting up an authenticator app', () => {
  test('refuses: without a fresh proof, a wrong first code, another session, and after a quarter of an hour', async () => {
    const person = await app.register(newEmail());
    const { token } = person;
    const other = dataOf<{ token: string }>(await login(person)).token;
    expect(reasonOf(await app.call('Users/TotpConfirm', { totp: '123456' }, { token }))).toBe(
      'auth.totpnotbegun',
    );
    const begun = await app.call('Users/TotpStart', {}, { token });
    const { secret, uri } = dataOf<{ secret: string; uri: string }>(begun);
    expect(uri).toContain(`secret=${secret}`);
    expect(uri).toContain('issuer=Openmere');
    expect(reasonOf(await app.call('Users/TotpConfirm', { totp: '000000' }, { token }))).toBe('auth.badtotp');
    const stolen = await app.call('Users/TotpConfirm', { totp: codeOf(secret) }, { token: other });
    expect(reasonOf(stolen)).toBe('auth.totpnotbegun');
    app.advance(16 * 60_000);
    const late = await app.call('Users/TotpConfirm', { totp: codeOf(secret) }, { token });
    expect(reasonOf(late)).toBe('auth.totpnotbegun');
    expect(reasonOf(await app.call('Users/TotpStart', {}, { token }))).toBe('auth.badcode');
    const emailcode = await app.codeFor(person.email, 'password', { token });
    expect(reasonOf(await app.call('Users/TotpStart', { emailcode }, { token }))).toBe('ok');
  });

  test('behavior: the secret is nowhere readable, the other sessions end, the owner hears of it with the way to freeze', async () => {
    const person = await app.register(newEmail());
    const other = dataOf<{ token: string }>(await login(person)).token;
    const { token } = person;
    const { secret } = dataOf<{ secret: string }>(await app.call('Users/TotpStart', {}, { token }));
    const on = await app.call('Users/TotpConfirm', { totp: codeOf(secret) }, { token });
    const { codes } = dataOf<{ codes: string[] }>(on);
    expect(new Set(codes).size).toBe(10);
    const { rows } = await sql<{ row: string }>`select row_to_json(t)::text as row from totp_secret t
      union all select row_to_json(r)::text from recovery_code r`.execute(app.owner);
    const kept = rows.map(({ row }) => row).join('\n');
    for (const canary of [secret, ...codes]) expect(kept).not.toContain(canary);
    expect(reasonOf(await app.call('Users/Info', {}, { token: other }))).toBe('request.notlogin');
    expect(dataOf(await app.call('Users/Info', {}, { token }))).toMatchObject({ hastotp: true });
    const state = dataOf<{ totpsince: string; recoverycodes: number }>(
      await app.call('Users/SecondFactor', {}, { token }),
    );
    expect(state).toMatchObject({ recoverycodes: 10, totpsince: app.now().toISOString() });
    const mail = (await app.mails()).findLast(({ to }) => to === person.email);
    expect(mail?.template).toBe('auth.totpon');
    const link = String(mail?.params['link']).split('link=')[1];
    expect(reasonOf(await app.call('Users/Freeze', { link }))).toBe('ok');
    expect(reasonOf(await app.call('Users/Info', {}, { token }))).toBe('request.notlogin');
  });
});

describe('logging in', () => {
  test('refuses: by password, mail and wallet without the code; what was proved stays good for the second try', async () => {
    const person = await withTotp();
    expect(await login(person)).toMatchObject({ code: 'needtotp', data: { reason: 'auth.needtotp' } });
    expect(reasonOf(await login(person, '000000'))).toBe('auth.badtotp');
    expect(reasonOf(await login(person, nextCode(person.secret)))).toBe('ok');
    const emailcode = await app.codeFor(person.email, 'login');
    const mail = { email: person.email, emailcode };
    expect(reasonOf(await app.call('Users/LoginMail', mail))).toBe('auth.needtotp');
    expect(reasonOf(await app.call('Users/LoginMail', { ...mail, totp: nextCode(person.secret) }))).toBe(
      'ok',
    );
    const signer = newSigner();
    await sql`update member set wallet_address = ${signer.address.toLowerCase()}, wallet_bound_at = now()
      where id = ${person.id}`.execute(app.owner);
    const asked = await app.call('Users/getsign', { purpose: 'login', address: signer.address });
    const { message } = dataOf<{ message: string }>(asked);
    const signed = { address: signer.address, message, signature: await signer.signMessage({ message }) };
    expect(reasonOf(await app.call('Users/LoginWallet', signed))).toBe('auth.needtotp');
    const second = await app.call('Users/LoginWallet', { ...signed, totp: nextCode(person.secret) });
    expect(reasonOf(second)).toBe('ok');
  });

  test('refuses: half a code or half a recovery code as missing, and counts no try', async () => {
    const person = await withTotp();
    for (const half of [
      '12345',
      '',
      'ABCD-EFGH',
      'ABCDEFGHJKMNPQRU',
      ...Array.from({ length: 12 }, () => '1'),
    ])
      expect(reasonOf(await login(person, half))).toBe('auth.needtotp');
    expect(reasonOf(await login(person, person.codes[0]))).toBe('ok');
  });

  test('refuses: a code twice, also when both arrive in the same moment', async () => {
    const person = await withTotp();
    const totp = nextCode(person.secret);
    const answers = await Promise.all(Array.from({ length: 4 }, () => login(person, totp)));
    expect(tally(answers)).toEqual({ ok: 1, 'auth.badtotp': 3 });
    expect(reasonOf(await login(person, totp))).toBe('auth.badtotp');
  });

  test('behavior: the same answer for a wrong password, whether a factor is on or not', async () => {
    const person = await withTotp();
    const password = await app.seal('Users/UserLogin', 'wrong 12345');
    const known = await app.call('Users/UserLogin', { account: person.email, password });
    expect(reasonOf(known)).toBe('auth.badlogin');
  });

  test('behavior: who knows the password cannot shut the owner out: mailbox, browser of before and recovery code stay open', async () => {
    const jar = {};
    const person = await withTotp(newEmail(), { jar });
    const thief = { ip: '203.0.113.200', device: 'thief' };
    const tries: string[] = [];
    for (let turn = 0; turn < 9; turn += 1) {
      tries.push(reasonOf(await login(person, '000000', { ...thief, ip: `198.51.${turn}.1` })));
    }
    expect(tries.filter((reason) => reason === 'auth.badtotp')).toHaveLength(6);
    expect(tries.at(-1)).toBe('auth.totpslow');
    const right = await login(person, nextCode(person.secret), { ...thief, ip: '198.51.100.9' });
    expect(reasonOf(right)).toBe('auth.totpslow');
    expect(reasonOf(await login(person, nextCode(person.secret), { jar }))).toBe('ok');
    const abroad = { ip: '192.0.2.9', device: 'new phone' };
    const emailcode = await app.codeFor(person.email, 'login', abroad);
    const byMail = { email: person.email, emailcode, totp: nextCode(person.secret) };
    expect(reasonOf(await app.call('Users/LoginMail', byMail, abroad))).toBe('ok');
    expect(reasonOf(await login(person, person.codes[0], { ip: '192.0.2.10' }))).toBe('ok');
  });
});

describe('recovery codes', () => {
  test('refuses: one twice, another member’s, and the former ones after new ones were made', async () => {
    const person = await withTotp();
    const other = await withTotp();
    const [first = '', second = ''] = person.codes;
    const typed = first.toLowerCase().replaceAll('-', ' ');
    const opened = dataOf<{ token: string }>(await login(person, typed));
    expect(reasonOf(await login(person, first))).toBe('auth.badtotp');
    expect(reasonOf(await login(person, other.codes[0]))).toBe('auth.badtotp');
    const mails = await app.mails();
    expect(mails.findLast(({ to }) => to === person.email)?.template).toBe('auth.recoveryused');
    const { token } = opened;
    expect(reasonOf(await app.call('Users/RecoveryCodes', {}, { token }))).toBe('auth.needtotp');
    const renewed = await app.call('Users/RecoveryCodes', { totp: nextCode(person.secret) }, { token });
    const { codes } = dataOf<{ codes: string[] }>(renewed);
    expect(reasonOf(await login(person, second))).toBe('auth.badtotp');
    expect(reasonOf(await login(person, codes[0]))).toBe('ok');
    const answers = await Promise.all(Array.from({ length: 5 }, () => login(person, codes[1])));
    expect(tally(answers)).toEqual({ ok: 1, 'auth.badtotp': 4 });
  });

  test('behavior: a lost phone: freeze, mailbox and a recovery code, a new app, unfrozen', async () => {
    const person = await withTotp();
    const mail = (await app.mails()).findLast(({ to }) => to === person.email);
    const link = String(mail?.params['link']).split('link=')[1];
    expect(reasonOf(await app.call('Users/Freeze', { link }))).toBe('ok');
    const emailcode = await app.codeFor(person.email, 'login');
    const by = { email: person.email, emailcode, totp: person.codes[0] };
    const { token } = dataOf<{ token: string }>(await app.call('Users/LoginMail', by));
    const { secret } = dataOf<{ secret: string }>(await app.call('Users/TotpStart', {}, { token }));
    expect(secret).not.toBe(person.secret);
    const on = await app.call('Users/TotpConfirm', { totp: codeOf(secret) }, { token });
    expect(dataOf<{ codes: string[] }>(on).codes).not.toContain(person.codes[1]);
    expect(reasonOf(await app.call('Users/Unfreeze', {}, { token }))).toBe('ok');
    expect(reasonOf(await login(person, nextCode(person.secret)))).toBe('auth.badtotp');
    expect(reasonOf(await login(person, person.codes[1]))).toBe('auth.badtotp');
    expect(reasonOf(await login(person, nextCode(secret)))).toBe('ok');
  });
});

describe('what a session alone must not do', () => {
  test('refuses: withdrawals and security changes without the factor, which a fresh login does not replace', async () => {
    const person = await withTotp();
    const { token } = dataOf<{ token: string }>(await login(person, nextCode(person.secret)));
    const emailcode = await app.codeFor(person.email, 'paypassword', { token });
    const set = async (more: object) =>
      app.call(
        'Users/SetPaypassword',
        { paypassword: await app.seal('Users/SetPaypassword', PAY), emailcode, ...more },
        { token },
      );
    expect(reasonOf(await set({}))).toBe('auth.needtotp');
    expect(reasonOf(await set({ totp: nextCode(person.secret) }))).toBe('ok');
    const signer = newSigner();
    await sql`update member set wallet_address = ${signer.address.toLowerCase()}, wallet_bound_at = now()
      where id = ${person.id}`.execute(app.owner);
    await fund(app.db, person.id, 100);
    const requestId = randomUUID();
    const withdraw = async (more: object) =>
      app.call(
        'Wallet/Withdraw',
        {
          requestId,
          coinid: 'USDT',
          amount: '20',
          paypassword: await app.seal('Wallet/Withdraw', PAY),
          ...more,
        },
        { token },
      );
    expect(reasonOf(await withdraw({}))).toBe('auth.needtotp');
    expect(reasonOf(await withdraw({ totp: '000000' }))).toBe('auth.badtotp');
    const totp = nextCode(person.secret);
    expect(reasonOf(await withdraw({ totp }))).toBe('ok');
    // The same request again is the same withdrawal, whatever comes along.
    expect(reasonOf(await withdraw({}))).toBe('ok');
    expect(reasonOf(await login(person, totp))).toBe('auth.badtotp');
    const sealed = await app.seal('Users/BindEmaill', PASSWORD);
    const bind = await app.call('Users/BindEmaill', { email: newEmail(), password: sealed }, { token });
    expect(reasonOf(bind)).toBe('auth.needtotp');
    const change = {
      password: await app.seal('Users/SetPassword', 'another horse 8'),
      old: await app.seal('Users/SetPassword', PASSWORD),
    };
    expect(reasonOf(await app.call('Users/SetPassword', change, { token }))).toBe('auth.needtotp');
    const forgotten = {
      email: person.email,
      emailcode: await app.codeFor(person.email, 'password'),
      password: await app.seal('Users/SetPassword', 'another horse 8'),
    };
    expect(reasonOf(await app.call('Users/SetPassword', forgotten))).toBe('auth.needtotp');
  });

  test('refuses: to turn it off without factor and fresh proof; then nothing is asked any more', async () => {
    const person = await withTotp();
    const { token } = person;
    app.advance(HOUR);
    expect(reasonOf(await app.call('Users/TotpRemove', {}, { token }))).toBe('auth.needtotp');
    const bare = await app.call('Users/TotpRemove', { totp: nextCode(person.secret) }, { token });
    expect(reasonOf(bare)).toBe('auth.badcode');
    const emailcode = await app.codeFor(person.email, 'password', { token });
    expect(reasonOf(await app.call('Users/TotpRemove', { emailcode }, { token }))).toBe('auth.needtotp');
    const proof = { emailcode, totp: nextCode(person.secret) };
    expect(reasonOf(await app.call('Users/TotpRemove', proof, { token }))).toBe('ok');
    expect(reasonOf(await login(person))).toBe('ok');
    expect(reasonOf(await app.call('Users/TotpRemove', proof, { token }))).toBe('auth.nototp');
    expect(reasonOf(await app.call('Users/RecoveryCodes', {}, { token }))).toBe('auth.nototp');
  });
});
