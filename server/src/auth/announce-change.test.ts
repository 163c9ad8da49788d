import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readableTimes, translate } from '../platform/text.ts';
import { PASSWORD, newSigner, openAuthApp, reasonOf } from '../test/visitors.ts';
import type { AuthApp, Person } from '../test/visitors.ts';

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
}, 60_000);
afterAll(() => app.close());

type Kept = { template: string; params: Record<string, string>; mailed: boolean };
const kept = async ({ id }: Person): Promise<Kept[]> =>
  (
    await sql<Kept>`select template, params, mailed from notice where member_id = ${id} order by id`.execute(
      app.owner,
    )
  ).rows;

test('behavior: each change of what guards the account stands in the app, too: who reads the mailbox deletes the mail', async () => {
  const person = await app.register('told@example.org');
  const { token } = person;
  const { data } = await app.call('Users/TotpStart', {}, { token });
  const { secret } = data as { secret: string };
  const totp = () => {
    app.advance(60_000);
    return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: app.now().getTime() });
  };
  const ok = async (path: string, input: object) =>
    expect([path, reasonOf(await app.call(path, input, { token }))]).toEqual([path, 'ok']);
  await ok('Users/TotpConfirm', { totp: totp() });
  const renewed = await app.call('Users/RecoveryCodes', { totp: totp() }, { token });
  const [recovery = ''] = (renewed.data as { codes: string[] }).codes;
  expect(reasonOf(await app.setPaypassword(person, 'heron pays 77', { totp: recovery }))).toBe('ok');
  app.advance(60_000);
  const change = { old: await app.seal('Users/SetPaypassword', 'heron pays 77'), totp: totp() };
  expect(reasonOf(await app.setPaypassword(person, 'heron pays 88', change))).toBe('ok');
  const wallet = newSigner();
  const { address } = wallet;
  const begun = await app.call('Users/Bind_address', { address }, { token });
  const { message } = begun.data as { message: string };
  const walletCode = await app.codeFor(person.email, 'wallet', { token });
  const signature = await wallet.signMessage({ message });
  await ok('Users/Bind_address_c', { address, message, signature, emailcode: walletCode, totp: totp() });
  const old = await app.seal('Users/SetPassword', PASSWORD);
  const password = await app.seal('Users/SetPassword', 'ganz anders 8');
  await ok('Users/SetPassword', { old, password, totp: totp() });
  const email = 'told2@example.org';
  const known = await app.seal('Users/BindEmaill', 'ganz anders 8');
  await ok('Users/BindEmaill', { email, password: known, totp: totp() });
  const sent = (await app.mails()).findLast(({ to }) => to === email);
  const emailcode = String(sent?.params['code']).replaceAll(' ', '');
  await ok('Users/BindEmaill_c', { email, emailcode });
  const offCode = await app.codeFor(email, 'password', { token });
  await ok('Users/TotpRemove', { emailcode: offCode, totp: totp() });

  const told = await kept(person);
  expect(told.map(({ template }) => template)).toEqual([
    'auth.notice.totpon',
    'auth.notice.recoverymade',
    'auth.notice.recoveryused',
    'auth.notice.paypasswordset',
    'auth.notice.paypasswordchanged',
    'member.notice.walletbound',
    'auth.notice.passwordchanged',
    'member.notice.emailchanged',
    'auth.notice.totpoff',
  ]);
  // Each was mailed by itself, once.
  expect(told.every(({ mailed }) => mailed)).toBe(true);
  for (const { template, params } of told) {
    const text = translate('en', `${template}.text`, readableTimes('en', params));
    expect(text).toContain('Freeze your account on the Security page');
    expect(text).not.toMatch(/[{}]|undefined/);
  }
  expect(told.find(({ template }) => template === 'member.notice.walletbound')?.params).toEqual({
    address: address.toLowerCase(),
  });
  // The former mailbox hears that it is no longer the one.
  const mailed = (await app.mails()).filter(({ template }) => template === 'member.emailchanged');
  expect(mailed.map(({ to }) => to)).toEqual([person.email]);
}, 60_000);
