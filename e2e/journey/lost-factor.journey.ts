import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { judge } from '../look/look.ts';
import { ConsoleApp } from '../page/console-app.ts';
import { MemberApp } from '../page/member-app.ts';
import { keepLogs } from '../stack/keep-logs.ts';
import { mailedCode } from '../stack/mailbox.ts';
import { payPassword, registerByApi, sealAt } from '../stack/member-api.ts';
import type { Person } from '../stack/member-api.ts';
import { startStack } from '../stack/stack.ts';
import type { Stack } from '../stack/stack.ts';
import { advance, daySec } from '../stack/time.ts';

const shots = join(import.meta.dirname, '../../.shots/lost-factor');

let stack: Stack;
let loser: Guarded;
let owner: Guarded;
keepLogs(() => stack);
test.beforeAll(async () => {
  test.setTimeout(300_000);
  stack = await startStack({ OPENMERE_DEMO: '0' });
  loser = await withTotp('lost');
  owner = await withTotp('kept');
});
test.afterAll(() => stack?.stop());

const appCode = 'Code from your authenticator app';

type Guarded = Person & { secret: string; nickname: string };

const codeOf = (secret: string, steps: number): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });

/** A member with a payment password and an authenticator app. */
async function withTotp(name: string): Promise<Guarded> {
  const member = await registerByApi(stack, name, stack.facts.rootInvitationCode);
  const paypassword = await sealAt(stack.facts.url, payPassword, 'Users/SetPaypassword');
  await member.call('Users/SetPaypassword', { paypassword });
  const { secret } = await member.call('Users/TotpStart', {});
  await member.call('Users/TotpConfirm', { totp: codeOf(secret, -1) });
  const { nickname } = await member.call('Users/Info', {});
  return { ...member, secret, nickname };
}

const phone = { viewport: { width: 390, height: 844 } };
const desk = { viewport: { width: 1280, height: 800 } };
async function newPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  return (await browser.newContext(options)).newPage();
}

async function type(app: MemberApp, label: string, text: string): Promise<void> {
  // What was typed before stays over a reload.
  await app.field(label).fill('');
  await app.field(label).click();
  await app.page.keyboard.type(text);
}

async function logInByPassword(app: MemberApp, email: string): Promise<void> {
  await app.login.open();
  await app.reload();
  await app.page.getByRole('radio', { name: 'Password' }).check();
  await type(app, 'User name or e-mail', email);
  await app.page.locator('input[type=password]').click();
  await app.page.keyboard.type('letters4digits');
  await app.button('Log in').click();
}

async function openConsole(browser: Browser, operator: 0 | 1): Promise<ConsoleApp> {
  const app = new ConsoleApp(await newPage(browser, desk), stack.facts);
  await app.login(operator);
  return app;
}

/** One code a minute goes to an address, and each was mailed one at its registration: the field says when the next may. */
async function askByMail(app: MemberApp, email: string): Promise<void> {
  await app.at('Lost app and codes');
  await app.page.getByRole('textbox', { name: 'E-mail', exact: true }).click();
  await app.page.keyboard.type(email);
  const since = Date.now() - 1000;
  await expect(async () => {
    await app.page.getByText('Send code', { exact: true }).click({ timeout: 2_000 });
    await expect(app.page.getByText(`Sent to ${email}`)).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 90_000 });
  await type(app, 'E-mail code', await mailedCode(stack.data, email, since));
  await app.button('Ask for removal').click();
  await expect(app.page.getByText('Your request has arrived')).toBeVisible();
}

const rowOf = ({ page }: ConsoleApp, member: Guarded) =>
  page.locator('tr[data-row-key]').filter({ hasText: member.nickname });

/** The requests as they stand now, with the one of this member unfolded. */
async function openRequest(desk: ConsoleApp, member: Guarded, state = ''): Promise<void> {
  await desk.open(`/factorresets${state}`, 'Lost second factors');
  await desk.page.reload();
  await rowOf(desk, member).click();
}

