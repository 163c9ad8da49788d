import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync, crc32 } from 'node:zlib';
import { expect, test } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { ConsoleApp } from '../page/console-app.ts';
import { MemberApp } from '../page/member-app.ts';
import { launchOptionsWith } from '../stack/browser.ts';
import { keepLogs } from '../stack/keep-logs.ts';
import { mailedCode } from '../stack/mailbox.ts';
import { payPassword, registerByWallet, setPayPassword } from '../stack/member-api.ts';
import { startStack } from '../stack/stack.ts';
import type { Stack } from '../stack/stack.ts';

// A camera that shows a moving test picture, and nobody who asks whether it may be used.
test.use({
  launchOptions: launchOptionsWith(['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']),
});

const shot = join(import.meta.dirname, '../../.shots/identity/pictures.png');

let stack: Stack;
keepLogs(() => stack);
test.beforeAll(async () => {
  test.setTimeout(240_000);
  stack = await startStack({ OPENMERE_DEMO: '0' });
});
test.afterAll(() => stack?.stop());

/** A grey picture, as a camera's file would be. */
function picture(side: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((side + 1) * side, 120);
  for (let row = 0; row < side; row += 1) rows[row * (side + 1)] = 0;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

async function openConsole(browser: Browser): Promise<ConsoleApp> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const app = new ConsoleApp(await context.newPage(), stack.facts);
  await app.login(0);
  return app;
}

const slot = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

async function chooseFile(page: Page, name: string): Promise<void> {
  await slot(page, name)
    .locator('input[type=file]')
    .setInputFiles({ name: 'page.png', mimeType: 'image/png', buffer: picture(900) });
  await expect(slot(page, name).getByRole('img')).toBeVisible();
}

/** The document by file, typed key by key. */
async function handInDocument(app: MemberApp): Promise<void> {
  const { page } = app;
  await page.getByRole('button', { name: /^Document:/ }).click();
  await page.getByRole('dialog').getByText('Identity card').click();
  await page.getByRole('button', { name: /^Issued by:/ }).click();
  await page.getByRole('dialog').getByRole('searchbox').pressSequentially('Singap', { delay: 10 });
  await page.getByRole('dialog').getByText('Singapore').click();
  await app.field('Full name').pressSequentially('Mira Example', { delay: 10 });
  await app.field('Document number').pressSequentially('S7654321D', { delay: 10 });
  await app.field('Date of birth').pressSequentially('19900131', { delay: 10 });
  await expect(app.field('Date of birth')).toHaveValue('1990-01-31');
  await chooseFile(page, 'Picture of the document');
  await chooseFile(page, 'Back of the document');
  await app.button('Continue to the selfie').click();
}

/** The selfie by the camera. */
async function handInSelfie(app: MemberApp): Promise<void> {
  const { page } = app;
  await slot(page, 'Selfie').getByRole('button', { name: 'Use the camera' }).click();
  await page.getByRole('button', { name: 'Take the picture' }).click();
  await expect(slot(page, 'Selfie').getByRole('img')).toBeVisible();
  await app.button('Send for checking').click();
  await expect(page.getByText('Your identity is being checked')).toBeVisible();
}

/** In the console: a look with its reason, then the decision. */
async function decide(office: ConsoleApp, act: string, more: (page: Page) => Promise<void>): Promise<void> {
  const { page } = office;
  await office.open('/identities', 'Identity checks');
  await page.locator('tr[data-row-key]').first().click();
  await expect(page.getByRole('button', { name: 'Confirm identity' })).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Why you look' }).fill('The queue of today');
  await page.getByRole('button', { name: 'Show document and selfie' }).click();
  await expect(page.getByText('Mira Example')).toBeVisible();
  await expect(page.getByAltText('Selfie')).toBeVisible();
  await more(page);
  await page.getByRole('textbox', { name: 'Reason' }).fill('Compared both');
  await page.getByRole('button', { name: act, exact: true }).click();
  await expect(page.getByText('Recorded')).toBeVisible();
}

test('behavior: a document by file and a selfie by camera, rejected with a cause, sent again, confirmed, and seen live', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const person = await registerByWallet(stack, stack.facts.rootInvitationCode);
  const app = new MemberApp(page, stack.facts.url);
  await app.useSession(person.token);
  await app.open('/pages/mine/account/account', 'Account');
  await app.link(/^Identity check/).click();
  await app.at('Identity check');
  await expect(page.getByText(/You can use everything without it/)).toBeVisible();
  await handInDocument(app);
  await expect(page.getByText('Identity card received.', { exact: false })).toBeVisible();
  // What was handed in is the server's: a reload goes on with the selfie.
  await app.reload();
  await handInSelfie(app);

  const office = await openConsole(browser);
  await decide(office, 'Reject', async (its) => {
    await its.getByRole('combobox', { name: 'Why it is rejected' }).click();
    await its.keyboard.press('Enter');
    await expect(its.getByTitle('Cannot be read').first()).toBeVisible();
    await its.getByRole('textbox', { name: 'To the member' }).fill('The lower edge is cut.');
  });
  await expect(page.getByText('The document cannot be read. The lower edge is cut.')).toBeVisible();

  await handInDocument(app);
  await handInSelfie(app);
  await decide(office, 'Confirm identity', async () => undefined);
  await expect(page.getByText('Your identity is confirmed')).toBeVisible();
  await app.open('/pages/mine/account/account', 'Account');
  await expect(app.link(/^Identity check/)).toContainText('Confirmed');

  await test.step('a phone by the code that lies beside the mails', async () => {
    await app.link(/^Phone/).click();
    await app.at('Bind a phone');
    const since = Date.now();
    await app.field('Mobile number').pressSequentially('+65 8123 4567', { delay: 10 });
    await app.button('Send a code by SMS').click();
    const code = await mailedCode(stack.data, '+6581234567', since);
    await app.field('Code from the SMS').pressSequentially(code, { delay: 10 });
    await app.button('Bind this number').click();
    await expect(app.link(/^Phone/)).toContainText('+65***67');
  });

  await test.step('the member takes the pictures along, by the payment password, and is told', async () => {
    await setPayPassword(stack, person);
    await app.open('/pages/mine/account/data', 'Your data');
    await app.button('Download your pictures').click();
    await app.field('Payment password for your pictures').pressSequentially(payPassword);
    if (process.env['OPENMERE_SHOTS'] === '1') await page.screenshot({ path: shot, fullPage: true });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      app.button('Download your pictures').click(),
    ]);
    expect(file.suggestedFilename()).toBe('openmere-pictures.html');
    // Both tries are kept until they are wiped: two sides of a document and a selfie each.
    const text = readFileSync(await file.path(), 'utf8');
    expect(text.match(/<img alt="Identity check, [^"]+" src="data:image\/webp;base64,/g)).toHaveLength(6);
    await expect(page.getByText('6 pictures saved')).toBeVisible();
    await app.open('/pages/news/news?tab=personal', 'News and notices');
    await expect(page.getByText('Your pictures were downloaded')).toBeVisible();
  });

  const audit = await office.page.request.post(`${stack.facts.consoleUrl}/Admin/Audit`, {
    data: { action: 'identity.look' },
    headers: { token: await office.token() },
  });
  expect((await audit.json()).list).toHaveLength(2);
});
