import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import { checkCode, spendCode } from './codes.ts';
import { openDoor, reasonOf, tally, together } from './test-door.ts';
import type { Door } from './test-door.ts';

/** 1,000 sends and 100,000 guesses stand in threats.md; the shape of a race shows with fewer. */
const SENDS = Number(process.env['OPENMERE_TEST_SENDS'] ?? 200);
const GUESSES = Number(process.env['OPENMERE_TEST_GUESSES'] ?? 1_000);
const MINUTE = 60_000;

let door: Door;
beforeAll(async () => {
  door = await openDoor();
});
afterAll(() => door.close());

const mailsTo = async (email: string): Promise<number> =>
  (await door.mails()).filter((mail) => mail.to === email).length;

describe('codes (T03)', () => {
  test('refuses: more than one mail however many ask in the same moment', async () => {
    const input = { email: 'flood@example.org', purpose: 'login' };
    const answers = await together(SENDS, () => door.call('Ctrls/SendCode_Mail', input));
    expect(tally(answers)).toEqual({ ok: 1, 'auth.codetoosoon': SENDS - 1 });
    expect(await mailsTo('flood@example.org')).toBe(1);
  });

  test('refuses: the same flood at an address that had a code before', async () => {
    const input = { email: 'flood@example.org', purpose: 'login' };
    door.advance(2 * MINUTE);
    const answers = await together(SENDS, () => door.call('Ctrls/SendCode_Mail', input));
    expect(tally(answers)).toEqual({ ok: 1, 'auth.codetoosoon': SENDS - 1 });
    expect(await mailsTo('flood@example.org')).toBe(2);
  });

  test('refuses: the second of two who had both shown the right code before either used it up', async () => {
    const email = 'both@example.org';
    const claim = {
      email,
      purpose: 'login',
      memberId: null,
      code: await door.codeFor(email, 'login'),
    } as const;
    const ids = [await checkCode(door.db, door.now(), claim), await checkCode(door.db, door.now(), claim)];
    const spent = await Promise.allSettled(
      ids.map((id) => inTransaction(door.db, (tx) => spendCode(tx, door.now(), id))),
    );
    expect(spent.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    expect(spent.find((one) => one.status === 'rejected')).toMatchObject({
      reason: { code: 'auth.codespent' },
    });
  });

  test('refuses: more than five an hour and ten a day, over all purposes', async () => {
    const purposes = ['login', 'register', 'bind', 'password', 'paypassword', 'wallet'];
    const email = 'patient@example.org';
    const sent: string[] = [];
    for (let turn = 0; turn < 40; turn += 1) {
      sent.push(reasonOf(await door.call('Ctrls/SendCode_Mail', { email, purpose: purposes[turn % 6] })));
      door.advance(10 * MINUTE);
    }
    expect(sent.slice(0, 7)).toEqual([...Array<string>(5).fill('ok'), 'auth.codetoomany', 'ok']);
    expect(await mailsTo(email)).toBe(10);
  });

  test('refuses: guessing: of thousands from many addresses at most five are looked at', async () => {
    const email = 'guessed@example.org';
    const right = await door.codeFor(email, 'login');
    const guesses = Array.from({ length: GUESSES }, (_, index) => String(index).padStart(6, '0')).filter(
      (code) => code !== right,
    );
    const answers = await together(guesses.length, (index) =>
      door.call('Users/LoginMail', { email, emailcode: guesses[index] }, { ip: `127.1.${index % 200}.1` }),
    );
    expect(tally(answers)).toEqual({ 'auth.badcode': 5, 'auth.codespent': guesses.length - 5 });
    expect(reasonOf(await door.call('Users/LoginMail', { email, emailcode: right }))).toBe('auth.codespent');
  });

  test('refuses: more than five looks at a code over sixteen connections in the same moment', async () => {
    const email = 'sixteen@example.org';
    const right = await door.codeFor(email, 'login');
    const { db } = door.database.connect('app', { max: 16 });
    const wrong = right === '000000' ? '000001' : '000000';
    const claim = { email, purpose: 'login', memberId: null, code: wrong } as const;
    const reasons = await Promise.all(
      Array.from({ length: 64 }, () =>
        checkCode(db, door.now(), claim).catch((error: { code: string }) => error.code),
      ),
    );
    expect(reasons.filter((reason) => reason === 'auth.badcode')).toHaveLength(5);
    expect(reasons.filter((reason) => reason === 'auth.codespent')).toHaveLength(59);
  });

  test('refuses: a code of another purpose, of another address, and an old one', async () => {
    const code = await door.codeFor('cross@example.org', 'password');
    expect(
      reasonOf(await door.call('Users/LoginMail', { email: 'cross@example.org', emailcode: code })),
    ).toBe('auth.badcode');
    const login = await door.codeFor('cross@example.org', 'login');
    expect(
      reasonOf(await door.call('Users/LoginMail', { email: 'else@example.org', emailcode: login })),
    ).toBe('auth.badcode');
    door.advance(10 * MINUTE);
    expect(
      reasonOf(await door.call('Users/LoginMail', { email: 'cross@example.org', emailcode: login })),
    ).toBe('auth.badcode');
  });

  test('refuses: a code that another member asked for', async () => {
    const victim = await door.register('victim@example.org');
    const thief = await door.register('thief@example.org');
    const code = await door.codeFor('victim@example.org', 'paypassword', { token: thief.token });
    expect(reasonOf(await door.setPaypassword(victim, 'geheim 42', { emailcode: code }))).toBe(
      'auth.badcode',
    );
  });

  test('behavior: the same answer, to the byte, for known and unknown addresses', async () => {
    await door.register('known@example.org');
    door.advance(2 * MINUTE);
    const send = (email: string) =>
      door.api.server.inject({
        method: 'POST',
        url: '/Ctrls/SendCode_Mail',
        payload: { email, purpose: 'password' },
      });
    const [known, unknown] = [await send('known@example.org'), await send('nobody@example.org')];
    expect(known.body).toBe(unknown.body);
    expect(known.statusCode).toBe(unknown.statusCode);
    const guess = (email: string) =>
      door.api.server.inject({
        method: 'POST',
        url: '/Users/SetPassword',
        payload: { email, emailcode: '123456', password: 'x' },
      });
    expect((await guess('known@example.org')).body).toBe((await guess('nobody@example.org')).body);
  });

  test('behavior: asked again in its first half the same code comes, later a new one that replaces it', async () => {
    const email = 'again@example.org';
    const first = await door.codeFor(email, 'login');
    door.advance(3 * MINUTE);
    expect(await door.codeFor(email, 'login')).toBe(first);
    door.advance(3 * MINUTE);
    const second = await door.codeFor(email, 'login');
    const answer = await door.call('Users/LoginMail', { email, emailcode: first });
    expect(first === second || reasonOf(answer) === 'auth.badcode').toBe(true);
    const good = {
      email,
      emailcode: second,
      invitecode: door.root.invitationCode,
      country: 'SG',
      agreements: 'x',
    };
    expect(reasonOf(await door.call('Users/LoginMail', good))).toBe('ok');
  });

  test('behavior: no table holds a code or an address', async () => {
    const code = await door.codeFor('secret@example.org', 'login');
    const rows = await sql`
      select auth_code::text as row from auth_code union all select auth_code_sending::text from auth_code_sending
      union all select mail_outbox::text from mail_outbox`.execute(door.owner);
    const text = JSON.stringify(rows.rows);
    expect(text).not.toContain('secret@example.org');
    expect(text).not.toContain(`,${code},`);
  });
});
