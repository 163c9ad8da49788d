import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { keccak256, parseEther, toHex } from 'viem';
import {
  ageComparisons,
  askMeanwhile,
  changeJournal,
  endHalt,
  haltOf,
  isPaid,
  readHalt,
  rowsOf,
} from '../job/console-halts.ts';
import { judge } from '../look/look.ts';
import { ConsoleApp } from '../page/console-app.ts';
import { mineBlock, readChain, takeBackBlocks, usdtOf } from '../stack/chain.ts';
import { keepLogs } from '../stack/keep-logs.ts';
import { contractOf } from '../stack/market.ts';
import { depositByChain, readyMember, sealedPayPassword, until } from '../stack/member-api.ts';
import type { Person } from '../stack/member-api.ts';
import { startStack } from '../stack/stack.ts';
import type { Stack } from '../stack/stack.ts';
import { payByHand, setUsdtOf } from '../stack/treasury.ts';

const shots = join(import.meta.dirname, '../../.shots/console');

let stack: Stack;
keepLogs(() => stack);
let maker: ConsoleApp;
let checker: ConsoleApp;
let member: Person;
test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  stack = await startStack({}, 1);
  member = await readyMember(stack, stack.facts.rootInvitationCode, '13000');
  await depositByChain(stack, member, '12000');
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

const halted = async (): Promise<boolean> => (await haltOf(stack)) !== null;

