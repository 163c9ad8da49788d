import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fund } from '../ledger/test-ledger.ts';
import { lockMember } from '../member/store.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { newTotpSecret } from '../platform/totp.ts';
import { PASSWORD, newSigner, openAuthApp, reasonOf } from '../test/visitors.ts';
import type { AuthApp, Person } from '../test/visitors.ts';
import { freezeAccount, trustProofs } from './freeze.ts';
import { putTotp } from './second-factor/factor-store.ts';

/** Decision 0289: what a thief may have put in place does not lift the freeze that came for it. */
let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
}, 60_000);
afterAll(() => app.close());

const DAY = 24 * 3_600_000;
const PAY = 'pay word 7';
const THIEF_PAY = 'thief word 9';
type Wallet = ReturnType<typeof newSigner>;

async function addOwner(name: string): Promise<Person> {
  const owner = await app.register(`${name}@example.org`, { username: name });
  expect(reasonOf(await app.setPaypassword(owner, PAY))).toBe('ok');
  await fund(app.db, owner.id, 100);
  return owner;
}
const lastMail = async (to: string) => (await app.mails()).findLast((mail) => mail.to === to);

/** Changes the mailbox by a session and the login password alone. @returns the link that the former mailbox got. */
async function changeMailbox(who: Person, email: string): Promise<string> {
  const { token } = who;
  const password = await app.seal('Users/BindEmaill', PASSWORD);
  expect(reasonOf(await app.call('Users/BindEmaill', { email, password }, { token }))).toBe('ok');
  const emailcode = String((await lastMail(email))?.params['code']).replaceAll(' ', '');
  expect(reasonOf(await app.call('Users/BindEmaill_c', { email, emailcode }, { token }))).toBe('ok');
  return /link=([\w-]+)/.exec(String((await lastMail(who.email))?.params['link']))?.[1] ?? '';
}
async function loginBy(email: string, id: string): Promise<Person> {
  const emailcode = await app.codeFor(email, 'login');
  const answer = await app.call('Users/LoginMail', { email, emailcode });
  expect(reasonOf(answer)).toBe('ok');
  return { token: (answer.data as { token: string }).token, id, email };
}
/** Resets the payment password by the mailbox that is bound now. */
async function reset(who: Person, paypassword: string) {
  const emailcode = await app.codeFor(who.email, 'paypassword', { token: who.token });
  return app.setPaypassword(who, paypassword, { emailcode });
}
async function unfreeze(who: Person, paypassword: string, proof: object): Promise<string> {
  const sealed = await app.seal('Users/Unfreeze', paypassword);
  return reasonOf(await app.call('Users/Unfreeze', { paypassword: sealed, ...proof }, { token: who.token }));
}
const mailCode = async ({ email, token }: Person) => ({
  emailcode: await app.codeFor(email, 'password', { token }),
});
const freezeByStaff = (id: string) =>
  inTransaction(app.db, async (tx) => {
    const member = await lockMember(tx, id);
    if (member) await freezeAccount({ tx, now: app.now() }, member, 'auth.frozenbystaff');
  });
/** Whether somebody stands behind a lock. */
async function waits(): Promise<boolean | undefined> {
  const { rows } = await sql<{ waits: boolean }>`select exists (select from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()) as waits`.execute(app.owner);
  return rows[0]?.waits;
}
async function send({ token }: Person, paypassword: string): Promise<string> {
  const input = { requestId: randomUUID(), coinid: 'USDT', amount: '20', target: app.root.invitationCode };
  const sealed = await app.seal('Wallet/Transfer', paypassword);
  return reasonOf(await app.call('Wallet/Transfer', { ...input, paypassword: sealed }, { token }));
}
async function bindWallet({ email, token }: Person): Promise<Wallet> {
  const wallet = newSigner();
  const emailcode = await app.codeFor(email, 'wallet', { token });
  const { address } = wallet;
  const begun = await app.call('Users/Bind_address', { address }, { token });
  const { message } = begun.data as { message: string };
  const input = { address, message, signature: await wallet.signMessage({ message }), emailcode };
  expect(reasonOf(await app.call('Users/Bind_address_c', input, { token }))).toBe('ok');
  return wallet;
}
async function signed({ token }: Person, wallet: Wallet) {
  const asked = await app.call('Users/getsign', { address: wallet.address, purpose: 'bind' }, { token });
  const { message } = asked.data as { message: string };
  return { message, signature: await wallet.signMessage({ message }) };
}

