import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Browser, Locator } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { parseEther } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { MemberApp } from '../page/member-app.ts';
import { fund, usdtOf } from '../stack/chain.ts';
import { keepLogs } from '../stack/keep-logs.ts';
import { mailedCode } from '../stack/mailbox.ts';
import { callAt, depositByChain, payPassword, registerByApi, sealAt, until } from '../stack/member-api.ts';
import type { Person } from '../stack/member-api.ts';
import { loginOperator } from '../stack/operators.ts';
import { startStack } from '../stack/stack.ts';
import type { Stack } from '../stack/stack.ts';

let stack: Stack;
keepLogs(() => stack);
let person: Person;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  stack = await startStack();
  person = await withMoney('safety');
});
test.afterAll(() => stack?.stop());

/** A member with a bound wallet, a payment password and 100 USDT. */
async function withMoney(name: string): Promise<Person> {
  const member = await registerByApi(stack, name, stack.facts.rootInvitationCode);
  const { address } = member;
  const { message } = await member.call('Users/Bind_address', { address });
  const signature = await privateKeyToAccount(member.key).signMessage({ message });
  await member.call('Users/Bind_address_c', { address, message, signature });
  const paypassword = await sealAt(stack.facts.url, payPassword, 'Users/SetPaypassword');
  await member.call('Users/SetPaypassword', { paypassword });
  await fund(stack.facts, address, '100');
  await depositByChain(stack, member, '100');
  return member;
}

const appCode = 'Code from your authenticator app';

/** Each code opens once: the first takes the step before this one, later ones this step and the next. */
function codeOf(secret: string, steps: number): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });
}

/** The newest link to freeze that was mailed. */
function freezeLink(): string | undefined {
  const folder = join(stack.data, 'mail');
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) =>
      readFileSync(join(folder, name), 'utf8')
        .replaceAll(/=\r?\n/g, '')
        .replaceAll('=3D', '='),
    );
  const links = texts
    .filter((text) => text.includes(person.email))
    .flatMap((text) => /\/#(\/pages\/login\/freeze\?link=[\w-]+)/.exec(text)?.[1] ?? []);
  return links.at(-1);
}

async function newBrowser(browser: Browser): Promise<MemberApp> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  return new MemberApp(await context.newPage(), stack.facts.url);
}

async function type(app: MemberApp, label: string, text: string): Promise<void> {
  await app.field(label).click();
  await app.page.keyboard.type(text);
}

/** Sets the app up from the begun form, and answers its secret and the recovery codes. */
async function finishSetUp(app: MemberApp, steps: number): Promise<{ secret: string; codes: string[] }> {
  const shown = (await app.page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '';
  const secret = shown.replaceAll(' ', '');
  await type(app, appCode, codeOf(secret, steps));
  await app.button('Turn on').click();
  const list = app.page.getByRole('list', { name: 'Recovery code' }).getByRole('listitem');
  await expect(list).toHaveCount(10);
  const codes = await list.allTextContents();
  await app.page.getByRole('checkbox').check();
  await app.button('Next').click();
  const asked = app.page.getByLabel(/^The code that begins with /);
  const label = await asked.evaluate((field: HTMLInputElement) => field.labels?.[0]?.textContent ?? '');
  const start = /begins with (\w{4})/.exec(label)?.[1];
  if (start === undefined) throw new Error(`no beginning of a code in “${label}”`);
  await asked.fill(codes.find((code) => code.startsWith(start)) ?? '');
  await app.button('Done').click();
  await app.at('Security');
  return { secret, codes };
}

test('behavior: an authenticator app is set up, asked at login and withdrawal; a lost phone is replaced', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const app = await newBrowser(browser);
  await app.useSession(person.token);
  await app.open('/pages/mine/safety/safety', 'Security');
  await app.page.getByRole('link', { name: /^Two-step verification/ }).click();
  await app.button('Set up').click();
  const { secret, codes } = await finishSetUp(app, -1);
  await expect(app.page.getByText('10 recovery codes left')).toBeVisible();

  // Another browser: the password alone is not enough, and what was typed stays.
  const other = await newBrowser(browser);
  await other.login.open();
  await other.page.getByRole('radio', { name: 'Password' }).check();
  await type(other, 'User name or e-mail', person.email);
  await other.page.locator('input[type=password]').click();
  await other.page.keyboard.type('letters4digits');
  await other.button('Log in').click();
  await type(other, appCode, '000000');
  await other.button('Log in').click();
  await expect(
    other.page.getByText('This code is wrong or has already been used.', { exact: false }),
  ).toBeVisible();
  await other.field(appCode).fill(codeOf(secret, 0));
  await other.button('Log in').click();
  await other.login.isHome();

  await other.withdraw.open();
  await other.withdraw.fillAmount('20');
  await other.button('Review 20.00 USDT').click();
  const sheet = other.page.getByRole('dialog', { name: 'Confirm with your payment password' });
  await sheet.getByLabel('Payment password', { exact: true }).fill(payPassword);
  await sheet.getByRole('button', { name: 'Withdraw 20.00 USDT' }).click();
  await sheet.getByLabel(appCode).click();
  await other.page.keyboard.type(codeOf(secret, 1));
  await sheet.getByRole('button', { name: 'Withdraw 20.00 USDT' }).click();
  await expect(other.page.getByRole('heading', { name: 'Withdrawal', exact: true })).toBeVisible();

  // The phone is lost: freeze by the mail, log in by mail and a recovery code, set a new phone up, unfreeze.
  await until('the mail with the way to freeze', async () => freezeLink() !== undefined);
  const lost = await newBrowser(browser);
  await lost.open(freezeLink() ?? '', 'Freeze account');
  await lost.button('Freeze my account').click();
  await expect(lost.page.getByText('Your account is frozen')).toBeVisible();
  await lost.login.open();
  await lost.page.getByRole('textbox', { name: 'E-mail', exact: true }).click();
  await lost.page.keyboard.type(person.email);
  const since = Date.now() - 1000;
  await lost.page.getByText('Send code').click();
  await type(lost, 'E-mail code', await mailedCode(stack.data, person.email, since));
  await lost.button('Log in').click();
  await lost.page.getByText('Use a recovery code').click();
  await type(lost, 'Recovery code', (codes[0] ?? '').toLowerCase());
  await lost.button('Log in').click();
  await lost.login.isHome();
  await lost.open('/pages/mine/safety/safety', 'Security');
  await lost.page.getByRole('link', { name: /^Two-step verification/ }).click();
  await lost.at('Two-step verification');
  await lost.reload();
  await expect(lost.page.getByText('9 recovery codes left')).toBeVisible();
  await lost.page.getByText('Move to another phone').click();
  await lost.button('Move to another phone').click();
  const moved = await finishSetUp(lost, 0);
  expect(moved.secret).not.toBe(secret);
  await lost.field('Payment password').fill(payPassword);
  await lost.button('Unfreeze').click();
  await expect(lost.page.getByText('Nothing is locked')).toBeVisible();
});

