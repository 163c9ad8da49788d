import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { Disturbance } from '../look/disturb.ts';
import { judge } from '../look/look.ts';
import { ConsoleApp } from '../page/console-app.ts';
import { MemberApp } from '../page/member-app.ts';
import { keepLogs } from '../stack/keep-logs.ts';
import { availableOf, changePayPassword, registerByWallet, setPayPassword } from '../stack/member-api.ts';
import type { Person } from '../stack/member-api.ts';
import { startStack } from '../stack/stack.ts';
import type { Stack } from '../stack/stack.ts';
import { advance, daySec } from '../stack/time.ts';

const shots = join(import.meta.dirname, '../../.shots/fiat');
const phones = [
  [390, 844, 'light'],
  [390, 844, 'dark'],
] as const;
const desks = [[1280, 800, 'light']] as const;

let stack: Stack;
keepLogs(() => stack);
let member: Person;
let app: MemberApp;
let maker: ConsoleApp;
let checker: ConsoleApp;
test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  stack = await startStack();
  member = await registerByWallet(stack, stack.facts.rootInvitationCode);
  const context = await browser.newContext();
  app = new MemberApp(await context.newPage(), stack.facts.url);
  await app.useSession(member.token);
  maker = await openConsole(browser, 0);
  checker = await openConsole(browser, 1);
});
test.afterAll(() => stack?.stop());

async function openConsole(browser: Browser, operator: 0 | 1): Promise<ConsoleApp> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const console = new ConsoleApp(await context.newPage(), stack.facts);
  await console.login(operator);
  return console;
}

test('behavior: bank money is ordered at a quote, found in a statement, and credited by two while the member watches', async () => {
  test.setTimeout(240_000);
  const reference = await order();
  await sendSlip();
  const statement = {
    name: 'statement.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'date,amount,currency,bank reference,name,account,text',
        `2026-05-04,250.40,EUR,B1,Anna Lake,DE89370400440532013000,"deposit ${reference.toLowerCase()}"`,
        '2026-05-04,12.00,EUR,B2,Bert Hill,DE02120300000000202051,thank you',
      ].join('\n'),
    ),
  };
  await maker.open('/fiatlines', 'Bank statements');
  await chooseStatement(statement);
  await expect(maker.page.getByText(/^2 lines of money that came in, 2 of them new, 1 with/)).toBeVisible();
  await maker.page.getByRole('button', { name: 'Take over 2 new lines' }).click();
  await expect(maker.page.getByText(/^Taken over: 2 new of 2 lines/)).toBeVisible();
  await expect(app.page.getByText('Money has arrived').first()).toBeVisible();
  expect(await look(maker.page, 'lines')).toEqual([]);

  const line = maker.page.locator('tr[data-row-key]').filter({ hasText: 'Anna Lake' });
  await expect(line).toContainText('by its reference');
  await line.click();
  await maker.propose(`Credit to ${reference}`, 'The statement says so');
  expect(await look(maker.page, 'credit')).toEqual([]);
  await checker.open('/fiatlines', 'Bank statements');
  await checker.page.locator('tr[data-row-key]').filter({ hasText: 'Anna Lake' }).click();
  await checker.confirm();
  // The member's page says it by itself: nothing is loaded anew.
  await expect(app.page.getByText('It is in your Openmere balance now.')).toBeVisible();
  expect(await look(app.page, 'credited')).toEqual([]);
  const credited = await availableOf(member);
  expect(credited).toMatch(/^27\d\.\d+$/);

  await maker.open('/fiatlines', 'Bank statements');
  await maker.page.reload();
  await chooseStatement(statement);
  await expect(maker.page.getByText(/^2 lines of money that came in, 0 of them new/)).toBeVisible();
  await expect(maker.page.getByRole('button', { name: 'Nothing new' })).toBeDisabled();
  expect(await availableOf(member)).toBe(credited);
  for (const [path, heading, cell] of [
    ['fiatorders?status=credited', 'Bank orders', reference],
    ['fiatbanks', 'Bank accounts', 'EUR'],
    ['fiatrates', 'Bank rates', '0.92 EUR'],
  ] as const) {
    await maker.open(`/${path}`, heading);
    await expect(maker.page.getByRole('cell', { name: cell, exact: true }).first()).toBeVisible();
    expect(await look(maker.page, heading)).toEqual([]);
  }
});

