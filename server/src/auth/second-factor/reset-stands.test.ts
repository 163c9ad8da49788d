import type { Envelope } from '@openmere/core/kit/call.ts';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockMember } from '../../member/store.ts';
import { inTransaction } from '../../platform/db/connect.ts';
import { reasonIn } from '../../test/app.ts';
import { newSigner, openAuthApp, reasonOf } from '../../test/visitors.ts';
import type { AuthApp, Person } from '../../test/visitors.ts';
import { freezeAccount, trustProofs } from '../freeze.ts';
import { endReset, lockReset } from './reset-store.ts';

/** Decision 0309: who reads the mailbox sets the first factor; the owner comes back by a wallet that is older. */
let app: AuthApp;
let operator: string;
let next = 0;
beforeAll(async () => {
  app = await openAuthApp();
  app.advance(Date.now() - app.now().getTime());
  operator = await app.operator('admin');
}, 60_000);
afterAll(() => app.close());

const DAY = 24 * 3_600_000;
const PAY = 'heron pays 77';
type Wallet = ReturnType<typeof newSigner>;
type Taken = Person & { secret: string; wallet: Wallet };
type Asked = { id: string; asked: string; ready: string };

const dataOf = <T>(answer: Envelope): T => {
  expect([answer.msg, answer.success]).toEqual([answer.msg, true]);
  return answer.data as T;
};
/** Each code is of a step of its own. */
const totpOf = (secret: string): string => {
  app.advance(60_000);
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: app.now().getTime() });
};
const freezeByStaff = (id: string) =>
  inTransaction(app.db, async (tx) => {
    const member = await lockMember(tx, id);
    if (member) await freezeAccount({ tx, now: app.now() }, member, 'auth.frozenbystaff');
  });
/** Binds a wallet `days` before now, as far as the account knows. */
async function giveWallet(id: string, days: number): Promise<Wallet> {
  const wallet = newSigner();
  const at = new Date(app.now().getTime() - days * DAY);
  const address = wallet.address.toLowerCase();
  await sql`update member set wallet_address = ${address}, wallet_bound_at = ${at} where id = ${id}`.execute(
    app.owner,
  );
  return wallet;
}
async function loginBy(person: Person, secret: string): Promise<Person> {
  const emailcode = await app.codeFor(person.email, 'login');
  const answer = await app.call('Users/LoginMail', { email: person.email, emailcode, totp: totpOf(secret) });
  return { ...person, token: dataOf<{ token: string }>(answer).token };
}
/** An account whose mailbox is read: its thief set the first factor, then it was frozen, and the thief came back. */
async function taken(more: { paypassword?: string; walletDays?: number } = {}): Promise<Taken> {
  const owner = await app.register(`stands${(next += 1)}@example.org`);
  if (more.paypassword !== undefined) {
    dataOf(await app.setPaypassword(owner, more.paypassword));
  }
  const wallet = await giveWallet(owner.id, more.walletDays ?? 30);
  const { token } = owner;
  const { secret } = dataOf<{ secret: string }>(await app.call('Users/TotpStart', {}, { token }));
  dataOf(await app.call('Users/TotpConfirm', { totp: totpOf(secret) }, { token }));
  await freezeByStaff(owner.id);
  return { ...(await loginBy(owner, secret)), secret, wallet };
}
/** Each from a place of its own: one place has a limit. */
const from = () => ({ ip: `198.51.${(next += 1)}.7`, device: 'New phone' });
async function askByWallet({ wallet }: Taken): Promise<Asked> {
  const { address } = wallet;
  const got = await app.call('Users/getsign', { purpose: 'login', address });
  const { message } = dataOf<{ message: string }>(got);
  const signature = await wallet.signMessage({ message });
  return dataOf<Asked>(await app.call('Users/FactorReset', { address, message, signature }, from()));
}
async function askByMail({ email }: Person): Promise<Asked> {
  const emailcode = await app.codeFor(email, 'password');
  return dataOf<Asked>(await app.call('Users/FactorReset', { email, emailcode }, from()));
}
async function rowOf(id: string): Promise<Record<string, unknown> | undefined> {
  await sql`update operator_session set last_used_at = ${app.now()}`.execute(app.owner);
  for (const state of ['open', 'ended']) {
    const heard = await app.post(
      'console',
      'Admin/FactorResets',
      { state, pageSize: 100 },
      { token: operator },
    );
    expect(reasonIn(heard)).toBe('ok');
    const found = (heard.envelope.list as Record<string, unknown>[]).find((row) => row['id'] === id);
    if (found) return found;
  }
  return undefined;
}
const refuse = async ({ token }: Person, id: string, more: object = {}) =>
  reasonOf(await app.call('Users/FactorResetRefuse', { id, ...more }, { token }));
