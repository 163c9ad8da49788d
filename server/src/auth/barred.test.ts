import type { Envelope } from '@openmere/core/kit/call.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, REGISTRANT, newSigner, openAuthApp, reasonOf } from '../test/visitors.ts';
import type { AuthApp, CallOptions } from '../test/visitors.ts';

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
});
afterAll(() => app.close());

/** Addresses of the test's country book (test-app.ts). */
const fromChina = { ip: '203.0.113.86' };
const fromUnitedStates = { ip: '203.0.113.1' };
const fromSingapore = { ip: '203.0.113.65' };
let count = 0;

type Way = (country: string | undefined, options: CallOptions) => Promise<Envelope>;
const ways: Record<string, Way> = {
  'Users/Register': async (country, options) => {
    const email = `r${(count += 1)}@example.org`;
    const emailcode = await app.codeFor(email, 'register');
    const password = await app.seal('Users/Register', PASSWORD);
    return app.call('Users/Register', { ...registrant(country), email, emailcode, password }, options);
  },
  'Users/LoginMail': async (country, options) => {
    const email = `m${(count += 1)}@example.org`;
    const emailcode = await app.codeFor(email, 'login');
    return app.call('Users/LoginMail', { ...registrant(country), email, emailcode }, options);
  },
  'Users/LoginWallet': async (country, options) => {
    const wallet = newSigner();
    const { address } = wallet;
    const asked = await app.call('Users/getsign', { purpose: 'login', address });
    const { message } = asked.data as { message: string };
    const signature = await wallet.signMessage({ message });
    return app.call('Users/LoginWallet', { ...registrant(country), address, message, signature }, options);
  },
};

function registrant(country: string | undefined): object {
  return { invitecode: app.root.invitationCode, agreements: REGISTRANT.agreements, country };
}

async function countRows(table: 'member' | 'geo_refusal'): Promise<bigint> {
  const { rows } = await sql<{ n: bigint }>`select count(*) as n from ${sql.table(table)}`.execute(app.owner);
  return rows[0]?.n ?? 0n;
}

test.each(Object.entries(ways))(
  'refuses: %s by declaration and by internet address, before anybody is made, and notes it (T26)',
  async (_name, way) => {
    const tries: [string | undefined, CallOptions, string[]][] = [
      ['CN', {}, ['auth.barred']],
      ['us', fromSingapore, ['auth.barred']],
      ['SG', fromChina, ['auth.barred']],
      ['HK', fromUnitedStates, ['auth.barred']],
      // Default deny: who says nothing, or nonsense, is nobody's neighbour.
      [undefined, {}, ['auth.badcountry', 'request.invalid']],
      ['ZZ', fromSingapore, ['auth.badcountry']],
    ];
    for (const [country, options, reasons] of tries) {
      const before = [await countRows('member'), await countRows('geo_refusal')];
      const answer = await way(country, options);
      expect([country, reasonOf(answer)]).toEqual([country, expect.toBeOneOf(reasons)]);
      const noted = reasons[0] === 'auth.barred' ? 1n : 0n;
      const [members = 0n, notes = 0n] = before;
      expect([await countRows('member'), await countRows('geo_refusal')]).toEqual([members, notes + noted]);
    }
    // The refusal says which rule it was, and where it is written down.
    for (const [country, options, signal, barred] of [
      ['CN', {}, 'country', 'CN'],
      ['SG', fromChina, 'ip', 'CN'],
    ] as const) {
      const answer = await way(country, options);
      const last = await sql<{ id: bigint }>`select max(id) as id from geo_refusal`.execute(app.owner);
      const ref = `G-${last.rows[0]?.id}`;
      expect(answer).toMatchObject({ data: { params: { signal, country: barred, ref } } });
      expect(String(answer.msg)).toContain(signal === 'ip' ? 'internet address' : 'you declared');
      expect(String(answer.msg)).toContain(ref);
    }
    expect(reasonOf(await way('HK', fromSingapore))).toBe('ok');
  },
);

test('refuses: forged headers a word about where somebody is, without a trusted proxy', async () => {
  const response = await app.servers.member.inject({
    method: 'POST',
    url: '/Users/Register',
    remoteAddress: fromUnitedStates.ip,
    headers: { 'x-forwarded-for': fromSingapore.ip, 'cf-ipcountry': 'SG', 'x-real-ip': fromSingapore.ip },
    payload: {
      ...registrant('SG'),
      email: 'forged@example.org',
      emailcode: await app.codeFor('forged@example.org', 'register'),
      password: await app.seal('Users/Register', PASSWORD),
    },
  });
  expect(reasonOf(response.json())).toBe('auth.barred');
});