test('behavior: a lock counts down by the clock that ends it, also after time was moved', async () => {
  test.setTimeout(180_000);
  await setPayPassword(stack, member);
  await changePayPassword(stack, member);
  await app.open('/pages/mine/safety/safety', 'Security');
  const left = app.page.getByText(/unlock in/);
  await expect(left).toContainText(/unlock in 23 h 5\d min/);
  await advance(stack.facts, daySec - 3_600);
  await app.reload();
  await expect(left).toContainText(/unlock in 5\d min/);
  expect(await look(app.page, 'lock')).toEqual([]);
  expect((await member.call('Users/Info', {})).lockeduntil).not.toBeNull();
  await advance(stack.facts, 3_600);
  await app.reload();
  await expect(app.page.getByText('Nothing is locked')).toBeVisible();
});

/** Types an amount and a name key by key, orders, and comes back to the order by a fresh load. Answers its reference. */
async function order(): Promise<string> {
  await app.open('/pages/wallet/recharge/recharge', 'Deposit');
  await app.link(/^By bank/).click();
  await app.at('Deposit by bank');
  await expect(app.page.getByText('No deposits by bank yet')).toBeVisible();
  await app.field('Amount').pressSequentially('250.40');
  await expect(app.fact('You get')).toContainText(/^27\d\./);
  await app.field('Name on your bank account').pressSequentially('Anna Lake');
  expect(await look(app.page, 'form')).toEqual([]);
  const disturb = new Disturbance(app);
  await disturb.reload(app.field('Amount'));
  await disturb.loseConnection(app.field('Amount'));
  const press = app.button(/^Order 250.40 EUR/);
  await disturb.loseAnswer('Wallet/FiatOrder', () => press.click(), app.page.locator('main'));
  // Ordered again, it is the same order.
  await press.click();
  await expect(app.page.getByText('Transfer the money')).toBeVisible();
  await disturb.reload(app.page.getByText('Transfer the money'));
  const orders = (await member.call('Wallet/FiatOrders', {})).list;
  expect(orders).toHaveLength(1);
  const [made] = orders;
  await expect(app.page.getByText(made?.reference ?? '?').first()).toBeVisible();
  expect(await look(app.page, 'order')).toEqual([]);
  await askAboutOrder(made?.reference ?? '?');
  return made?.reference ?? '';
}

/** Help with the order: what it is about is there without a word typed, and back leads to the order. */
async function askAboutOrder(reference: string): Promise<void> {
  await app.link('Get help with this').click();
  await app.at('New request');
  await expect(app.fact('Reference')).toHaveText(reference);
  await expect(app.fact('Amount')).toHaveText('250.40 EUR');
  expect(await look(app.page, 'help')).toEqual([]);
  await app.page.goBack();
  await expect(app.page.getByText('Transfer the money')).toBeVisible();
}

/** A picture as a phone would make it: of the page as it stands. */
async function sendSlip(): Promise<void> {
  const buffer = await app.page.screenshot();
  await app.page
    .getByLabel('Send a photo of the slip')
    .setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer });
  await expect(app.page.getByText('1 picture sent. Only our staff can see it.')).toBeVisible();
}

async function chooseStatement(file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const { page } = maker;
  await page.getByLabel('Bank', { exact: true }).click();
  await page.getByRole('option', { name: /^Development Bank A · EUR/ }).click();
  await page.getByLabel('CSV or camt.053 file').setInputFiles(file);
  // The mark of a button that worked before may still be going out.
  await page.getByRole('button', { name: /Look at it$/ }).click();
}

/** Reads the page as it stands: nothing wider than the window, and by axe. Operators sit at a desk, members hold a phone. */
async function look(page: Page, name: string): Promise<string[]> {
  const before = page.viewportSize() ?? { width: 390, height: 844 };
  const wrong: string[] = [];
  for (const [width, height, colorScheme] of page === app.page ? phones : desks) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const path = join(shots, `${name}-${width}-${colorScheme}.png`);
    if (process.env['OPENMERE_SHOTS'] === '1') await page.screenshot({ path, fullPage: true });
    const found = await judge(page, { axe: colorScheme === 'light' ? 'all' : 'colours' });
    wrong.push(...found.map((one) => `${name} ${width} ${colorScheme}: ${one}`));
  }
  await page.setViewportSize(before);
  return wrong;
}
