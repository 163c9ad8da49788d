import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import type { SettingName } from '../setting/definitions.ts';
import { writeSetting } from '../setting/write.ts';
import { openTestApp, reasonIn } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addMember } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';

const HOUR_MS = 3_600_000;
const token = `0x${'55'.repeat(20)}`;
const start = Date.parse('2026-12-01T10:00:00Z');
let now = start;
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ clock: () => new Date(now) });
  await set('chainContracts', JSON.stringify({ usdt: token }));
}, 60_000);
beforeEach(async () => {
  now = start;
  await set('coolingHours', 'GB:24');
});
afterAll(() => app.close());

const set = (name: SettingName, text: string): Promise<void> =>
  inTransaction(app.owner, (tx) => writeSetting({ tx }, { name, text, changedBy: 'installation' }));
const accept = (member: TestMember, accepted: string, at: number): Promise<unknown> =>
  sql`insert into agreement_acceptance (member_id, accepted, at) values (${member.id}, ${accepted}, ${new Date(at)})`.execute(
    app.owner,
  );
async function ask(member: TestMember, path: string, input: object = {}) {
  return app.post('member', path, input, { token: await app.session(member.id) });
}
const wayIn = async (member: TestMember) =>
  reasonIn(await ask(member, 'Wallet/DepositAddress', { coinid: 'USDT' }));
const infoOf = async (member: TestMember) =>
  (await ask(member, 'Users/Info')).envelope.data as { coolinguntil: string | null; countrywarning: string };

test('refuses: a deposit by chain or bank before the cooling-off of the country is over, and says when', async () => {
  const anna = await addMember(app, { country: 'GB' });
  await accept(anna, 'user-1,privacy-1,risk-1', start - 23 * HOUR_MS);
  const until = new Date(start + HOUR_MS).toISOString();
  const answer = await ask(anna, 'Wallet/DepositAddress', { coinid: 'USDT' });
  expect(answer.envelope.data).toMatchObject({ reason: 'deposit.cooling', params: { until } });
  expect(reasonIn(await ask(anna, 'Wallet/FiatBanks'))).toBe('deposit.cooling');
  expect((await infoOf(anna)).coolinguntil).toBe(until);
  now = start + HOUR_MS - 1;
  expect(await wayIn(anna)).toBe('deposit.cooling');
  now = start + HOUR_MS;
  expect(await wayIn(anna)).not.toBe('deposit.cooling');
  expect((await infoOf(anna)).coolinguntil).toBeNull();
  expect(reasonIn(await ask(anna, 'Wallet/FiatBanks'))).toBe('ok');
});

test('refuses: before anything was accepted; other agreements and later versions begin nothing', async () => {
  const anna = await addMember(app, { country: 'GB' });
  await accept(anna, 'user-1,privacy-1', start - 48 * HOUR_MS);
  expect(await wayIn(anna)).toBe('deposit.cooling');
  await accept(anna, 'risk-1', start - 30 * HOUR_MS);
  expect(await wayIn(anna)).not.toBe('deposit.cooling');
  await accept(anna, 'risk-2', start - HOUR_MS);
  expect(await wayIn(anna)).not.toBe('deposit.cooling');
});

test('behavior: counted for the person: a sub-account neither waits again nor gets around it', async () => {
  const main = await addMember(app, { country: 'GB' });
  const sub = await addMember(app, { main, country: 'GB' });
  await accept(sub, 'risk-1', start);
  expect(await wayIn(main)).toBe('deposit.cooling');
  await accept(main, 'risk-1', start - 25 * HOUR_MS);
  expect(await wayIn(sub)).not.toBe('deposit.cooling');
});

test('behavior: other countries do not wait, and no exit does', async () => {
  const bert = await addMember(app, { country: 'DE' });
  expect(await wayIn(bert)).not.toBe('deposit.cooling');
  const anna = await addMember(app, { country: 'GB' });
  for (const [path, input] of [
    ['Wallet/TransferQuote', { coinid: 'USDT', amount: '1', target: bert.id }],
    ['Wallet/WithdrawQuote', { coinid: 'USDT', amount: '10' }],
    ['Users/Balance', {}],
  ] as const)
    expect(JSON.stringify((await ask(anna, path, input)).envelope)).not.toContain('cooling');
});

test('behavior: members of a country are told its warning, others nothing', async () => {
  await set('countryWarnings', 'GB: Do not invest unless you can lose all of it.\nFR: Risque de perte.');
  const [british, french, german] = [
    await addMember(app, { country: 'GB' }),
    await addMember(app, { country: 'FR' }),
    await addMember(app, { country: 'DE' }),
  ];
  expect((await infoOf(british)).countrywarning).toBe('Do not invest unless you can lose all of it.');
  expect((await infoOf(french)).countrywarning).toBe('Risque de perte.');
  expect((await infoOf(german)).countrywarning).toBe('');
});
