import { expect, test } from '@playwright/test';
import type { Browser, Page, WebSocketRoute } from '@playwright/test';
import { maxUint256, toHex } from 'viem';
import type { Hex } from 'viem';
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts';
import { marketSteps } from '../job/market-job.ts';
import type { MarketJob } from '../job/market-job.ts';
import { MemberApp } from '../page/member-app.ts';
import { byInAppWallet } from '../page/signing.ts';
import { keepLogs } from '../stack/keep-logs.ts';
import { allowanceOf, buyByChain } from '../stack/market.ts';
import { readyMember, until } from '../stack/member-api.ts';
import type { Person } from '../stack/member-api.ts';
import { startStack } from '../stack/stack.ts';
import type { Stack } from '../stack/stack.ts';

const passphrase = 'quiet lake under birches';
let stack: Stack;
keepLogs(() => stack);
test.beforeAll(async () => {
  test.setTimeout(240_000);
  stack = await startStack({ OPENMERE_DEMO: '0' });
});
test.afterAll(() => stack?.stop());

/** A member of the API in a browser whose device holds the wallet. */
async function openWithWallet(page: Page): Promise<{ app: MemberApp; person: Person }> {
  const phrase = generateMnemonic(english);
  const { privateKey } = mnemonicToAccount(phrase).getHdKey();
  if (!privateKey) throw new Error('the recovery phrase gives no key');
  const key: Hex = toHex(privateKey);
  const person = await readyMember(stack, stack.facts.rootInvitationCode, '1000', key);
  const app = new MemberApp(page, stack.facts.url);
  await app.useSession(person.token);
  await app.inApp.open();
  await app.inApp.bring(phrase, passphrase);
  await app.trade.open('buy');
  await app.inApp.connect('Connect In-app wallet', app.button('Enter an amount'), passphrase);
  return { app, person };
}

/** The same member on another device, which only looks at the market. */
async function openWatcher(browser: Browser, person: Person): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const app = new MemberApp(page, stack.facts.url);
  await app.useSession(person.token);
  await app.market.open();
  return page;
}

test('behavior: a market in which nobody has traded says so, and invents nothing', async ({ page }) => {
  const person = await readyMember(stack, stack.facts.rootInvitationCode, '10');
  const app = new MemberApp(page, stack.facts.url);
  await app.useSession(person.token);
  await app.market.open();
  await expect(
    page.getByText('Less than 24 hours old').or(page.getByText('Unchanged in 24 hours')).first(),
  ).toBeVisible();
  await expect(
    page.getByText('Nobody has traded in this pool yet. The first trade starts the chart.').first(),
  ).toBeVisible();
  for (const interval of ['1m', '30m', '1h', '4h', '1d', '1w']) {
    await app.market.openTable(interval);
    await expect(page.getByText('No trades yet')).toBeVisible();
  }
  await app.open('/pages/swap/detail/detail', 'Trades');
  await expect(page.getByText('No trades yet')).toBeVisible();
  await app.liquidity.open();
  await expect(page.getByText('You have no liquidity yet')).toBeVisible();
  await expect(page.getByText('No records yet')).toBeVisible();
});

test('behavior: buy, sell, add, remove, re-add and redeem with the in-app wallet, seen live elsewhere', async ({
  browser,
  page,
}) => {
  const { app, person } = await openWithWallet(page);
  const watcher = await openWatcher(browser, person);
  const job: MarketJob = { stack, app, person, signing: byInAppWallet(app, passphrase), watcher };
  for (const step of marketSteps) await test.step(step.name, () => step.run(job));
  await watcher.context().close();
});

test('behavior: a trade shows that was made before a page’s socket opened, and one while the connection was away', async ({
  page,
}) => {
  const trader = await readyMember(stack, stack.facts.rootInvitationCode, '200');
  // Somebody else looks on: what is one's own is told to oneself as well.
  const watcher = await readyMember(stack, stack.facts.rootInvitationCode, '10');
  const buy = async (usdt: string) => {
    await buyByChain(stack.facts, trader.key, usdt);
    // Told when it is seen, and once more when it is final.
    await until('the trade to be final', async () => {
      const { list } = await trader.call('trade/Trades', { scope: 'mine' });
      return list[0]?.amount === usdt && list[0].status === 'final';
    });
  };
  await buy('16');
  const app = new MemberApp(page, stack.facts.url);
  await app.useSession(watcher.token);
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket('**/connect*', (socket) => {
    sockets.push(socket);
    socket.connectToServer();
  });
  const ticket = Promise.withResolvers<() => Promise<void>>();
  await page.route(
    '**/Users/SocketTicket',
    async (route) => {
      const response = await route.fetch();
      ticket.resolve(() => route.fulfill({ response }));
    },
    { times: 1 },
  );
  await app.market.open();
  const rows = app.market.latest.getByRole('link');
  await expect(rows.first()).toBeVisible();
  const known = await rows.count();
  const open = await ticket.promise;
  await buy('17');
  expect(await rows.count()).toBe(known);
  await open();
  await expect(rows).toHaveCount(known + 1);

  await expect.poll(() => sockets.length).toBe(1);
  await page.route('**/Users/SocketTicket', (route) => route.abort());
  await sockets[0]?.close();
  await buy('18');
  expect(await rows.count()).toBe(known + 1);
  await page.unroute('**/Users/SocketTicket');
  await expect(rows).toHaveCount(known + 2);
});

test('behavior: an approval without limit is seen, and taken back', async ({ page }) => {
  const { app, person } = await openWithWallet(page);
  const signing = byInAppWallet(app, passphrase);
  await app.trade.open('buy');
  await app.trade.pay.fill('20');
  const sheet = await app.trade.review('buy');
  await sheet.getByRole('radio', { name: /^Unlimited/ }).check();
  await app.trade.sign('buy', signing, sheet);
  await app.trade.steps.areConfirmed();
  const { facts } = stack;
  expect(await allowanceOf(facts, person.address, 'usdt', 'swapDesk')).toBe(maxUint256);
  await app.approvals.open();
  await expect(app.approvals.list).toContainText('Unlimited');
  await app.approvals.revoke(/^Openmere swap/, 'USDT', signing);
  await expect(app.approvals.empty).toBeVisible();
  expect(await allowanceOf(facts, person.address, 'usdt', 'swapDesk')).toBe(0n);
});
