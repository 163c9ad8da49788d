import { writeFileSync } from 'node:fs';
import { chromium, expect, test } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { MemberApp } from '../page/member-app.ts';
import { keepLogs } from '../stack/keep-logs.ts';
import { depositByChain, readyMember, registerByWallet } from '../stack/member-api.ts';
import type { Person } from '../stack/member-api.ts';
import { startStack } from '../stack/stack.ts';
import type { Stack } from '../stack/stack.ts';

/** What a person types by mistake, pastes, or has not finished yet. */
const oddAmounts = [
  '1234.56',
  '20.',
  '0.05',
  '1,5',
  '1.234,5',
  '.5',
  ',',
  '..',
  '00020',
  '1e5',
  '-20',
  '+20',
  '0x14',
  '20,000',
  '２０．５',
  '๒๐',
  '99999999999999999999999999999999',
  '1 000',
  'NaN',
  '20。5',
];

let stack: Stack;
let member: Person;
let receiverCode: string;
keepLogs(() => stack);
test.beforeAll(async () => {
  test.setTimeout(240_000);
  stack = await startStack();
  member = await readyMember(stack, stack.facts.rootInvitationCode, '1000');
  const other = await registerByWallet(stack, stack.facts.rootInvitationCode);
  ({ invitationcode: receiverCode } = await other.call('Users/Info', {}));
  await depositByChain(stack, member, '500');
});
test.afterAll(() => stack?.stop());

async function openApp(page: Page): Promise<MemberApp> {
  const app = new MemberApp(page, stack.facts.url);
  await app.useSession(member.token);
  return app;
}

/** Types one text after the other key by key; the screen must stand after each key. */
async function typeOddly(app: MemberApp, heading: string): Promise<void> {
  const field = app.page.locator('input[inputmode="decimal"]').first();
  await expect(field).toBeVisible();
  for (const text of oddAmounts) {
    await field.fill('');
    for (const key of text) {
      await field.pressSequentially(key);
      expect(await app.page.locator('h1').textContent(), `after "${key}" of "${text}"`).toBe(heading);
    }
  }
  await app.at(heading);
}

test('refuses: to fall over while an amount is typed key by key', async ({ page }) => {
  const app = await openApp(page);
  await app.open('/pages/wallet/withdraw/withdrawChain', 'Withdraw');
  await typeOddly(app, 'Withdraw');
  await app.open('/pages/wallet/transfer/transferChain', 'Transfer');
  await app.transfer.chooseReceiver(receiverCode);
  await typeOddly(app, 'Transfer');
});

test('behavior: back goes where one came from, after links, a reload, a deep link and in two tabs', async ({
  page,
  context,
}) => {
  const app = await openApp(page);
  await app.open('/pages/home/home', 'Openmere');
  await page.goto(`${app.url}/#/pages/mine/mine`);
  await app.at('My account');
  await page.getByRole('listitem').filter({ hasText: 'Security' }).getByRole('link').click();
  await app.at('Security');
  await app.reload();
  await app.button('Back').click();
  await app.at('My account');
  await page.goForward();
  await app.at('Security');
  await page.goBack();
  await app.at('My account');

  const deep = await context.newPage();
  const other = new MemberApp(deep, stack.facts.url);
  await other.open('/pages/wallet/detail/detail?coinid=USDT', 'USDT');
  await other.button('Back').click();
  await other.at('Wallet');
  await app.at('My account');
});

test('behavior: back closes what lies over a page, and leaves the page only then', async ({ page }) => {
  const app = await openApp(page);
  await app.open('/pages/wallet/wallet', 'Wallet');
  await app.link('Withdraw').click();
  await app.at('Withdraw');
  await app.withdraw.fillAmount('20');
  await app.button('Review 20.00 USDT').click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await app.at('Withdraw');
  await app.button('Review 20.00 USDT').click();
  await expect(sheet).toBeVisible();
  // The overlay is gone after a reload; what it left in the history is no step of its own.
  await app.reload();
  await app.at('Withdraw');
  await page.goBack();
  await app.at('Wallet');
});

