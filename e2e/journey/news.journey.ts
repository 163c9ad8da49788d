import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { keepScript } from '../../tools/device-state.ts';
import { judge } from '../look/look.ts';
import { ConsoleApp } from '../page/console-app.ts';
import { MemberApp } from '../page/member-app.ts';
import { fullBrowser, launchOptionsWith } from '../stack/browser.ts';
import { keepLogs } from '../stack/keep-logs.ts';
import { depositByChain, readyMember } from '../stack/member-api.ts';
import { startStack } from '../stack/stack.ts';
import type { Stack } from '../stack/stack.ts';

const shots = join(import.meta.dirname, '../../.shots/news');

// Messages to a device are shown by it.
test.use({ launchOptions: { ...launchOptionsWith(), executablePath: fullBrowser } });

let stack: Stack;
keepLogs(() => stack);
test.beforeAll(async () => {
  test.setTimeout(240_000);
  stack = await startStack({ OPENMERE_DEMO: '0' });
});
test.afterAll(() => stack?.stop());

async function openConsole(browser: Browser, operator: 0 | 1): Promise<ConsoleApp> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const app = new ConsoleApp(await context.newPage(), stack.facts);
  await app.login(operator);
  return app;
}

/** Types into a field of one language, key by key. */
async function typeInto(page: Page, id: string, text: string): Promise<void> {
  const field = page.locator(`#${id}`);
  await field.click();
  await field.pressSequentially(text);
  await expect(field).toHaveValue(text);
}

async function writeArticle({ page }: ConsoleApp): Promise<void> {
  await page.getByRole('button', { name: 'New article' }).click();
  await typeInto(page, 'title-en', 'Maintenance on Sunday');
  await typeInto(page, 'text-en', 'The app rests for ten minutes.');
  await page.getByText(/^español/i).click();
  await typeInto(page, 'title-es', 'Mantenimiento el domingo');
  await typeInto(page, 'text-es', 'La aplicación descansa diez minutos.');
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(page.getByText('As readers see it')).toBeVisible();
  await shoot(page, 'editor');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('cell', { name: 'Published', exact: true })).toBeVisible();
}

async function openRisk(app: ConsoleApp): Promise<void> {
  await app.open('/agreements', 'Agreements');
  await app.page.getByRole('cell', { name: 'Risk disclosure' }).click();
  await expect(app.page.locator('#agreement-next-en')).toBeVisible();
}

/** One more point, in English only: the other eight languages stay as they are. */
async function writeDraft(app: ConsoleApp): Promise<void> {
  await openRisk(app);
  const field = app.page.locator('#agreement-next-en');
  await field.press('Control+End');
  await field.pressSequentially('\n\nRead this twice.');
  await app.page.getByRole('button', { name: 'Keep the draft' }).click();
}

/** As the browser hands it to the worker, once its own push service has brought it. */
async function deliverMessage(page: Page, message: object): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const session = await page.context().newCDPSession(page);
  const known = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await known;
  const origin = new URL(page.url()).origin;
  await session.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId,
    data: JSON.stringify(message),
  });
}

async function shownMessages(page: Page): Promise<{ title: string; body: string }[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const shown = await registration.getNotifications();
    return shown.map(({ title, body }) => ({ title, body }));
  });
}

async function shoot(page: Page, name: string): Promise<void> {
  if (process.env['OPENMERE_SHOTS'] === '1') await page.screenshot({ path: join(shots, `${name}.png`) });
}

async function look(page: Page, name: string): Promise<string[]> {
  await shoot(page, name);
  return judge(page, { axe: 'all' });
}