test('behavior: app and codes are lost: asked for on a new phone, taken off by two after the wait, in without a code', async ({
  browser,
}) => {
  test.setTimeout(360_000);
  const app = new MemberApp(await newPage(browser, phone), stack.facts.url);
  await test.step('from the second step of the login to the request', async () => {
    await logInByPassword(app, loser.email);
    await app.page.getByText('Use a recovery code').click();
    await app.page.getByText('No recovery code either?').click();
    await askByMail(app, loser.email);
    expect(await judge(app.page, { axe: 'all' })).toEqual([]);
  });

  const maker = await openConsole(browser, 0);
  await test.step('refuses: before the waiting time is over no operator can do it', async () => {
    await openRequest(maker, loser);
    await expect(rowOf(maker, loser)).toContainText('Waiting time');
    await expect(maker.page.getByRole('button', { name: 'Look at what removing it does' })).toBeDisabled();
    await expect(maker.page.getByText(/^The owner can refuse until/)).toBeVisible();
    // The password alone still stops at the second step.
    await logInByPassword(app, loser.email);
    await expect(app.field(appCode)).toBeVisible();
  });

  await test.step('after it one proposes, another confirms', async () => {
    await advance(stack.facts, 3 * daySec);
    await openRequest(maker, loser);
    await expect(rowOf(maker, loser)).toContainText('Waits for two operators');
    await maker.propose('Look at what removing it does', 'Called back on the number of the identity check');
    await expect(maker.page.getByRole('button', { name: 'Confirm: do exactly this' })).toHaveCount(0);
    const checker = await openConsole(browser, 1);
    await openRequest(checker, loser);
    await checker.confirm();
    await openRequest(checker, loser, '?state=ended');
    await expect(rowOf(checker, loser)).toContainText('Removed');
  });

  await test.step('the password alone logs in; money stays for a day, and the page says why', async () => {
    await expect(loser.call('Users/Info', {})).rejects.toThrow('notlogin');
    await logInByPassword(app, loser.email);
    await app.login.isHome();
    await app.open('/pages/mine/safety/safety', 'Security');
    await expect(app.page.getByText('Withdrawals and transfers are locked')).toBeVisible();
    await expect(app.page.getByText('two-step verification was removed', { exact: false })).toBeVisible();
    if (process.env['OPENMERE_SHOTS'] === '1') await app.page.screenshot({ path: join(shots, 'locked.png') });
    await app.page.getByRole('link', { name: /^Two-step verification/ }).click();
    // Off: the page offers to set it up anew, by a code to the mailbox.
    await expect(app.page.getByText('An app on your phone shows a code', { exact: false })).toBeVisible();
    await expect(app.page.getByText('Two-step verification is on')).toBeHidden();
    expect(await judge(app.page, { axe: 'all' })).toEqual([]);
  });
});

test('behavior: who still has it is asked on the device, and refuses with the payment password', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const app = new MemberApp(await newPage(browser, phone), stack.facts.url);
  await app.useSession(owner.token);
  await app.open('/pages/wallet/wallet', 'Wallet');
  const sheet = app.page.getByRole('dialog', { name: 'Remove two-step verification?' });
  await expect(sheet).toBeHidden();

  await test.step('a stranger with the mailbox asks; the page of the owner is told', async () => {
    const thief = new MemberApp(await newPage(browser, phone), stack.facts.url);
    await thief.page.goto(`${stack.facts.url}/#/pages/login/lostFactor`);
    await askByMail(thief, owner.email);
    await expect(sheet).toBeVisible();
  });

  await test.step('the session alone refuses nothing; the payment password does', async () => {
    await sheet.getByRole('button', { name: 'Refuse' }).click();
    const pay = sheet.getByLabel('Payment password', { exact: true });
    await pay.pressSequentially('not my password 5');
    await sheet.getByRole('button', { name: 'Refuse' }).click();
    await expect(sheet.getByText(/wrong/)).toBeVisible();
    if (process.env['OPENMERE_SHOTS'] === '1') await app.page.screenshot({ path: join(shots, 'refuse.png') });
    await pay.fill(payPassword);
    await sheet.getByRole('button', { name: 'Refuse' }).click();
    await expect(sheet).toBeHidden();
    await expect(app.page.getByText('Refused. Two-step verification stays on.')).toBeVisible();
  });

  await test.step('it stays on: at the login, on the page, and at the console', async () => {
    await app.reload();
    await expect(sheet).toBeHidden();
    expect(await owner.call('Users/Info', {})).toMatchObject({ hastotp: true, factorreset: null });
    const maker = await openConsole(browser, 0);
    await openRequest(maker, owner, '?state=ended');
    await expect(rowOf(maker, owner)).toContainText('Refused by the owner');
  });
});
