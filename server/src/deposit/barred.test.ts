import { countries } from '@openmere/core/auth/geo.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSanctions } from '../member/sanctions-store.ts';
import type { MemberActor } from '../platform/actor.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { forgetSettings } from '../setting/read.ts';
import { writeSetting } from '../setting/write.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember, newWallet } from '../test/people.ts';
import { getDepositAddress } from './address.ts';
import { findBars } from './bar.ts';
import { checkFiatDepositor } from './fiat/check-depositor.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
  const contracts = { usdt: newWallet(), forwarderFactory: newWallet(), treasury: newWallet() };
  await inTransaction(context.owner, (tx) =>
    writeSetting({ tx }, { name: 'chainContracts', text: JSON.stringify(contracts), changedBy: 'test' }),
  );
  forgetSettings();
});
afterAll(() => context.close());

type MemberFacts = { country?: string | null; phone?: string; ip?: string | null };

async function memberOf({ country = 'DE', phone, ip = null }: MemberFacts): Promise<MemberActor> {
  const member = await addMember(context, { country });
  await sql`update member set phone = ${phone ?? null} where id = ${member.id}`.execute(context.owner);
  return { ...member, from: { ...member.from, country: ip } };
}

async function ask(actor: MemberActor): Promise<string> {
  const deps = { chainId: 31337 };
  return inTransaction(context.db, (tx) =>
    getDepositAddress({ tx, now: new Date(), actor, ...deps }, { coinid: 'USDT' }),
  ).then(
    () => 'ok',
    (error: { code: string }) => error.code,
  );
}

const barred: [what: string, facts: MemberFacts, code: string][] = [
  ['who declared mainland China', { country: 'CN' }, 'deposit.barred'],
  ['who declared the United States', { country: 'US' }, 'deposit.barred'],
  ['a phone of mainland China', { phone: '+8613800138000' }, 'deposit.barred'],
  ['a phone of the United States', { phone: '+12025550143' }, 'deposit.barred'],
  ['an American toll-free phone', { phone: '+18005550199' }, 'deposit.barred'],
  ['an internet address in mainland China', { ip: 'CN' }, 'deposit.barred'],
  ['an internet address in the United States', { ip: 'US' }, 'deposit.barred'],
  ['who declared nothing', { country: null }, 'deposit.nocountry'],
  ['who declared nothing, from a barred address', { country: null, ip: 'US' }, 'deposit.barred'],
];
test.each(barred)('refuses: a deposit address to %s (T26)', async (_what, facts, code) => {
  const member = await memberOf(facts);
  expect(await ask(member)).toBe(code);
  const kept = await sql`select 1 from deposit_address where member_id = ${member.id}`.execute(context.owner);
  expect(kept.rows).toEqual([]);
});

test('refuses: the address that a member has already, once a signal bars them', async () => {
  const member = await memberOf({});
  expect(await ask(member)).toBe('ok');
  await sql`update member set phone = '+8613900139000' where id = ${member.id}`.execute(context.owner);
  expect(await ask(member)).toBe('deposit.barred');
});

test('refuses: an address, bank money and credit to an account whose person has a barred number elsewhere', async () => {
  const main = await memberOf({});
  const member = await addMember(context, { main, wallet: null });
  expect(await ask(member)).toBe('ok');
  await sql`update member set phone = '+8613900139001' where id = ${main.id}`.execute(context.owner);
  expect(await ask(member)).toBe('deposit.barred');
  const ctx = { actor: member, now: new Date() };
  await expect(inTransaction(context.db, (tx) => checkFiatDepositor({ ...ctx, tx }))).rejects.toMatchObject({
    code: 'deposit.barred',
  });
  const deposit = { member_id: member.id, sender: newWallet() };
  const bars = await inTransaction(context.db, (tx) => findBars({ tx }, [deposit]));
  expect(bars.get(deposit)).toBe('phone');
});

test('refuses: an address and bank money to every account of a person with a wallet on a sanctions list, before anything is sent', async () => {
  const main = await memberOf({});
  const child = await addMember(context, { main, wallet: null });
  const { rows } = await sql<{ wallet: string }>`
    select wallet_address as wallet from member where id = ${main.id}`.execute(context.owner);
  const list = (wallets: string) => inTransaction(context.owner, (tx) => loadSanctions(tx, 'test', wallets));
  const bank = (actor: MemberActor) =>
    inTransaction(context.db, (tx) => checkFiatDepositor({ tx, actor, now: new Date() })).then(
      () => 'ok',
      (error: { code: string }) => error.code,
    );
  const heard = async () => [await ask(main), await ask(child), await bank(main), await bank(child)];
  expect(await heard()).toEqual(['ok', 'ok', 'ok', 'ok']);
  await list(rows[0]?.wallet ?? '');
  expect(await heard()).toEqual(Array.from({ length: 4 }, () => 'deposit.listed'));
  // Somebody else: an empty list is none.
  await list(newWallet());
  expect(await heard()).toEqual(['ok', 'ok', 'ok', 'ok']);
});

test('refuses: every cell of 249 countries × address or declaration exactly where it is barred', async () => {
  const member = await memberOf({});
  const wrong: string[] = [];
  for (const country of countries) {
    const told = await ask({ ...member, from: { ...member.from, country } });
    const expected = country === 'CN' || country === 'US' ? 'deposit.barred' : 'ok';
    if (told !== expected) wrong.push(`${country}: ${told}`);
  }
  expect(wrong).toEqual([]);
}, 60_000);

test.each<[string, MemberFacts]>([
  ['Hong Kong', { country: 'HK', phone: '+85221234567', ip: 'HK' }],
  ['Macao', { country: 'MO', phone: '+85328212345', ip: 'MO' }],
  ['Taiwan', { country: 'TW', phone: '+886912345678', ip: 'TW' }],
  ['Canada', { country: 'CA', phone: '+14165550123', ip: 'CA' }],
  ['Jamaica', { country: 'JM', phone: '+18765550123', ip: 'JM' }],
])('behavior: %s is not barred by any signal', async (_name, facts) => {
  expect(await ask(await memberOf(facts))).toBe('ok');
});