test('refuses: a mailbox put in the place of the former one, whose link froze the account, with a payment password set anew', async () => {
  const owner = await addOwner('anna');
  app.advance(30 * DAY);
  const open = await loginBy(owner.email, owner.id);
  const link = await changeMailbox(open, 'thief1@example.org');
  expect(reasonOf(await app.call('Users/Freeze', { link }))).toBe('ok');
  const thief = await loginBy('thief1@example.org', owner.id);
  // Not even with the right payment password.
  expect(await unfreeze(thief, PAY, await mailCode(thief))).toBe('auth.freezeproof');
  expect(reasonOf(await reset(thief, THIEF_PAY))).toBe('ok');
  app.advance(16 * 60_000);
  expect(await unfreeze(thief, THIEF_PAY, await mailCode(thief))).toBe('auth.freezeproof');
  // The code of the login itself is the same mailbox.
  const again = await loginBy('thief1@example.org', owner.id);
  expect(await unfreeze(again, THIEF_PAY, {})).toBe('auth.freezeproof');
  app.advance(60 * DAY);
  const later = await loginBy('thief1@example.org', owner.id);
  expect(await unfreeze(later, THIEF_PAY, await mailCode(later))).toBe('auth.freezeproof');
  expect(await send(later, THIEF_PAY)).toBe('ledger.frozen');
}, 60_000);

test('refuses: the mailbox alone, which resets the payment password before or after the freeze, and binds a wallet', async () => {
  const owner = await addOwner('bert');
  await freezeByStaff(owner.id);
  const thief = await loginBy(owner.email, owner.id);
  const answer = await reset(thief, THIEF_PAY);
  // The time that is told is the lock's own: the freeze has none (the year 9999).
  const until = new Date((answer.data as { lockeduntil: string }).lockeduntil);
  expect(until.getTime() - Date.now()).toBeLessThan(2 * DAY);
  expect(await unfreeze(thief, THIEF_PAY, await mailCode(thief))).toBe('auth.freezeproof');
  // A wallet is for ever: none is bound meanwhile, neither begun now nor signed before.
  const wallet = newSigner();
  const emailcode = await app.codeFor(owner.email, 'wallet', { token: thief.token });
  const { address } = wallet;
  const options = { token: thief.token };
  expect(reasonOf(await app.call('Users/Bind_address', { address }, options))).toBe('ledger.frozen');
  const input = { address, emailcode, ...(await signed(thief, wallet)) };
  expect(reasonOf(await app.call('Users/Bind_address_c', input, options))).toBe('ledger.frozen');
  // Nor may an authenticator app be set up first, whose code would be asked of the owner.
  expect(reasonOf(await app.call('Users/TotpStart', await mailCode(thief), options))).toBe('ledger.frozen');
  // Nor a passkey, which would log in by itself.
  expect(reasonOf(await app.call('Users/PasskeyStart', {}, options))).toBe('ledger.frozen');
  const passkey = { name: 'Phone', response: '{}' };
  expect(reasonOf(await app.call('Users/PasskeyAdd', passkey, options))).toBe('ledger.frozen');
  const other = await addOwner('cora');
  expect(reasonOf(await reset(other, THIEF_PAY))).toBe('ok');
  await freezeByStaff(other.id);
  const second = await loginBy(other.email, other.id);
  expect(await unfreeze(second, THIEF_PAY, await mailCode(second))).toBe('auth.freezeproof');
}, 60_000);

