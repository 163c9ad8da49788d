import type { Envelope } from '@openmere/core/kit/call.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../platform/db/connect.ts';
import { PASSWORD, newSigner, openAuthApp, reasonOf } from '../../test/visitors.ts';
import type { AuthApp } from '../../test/visitors.ts';
import { addMember } from '../register.ts';
import { insertVersion } from './version-store.ts';

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
});
afterAll(() => app.close());

const without = [
  '',
  ' ',
  ',',
  ' , ,',
  null,
  undefined,
  'x-1',
  'user-1',
  'user-1,privacy-1',
  'user-1,privacy-1,risk-0',
];
const versions = 'user-1,privacy-1,risk-1';
let count = 0;

/** The three ways to become a member; each answers to the given agreements. */
const ways: Record<string, (agreements: unknown) => Promise<Envelope>> = {
  'Users/Register': async (agreements) => {
    const email = `r${(count += 1)}@example.org`;
    return app.call('Users/Register', {
      ...(await registrant(agreements)),
      email,
      emailcode: await app.codeFor(email, 'register'),
      password: await app.seal('Users/Register', PASSWORD),
    });
  },
  'Users/LoginMail': async (agreements) => {
    const email = `m${(count += 1)}@example.org`;
    const emailcode = await app.codeFor(email, 'login');
    return app.call('Users/LoginMail', { ...(await registrant(agreements)), email, emailcode });
  },
  'Users/LoginWallet': async (agreements) => {
    const wallet = newSigner();
    const asked = await app.call('Users/getsign', { purpose: 'login', address: wallet.address });
    const { message } = asked.data as { message: string };
    const signature = await wallet.signMessage({ message });
    return app.call('Users/LoginWallet', {
      ...(await registrant(agreements)),
      address: wallet.address,
      message,
      signature,
    });
  },
};

async function registrant(agreements: unknown): Promise<object> {
  return { invitecode: app.root.invitationCode, country: 'SG', agreements };
}

const countMembers = async (): Promise<bigint> =>
  (await sql<{ n: bigint }>`select count(*) as n from member`.execute(app.db)).rows[0]?.n ?? 0n;

test.each(Object.keys(ways))('refuses: %s without every agreement in its published version', async (way) => {
  const before = await countMembers();
  for (const agreements of without) {
    const answer = await ways[way]?.(agreements);
    // An empty parameter is an absent one; where it must be there the form itself is refused.
    expect(['auth.agreements', 'request.invalid']).toContain(answer && reasonOf(answer));
  }
  expect(await countMembers()).toBe(before);
});

test.each(Object.keys(ways))('behavior: %s keeps which versions were accepted, and when', async (way) => {
  const answer = await ways[way]?.(versions);
  expect(answer?.success).toBe(true);
  const userid = (answer?.data as { userid?: string } | undefined)?.userid ?? '';
  const rows = await app.db
    .selectFrom('agreement_acceptance')
    .select(['accepted', 'at'])
    .where('member_id', '=', userid)
    .execute();
  expect(rows).toEqual([{ accepted: versions, at: app.now() }]);
});

test('refuses: to change or remove what somebody accepted, as the app', async () => {
  await ways['Users/Register']?.(versions);
  for (const statement of [
    sql`update agreement_acceptance set accepted = 'x'`,
    sql`delete from agreement_acceptance`,
    sql`truncate agreement_acceptance`,
  ]) {
    await expect(statement.execute(app.db)).rejects.toThrow('permission denied');
  }
});

test('behavior: a newly published version is asked for again, and exits stay open meanwhile', async () => {
  const entered = await ways['Users/LoginMail']?.(versions);
  const { token = '', userid = '' } = (entered?.data ?? {}) as { token?: string; userid?: string };
  const due = async () => {
    const info = await app.call('Users/Info', {}, { token });
    return (info.data as { agreementsdue: string }).agreementsdue;
  };
  expect(await due()).toBe('');
  await inTransaction(app.owner, (tx) =>
    insertVersion(
      tx,
      { kind: 'user', version: 2, published_at: app.now(), maker: 'one', checker: 'two' },
      { en: 'Two' },
    ),
  );
  expect(await due()).toBe('user-2');
  const accept = (agreements: string) => app.call('Users/AcceptAgreements', { agreements }, { token });
  for (const other of [versions, 'privacy-1', 'user-3', ''])
    expect(['auth.agreements', 'request.invalid']).toContain(reasonOf(await accept(other)));
  expect(reasonOf(await accept('user-2,user-9'))).toBe('ok');
  expect(await due()).toBe('');
  // Exactly what was read, in which language; a second time adds nothing that was not accepted.
  const rows = await app.db
    .selectFrom('agreement_acceptance')
    .select(['accepted', 'locale'])
    .where('member_id', '=', userid)
    .orderBy(sql`id`)
    .execute();
  expect(rows).toEqual([
    { accepted: versions, locale: 'en' },
    { accepted: 'user-2', locale: 'en' },
  ]);
  // Who registers now accepts the new one.
  const late = await ways['Users/LoginMail']?.(versions);
  expect(late && reasonOf(late)).toBe('auth.agreements');
  const config = await app.call('Ctrls/GetConfig', {});
  const listed = config.list as { idx: string; val: string }[];
  expect(listed.find(({ idx }) => idx === 'agreement.versions')?.val).toBe('user-2,privacy-1,risk-1');
});

test('refuses: to note as accepted what was published while somebody was registering', async () => {
  const added = await inTransaction(app.db, (tx) =>
    addMember(
      { tx, now: app.now(), actor: { from: { locale: 'en' } } },
      {
        registrant: {
          email: 'meanwhile@example.org',
          walletAddress: null,
          invitecode: app.root.invitationCode,
          country: 'SG',
          // As they were ticked and checked, before the second version of the first.
          agreements: versions,
        },
        inviterId: app.root.id,
      },
    ),
  );
  const rows = await app.db
    .selectFrom('agreement_acceptance')
    .select('accepted')
    .where('member_id', '=', added.id)
    .execute();
  expect(rows).toEqual([{ accepted: 'privacy-1,risk-1' }]);
});
