import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REGISTRANT, openAuthApp, reasonOf, tally } from '../test/visitors.ts';
import type { AuthApp } from '../test/visitors.ts';

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
});
afterAll(() => app.close());

const login = (email: string, emailcode: string, more: object = {}) =>
  app.call('Users/LoginMail', { email, emailcode, ...more });
const registrant = () => ({ invitecode: app.root.invitationCode, ...REGISTRANT });

describe('Users/LoginMail', () => {
  test('refuses: an unknown address without an invitation code as needinvite; five tries for the form, then the code is good still', async () => {
    const emailcode = await app.codeFor('fresh@example.org', 'login');
    for (let turn = 0; turn < 6; turn += 1)
      expect((await login('fresh@example.org', emailcode)).code).toBe('needinvite');
    expect(reasonOf(await login('fresh@example.org', emailcode, { invitecode: 'AAAAAA' }))).toBe(
      'auth.badinvite',
    );
    expect(
      reasonOf(await login('fresh@example.org', emailcode, { ...registrant(), country: undefined })),
    ).toBe('auth.badcountry');
    expect(reasonOf(await login('fresh@example.org', emailcode, { ...registrant(), country: 'US' }))).toBe(
      'auth.barred',
    );
    expect(
      reasonOf(await login('fresh@example.org', emailcode, { ...registrant(), agreements: undefined })),
    ).toBe('auth.agreements');
    expect(reasonOf(await login('fresh@example.org', emailcode, registrant()))).toBe('ok');
    expect(reasonOf(await login('fresh@example.org', emailcode))).toBe('auth.codespent');
  });

  test('refuses: to say of an address without its code whether it is known', async () => {
    await app.register('known@example.org');
    await app.codeFor('known@example.org', 'login');
    await app.codeFor('unknown@example.org', 'login');
    const answers = [
      await login('known@example.org', '000000'),
      await login('unknown@example.org', '000000'),
    ];
    expect(JSON.stringify(answers[0])).toBe(JSON.stringify(answers[1]));
  });

  test('refuses: one code twice in the same moment', async () => {
    await app.register('moment@example.org');
    const emailcode = await app.codeFor('moment@example.org', 'login');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => login('moment@example.org', emailcode)),
    );
    expect(tally(answers)).toEqual({ ok: 1, 'auth.codespent': 19 });
  });

  test('refuses: two registrants of one address in the same moment: one account', async () => {
    const emailcode = await app.codeFor('pair@example.org', 'login');
    const answers = await Promise.all(
      [1, 2, 3].map(() => login('pair@example.org', emailcode, registrant())),
    );
    expect(answers.filter((answer) => answer.success)).toHaveLength(1);
    const rows = await app.db
      .selectFrom('member')
      .select('id')
      .where('email', '=', 'pair@example.org')
      .execute();
    expect(rows).toHaveLength(1);
  });

  test('behavior: the second login is the same member', async () => {
    const first = (
      await login('same@example.org', await app.codeFor('same@example.org', 'login'), registrant())
    ).data;
    const second = (await login('SAME@example.org', await app.codeFor('same@example.org', 'login'))).data;
    expect((second as { userid: string }).userid).toBe((first as { userid: string }).userid);
    expect((second as { token: string }).token).not.toBe((first as { token: string }).token);
  });
});