/** Reads it as it stands at 1280 by day and by night and on a phone: nothing wider than the window, nothing that axe refuses. */
async function look({ page }: ConsoleApp, name: string): Promise<void> {
  for (const [width, height, colorScheme] of [
    [1280, 800, 'light'],
    [1280, 800, 'dark'],
    [390, 844, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.waitForTimeout(400);
    if (process.env['OPENMERE_SHOTS'] === '1')
      await page.screenshot({ path: join(shots, `${name}-${width}-${colorScheme}.png`), fullPage: true });
    expect(
      await judge(page, width === 1280 ? { axe: 'all' } : {}),
      `${name} ${width} ${colorScheme}`,
    ).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

test('behavior: a payment that nobody ordered halts payouts; two operators book it to suspense, and payouts go on', async () => {
  test.setTimeout(240_000);
  await payByHand(stack.facts, keccak256(toHex('nobody ordered this')), member.address, '19');
  await mineBlock(stack.facts);
  await until('payouts to be halted', halted, 60_000);

  await maker.open('/halts', 'Payout halts');
  await expect(maker.page.getByRole('heading', { name: 'A payment without a payout' })).toBeVisible();
  await expect(maker.page.getByText('What to check')).toBeVisible();
  await look(maker, 'halt-payment');
  await maker.page.getByRole('main').getByRole('link', { name: 'Unmatched payments' }).click();
  await rowsOf(maker.page).first().click();
  const explanation = maker.page.getByRole('textbox', { name: 'Explanation' });
  await explanation.fill('The payer’s key was used by hand; see the log of today');
  await maker.page.getByRole('button', { name: 'Propose to book it to suspense' }).click();
  await expect(maker.page.getByText('Confirming it posts exactly this')).toBeVisible();
  await maker.page.getByRole('button', { name: 'Propose', exact: true }).click();
  await expect(maker.page.getByText('You proposed this. Another operator must confirm it.')).toBeVisible();
  await look(maker, 'payment-proposed');
  await expect(maker.page.getByRole('button', { name: 'Confirm as second operator' })).toHaveCount(0);
  expect(await halted()).toBe(true);

  await checker.open('/payments', 'Unmatched payments');
  await rowsOf(checker.page).first().click();
  await expect(checker.page.getByText('Confirming it posts exactly this')).toBeVisible();
  await look(checker, 'payment-confirm');
  await checker.page.getByRole('button', { name: 'Confirm as second operator' }).click();
  await expect(checker.page.getByText('Settled; its halt has ended')).toBeVisible();
  expect(await halted()).toBe(false);
  await maker.open('/halts', 'Payout halts');
  await expect(maker.page.getByText('Payouts are open')).toBeVisible();
  await look(maker, 'halts-ended');
});

test('behavior: reserves that differ halt payouts; the difference is booked by two who saw the same figure', async () => {
  test.setTimeout(300_000);
  const treasury = contractOf(stack.facts, 'treasury');
  await setUsdtOf(stack.facts, treasury, (await usdtOf(stack.facts, treasury)) + parseEther('7'));
  // A difference counts when it is seen at three blocks, each later than the one before.
  const mining = setInterval(() => void mineBlock(stack.facts), 2_000);
  try {
    await until('payouts to be halted', halted, 240_000);
  } finally {
    clearInterval(mining);
  }
  await maker.open('/halts', 'Payout halts');
  await expect(maker.page.getByRole('heading', { name: 'Reserves differ' })).toBeVisible();
  await expect(maker.page.getByRole('button', { name: 'End it: see what it does' })).toBeDisabled();
  await maker.propose(/^Book 7 USDT to suspense/, 'Seven more than the ledger knows; looked for, not found');
  await checker.open('/proposals', 'Proposals');
  await rowsOf(checker.page).first().click();
  await expect(checker.page.getByText('7 USDT', { exact: true })).toBeVisible();
  await look(checker, 'proposals');
  await checker.open('/halts', 'Payout halts');
  await look(checker, 'halt-reserves');
  await checker.confirm();
  expect(await halted()).toBe(false);
  await checker.open('/health', 'Health');
  await look(checker, 'health');
});

test('behavior: a row of the ledger that was changed is found by a verification at a click, and halts payouts until it is put back', async () => {
  const putBack = await changeJournal(stack);
  await maker.open('/health', 'Health');
  await maker.page.getByRole('button', { name: 'Verify the whole ledger now' }).click();
  await expect(maker.page.getByText(/findings in [\d,]+ postings. Payouts are halted/)).toBeVisible();
  await expect(maker.page.getByText(/its hash does not fit its rows/).first()).toBeVisible();
  expect(await halted()).toBe(true);
  await look(maker, 'health-ledger-broken');
  const id = await askMeanwhile(stack, member, await checker.token());

  await maker.open('/halts', 'Payout halts');
  const halt = await readHalt(maker, 'The ledger does not agree with its journal');
  await expect(halt.getByRole('button', { name: 'End it: see what it does' })).toBeDisabled();
  await look(maker, 'halt-ledger');
  await putBack();
  await halt.getByRole('link', { name: 'Health' }).click();
  await maker.page.getByRole('button', { name: 'Verify the whole ledger now' }).click();
  await expect(maker.page.getByText(/nothing found in [\d,]+ postings/)).toBeVisible();
  await endHalt(
    maker,
    checker,
    'The ledger does not agree with its journal',
    'Put back from the backup of last night',
  );
  await isPaid(member, id);
});

test('behavior: a reorganisation deeper than the confirmations halts payouts; two go back, book what is gone, and payouts go on', async () => {
  test.setTimeout(240_000);
  const { facts } = stack;
  const before = await readChain(facts).getBlockNumber();
  await depositByChain(stack, member, '30');
  await until('the deposit to be swept', async () => (await readChain(facts).getBlockNumber()) > before + 1n);
  const depth = Number((await readChain(facts).getBlockNumber()) - before);
  await takeBackBlocks(facts, depth);
  for (let count = 0; count < 3; count += 1) await mineBlock(facts);
  await until('payouts to be halted', halted, 60_000);
  const id = await askMeanwhile(stack, member, await checker.token());

  await maker.open('/halts', 'Payout halts');
  const halt = await readHalt(maker, 'A final block changed');
  await look(maker, 'halt-fork');
  await halt.getByRole('link', { name: 'Reorganisation' }).click();
  await maker.propose(
    'Go back to the common block: see what it does',
    'Two other providers have the new blocks',
  );
  await checker.open('/reorg', 'Reorganisation');
  await checker.confirm();
  await expect(checker.page.getByText('The new blocks are read')).toBeVisible({ timeout: 60_000 });
  await maker.open('/reorg', 'Reorganisation');
  await expect(maker.page.getByText('30 USDT').first()).toBeVisible();
  await look(maker, 'reorg-booking');
  await maker.propose('Book the losses: see what it does', 'Not mined again within the hour');
  await checker.open('/reorg', 'Reorganisation');
  await checker.confirm();
  await expect(checker.page.getByText('No final block has changed')).toBeVisible();
  await endHalt(maker, checker, 'A final block changed', 'Booked; the node follows the others again');
  await isPaid(member, id);
});

test('behavior: a node that does not answer leaves reserves uncompared and halts payouts; they go on after a comparison', async () => {
  test.setTimeout(240_000);
  await stack.nodes[0]?.set({ tooMany: {} });
  const isSilent = async () => {
    // A comparison that was on its way may still come to its end.
    await ageComparisons(stack);
    return halted();
  };
  await until('payouts to be halted', isSilent, 150_000, 3_000);
  await maker.open('/halts', 'Payout halts');
  const halt = await readHalt(maker, 'Reserves not compared');
  await expect(halt.getByRole('button', { name: 'End it: see what it does' })).toBeDisabled();
  await look(maker, 'halt-silent');
  await stack.nodes[0]?.set({});
  const id = await askMeanwhile(stack, member, await checker.token());
  await endHalt(maker, checker, 'Reserves not compared', 'The provider was down; another one answers');
  await isPaid(member, id);
});

test('behavior: a rule is proposed, refused, proposed again and confirmed; members are charged the new fee', async () => {
  await maker.open('/settings?open=withdraw.fee', 'Rules');
  const propose = async (): Promise<void> => {
    await maker.page.getByRole('textbox', { name: 'New value' }).fill('2');
    await maker.propose('See what it does', 'Gas is dearer since spring');
  };
  await propose();
  await checker.open('/settings?open=withdraw.fee', 'Rules');
  await expect(checker.page.getByText(/All members, from the moment of confirmation/)).toBeVisible();
  await look(checker, 'rule');
  await checker.page.getByRole('textbox', { name: 'Reason' }).fill('Not before June');
  await checker.page.getByRole('button', { name: 'Refuse', exact: true }).click();
  await expect(checker.page.getByText('Refused')).toBeVisible();
  await maker.open('/audit', 'Audit log');
  await maker.open('/settings?open=withdraw.fee', 'Rules');
  await propose();
  await checker.open('/audit', 'Audit log');
  await checker.open('/settings?open=withdraw.fee', 'Rules');
  await checker.confirm();
  const quote = async () => (await member.call('Wallet/WithdrawQuote', { coinid: 'USDT', amount: '20' })).fee;
  await until('the new fee to reach the quote', async () => (await quote()) === '2', 10_000);
  await maker.open('/audit', 'Audit log');
  await expect(maker.page.getByText('Confirmed a rule').first()).toBeVisible();
  await look(maker, 'audit');
});

test('behavior: every page fits at 1280 and on a phone, by day and by night, with the member’s records behind their name', async () => {
  test.setTimeout(240_000);
  await member.call('Wallet/Withdraw', {
    requestId: randomUUID(),
    coinid: 'USDT',
    amount: '6000',
    paypassword: await sealedPayPassword(stack, 'Wallet/Withdraw'),
  });
  await maker.open('/withdrawals', 'Withdrawals');
  // At its corner: names in the middle lead elsewhere.
  await rowsOf(maker.page)
    .first()
    .click({ position: { x: 4, y: 4 } });
  await expect(maker.page.getByText('Much larger than any withdrawal before (20 USDT)')).toHaveCount(2);
  await expect(maker.page.getByRole('button', { name: 'Approve 6,000 USDT' })).toBeInViewport();
  await expect(maker.page.getByText('Posted when the payout is final on chain.')).toBeVisible();
  await look(maker, 'withdrawal');
  for (const [path, heading, name] of [
    ['/withdrawals?status=all', 'Withdrawals', 'withdrawals'],
    ['/members', 'Members', 'members'],
    ['/deposits', 'Deposits', 'deposits'],
    ['/ledger', 'Ledger', 'ledger'],
    ['/reorg', 'Reorganisation', 'reorg'],
    ['/settings', 'Rules', 'rules'],
  ] as const) {
    await maker.open(path, heading);
    await look(maker, name);
  }
  // On a phone the pages are one line: the one that is open stands in it where one sees it.
  await maker.page.setViewportSize({ width: 390, height: 844 });
  await maker.open('/health', 'Health');
  await expect(maker.page.getByRole('link', { name: 'Health', exact: true })).toBeInViewport();
  await maker.page.setViewportSize({ width: 1280, height: 800 });
  await maker.open('/deposits', 'Deposits');
  await rowsOf(maker.page).first().getByRole('link').first().click();
  await expect(maker.page.getByText('Invited directly')).toBeVisible();
  await look(maker, 'member');
  await maker.page.getByText('Entries', { exact: true }).click();
  await expect(maker.page.getByText('Deposit', { exact: true }).first()).toBeVisible();
  // The keyboard alone: down one row, and open it.
  await maker.page.keyboard.press('j');
  await maker.page.keyboard.press('Enter');
  await expect(maker.page.getByText('From, after')).toBeVisible();
});

test('behavior: each page of the menu stands at 1280, nothing wider than the window', async () => {
  const { page } = maker;
  await maker.open('/health', 'Health');
  const links = await page.getByRole('navigation').getByRole('link').all();
  const paths = await Promise.all(links.map((link) => link.getAttribute('href')));
  expect(paths.length).toBeGreaterThan(30);
  for (const path of paths) {
    await page.goto(`${stack.facts.consoleUrl}/${path}`);
    expect(await judge(page, {}), `${path}`).toEqual([]);
  }
});