test('refuses: to lift over a press on "freeze" that came while the proof was looked at', async () => {
  const owner = await addOwner('dora');
  await freezeByStaff(owner.id);
  const lifting = await loginBy(owner.email, owner.id);
  const proof = await mailCode(lifting);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  // The press stands, not yet committed, while the proofs are looked at.
  const press = inTransaction(app.db, async (tx) => {
    const member = await lockMember(tx, owner.id);
    if (member) await freezeAccount({ tx, now: app.now() }, member, 'auth.frozen');
    await held;
  });
  const lift = unfreeze(lifting, PAY, proof);
  await expect.poll(waits, { timeout: 20_000 }).toBe(true);
  release();
  await press;
  expect(await lift).toBe('request.notlogin');
  expect(await send(await loginBy(owner.email, owner.id), PAY)).toBe('ledger.frozen');
}, 60_000);

test('behavior: the owner lifts with what is older: mailbox and payment password as always, or the wallet, or the second factor', async () => {
  // As always; also with a mailbox that was changed before the links of these mails had ended.
  const emil = await addOwner('emil');
  await changeMailbox(emil, 'emil2@example.org');
  app.advance(8 * DAY);
  const moved = await loginBy('emil2@example.org', emil.id);
  expect(reasonOf(await app.call('Users/FreezeOwn', {}, { token: moved.token }))).toBe('ok');
  const again = await loginBy('emil2@example.org', emil.id);
  expect(await unfreeze(again, PAY, {})).toBe('ok');
  expect(await send(again, PAY)).toBe('ok');

  // The wallet, although mailbox and payment password are the thief's.
  const fay = await addOwner('fay');
  const wallet = await bindWallet(fay);
  app.advance(8 * DAY);
  const back = await loginBy(fay.email, fay.id);
  const link = await changeMailbox(back, 'thief2@example.org');
  expect(reasonOf(await app.call('Users/Freeze', { link }))).toBe('ok');
  const thief = await loginBy('thief2@example.org', fay.id);
  expect(reasonOf(await reset(thief, THIEF_PAY))).toBe('ok');
  expect(await unfreeze(thief, THIEF_PAY, await mailCode(thief))).toBe('auth.freezeproof');
  expect(await unfreeze(thief, THIEF_PAY, await signed(thief, wallet))).toBe('ok');

  // A factor that stood before: each of these changes took it.
  const gus = await addOwner('gus');
  const secret = newTotpSecret();
  await inTransaction(app.db, (tx) => putTotp(tx, { memberId: gus.id, secret, now: app.now(), step: 1n }));
  app.advance(8 * DAY);
  await freezeByStaff(gus.id);
  const emailcode = await app.codeFor(gus.email, 'login');
  const totp = (): string => {
    app.advance(60_000);
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.now().getTime() });
  };
  const login = await app.call('Users/LoginMail', { email: gus.email, emailcode, totp: totp() });
  expect(reasonOf(login)).toBe('ok');
  const inside = { ...gus, token: (login.data as { token: string }).token };
  const resetCode = await app.codeFor(gus.email, 'paypassword', { token: inside.token });
  const more = { emailcode: resetCode, totp: totp() };
  expect(reasonOf(await app.setPaypassword(inside, 'my new word 3', more))).toBe('ok');
  const proof = { ...(await mailCode(inside)), totp: totp() };
  expect(await unfreeze(inside, 'my new word 3', proof)).toBe('ok');
}, 60_000);

test('refuses: to trust the proofs of somebody who is not frozen', async () => {
  const owner = await addOwner('olga');
  const trust = inTransaction(app.db, (tx) => trustProofs({ tx, now: app.now() }, owner.id));
  await expect(trust).rejects.toThrow('auth.notfrozen');
});