const sealedPay = (text: string) => app.seal('Users/FactorResetRefuse', text);
async function unfreeze(who: Taken, paypassword: string | undefined): Promise<string> {
  const { token, email, secret } = who;
  const emailcode = await app.codeFor(email, 'password', { token });
  const sealed =
    paypassword === undefined ? {} : { paypassword: await app.seal('Users/Unfreeze', paypassword) };
  const input = { emailcode, totp: totpOf(secret), ...sealed };
  return reasonOf(await app.call('Users/Unfreeze', input, { token }));
}

test('refuses: whoever holds the younger factor to end what the older wallet asked, by using it, by refusing, or by a press on "freeze"', async () => {
  const thief = await taken();
  const asked = await askByWallet(thief);
  expect(await rowOf(asked.id)).toMatchObject({ state: 'open', proof: 'wallet', stands: true });
  const again = await loginBy(thief, thief.secret);
  expect(await rowOf(asked.id)).toMatchObject({ state: 'open' });
  const { token } = again;
  const totp = () => totpOf(thief.secret);
  expect(reasonOf(await app.call('Users/RecoveryCodes', { totp: totp() }, { token }))).toBe('ok');
  expect(await refuse(again, asked.id, { totp: totp() })).toBe('auth.factorresetstands');
  // Nor by a payment password that the mailbox sets first, and one that it resets.
  for (const paypassword of ['thief word 9', 'thief word 8']) {
    const emailcode = await app.codeFor(again.email, 'paypassword', { token });
    const set = await app.setPaypassword(again, paypassword, { emailcode, totp: totp() });
    expect(reasonOf(set)).toBe('ok');
    const refused = await refuse(again, asked.id, { paypassword: await sealedPay(paypassword) });
    expect(refused).toBe('auth.factorresetstands');
  }
  expect(reasonOf(await app.call('Users/FreezeOwn', {}, { token }))).toBe('ok');
  expect(await rowOf(asked.id)).toMatchObject({ state: 'open', stands: true });
  const told = (await app.mails()).filter(({ to }) => to === thief.email).map(({ template }) => template);
  expect(told).toContain('auth.resetstands');
  expect(told).not.toContain('auth.resetasked');
  expect(told).not.toContain('auth.resetended');
}, 60_000);

test('refuses: the mailbox’s own request, made first, to stand in the way of the wallet’s', async () => {
  const thief = await taken();
  const early = await askByMail(thief);
  const asked = await askByWallet(thief);
  expect(asked.id).not.toBe(early.id);
  expect(await rowOf(early.id)).toMatchObject({ state: 'replaced', by: null });
  // The mailbox hears of the open one, and makes none of its own.
  expect((await askByMail(thief)).id).toBe(asked.id);
  expect((await askByWallet(thief)).id).toBe(asked.id);
}, 60_000);

/** Ends a request in the moment in which something else is about to end it. */
async function whileRefused<T>(id: string, act: () => Promise<T>): Promise<T | undefined> {
  const waits = async () =>
    (
      await sql<{ waits: boolean }>`select exists (select from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()) as waits`.execute(app.owner)
    ).rows[0]?.waits;
  let acting: Promise<T> | undefined;
  await inTransaction(app.db, async (tx) => {
    await lockReset(tx, id);
    await endReset(tx, id, { state: 'refused', now: app.now() });
    acting = act();
    await expect.poll(waits, { timeout: 20_000 }).toBe(true);
  });
  return acting;
}

test('refuses: to write over what became of the mailbox’s request while the wallet asked, or while somebody pressed "freeze"', async () => {
  const thief = await taken();
  const early = await askByMail(thief);
  const asked = await whileRefused(early.id, () => askByWallet(thief));
  expect(asked?.id).not.toBe(early.id);
  expect(await rowOf(early.id)).toMatchObject({ state: 'refused' });
  const other = await taken();
  const open = await askByMail(other);
  const { token } = other;
  const press = () => app.call('Users/FreezeOwn', {}, { token }).then(reasonOf);
  expect(await whileRefused(open.id, press)).toBe('ok');
  expect(await rowOf(open.id)).toMatchObject({ state: 'refused' });
}, 60_000);

