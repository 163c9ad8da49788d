import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { MemberApp } from '../page/member-app.ts';
import { reloadOffline } from '../stack/browser.ts';
import { keepLogs } from '../stack/keep-logs.ts';
import { callAt, depositByChain, readyMember } from '../stack/member-api.ts';
import type { Person } from '../stack/member-api.ts';
import { loginOperator } from '../stack/operators.ts';
import { startStack } from '../stack/stack.ts';
import type { Stack } from '../stack/stack.ts';

/** Without a network: what was read can be read again, and nothing is sent. */
test.use({ serviceWorkers: 'allow' });

const read = { title: 'Maintenance on Sunday', text: 'The app rests for ten minutes.' };
const unread = { title: 'A new office', text: 'We moved to the harbour.' };

let stack: Stack;
let member: Person;
keepLogs(() => stack);
test.beforeAll(async () => {
  test.setTimeout(240_000);
  stack = await startStack();
  member = await readyMember(stack, stack.facts.rootInvitationCode, '1000');
  await depositByChain(stack, member, '500');
  const operator = await loginOperator(stack.facts, 0);
  for (const article of [read, unread]) {
    const texts = { titles: { en: article.title }, contents: { en: article.text } };
    const { id } = await callAt(stack.facts.consoleUrl, 'Admin/NewsSave', texts, operator);
    await callAt(stack.facts.consoleUrl, 'Admin/NewsState', { id, state: 'published' }, operator);
  }
});
test.afterAll(() => stack?.stop());

/** The answers on the device as they lie there, encrypted anew at each writing; empty: none. */
function keptText(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('openmere-offline', 1);
        opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('kept'));
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('kept').objectStore('kept').get('answers');
          reading.addEventListener('success', () => {
            opening.result.close();
            resolve(String((reading.result as { iv: Uint8Array } | undefined)?.iv ?? ''));
          });
        });
      }),
  );
}

/** Longer than the app gathers answers before it writes them. */
const gatheredMs = 3000;

/** The app's files are on the device, and every answer that came until now: nothing more is written. */
async function untilKept(page: Page): Promise<void> {
  const files = () =>
    page.evaluate(async () => {
      const texts = await (await caches.open('openmere-used')).keys();
      return texts.length > 30 && navigator.serviceWorker.controller !== null;
    });
  await expect.poll(files).toBe(true);
  let last = '';
  const isWritten = async () => {
    const before = last;
    last = await keptText(page);
    return last !== '' && last === before;
  };
  await expect.poll(isWritten, { intervals: [gatheredMs], timeout: 60_000 }).toBe(true);
}

test('job: balances and records are read on a flight, and are fresh again after it', async ({
  page,
  context,
}) => {
  const app = new MemberApp(page, stack.facts.url);
  await app.useSession(member.token);
  const record = page.getByRole('listitem').filter({ hasText: 'Available 500.00' });
  const line = page.getByText(/What you see is from \d/);

  await test.step('with a network the member reads', async () => {
    await app.open('/pages/wallet/wallet', 'Wallet');
    await app.wallet.holds('USDT', '500.00');
    await app.open('/pages/wallet/withdraw/withdrawChain', 'Withdraw');
    await app.open('/pages/wallet/detail/detail?coinid=USDT', 'USDT');
    await expect(record).toBeVisible();
    await untilKept(page);
  });

  await test.step('without one, after a reload, it stands there with its time', async () => {
    await context.setOffline(true);
    await reloadOffline(page);
    await app.at('USDT');
    await expect(record).toBeVisible();
    await page.goto(`${stack.facts.url}/#/pages/wallet/wallet`);
    await app.at('Wallet');
    await app.wallet.holds('USDT', '500.00');
    await expect(line).toBeVisible();
  });

  await test.step('refuses: a withdrawal is not kept for later; its button says why', async () => {
    await page.goto(`${stack.facts.url}/#/pages/wallet/withdraw/withdrawChain`);
    await app.at('Withdraw');
    await expect(app.button('No connection: nothing is sent')).toBeVisible();
  });

  await test.step('with the network it is fresh by itself', async () => {
    await page.goto(`${stack.facts.url}/#/pages/wallet/wallet`);
    await app.at('Wallet');
    await depositByChain(stack, member, '250');
    await context.setOffline(false);
    await expect(line).toBeHidden();
    await app.wallet.holds('USDT', '750.00');
  });
});

test('behavior: news that were read are read again without a network, with their time; what was not read is not made up', async ({
  page,
  context,
}) => {
  const app = new MemberApp(page, stack.facts.url);
  await app.useSession(member.token);
  const line = page.getByText(/What you see is from \d/);
  const linkTo = ({ title }: typeof read) => page.getByRole('link', { name: new RegExp(title) });

  await test.step('with a network the member reads the list and one article', async () => {
    await app.open('/pages/news/news', 'News and notices');
    await expect(linkTo(unread)).toBeVisible();
    await linkTo(read).click();
    await expect(page.getByText(read.text)).toBeVisible();
    await expect(line).toBeHidden();
    await untilKept(page);
  });
  const articleUrl = page.url();

  await test.step('without one, after a reload, the article and the list stand there with their time', async () => {
    await context.setOffline(true);
    await reloadOffline(page);
    await expect(page.getByRole('heading', { name: read.title })).toBeVisible();
    await expect(page.getByText(read.text)).toBeVisible();
    await expect(line).toBeVisible();
    expect(page.url()).toBe(articleUrl);
    await page.goto(`${stack.facts.url}/#/pages/news/news`);
    await expect(linkTo(read)).toBeVisible();
    await expect(linkTo(unread)).toBeVisible();
    await expect(line).toBeVisible();
  });

  await test.step('an article that was not opened comes with the network, by itself', async () => {
    await linkTo(unread).click();
    await expect(page.getByText(unread.text)).toHaveCount(0);
    await context.setOffline(false);
    await expect(page.getByText(unread.text)).toBeVisible();
    await expect(line).toBeHidden();
  });
});