test('behavior: a lost network says so at once, and all is there again when it is back', async ({
  page,
  context,
}) => {
  const app = await openApp(page);
  await app.open('/pages/wallet/wallet', 'Wallet');
  await context.setOffline(true);
  await expect(page.getByText('No connection').first()).toBeVisible();
  await expect(page.getByText('This could not be loaded')).toHaveCount(0);
  await context.setOffline(false);
  await app.at('Wallet');
  // A page whose code was not there when it was asked for.
  await page.route('**/assets/*safety*', (route) => route.abort());
  await page.goto(`${app.url}/#/pages/mine/safety/safety`);
  await expect(page.getByText('This could not be loaded')).toBeVisible();
  await page.unroute('**/assets/*safety*');
  await app.button('Try again').click();
  await app.at('Security');
  // A part of a page, which is asked for only when it is wanted.
  await page.route('**/assets/*map-choice*', (route) => route.abort());
  await page.goto(`${app.url}/#/pages/mine/address/edit`);
  await app.button('Choose on the map').click();
  await expect(page.getByText('This could not be loaded')).toBeVisible();
  await expect(page.getByText('An error occurred')).toHaveCount(0);
  await page.unroute('**/assets/*map-choice*');
  await app.button('Try again').click();
  await expect(app.button('Choose on the map')).toBeVisible();
  // A part that the page can do without.
  await page.route('**/assets/*mine-orders*', (route) => route.abort());
  const missing = page.waitForEvent('requestfailed', (request) => request.url().includes('mine-orders'));
  await page.goto(`${app.url}/#/pages/mine/mine`);
  await missing;
  await app.at('My account');
  await expect(page.getByText('This could not be loaded')).toHaveCount(0);
});

test('behavior: the bare address goes on where one was; an address with words of its own says nothing of ours', async ({
  page,
}) => {
  const app = await openApp(page);
  await app.open('/pages/wallet/detail/detail?coinid=USDT', 'USDT');
  await page.goto('about:blank');
  await page.goto(`${app.url}/`);
  await app.at('USDT');
  await page.goto(`${app.url}/#/pages/error?message=Send%20your%20words%20to%20us`);
  await expect(page.getByText('This could not be loaded')).toBeVisible();
  await expect(page.getByText(/your words/)).toHaveCount(0);
});

test('behavior: a page whose code is late shows its bar at once and its bones after 200 ms (specification §9)', async ({
  page,
}) => {
  const app = await openApp(page);
  await app.open('/pages/wallet/wallet', 'Wallet');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*safety*', async (route) => {
    await held;
    await route.fallback();
  });
  await page.goto(`${app.url}/#/pages/mine/safety/safety`);
  await app.at('Security');
  const main = page.getByRole('main');
  await expect(main).toContainText('Loading');
  const delays = await main.evaluate((element) =>
    element.getAnimations({ subtree: true }).map(({ effect }) => effect?.getTiming().delay),
  );
  expect(delays).toContain(200);
  release();
  await expect(main).not.toContainText('Loading');
});

/** A camera that shows one picture all the time. */
async function launchWithCamera(picture: Buffer): Promise<Browser> {
  const film = test.info().outputPath('camera.mjpeg');
  writeFileSync(film, Buffer.concat(Array.from({ length: 5 }, () => picture)));
  const { launchOptions } = test.info().project.use;
  return chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions?.args ?? []),
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
}

test('behavior: the camera reads the code of a request, in a browser that reads no codes by itself', async ({
  page,
}) => {
  const asker = await openApp(page);
  await asker.open('/pages/wallet/transfer/request/request', 'Request money');
  await asker.field('Amount (optional)').fill('40');
  await asker.field('Note').fill('dinner');
  await page.getByRole('img', { name: 'QR code of this request' }).scrollIntoViewIfNeeded();
  await page.setViewportSize({ width: 640, height: 480 });
  await page.getByRole('img', { name: 'QR code of this request' }).scrollIntoViewIfNeeded();
  const browser = await launchWithCamera(await page.screenshot({ type: 'jpeg', quality: 90 }));
  const payer = await openApp(await browser.newPage({ viewport: { width: 390, height: 844 } }));
  const violations: string[] = [];
  payer.page.on('console', (message) => message.type() === 'error' && violations.push(message.text()));
  await payer.open('/pages/wallet/transfer/transferChain', 'Transfer');
  expect(await payer.page.evaluate(() => 'BarcodeDetector' in globalThis)).toBe(false);
  await payer.button('Scan a code').click();
  const { invitationcode } = await member.call('Users/Info', {});
  await expect(payer.field('Invitation code or deposit address')).toHaveValue(invitationcode);
  await expect(payer.page.getByRole('dialog')).toBeHidden();
  expect(violations).toEqual([]);
  await browser.close();
});