test('behavior: whom two operators know lifts it by the mailbox of today; another press on "freeze" ends that trust', async () => {
  const owner = await addOwner('paul');
  expect(reasonOf(await reset(owner, THIEF_PAY))).toBe('ok');
  await freezeByStaff(owner.id);
  const back = await loginBy(owner.email, owner.id);
  expect(await unfreeze(back, THIEF_PAY, await mailCode(back))).toBe('auth.freezeproof');
  const trust = () => inTransaction(app.db, (tx) => trustProofs({ tx, now: app.now() }, owner.id));
  await trust();
  await freezeByStaff(owner.id);
  app.advance(16 * 60_000);
  const again = await loginBy(owner.email, owner.id);
  expect(await unfreeze(again, THIEF_PAY, await mailCode(again))).toBe('auth.freezeproof');
  await trust();
  // A mailbox that is bound after two operators looked is none that they looked at.
  app.advance(16 * 60_000);
  const bound = app.now();
  await sql`update member set email_bound_at = ${bound} where id = ${owner.id}`.execute(app.owner);
  const moved = await loginBy(owner.email, owner.id);
  expect(await unfreeze(moved, THIEF_PAY, await mailCode(moved))).toBe('auth.freezeproof');
  await trust();
  app.advance(16 * 60_000);
  const last = await loginBy(owner.email, owner.id);
  expect(await unfreeze(last, THIEF_PAY, await mailCode(last))).toBe('ok');
}, 60_000);

test('refuses: a mailbox that was being bound while two operators trusted the former one', async () => {
  const owner = await addOwner('sven');
  await freezeByStaff(owner.id);
  const thief = await loginBy(owner.email, owner.id);
  const { token } = thief;
  const email = 'thief3@example.org';
  const password = await app.seal('Users/BindEmaill', PASSWORD);
  expect(reasonOf(await app.call('Users/BindEmaill', { email, password }, { token }))).toBe('ok');
  const emailcode = String((await lastMail(email))?.params['code']).replaceAll(' ', '');
  let bound: Promise<string> | undefined;
  await inTransaction(app.db, async (tx) => {
    await lockMember(tx, owner.id);
    await trustProofs({ tx, now: app.now() }, owner.id);
    bound = app.call('Users/BindEmaill_c', { email, emailcode }, { token }).then(reasonOf);
    await expect.poll(waits, { timeout: 20_000 }).toBe(true);
  });
  expect(await bound).toBe('ok');
  app.advance(16 * 60_000);
  const again = await loginBy(email, owner.id);
  expect(await unfreeze(again, PAY, await mailCode(again))).toBe('auth.freezeproof');
}, 60_000);

test('refuses: a second factor that nobody looked at, set before two operators trusted the mailbox, to prove one bound since', async () => {
  const owner = await addOwner('rosa');
  app.advance(30 * DAY);
  const secret = newTotpSecret();
  await inTransaction(app.db, (tx) => putTotp(tx, { memberId: owner.id, secret, now: app.now(), step: 1n }));
  await freezeByStaff(owner.id);
  app.advance(60_000);
  await inTransaction(app.db, (tx) => trustProofs({ tx, now: app.now() }, owner.id));
  app.advance(60_000);
  await sql`update member set email_bound_at = ${app.now()} where id = ${owner.id}`.execute(app.owner);
  const totp = (): string => {
    app.advance(60_000);
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.now().getTime() });
  };
  const emailcode = await app.codeFor(owner.email, 'login');
  const login = await app.call('Users/LoginMail', { email: owner.email, emailcode, totp: totp() });
  const thief = { ...owner, token: (login.data as { token: string }).token };
  const proof = { ...(await mailCode(thief)), totp: totp() };
  expect(await unfreeze(thief, PAY, proof)).toBe('auth.freezeproof');
}, 60_000);

test('behavior: the wallet that one registered with lifts it, however new; a mailbox bound since does not', async () => {
  const wallet = newSigner();
  const owner = await addOwner('quinn');
  await sql`update member set wallet_address = ${wallet.address.toLowerCase()}, wallet_bound_at = registered_at,
    email_bound_at = ${app.now()} where id = ${owner.id}`.execute(app.owner);
  await freezeByStaff(owner.id);
  const back = await loginBy(owner.email, owner.id);
  expect(await unfreeze(back, PAY, await mailCode(back))).toBe('auth.freezeproof');
  expect(await unfreeze(back, PAY, await signed(back, wallet))).toBe('ok');
});
