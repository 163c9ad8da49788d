import { expect, test } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { ConsoleApp } from '../page/console-app.ts';
import { MemberApp } from '../page/member-app.ts';
import { keepLogs } from '../stack/keep-logs.ts';
import { callAt, depositByChain, payPassword, readyMember } from '../stack/member-api.ts';
import type { Person } from '../stack/member-api.ts';
import { startStack } from '../stack/stack.ts';
import type { Stack } from '../stack/stack.ts';

const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const reason = 'The wallet is younger than the deposit';

let stack: Stack;
let person: Person;
keepLogs(() => stack);
test.beforeAll(async () => {
  test.setTimeout(240_000);
  stack = await startStack();
  person = await readyMember(stack, stack.facts.rootInvitationCode, '13000');
  await depositByChain(stack, person, '12000');
});
test.afterAll(() => stack?.stop());

async function openOffice(browser: Browser): Promise<ConsoleApp> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const office = new ConsoleApp(await context.newPage(), stack.facts);
  await office.login(0);
  return office;
}

/** A withdrawal that is large enough to wait for an operator, and is rejected. */
async function haveRejected(app: MemberApp, office: ConsoleApp): Promise<void> {
  await app.withdraw.open();
  await app.withdraw.fillAmount('6000');
  await app.withdraw.request('6,000.00 USDT', payPassword);
  const { list } = await person.call('Wallet/Withdrawals', {});
  const decision = { id: list[0]?.id ?? '', decision: 'reject', reason } as const;
  await callAt(stack.facts.consoleUrl, 'Admin/WithdrawalDecide', decision, await office.token());
}

const said = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

test('behavior: what no answer helps with becomes a request, by a search with a slip in it', async ({
  page,
}) => {
  const app = new MemberApp(page, stack.facts.url);
  await app.useSession(person.token);
  await app.open('/pages/service/service', 'Customer service');
  await app.link(/^Questions and answers/).click();
  await app.at('Questions and answers');
  const questions = page.locator('summary');
  await expect(questions).not.toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search' }).pressSequentially('withdrawel in reviev');
  await expect(questions.first()).toHaveText('Why is my withdrawal in review?');
  await questions.first().click();
  await expect(page.getByText('Each withdrawal passes checks')).toBeVisible();
  await app.link('Did not help? Ask us').first().click();
  await app.at('New request');
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(
    'Why is my withdrawal in review?\n',
  );
  await page.goBack();
  await app.at('Questions and answers');
});

test('behavior: help with a rejected withdrawal brings its facts along, is answered live, and is closed', async ({
  page,
  browser,
}) => {
  const app = new MemberApp(page, stack.facts.url);
  await app.useSession(person.token);
  const office = await openOffice(browser);
  await haveRejected(app, office);

  await app.withdraw.openNewest();
  await app.withdraw.is('Rejected');
  await app.link('Get help with this').click();
  await app.at('New request');
  await expect(page.getByText(reason)).toBeVisible();
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.pressSequentially(phrase);
  await expect(page.getByRole('alert')).toContainText('looks like a recovery phrase');
  await expect(app.button('Remove the recovery phrase or key first')).toBeDisabled();
  await field.fill('');
  await field.pressSequentially('Why was it rejected?');
  await app.reload();
  await expect(field).toHaveValue('Why was it rejected?');
  await app.button('Send request').click();
  await app.at('Request');
  await expect(page.getByText('Waiting for us')).toBeVisible();

  await office.open('/tickets', 'Tickets');
  await office.page.locator('tr[data-row-key]').first().click();
  await expect(office.page.getByText(reason)).toBeVisible();
  await office.page.getByLabel('Answer or note').fill('Wait a week, then ask again.');
  await office.page.getByRole('button', { name: 'Send answer' }).click();
  await expect(said(page, 'Wait a week, then ask again.')).toContainText('Openmere support');

  await field.pressSequentially('Here is what I saw');
  const file = { name: 'screen.png', mimeType: 'image/png', buffer: await page.screenshot() };
  await page.locator('input[type="file"]').setInputFiles(file);
  await expect(app.button('Send')).toBeEnabled();
  await app.button('Send').click();
  await expect(said(page, 'Here is what I saw').getByAltText('Picture 1')).toBeVisible();
  await app.button('Close request').click();
  await expect(page.getByText('Closed', { exact: true })).toBeVisible();
  await app.open('/pages/service/service', 'Customer service');
  await expect(page.getByText('You: Here is what I saw')).toBeVisible();
});