/** A browser with an authenticator of its own, which says yes to everything. */
async function passkeyBrowser(browser: Browser): Promise<MemberApp> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  // Browsers make passkeys for names, not for addresses.
  const app = new MemberApp(await context.newPage(), stack.facts.url.replace('127.0.0.1', 'localhost'));
  const devtools = await context.newCDPSession(app.page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return app;
}

async function addPasskey(app: MemberApp, member: Person): Promise<Locator> {
  await app.useSession(member.token);
  await app.open('/pages/mine/safety/passkeys', 'Passkeys');
  await app.field('Name').fill('');
  await type(app, 'Name', 'My phone');
  await app.button('Add a passkey').click();
  const row = app.page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
  await expect(row).toHaveText(/My phone.*Not used yet/);
  return row;
}

test('behavior: a passkey is added, and logs in with nothing typed', async ({ browser }) => {
  test.setTimeout(120_000);
  const member = await registerByApi(stack, 'passkey', stack.facts.rootInvitationCode);
  const app = await passkeyBrowser(browser);
  const row = await addPasskey(app, member);
  const { secret } = await member.call('Users/TotpStart', {});
  await member.call('Users/TotpConfirm', { totp: codeOf(secret, 0) });
  await member.call('Users/Logout', {});
  await app.reload();
  // The ended session leads to login by itself, from where they were: going there by hand could come before.
  await app.at('Log in');
  await app.button('Log in with a passkey').click();
  // Where they wanted to be.
  await app.at('Passkeys');
  await expect(row).toHaveText(/My phone.*Last used/);
  // In place of the code of the authenticator app.
  await app.open('/pages/mine/safety/totp', 'Two-step verification');
  await app.page.getByText('Make new recovery codes').click();
  await app.button('Make new recovery codes').click();
  await app.button('Use a passkey instead').click();
  await expect(app.page.getByRole('list', { name: 'Recovery code' }).getByRole('listitem')).toHaveCount(10);
  await app.open('/pages/mine/safety/logins', 'Login history');
  await expect(app.page.getByRole('listitem').first()).toHaveText(/^Passkey/);
});

test('behavior: a withdrawal is confirmed with a passkey in place of the code, and arrives on the chain', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const member = await withMoney('passkeymoney');
  const app = await passkeyBrowser(browser);
  await addPasskey(app, member);
  const { secret } = await member.call('Users/TotpStart', {});
  await member.call('Users/TotpConfirm', { totp: codeOf(secret, 0) });
  const before = await usdtOf(stack.facts, member.address);

  await app.withdraw.open();
  await app.withdraw.fillAmount('20');
  await app.button('Review 20.00 USDT').click();
  const sheet = app.page.getByRole('dialog', { name: 'Confirm with your payment password' });
  await sheet.getByLabel('Payment password', { exact: true }).fill(payPassword);
  await sheet.getByRole('button', { name: 'Withdraw 20.00 USDT' }).click();
  await sheet.getByRole('button', { name: 'Use a passkey instead' }).click();
  await expect(app.page.getByRole('heading', { name: 'Withdrawal', exact: true })).toBeVisible();
  await app.withdraw.is('In review');
  expect((await member.call('Users/Passkeys', {})).list).toMatchObject([{ lastused: expect.any(String) }]);

  // The first withdrawal after a wallet was bound goes to a person.
  const [asked] = (await member.call('Wallet/Withdrawals', {})).list;
  const operator = await loginOperator(stack.facts, 0);
  const decided = { id: asked?.id ?? '', decision: 'approve', reason: 'first withdrawal, checked' } as const;
  await callAt(stack.facts.consoleUrl, 'Admin/WithdrawalDecide', decided, operator);
  await app.withdraw.is('Confirmed');
  expect((await usdtOf(stack.facts, member.address)) - before).toBe(parseEther('19'));
});
