import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { parseEther } from 'viem';
import { generatePrivateKey } from 'viem/accounts';
import { MemberApp } from '../page/member-app.ts';
import { byHolding } from '../page/signing.ts';
import { keepLogs } from '../stack/keep-logs.ts';
import {
  allowanceOf,
  approve,
  buyByChain,
  holdingsOf,
  overtake,
  pauseTrading,
  setMining,
  waitingOf,
} from '../stack/market.ts';
import { readyMember, until } from '../stack/member-api.ts';
import type { Person } from '../stack/member-api.ts';
import { killChain } from '../stack/processes.ts';
import { startStack } from '../stack/stack.ts';
import type { Stack } from '../stack/stack.ts';
import { installWallet } from '../stack/test-wallet.ts';
import type { TestWallet } from '../stack/test-wallet.ts';

let stack: Stack;
let person: Person;
let whale: Person;
keepLogs(() => stack);
test.beforeAll(async () => {
  test.setTimeout(240_000);
  stack = await startStack({ OPENMERE_DEMO: '0' });
  const { rootInvitationCode } = stack.facts;
  person = await readyMember(stack, rootInvitationCode, '1000', generatePrivateKey());
  whale = await readyMember(stack, rootInvitationCode, '9000', generatePrivateKey());
});
test.afterAll(() => stack?.stop());
// What waits in the pool of a chain that does not mine would follow into the next test.
test.afterEach(async () => {
  if (stack) await setMining(stack.facts, true);
});

type Opened = { app: MemberApp; wallet: TestWallet };

async function open(page: Page): Promise<Opened> {
  const wallet = await installWallet(page, stack.facts, person.key, 'eip6963');
  const app = new MemberApp(page, stack.facts.url);
  await app.useSession(person.token);
  await app.trade.connect(wallet.name);
  return { app, wallet };
}

/** A purchase that is in the network and not in a block: the chain does not mine. */
async function sendAndWait({ app }: Opened, usdt: string) {
  const { facts } = stack;
  await approve(facts, person.key, 'usdt', 'swapDesk', parseEther(usdt));
  await app.trade.open('buy');
  await app.trade.pay.fill(usdt);
  const sheet = await app.trade.review('buy');
  await setMining(facts, false);
  await app.trade.sign('buy', byHolding, sheet);
  await app.trade.steps.areWaiting();
  const [waiting] = await waitingOf(facts, person.address);
  if (!waiting) throw new Error('nothing waits in the pool');
  return waiting;
}

const usdtOf = async () => (await holdingsOf(stack.facts, person.address)).usdt;

test('refuses: what the owner turns down is cancelled, and the form stands as it was', async ({ page }) => {
  const { app, wallet } = await open(page);
  const before = await holdingsOf(stack.facts, person.address);
  await app.trade.pay.fill('12');
  wallet.manner = 'reject';
  await app.trade.ask('buy', await app.trade.review('buy'));
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Cancel');
  await expect(app.trade.steps.list).toHaveCount(0);
  await expect(app.trade.pay).toHaveValue('12');
  expect(await holdingsOf(stack.facts, person.address)).toEqual(before);

  wallet.manner = 'accept';
  await app.trade.sign('buy', byHolding, await app.trade.review('buy'));
  await app.trade.steps.areConfirmed();
  expect(await usdtOf()).toBe(before.usdt - parseEther('12'));
});

test('refuses: to trade on another network, and offers the way back', async ({ page }) => {
  const { app, wallet } = await open(page);
  await app.trade.pay.fill('13');
  await wallet.switchChain(1);
  await expect(page.getByText('Wrong network')).toBeVisible();
  await expect(app.button('Switch the network first')).toBeVisible();
  await app.button('Switch to Openmere Dev Chain').click();
  await expect(page.getByText('Wrong network')).toBeHidden();
  expect(wallet.chainId).toBe(stack.facts.chainId);
  const before = await usdtOf();
  await app.trade.sign('buy', byHolding, await app.trade.review('buy'));
  await app.trade.steps.areConfirmed();
  expect(await usdtOf()).toBe(before - parseEther('13'));
});

test('behavior: a purchase that the owner speeds up is one purchase, under its new hash', async ({
  page,
}) => {
  const opened = await open(page);
  const before = await usdtOf();
  const waiting = await sendAndWait(opened, '14');
  const faster = await overtake(stack.facts, person.key, waiting, { to: waiting.to, data: waiting.input });
  await setMining(stack.facts, true);
  await opened.app.trade.steps.areConfirmed();
  await opened.app.trade.steps.unfold();
  await expect(opened.app.trade.steps.list).toContainText(faster.slice(0, 10));
  expect(await usdtOf()).toBe(before - parseEther('14'));
});