test('behavior: what operators publish is read in two languages, personal notices count until they are read, new agreements are asked for', async ({
  browser,
  page,
}) => {
  const maker = await openConsole(browser, 0);
  const anna = await readyMember(stack, stack.facts.rootInvitationCode, '200');
  // Of the payment password that was set.
  const [told] = (await anna.call('Ctrls/Notices', {})).list;
  await anna.call('Ctrls/NoticeRead', { upto: told?.id });
  const member = new MemberApp(page, stack.facts.url);
  await member.useSession(anna.token);
  await page.goto(`${stack.facts.url}/#/`);
  await expect(page.getByRole('link', { name: /News and notices/ })).toBeVisible();

  await test.step('published at the console, there at once on a member’s home', async () => {
    await maker.open('/news', 'News');
    await writeArticle(maker);
    await expect(page.getByRole('link', { name: 'Maintenance on Sunday' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'News and notices, 1 unread' })).toBeVisible();
  });

  await test.step('a visitor reads it in Spanish', async () => {
    const context = await browser.newContext({ viewport: { width: 320, height: 640 } });
    await context.addInitScript(keepScript({ 'general.locale': 'es' }));
    const visitor = await context.newPage();
    await visitor.goto(`${stack.facts.url}/#/`);
    await visitor.getByRole('link', { name: 'Mantenimiento el domingo' }).click();
    await expect(visitor.getByText('La aplicación descansa diez minutos.')).toBeVisible();
    expect(await look(visitor, 'article-es')).toEqual([]);
    await visitor.goto(`${stack.facts.url}/#/pages/news/news`);
    await expect(visitor.getByText('Mantenimiento el domingo')).toBeVisible();
    expect(await look(visitor, 'list-es')).toEqual([]);
    await context.close();
  });

  await test.step('what is personal counts until it is read, also after a reload', async () => {
    await page.getByRole('link', { name: 'Maintenance on Sunday' }).click();
    await expect(page.getByText('The app rests for ten minutes.')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('link', { name: 'News and notices', exact: true })).toBeVisible();
    await depositByChain(stack, anna, '50');
    const bell = page.getByRole('link', { name: 'News and notices, 1 unread' });
    await expect(bell).toBeVisible();
    await bell.click();
    await expect(page.getByRole('tab', { name: /Important to you/ })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expect(page.getByText('Deposit credited: 50 USDT')).toBeVisible();
    expect(await look(page, 'personal')).toEqual([]);
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeHidden();
    await page.getByRole('tab', { name: /System/ }).click();
    await expect(page.getByText('Maintenance on Sunday')).toBeVisible();
    expect(await look(page, 'system')).toEqual([]);
    await page.goto(`${stack.facts.url}/#/`);
    await member.reload();
    await expect(page.getByRole('link', { name: 'News and notices', exact: true })).toBeVisible();
    expect(await look(page, 'home')).toEqual([]);
  });

  await test.step('a message to a device is shown by its worker; which kinds come is chosen beside the mails', async () => {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      serviceWorkers: 'allow',
      permissions: ['notifications'],
    });
    const device = new MemberApp(await context.newPage(), stack.facts.url);
    await device.useSession(anna.token);
    await device.open('/pages/news/choices', 'Mails and messages');
    await expect(device.page.getByRole('switch', { name: 'Messages on this device' })).not.toBeChecked();
    await expect(device.page.getByRole('switch', { name: 'On my devices' }).first()).toBeChecked();
    expect(await look(device.page, 'choices')).toEqual([]);
    await deliverMessage(device.page, {
      id: 'ntc_1',
      title: 'Deposit credited: 50 USDT',
      text: 'It is there.',
      link: '/pages/wallet/wallet',
    });
    await expect
      .poll(() => shownMessages(device.page))
      .toEqual([{ title: 'Deposit credited: 50 USDT', body: 'It is there.' }]);
    await context.close();
  });

  await test.step('new versions of the agreements are asked for, and accepted once', async () => {
    await writeDraft(maker);
    await maker.propose('Publish as version 2', 'The lawyers asked for it');
    expect(await look(maker.page, 'agreement-console')).toEqual([]);
    const checker = await openConsole(browser, 1);
    await openRisk(checker);
    await checker.confirm();
    await member.reload();
    const sheet = page.getByRole('dialog');
    await expect(sheet).toContainText('The agreements have changed');
    await expect(sheet).not.toContainText('Privacy policy');
    await shoot(page, 'agree-again');
    await sheet.getByRole('button', { name: /Risk disclosure/ }).click();
    await member.at('Risk disclosure');
    await expect(page.getByText('Read this twice.')).toBeVisible();
    await expect(page.getByText(/^Version 2, published/).first()).toBeVisible();
    expect(await look(page, 'agreement')).toEqual([]);
    await page.getByRole('link', { name: /^Version 1, published/ }).click();
    await expect(page.getByText('This version no longer holds.')).toBeVisible();
    await page.goto(`${stack.facts.url}/#/`);
    await member.reload();
    await page.getByRole('dialog').getByRole('button', { name: 'Accept', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await member.reload();
    await expect(page.getByRole('link', { name: 'News and notices', exact: true })).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});
