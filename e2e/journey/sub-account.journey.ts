import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { MemberApp } from '../page/member-app.ts';
import { keepLogs } from '../stack/keep-logs.ts';
import { mailedCode } from '../stack/mailbox.ts';
import { depositByChain, payPassword, readyMember, registerByApi } from '../stack/member-api.ts';
import { startStack } from '../stack/stack.ts';
import type { Stack } from '../stack/stack.ts';

let stack: Stack;
keepLogs(() => stack);
test.beforeAll(async () => {
  test.setTimeout(240_000);
  stack = await startStack({ OPENMERE_DEMO: '0' });
});
test.afterAll(() => stack?.stop());

const account = '/pages/mine/account/account';

/** A picture that is red on the left and blue on the right. */
async function halves(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [600, 400];
    const context = canvas.getContext('2d');
    for (const [left, colour] of [
      [0, 'red'],
      [300, 'blue'],
    ] as const)
      if (context) {
        context.fillStyle = colour;
        context.fillRect(left, 0, 300, 400);
      }
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
}

/** The colour at the left edge of the only picture on the page; undefined while there is none. */
async function colourOfAvatar(page: Page): Promise<string | undefined> {
  const pictures = page.locator('main img');
  if ((await pictures.count()) === 0) return undefined;
  return pictures.first().evaluate((picture) => {
    const context = document.createElement('canvas').getContext('2d');
    if (!(picture instanceof HTMLImageElement) || !picture.complete || !context) return undefined;
    context.drawImage(picture, 0, 0);
    const [red = 0, , blue = 0] = context.getImageData(1, 1, 1, 1).data;
    return blue > red ? 'blue' : 'red';
  });
}

test('behavior: a sub-account is created, entered, receives money, and becomes independent by an e-mail of its own', async ({
  page,
}) => {
  const anna = await readyMember(stack, stack.facts.rootInvitationCode, '200');
  await depositByChain(stack, anna, '100');
  const app = new MemberApp(page, stack.facts.url);
  await app.useSession(anna.token);
  const banner = page.getByRole('region', { name: 'Acting as Harbour' });
  const rows = page.getByRole('list', { name: 'Your accounts' }).getByRole('listitem');

  await test.step('a picture of one’s own, cut by the keyboard alone', async () => {
    await app.open('/pages/mine/userInfo/userInfo', 'Profile');
    const buffer = await halves(page);
    await page
      .getByLabel('Choose a picture')
      .setInputFiles({ name: 'halves.png', mimeType: 'image/png', buffer });
    const dialog = page.getByRole('alertdialog', { name: 'Choose the part to show' });
    await dialog.getByRole('slider', { name: 'Size' }).press('End');
    const window = dialog.getByRole('application');
    // Moved to the left, the picture shows its right half.
    for (let turn = 0; turn < 30; turn += 1) await window.press('ArrowLeft');
    await dialog.getByRole('button', { name: 'Use this part' }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(() => colourOfAvatar(page)).toBe('blue');
  });

  await test.step('created with the payment password', async () => {
    await app.open(account, 'Account');
    await app.button('Add a sub-account').click();
    await app.field('Nickname').pressSequentially('Harbour');
    await app.field('Payment password of the main account').pressSequentially(payPassword);
    await app.button('Create sub-account').click();
    await expect(rows.nth(1)).toContainText('Harbour');
    await expect(banner).toBeHidden();
  });
  // "Sub-account · ZB5KZ1No coins"
  const code = ((await rows.nth(1).textContent())?.split('·')[1] ?? '').slice(1, 7);

  await test.step('receives a transfer from the main account', async () => {
    await app.open('/pages/wallet/transfer/transferChain', 'Transfer');
    await app.transfer.chooseReceiver(code);
    await app.transfer.fillAmount('40');
    await app.transfer.send('40.00 USDT', payPassword);
    await app.open(account, 'Account');
    await expect(rows.nth(1)).toContainText('39.80 USDT');
  });

  await test.step('entered: the banner stands on every page, also after a reload', async () => {
    await rows.nth(1).getByRole('button').click();
    await expect(banner).toBeVisible();
    await app.open('/pages/wallet/wallet', 'Wallet');
    await app.reload();
    await expect(banner).toBeVisible();
    await expect(page.getByText('39.80').first()).toBeVisible();
  });

  await test.step('back to the main account, and in again', async () => {
    await banner.getByRole('button').click();
    await expect(banner).toBeHidden();
    await app.open(account, 'Account');
    await rows.nth(1).getByRole('button').click();
    await expect(banner).toBeVisible();
  });

  await test.step('an e-mail and a first password make it independent', async () => {
    await app.open(account, 'Account');
    await app.link(/^E-mail/).click();
    await app.at('Bind an e-mail');
    await expect(page.getByText('This makes the account independent')).toBeVisible();
    const since = Date.now() - 1000;
    await app.field('New e-mail').pressSequentially('harbour@example.org');
    await app.field('Payment password of the main account').pressSequentially(payPassword);
    await page.getByRole('checkbox').check();
    await app.button('Send a code to the new e-mail').click();
    await expect(app.field('Code from the new e-mail')).toBeVisible();
    const mailed = await mailedCode(stack.data, 'harbour@example.org', since);
    await app.field('Code from the new e-mail').pressSequentially(mailed);
    await app.field('New password').pressSequentially('harbour alone 77');
    await app.field('Repeat password').pressSequentially('harbour alone 77');
    await app.button('Bind this e-mail').click();
    await app.at('Account');
    await expect(banner).toBeHidden();
    await expect(rows).toHaveCount(1);
    await expect(page.getByText('harbour@example.org').first()).toBeVisible();
  });

  await test.step('two accounts on one device: added, switched, removed', async () => {
    const other = await registerByApi(stack, 'other', stack.facts.rootInvitationCode);
    const others = page.getByRole('list', { name: 'Other accounts on this device' });
    await app.open('/pages/login/accounts', 'Accounts on this device');
    // The main account stayed, though the way back to it is gone.
    await expect(others.getByRole('listitem')).toHaveCount(1);
    await others.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(others).toBeHidden();
    await app.button('Add another account').click();
    await app.at('Log in');
    await expect(others.getByRole('listitem')).toContainText('Harbour');
    await page.getByRole('radio', { name: 'Password' }).check();
    await app.field('User name or e-mail').pressSequentially(other.email);
    await page.getByRole('textbox', { name: 'Password' }).pressSequentially('letters4digits');
    await app.button('Log in').click();
    await app.login.isHome();
    await app.open('/pages/login/accounts', 'Accounts on this device');
    await others.getByRole('button', { name: /^H?Harbour/ }).click();
    await app.login.isHome();
    await app.open(account, 'Account');
    await app.reload();
    await expect(page.getByText('harbour@example.org').first()).toBeVisible();
    await app.open('/pages/login/accounts', 'Accounts on this device');
    await others.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(others).toBeHidden();
    // Only the session of this device ended.
    expect((await other.call('Users/Info', {})).userid).toBe(other.userid);
  });
});