test('refuses: to call a purchase done that another transaction or a cancellation replaced', async ({
  page,
}) => {
  const opened = await open(page);
  const { app } = opened;
  const { facts } = stack;
  const before = await usdtOf();
  const first = await sendAndWait(opened, '15');
  await overtake(facts, person.key, first, { to: person.address, data: '0x' });
  await setMining(facts, true);
  await expect(app.trade.steps.list).toContainText('Cancelled in your wallet. Nothing moved.', {
    timeout: 40_000,
  });

  const second = await sendAndWait(opened, '15');
  await overtake(facts, person.key, second, { to: whale.address, value: 1n });
  await setMining(facts, true);
  await expect(app.trade.steps.list).toContainText('Another transaction from your wallet took its place.', {
    timeout: 40_000,
  });
  expect(await usdtOf()).toBe(before);
  // It can be tried again with what was filled in.
  await app.button('Try again').click();
  await expect(app.trade.pay).toHaveValue('15');
});

test('behavior: a purchase under way is taken up again after a reload', async ({ page }) => {
  const opened = await open(page);
  const before = await usdtOf();
  await sendAndWait(opened, '16');
  await opened.app.reload();
  await opened.app.trade.steps.areWaiting();
  await setMining(stack.facts, true);
  await opened.app.trade.steps.areConfirmed();
  expect(await usdtOf()).toBe(before - parseEther('16'));
});

test('behavior: a purchase ends right when the chain was gone while it waited', async ({ page }) => {
  const opened = await open(page);
  const before = await usdtOf();
  await sendAndWait(opened, '17');
  killChain(stack.data);
  await opened.app.trade.steps.areConfirmed();
  expect(await usdtOf()).toBe(before - parseEther('17'));
  await until('the trade to be on record', async () => {
    const { list } = await person.call('trade/Trades', { scope: 'mine' });
    return list[0]?.amount === '17' && list[0].status === 'final';
  });
});

test('refuses: a price that moved beyond the tolerance, with cause and remedy', async ({ page }) => {
  const { app, wallet } = await open(page);
  const { facts } = stack;
  const before = await usdtOf();
  await app.trade.pay.fill('18');
  const sheet = await app.trade.review('buy');
  await buyByChain(facts, whale.key, '1000');
  await expect(
    sheet.getByText('The price has moved since you opened this review. These are the new figures.'),
  ).toBeVisible();

  // While the owner reads the question about the authorization, the price moves again: the dry run sees it.
  wallet.meanwhile = () => buyByChain(facts, whale.key, '2000');
  await app.trade.ask('buy', sheet);
  const main = page.getByRole('main');
  await expect(main.getByText('Not sent', { exact: true })).toBeVisible();
  await expect(main).toContainText('The price moved beyond your tolerance');
  await expect(app.button('Set the slippage tolerance')).toBeVisible();
  expect(await allowanceOf(facts, person.address, 'usdt', 'swapDesk')).toBe(parseEther('18'));

  // And while they read the question about the purchase itself: the contract undoes it.
  wallet.meanwhile = () => buyByChain(facts, whale.key, '2000');
  await app.trade.ask('buy', await app.trade.review('buy'));
  await expect(app.trade.steps.list).toContainText('The price moved beyond your tolerance', {
    timeout: 40_000,
  });
  expect(await usdtOf()).toBe(before);
  await app.button('Try again').click();
  await app.trade.sign('buy', byHolding, await app.trade.review('buy'));
  await app.trade.steps.areConfirmed();
  expect(await usdtOf()).toBe(before - parseEther('18'));
});

// The last one: trading is not switched on again.
test('refuses: to trade while the token is not tradable; the ways out stay open', async ({ page }) => {
  const { facts } = stack;
  // Before the page is opened, which reads the wallet's coins then.
  await buyByChain(facts, person.key, '60');
  const { app } = await open(page);
  await app.liquidity.add('40', byHolding);
  await app.trade.open('buy');
  await app.trade.pay.fill('19');
  await pauseTrading(facts);
  // The open form learns of it without being loaded again.
  await expect(page.getByText('This token is temporarily not tradable')).toBeVisible();
  await expect(app.button('Temporarily not tradable')).toBeVisible();
  await app.market.open();
  await expect(page.getByText('OPEN is temporarily not tradable')).toBeVisible();

  const before = await holdingsOf(facts, person.address);
  await app.liquidity.openRemove();
  await app.liquidity.choosePart('100%');
  await app.liquidity.remove(await app.liquidity.reviewRemoval(), byHolding);
  const removed = await holdingsOf(facts, person.address);
  expect(removed.lp).toBe(0n);
  expect(removed.open).toBeGreaterThan(before.open);
  await app.liquidity.redeemAll(byHolding);
  const redeemed = await holdingsOf(facts, person.address);
  expect(redeemed.ousd).toBe(0n);
  expect(redeemed.usdt - removed.usdt).toBe(removed.ousd);
});
