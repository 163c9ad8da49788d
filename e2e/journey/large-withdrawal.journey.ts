import { expect, test } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { parseEther } from 'viem';
import { ConsoleApp } from '../page/console-app.ts';
import { MemberApp } from '../page/member-app.ts';
import { paymentsTo, usdtOf } from '../stack/chain.ts';
import { keepLogs } from '../stack/keep-logs.ts';
import { availableOf, callAt, depositByChain, payPassword, readyMember } from '../stack/member-api.ts';
import type { Person } from '../stack/member-api.ts';
import { startStack } from '../stack/stack.ts';
import type { Stack } from '../stack/stack.ts';

let stack: Stack;
keepLogs(() => stack);
let offices: readonly [ConsoleApp, ConsoleApp];
test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  stack = await startStack();
  offices = [await openOffice(browser, 0), await openOffice(browser, 1)];
});
test.afterAll(() => stack?.stop());

async function openOffice(browser: Browser, operator: 0 | 1): Promise<ConsoleApp> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const office = new ConsoleApp(await context.newPage(), stack.facts);
  await office.login(operator);
  return office;
}

/** A member who holds 12,000 USDT of theirs with the house and 1,000 in the own wallet. */
async function wealthyMember(page: Page): Promise<{ app: MemberApp; person: Person }> {
  const person = await readyMember(stack, stack.facts.rootInvitationCode, '13000');
  await depositByChain(stack, person, '12000');
  const app = new MemberApp(page, stack.facts.url);
  await app.useSession(person.token);
  return { app, person };
}

/** Asks for 6,000 and answers the number of the withdrawal. */
async function askForMuch(app: MemberApp, person: Person): Promise<string> {
  await app.withdraw.open();
  await app.withdraw.fillAmount('6000');
  await expect(
    app.page.getByText(/^Two people check this because the amount is large, by .*\d\d:\d\d\.$/),
  ).toBeVisible();
  await app.withdraw.request('6,000.00 USDT', payPassword);
  const { list } = await person.call('Wallet/Withdrawals', {});
  expect(list[0]).toMatchObject({ status: 'reviewing', amount: '6000', decider: 'twooperators' });
  return list[0]?.id ?? '';
}

test('refuses: a large withdrawal that one operator rejects goes back, with the reason', async ({ page }) => {
  const { app, person } = await wealthyMember(page);
  const id = await askForMuch(app, person);
  expect(await availableOf(person)).toBe('6000');
  await app.withdraw.openNewest();
  await app.withdraw.is('In review');

  const [, office] = offices;
  await office.openQueue();
  const reason = 'The bound wallet is younger than the deposit. Write to us.';
  await office.decide(await office.review(id), /^Reject/, reason, 'Recorded: Rejected');

  await app.withdraw.is('Rejected');
  await expect(page.getByText('Rejected. The money is back in your balance.')).toBeVisible();
  await expect(page.getByText(reason)).toBeVisible();
  await app.wallet.open();
  await app.wallet.holds('USDT', '12,000.00');
  expect(await availableOf(person)).toBe('12000');
  expect(await usdtOf(stack.facts, person.address)).toBe(parseEther('1000'));
});

test('behavior: a large withdrawal is held, explained, decided by two operators and paid once', async ({
  page,
}) => {
  const { app, person } = await wealthyMember(page);
  const id = await askForMuch(app, person);
  await app.withdraw.openNewest();
  await expect(
    page.getByText(/^Two people check this because the amount is large, by .*\d\d:\d\d\.$/),
  ).toBeVisible();
  await app.withdraw.openChecks();
  await expect(app.withdraw.checks.filter({ hasText: 'Held' })).not.toHaveCount(0);
  await expect(app.withdraw.checks.filter({ hasText: 'Passed' })).not.toHaveCount(0);

  const [first, second] = offices;
  await first.openQueue();
  const drawer = await first.review(id);
  await expect(drawer.getByText('A large amount: two different operators must approve.')).toBeVisible();
  await first.decide(drawer, /^Approve/, 'called the member', 'Recorded: 1 of 2 approvals.');
  const again = await first.review(id);
  await expect(again.getByText(/^You have approved this\./)).toBeVisible();
  await expect(again.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  await expect(decideByCall(first, id)).rejects.toThrow(/conflict/);
  await app.withdraw.is('In review');

  await second.openQueue();
  const other = await second.review(id);
  await expect(other.getByText(/^One approval is given\./)).toBeVisible();
  await second.decide(other, /^Approve/, 'compared the deposits', 'Recorded: Approved');

  await app.withdraw.is('Confirmed');
  expect(await usdtOf(stack.facts, person.address)).toBe(parseEther('6999'));
  expect(await paymentsTo(stack.facts, person.address)).toEqual([parseEther('5999')]);
  expect(await availableOf(person)).toBe('6000');
  await app.wallet.open();
  await app.wallet.holds('USDT', '6,000.00');
});

/** The second approval of the same operator, as a console without manners would send it. */
async function decideByCall(office: ConsoleApp, id: string): Promise<unknown> {
  const decision = { id, decision: 'approve', reason: 'once more' } as const;
  return callAt(stack.facts.consoleUrl, 'Admin/WithdrawalDecide', decision, await office.token());
}
