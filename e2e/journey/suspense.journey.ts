import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { judge } from '../look/look.ts';
import { ConsoleApp } from '../page/console-app.ts';
import { sendUsdt, usdtOf } from '../stack/chain.ts';
import { keepLogs } from '../stack/keep-logs.ts';
import { depositByChain, readyMember, until } from '../stack/member-api.ts';
import type { Person } from '../stack/member-api.ts';
import { startStack } from '../stack/stack.ts';
import type { Stack } from '../stack/stack.ts';

const shots = join(import.meta.dirname, '../../.shots/console');

const SETTING_AGE_MS = 1_000;

let stack: Stack;
keepLogs(() => stack);
let maker: ConsoleApp;
let checker: ConsoleApp;
let member: Person;
test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  stack = await startStack();
  member = await readyMember(stack, stack.facts.rootInvitationCode, '1000');
  await depositByChain(stack, member, '100');
  maker = await openConsole(browser, 0);
  checker = await openConsole(browser, 1);
});
test.afterAll(() => stack?.stop());

async function openConsole(browser: Browser, operator: 0 | 1): Promise<ConsoleApp> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const app = new ConsoleApp(await context.newPage(), stack.facts);
  await app.login(operator);
  return app;
}

const rowsOf = (page: Page) => page.locator('tr[data-row-key]');
const newestOf = async () => (await member.call('Wallet/Deposits', {})).list[0];

/** A rule of the house, changed by two in the console's own form. */
async function setRule(idx: string, value: string): Promise<void> {
  await maker.page.goto(`${stack.facts.consoleUrl}/#/settings?open=${idx}`);
  const field = maker.page.getByRole('textbox', { name: 'New value' });
  await field.fill('C');
  await expect(maker.page.getByRole('button', { name: 'See what it does' })).toBeDisabled();
  await expect(maker.page.getByRole('alert')).toContainText('Two-letter country codes');
  await field.fill(value);
  await maker.propose('See what it does', 'The lawyers asked for it');
  await checker.page.goto(`${stack.facts.consoleUrl}/#/settings?open=${idx}`);
  await checker.confirm();
  // A process may still go by what it read up to a second before (server/src/setting/read.ts), and a deposit is decided in less.
  await checker.page.waitForTimeout(SETTING_AGE_MS);
}

test('behavior: a deposit of who was barred waits in suspense and goes back by two; what is free again is credited', async () => {
  test.setTimeout(240_000);
  const { address } = await member.call('Wallet/DepositAddress', { coinid: 'USDT' });
  await setRule('geo.barred', 'CN,US,SG');
  const before = await usdtOf(stack.facts, member.address);
  for (const amount of ['40', '60']) {
    await sendUsdt(stack.facts, member.key, address as `0x${string}`, amount);
    await until('the deposit to be barred', async () => {
      const newest = await newestOf();
      return newest?.status === 'barred' && newest.amount === amount;
    });
  }
  expect((await newestOf())?.description).toContain('cannot credit');

  await maker.open('/suspense', 'Deposits in suspense');
  await expect(rowsOf(maker.page)).toHaveCount(2);
  await rowsOf(maker.page).filter({ hasText: '60 USDT' }).click();
  await expect(maker.page.getByText('Member’s country is barred').first()).toBeVisible();
  await expect(maker.page.getByRole('button', { name: 'Credit it: see what it does' })).toBeDisabled();
  expect(await look(maker.page, 'suspense')).toEqual([]);
  await maker.propose('Return to the sender: see what it does', 'Asked its sender');
  expect(await look(maker.page, 'suspense-proposed')).toEqual([]);
  await checker.open('/suspense', 'Deposits in suspense');
  await rowsOf(checker.page).filter({ hasText: '60 USDT' }).click();
  await checker.confirm();
  await until('the deposit to be back', async () => (await newestOf())?.status === 'returned', 60_000);
  expect((await usdtOf(stack.facts, member.address)) - before).toBe(-40n * 10n ** 18n);

  await setRule('geo.barred', 'CN,US');
  await maker.open('/suspense', 'Deposits in suspense');
  await rowsOf(maker.page).filter({ hasText: '40 USDT' }).click();
  await maker.propose('Credit it: see what it does', 'Not barred any more');
  await checker.open('/suspense', 'Deposits in suspense');
  await rowsOf(checker.page).filter({ hasText: '40 USDT' }).click();
  await checker.confirm();
  const states = async () =>
    (await member.call('Wallet/Deposits', {})).list.map(({ status, amount }) => `${status} ${amount}`);
  await expect.poll(states).toEqual(['returned 60', 'credited 40', 'credited 100']);
});

/** Reads the page as it stands: nothing wider than the window, and by axe. */
async function look(page: Page, name: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const [width, height, colorScheme] of [
    [1280, 800, 'light'],
    [1280, 800, 'dark'],
    [390, 844, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.waitForTimeout(300);
    const path = join(shots, `${name}-${width}-${colorScheme}.png`);
    if (process.env['OPENMERE_SHOTS'] === '1') await page.screenshot({ path, fullPage: true });
    const found = await judge(page, width === 1280 ? { axe: 'all' } : {});
    wrong.push(...found.map((one) => `${name} ${width} ${colorScheme}: ${one}`));
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  return wrong;
}
