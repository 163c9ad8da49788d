import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { parseEther } from 'viem';
import { judge, lookAt, takeJumps, watchJumps } from '../look/look.ts';
import type { Setting } from '../look/look.ts';
import { readRoutes } from '../look/routes.ts';
import { watchFaults } from '../look/watch.ts';
import { sendUsdt } from '../stack/chain.ts';
import { keepLogs } from '../stack/keep-logs.ts';
import {
  addByChain,
  approve,
  buyByChain,
  holdingsOf,
  redeemByChain,
  removeByChain,
  sellByChain,
} from '../stack/market.ts';
import {
  depositByChain,
  readyMember,
  registerByWallet,
  sealedPayPassword,
  until,
} from '../stack/member-api.ts';
import type { Person } from '../stack/member-api.ts';
import { startStack } from '../stack/stack.ts';
import type { Stack } from '../stack/stack.ts';

const routes = readRoutes();
const finished = routes.filter((route) => route.finished);
const loginPath = '/pages/login/login';

let stack: Stack;
let member: Person;
let memberPaths: string[];
keepLogs(() => stack);
test.beforeAll(async () => {
  test.setTimeout(240_000);
  // With the demo's weeks of trades, so that the chart is a chart.
  stack = await startStack({ OPENMERE_DEMO: '1' });
  member = await busyMember();
  await trade(member);
  const trades = await member.call('trade/Trades', { scope: 'mine' });
  const records = await member.call('trade/LiquidityRecords', { type: 'remove' });
  const { list } = await member.call('Wallet/Withdrawals', {});
  memberPaths = [
    '/pages/home/home',
    ...finished.filter((route) => !route.open).map((route) => route.path),
    '/pages/wallet/detail/detail?coinid=USDT',
    `/pages/wallet/withdraw/recode/recodeChain?id=${list[0]?.id}`,
    '/pages/mine/blind/blind?kind=email',
    '/pages/mine/setPwd/setPwd?kind=login',
    '/pages/wallet/inapp/inapp?view=make',
    '/pages/wallet/inapp/inapp?view=import',
    '/pages/swap/kline/kline?interval=4h',
    '/pages/swap/kline/kline?interval=1d&view=table',
    `/pages/swap/detail/detail?id=${trades.list[0]?.id}`,
    `/pages/swap/linquidity/linquidity?id=${records.list[0]?.id}`,
    '/pages/swap/reLiquidity/reLiquidity?mode=readd',
  ];
});
test.afterAll(() => stack?.stop());

const visitorPaths = [
  ...finished.filter((route) => route.open).map((route) => route.path),
  `${loginPath}?step=register`,
  `${loginPath}?step=forgot`,
];

/** A member with something on every page: deposits (one too small), transfers both ways, a held withdrawal. */
async function busyMember(): Promise<Person> {
  const person = await readyMember(stack, stack.facts.rootInvitationCode, '20000');
  const other = await registerByWallet(stack, stack.facts.rootInvitationCode);
  await depositByChain(stack, person, '12345.678901');
  const target = await person.call('Wallet/DepositAddress', { coinid: 'USDT' });
  await sendUsdt(stack.facts, person.key, target.address as `0x${string}`, '5');
  await until('the small deposit to be seen', async () => {
    const { list } = await person.call('Wallet/Deposits', {});
    return list.some((one) => one.status === 'ignored');
  });
  const { invitationcode } = await other.call('Users/Info', {});
  for (const amount of ['40', '1200'])
    await person.call('Wallet/Transfer', {
      requestId: randomUUID(),
      coinid: 'USDT',
      amount,
      target: invitationcode,
      paypassword: await sealedPayPassword(stack, 'Wallet/Transfer'),
    });
  await person.call('Wallet/Withdraw', {
    requestId: randomUUID(),
    coinid: 'USDT',
    amount: '5000',
    paypassword: await sealedPayPassword(stack, 'Wallet/Withdraw'),
  });
  return person;
}

/** Bought, sold, added, removed and redeemed: something on every page of the market, and an approval that is left open. */
async function trade(person: Person): Promise<void> {
  const { facts } = stack;
  const { key, address } = person;
  await buyByChain(facts, key, '800');
  await sellByChain(facts, key, parseEther('1234.5'));
  const { open } = await holdingsOf(facts, address);
  await addByChain(facts, key, '250', open);
  const { lp } = await holdingsOf(facts, address);
  await removeByChain(facts, key, lp / 3n);
  const { ousd } = await holdingsOf(facts, address);
  await redeemByChain(facts, key, ousd / 2n);
  await approve(facts, key, 'usdt', 'swapDesk', 2n ** 255n);
  await until('the market to know it all', async () => {
    const { list } = await person.call('trade/LiquidityRecords', {});
    return list.length === 3 && list.every((record) => record.status === 'final');
  });
}