test('refuses: to lift the freeze by the mailbox and the younger factor, without a payment password or with one set since', async () => {
  const thief = await taken();
  expect(await unfreeze(thief, undefined)).toBe('auth.freezeproof');
  const emailcode = await app.codeFor(thief.email, 'paypassword', { token: thief.token });
  const first = await app.setPaypassword(thief, 'thief word 9', { emailcode, totp: totpOf(thief.secret) });
  expect(reasonOf(first)).toBe('ok');
  expect(await unfreeze(thief, 'thief word 9')).toBe('auth.freezeproof');
}, 60_000);

test('refuses: a factor from before the freeze that is younger than the wallet, with a payment password that was reset', async () => {
  const owner = await app.register(`stands${(next += 1)}@example.org`);
  const wallet = await giveWallet(owner.id, 30);
  const { token } = owner;
  const { secret } = dataOf<{ secret: string }>(await app.call('Users/TotpStart', {}, { token }));
  dataOf(await app.call('Users/TotpConfirm', { totp: totpOf(secret) }, { token }));
  await sql`update totp_secret set set_at = set_at - interval '20 days' where member_id = ${owner.id}`.execute(
    app.owner,
  );
  dataOf(await app.setPaypassword(owner, PAY, { totp: totpOf(secret) }));
  const emailcode = await app.codeFor(owner.email, 'paypassword', { token });
  dataOf(await app.setPaypassword(owner, 'thief word 9', { emailcode, totp: totpOf(secret) }));
  await freezeByStaff(owner.id);
  const thief = { ...(await loginBy(owner, secret)), secret, wallet };
  expect(await unfreeze(thief, 'thief word 9')).toBe('auth.freezeproof');
}, 60_000);

test('behavior: a payment password that stood before refuses it, and lifts the freeze with the mailbox', async () => {
  const owner = await taken({ paypassword: PAY });
  await sql`alter table pay_password_history disable trigger pay_password_history_append_only`.execute(
    app.owner,
  );
  await sql`update pay_password_history set at = at - interval '20 days' where member_id = ${owner.id}`.execute(
    app.owner,
  );
  await sql`alter table pay_password_history enable trigger pay_password_history_append_only`.execute(
    app.owner,
  );
  const asked = await askByWallet(owner);
  expect(await refuse(owner, asked.id, { paypassword: await sealedPay('not this one 3') })).toBe(
    'auth.wrongpaypassword',
  );
  expect(await refuse(owner, asked.id, { paypassword: await sealedPay(PAY) })).toBe('ok');
  expect(await rowOf(asked.id)).toMatchObject({ state: 'refused' });
  expect(await unfreeze(owner, PAY)).toBe('ok');
}, 60_000);

test('behavior: whose older wallet is lost or stolen is not shut out: two operators trust the mailbox, and the factor ends what the wallet asked', async () => {
  const owner = await taken();
  const asked = await askByWallet(owner);
  expect(await unfreeze(owner, undefined)).toBe('auth.freezeproof');
  await inTransaction(app.db, (tx) => trustProofs({ tx, now: app.now() }, owner.id));
  expect(await unfreeze(owner, undefined)).toBe('ok');
  await loginBy(owner, owner.secret);
  expect(await rowOf(asked.id)).toMatchObject({ state: 'found' });
}, 60_000);

test('behavior: the factor ends it as ever: of an account that is not frozen, and of a wallet that is no older', async () => {
  const young = await taken({ walletDays: 3 });
  const asked = await askByWallet(young);
  expect(await rowOf(asked.id)).toMatchObject({ state: 'open', stands: false });
  await loginBy(young, young.secret);
  expect(await rowOf(asked.id)).toMatchObject({ state: 'found' });
  const open = await taken();
  await sql`update auth_freeze set lifted_at = ${app.now()} where member_id = ${open.id}`.execute(app.owner);
  const other = await askByWallet(open);
  await loginBy(open, open.secret);
  expect(await rowOf(other.id)).toMatchObject({ state: 'found' });
}, 60_000);

test('behavior: turning the factor off does what was asked, and nobody is told that it stays on', async () => {
  const thief = await taken();
  const asked = await askByWallet(thief);
  const { token, email, secret } = thief;
  const emailcode = await app.codeFor(email, 'password', { token });
  expect(reasonOf(await app.call('Users/TotpRemove', { emailcode, totp: totpOf(secret) }, { token }))).toBe(
    'ok',
  );
  expect(await rowOf(asked.id)).toMatchObject({ state: 'found' });
  const told = (await app.mails()).filter(({ to }) => to === email).map(({ template }) => template);
  expect(told.at(-1)).toBe('auth.totpoff');
  expect(told).not.toContain('auth.resetended');
}, 60_000);
