import { countries } from '@openmere/core/auth/geo.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, REGISTRANT, openAuthApp, reasonOf, tally } from '../test/visitors.ts';
import type { AuthApp } from '../test/visitors.ts';

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
});
afterAll(() => app.close());

const form = async (email: string, more: object = {}): Promise<object> => ({
  email,
  emailcode: await app.codeFor(email, 'register'),
  password: await app.seal('Users/Register', PASSWORD),
  invitecode: app.root.invitationCode,
  ...REGISTRANT,
  ...more,
});

describe('Users/Register', () => {
  test.each([
    ['a code that was never sent', { email: 'never.sent@example.org' }, 'auth.badcode'],
    ['no such invitation code', { invitecode: '00000A' }, 'auth.badinvite'],
    ['an invitation code with a typo', { invitecode: 'ZZZZZZ' }, 'auth.badinvite'],
    ['no such country', { country: 'ZZ' }, 'auth.badcountry'],
    ['a barred country', { country: 'cn' }, 'auth.barred'],
    ['no agreements', { agreements: ',' }, 'auth.agreements'],
    ['a reserved user name', { username: 'supp0rt' }, 'auth.badusername'],
  ])('refuses: %s', async (what, more, reason) => {
    const email = `${what.replaceAll(' ', '.')}@example.org`;
    const good = await form(email);
    expect(reasonOf(await app.call('Users/Register', { ...good, ...more }))).toBe(reason);
  });

  test.each([
    ['abc1', 'auth.passwordshort'],
    ['abcdefgh', 'auth.passwordplain'],
    ['abc123', 'auth.passwordcommon'],
  ])('refuses: the password %s', async (password, reason) => {
    const email = `p${password}@example.org`;
    const input = await form(email, { password: await app.seal('Users/Register', password) });
    expect(reasonOf(await app.call('Users/Register', input))).toBe(reason);
  });

  test('refuses: a country that the address or the declaration bars, 249 countries, and notes each without a name', async () => {
    const input = await form('geo@example.org');
    const barred: string[] = [];
    for (const country of countries) {
      const answer = await app.call('Users/Register', { ...input, password: '', country });
      // An empty secret is dropped: everything before the password is decided, nobody is registered.
      expect(reasonOf(answer)).toBe('request.invalid');
      const full = {
        ...input,
        country,
        agreements: ',',
        password: await app.seal('Users/Register', PASSWORD),
      };
      if (reasonOf(await app.call('Users/Register', full)) === 'auth.barred') barred.push(country);
    }
    expect(barred).toEqual(['CN', 'US']);
    for (const ip of ['203.0.113.86', '203.0.113.1']) {
      const full = { ...input, password: await app.seal('Users/Register', PASSWORD) };
      expect(reasonOf(await app.call('Users/Register', full, { ip }))).toBe('auth.barred');
    }
    const notes = await app.db.selectFrom('geo_refusal').select(['signal', 'country']).execute();
    expect(notes.filter((note) => note.signal === 'ip').map((note) => note.country)).toEqual(['CN', 'US']);
    expect(notes.filter((note) => note.signal === 'country').map((note) => note.country)).toContain('US');
  });

  test('refuses: the code of an inviter who is not activated', async () => {
    const fresh = await app.register('notyet@example.org');
    const code = await app.db
      .selectFrom('member')
      .select('invitation_code')
      .where('id', '=', fresh.id)
      .executeTakeFirstOrThrow();
    const input = await form('next@example.org', { invitecode: code.invitation_code });
    expect(reasonOf(await app.call('Users/Register', input))).toBe('auth.inviternotactivated');
  });

  test('refuses: the same code twice, also when both arrive in the same moment', async () => {
    const input = await form('twice@example.org');
    const inputs = await Promise.all(
      Array.from({ length: 8 }, async () => ({
        ...input,
        password: await app.seal('Users/Register', PASSWORD),
      })),
    );
    const answers = await Promise.all(inputs.map((one) => app.call('Users/Register', one)));
    const { ok, ...refused } = tally(answers);
    expect(ok).toBe(1);
    expect(
      Object.keys(refused).every((reason) => reason === 'auth.codespent' || reason === 'auth.taken'),
    ).toBe(true);
    const again = { ...input, password: await app.seal('Users/Register', PASSWORD) };
    expect(reasonOf(await app.call('Users/Register', again))).toBe('auth.codespent');
  });

  test('refuses: an e-mail or user name that is taken, whatever the case of its letters', async () => {
    await app.register('Taken@example.org', { username: 'TakenName' });
    expect(reasonOf(await app.call('Users/Register', await form('tAKEN@example.org')))).toBe('auth.taken');
    const input = await form('other@example.org', { username: 'takenname' });
    expect(reasonOf(await app.call('Users/Register', input))).toBe('auth.taken');
  });

  test('behavior: a registrant gets a session, a code that checks itself, the inviter and the country', async () => {
    const typed = ` ${app.root.invitationCode.toLowerCase()}`;
    const person = await app.register('New@Example.org', { invitecode: typed, username: 'newbie' });
    const { data } = await app.call('Users/Info', {}, { token: person.token });
    expect(data).toMatchObject({
      userid: person.id,
      email: 'new@example.org',
      username: 'newbie',
      country: 'SG',
      activated: false,
      userlevel: 'registered',
      haspassword: true,
      haspaypassword: false,
      inviter: { invitationcode: app.root.invitationCode },
    });
    const preview = await app.call('Users/Inviter', {
      invitecode: (data as { invitationcode: string }).invitationcode,
    });
    expect(preview.data).toMatchObject({ activated: false });
    const stored = await app.owner
      .selectFrom('login_password')
      .select('hash')
      .where('member_id', '=', person.id)
      .execute();
    expect(stored[0]?.hash).toMatch(/^\$argon2id\$/);
  });
});