const phone = { width: 390, height: 844 };
/** A setting that looks at each eighth place only, beginning with this one: together they see most of them. */
type Part = Setting & { from?: number };
const PARTS = 8;
const small = (locale: string): Setting => ({ name: `small-${locale}`, width: 320, height: 640, locale });
const settings: readonly Part[] = [
  { name: 'light', ...phone, axe: 'all', jumps: true },
  // Names, roles and order are the same as in the light.
  { name: 'dark', ...phone, dark: true, axe: 'colours' },
  { name: 'wide', width: 1280, height: 800, jumps: true },
  // Their words are the longest, or their lines the highest.
  ...['es', 'ms', 'vi', 'th'].map(small),
  ...['en', 'zh-Hans', 'zh-Hant', 'ja', 'ko'].map((locale, from) => ({ ...small(locale), from })),
  { name: 'large-text', ...phone, text: 200, from: 5 },
];

test('refuses: each fault that is looked for is found where it stands', async ({ page }) => {
  const faults = await watchFaults(page, stack.facts.url);
  await page.goto(`${stack.facts.url}/#/pages/login/login`);
  expect(await judge(page, { axe: 'all' })).toEqual([]);
  expect(faults).toEqual([]);
  await page.evaluate(() => {
    const wide = document.createElement('p');
    wide.style.width = '3000px';
    wide.textContent = 'auth.login';
    const nameless = document.createElement('button');
    const pale = document.createElement('p');
    pale.style.color = '#ccc';
    pale.style.background = '#fff';
    pale.textContent = 'Hard to read';
    const cut = document.createElement('p');
    cut.style.cssText = 'width: 60px; overflow: hidden; white-space: nowrap';
    cut.textContent = 'Nobody reads the end of this';
    const tiny = ['1', '2'].map((text) => {
      const button = document.createElement('button');
      button.style.cssText = 'width: 9px; height: 9px; padding: 0; font-size: 6px';
      button.textContent = text;
      return button;
    });
    document.querySelector('main')?.append(wide, nameless, pale, cut, ...tiny);
    const picture = document.createElement('img');
    picture.alt = '';
    picture.src = 'https://foreign.example/picture.png';
    document.body.append(picture);
  });
  await expect.poll(() => faults.some((fault) => fault.startsWith('policy: '))).toBe(true);
  const wrong = (await judge(page, { axe: 'all' })).join('\n');
  expect(wrong).toContain('overflows');
  expect(wrong).toContain('shows the key auth.login');
  expect(wrong).toContain('axe button-name');
  expect(wrong).toContain('cuts off “Nobody reads the end of this”');
  expect(wrong).toContain('axe target-size');
  const colours = (await judge(page, { axe: 'colours' })).join('\n');
  expect(colours).toContain('axe color-contrast');
  expect(colours).not.toContain('axe button-name');
});

test('refuses: a part that comes late and moves what stands there', async ({ page }) => {
  await page.addInitScript(watchJumps);
  await page.goto(`${stack.facts.url}/#/pages/login/login`);
  expect(await judge(page, {})).toEqual([]);
  expect((await takeJumps(page)).sum).toBeLessThan(0.1);
  await page.evaluate(() => {
    const late = document.createElement('div');
    late.style.height = '300px';
    document.querySelector('main')?.prepend(late);
  });
  await expect.poll(async () => (await takeJumps(page)).sum).toBeGreaterThan(0.1);
});

for (const setting of settings) {
  test(`behavior: every finished screen stands without fault (${setting.name})`, async ({ browser }) => {
    // Some seventy screens, each asked by axe, on a busy machine.
    test.setTimeout(600_000);
    const { url } = stack.facts;
    const { from } = setting;
    const part = (paths: readonly string[]) =>
      paths.filter((_, index) => from === undefined || index % PARTS === from);
    const found = [
      ...(await lookAt(browser, url, setting, {}, part(visitorPaths))),
      ...(await lookAt(browser, url, setting, { token: member.token }, part(memberPaths))),
    ];
    expect(found).toEqual([]);
  });
}

test('behavior: the chart stands without fault on a phone held sideways', async ({ browser }) => {
  const setting: Setting = { name: 'sideways', width: 844, height: 390, axe: 'all' };
  const paths = ['/pages/swap/kline/kline?interval=1h', '/pages/swap/kline/kline?interval=1h&view=table'];
  const found = await lookAt(browser, stack.facts.url, setting, { token: member.token }, paths);
  expect(found).toEqual([]);
});

test('behavior: every place of the route table shows a heading', async ({ browser }) => {
  const rest = routes.filter((route) => !route.finished).map((route) => route.path);
  const setting = { name: 'later', ...phone };
  const found = await lookAt(browser, stack.facts.url, setting, { token: member.token }, rest);
  expect(found).toEqual([]);
});
