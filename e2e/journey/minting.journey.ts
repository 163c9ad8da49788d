import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { parseEther, toHex } from 'viem';
import type { Hex } from 'viem';
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts';
import { Disturbance } from '../look/disturb.ts';
import { AwardPage } from '../page/award-page.ts';
import { MemberApp } from '../page/member-app.ts';
import { MintingPage } from '../page/minting-page.ts';
import { byInAppWallet } from '../page/signing.ts';
import type { Signing } from '../page/signing.ts';
import { keepLogs } from '../stack/keep-logs.ts';
import { addByChain, buyByChain, holdingsOf } from '../stack/market.ts';
import { availableOf, callAt, readyMember } from '../stack/member-api.ts';
import type { Person } from '../stack/member-api.ts';
import { startStack } from '../stack/stack.ts';
import type { Stack } from '../stack/stack.ts';
import { advance, daySec } from '../stack/time.ts';

const passphrase = 'quiet lake under birches';
let stack: Stack;
keepLogs(() => stack);
test.beforeAll(async () => {
  test.setTimeout(240_000);
  stack = await startStack();
});
test.afterAll(() => stack?.stop());

type Job = { page: Page; app: MemberApp; person: Person; minting: MintingPage; signing: Signing };

/** A member in a browser whose device holds the wallet: with OPEN, and with liquidity, of which EQUITY comes. */
async function openMinter(page: Page): Promise<Job> {
  const phrase = generateMnemonic(english);
  const { privateKey } = mnemonicToAccount(phrase).getHdKey();
  if (!privateKey) throw new Error('the recovery phrase gives no key');
  const key: Hex = toHex(privateKey);
  const { facts } = stack;
  const person = await readyMember(stack, facts.rootInvitationCode, '1000', key);
  await buyByChain(facts, key, '260');
  const { open } = await holdingsOf(facts, person.address);
  await addByChain(facts, key, '90', open / 2n);
  const app = new MemberApp(page, facts.url);
  await app.useSession(person.token);
  await app.inApp.open();
  await app.inApp.bring(phrase, passphrase);
  return { page, app, person, minting: new MintingPage(app), signing: byInAppWallet(app, passphrase) };
}

/** Nothing is promised; what was typed is there after Back and after a reload; what is missing is said. */
async function lookAtPower({ page, app, minting }: Job): Promise<void> {
  await minting.openPower();
  await expect(page.getByText(/more and mining is active/)).toBeVisible();
  await expect(page.getByText('Mining is not active')).toBeVisible();
  await expect(page.getByText(/Nobody knows how much yield there will be/)).toBeVisible();
  const tooLittle = app.button(/^The minimum is 10 USDT/);
  await app.inApp.connect('Connect In-app wallet', app.button('Enter an amount'), passphrase);
  await minting.openToGive.pressSequentially('12.5', { delay: 30 });
  await expect(tooLittle).toBeVisible();
  await page.goBack();
  await app.at('Wallet');
  await app.link(/^Hash power/).click();
  await expect(minting.openToGive).toHaveValue('12.5');
  await app.reload();
  await expect(minting.openToGive).toHaveValue('12.5');
  // Loaded afresh, the device has locked its wallet.
  await app.inApp.connect('Connect In-app wallet', tooLittle, passphrase);
}

/** Help with the record that is open: what it says goes along, nothing of it is typed. */
async function askAbout({ page, app }: Pick<Job, 'page' | 'app'>): Promise<void> {
  await app.link('Get help with this').click();
  await app.at('New request');
  await expect(app.fact('About')).toHaveText('Minting hash power');
  await expect(app.fact('State')).toHaveText('Final');
  await expect(app.fact('Received')).toContainText('hash power');
  await expect(app.fact('Transaction hash')).toContainText(/^0x[0-9a-f]{64}$/);
  await page.getByRole('textbox', { name: 'Message' }).pressSequentially('Why does it not count today?');
  await app.button('Send request').click();
  await app.at('Request');
  await expect(page.getByText('Waiting for us')).toBeVisible();
}

async function mintUntilActive({ page, app, person, minting, signing }: Job): Promise<void> {
  await minting.choosePart('25%');
  const held = page.getByText(/OPEN in your wallet$/);
  const before = await held.innerText();
  await minting.mintPower(signing);
  await expect(page.getByText(/more and mining is active/)).toBeVisible();
  // Nobody is so quick as to take a part of what was there before.
  await expect(held).not.toHaveText(before);
  await minting.choosePart('75%');
  await minting.mintPower(signing);
  await expect(page.getByText('Mining is active', { exact: true })).toBeVisible();
  await expect(app.fact('Counts later')).toContainText('hash power');
  expect(await person.call('Users/GetMyEnergy', {})).toMatchObject({ mining: true, active: '0', out: '0' });

  await app.link(/^Minting records/).click();
  await app.at('Minting records');
  const rows = page.getByRole('listitem').filter({ hasText: 'Hash power minted' });
  await expect(rows).toHaveCount(2);
  await rows.first().getByRole('button').click();
  const record = page.getByRole('article');
  await expect(record).toContainText('To the market-value pool');
  const disturb = new Disturbance(app);
  await disturb.reload(record);
  await disturb.loseConnection(record);
  await disturb.backAndForward(rows.first(), record);
  await expect(record).toContainText('Final');
  await askAbout({ page, app });
  // What is not burned of both mintings has come to the pool, to the unit.
  const { list } = await person.call('Cast/Records', {});
  const half = list.reduce((sum, { consumed }) => sum + parseEther(consumed) / 2n, 0n);
  const { list: pools } = await callAt(stack.facts.url, 'Reward/Pools', {});
  const market = pools.find(({ pool }) => pool === 'market-value')?.sums;
  expect(parseEther(market?.find(({ coinid }) => coinid === 'OPEN')?.balance ?? '0')).toBe(half);
}

/** Two nights later the power was there for a whole day: the first yield has come, and has used up power and EQUITY. */
async function seeYield({ page, app, person }: Job): Promise<void> {
  const before = await person.call('Users/GetMyEnergy', {});
  await advance(stack.facts, 2 * daySec);
  const energy = await person.call('Users/GetMyEnergy', {});
  const { list } = await person.call('Users/Rewards', { kind: 'yield' });
  expect(list[0]).toMatchObject({ coinid: 'POY', status: 'claimed' });
  const poy = list.reduce((sum, { total }) => sum + parseEther(total), 0n);
  expect(poy).toBeGreaterThan(0n);
  expect(parseEther((await availableOf(person, 'POY')) ?? '0')).toBe(poy);
  // One power and one EQUITY for each POY.
  expect(parseEther(energy.out)).toBe(poy);
  expect(parseEther(before.personal) - parseEther(energy.personal)).toBe(poy);
  expect(energy).toMatchObject({ mining: true, active: energy.personal });
  await app.open('/pages/wallet/cast/dedRecode/dedRecode', 'Hash power used');
  const used = page.getByText('Personal, by the day’s yield');
  await expect(used).toHaveCount(list.length);
  const disturb = new Disturbance(app);
  await disturb.reload(used.first());
  await disturb.loseConnection(used.first());
  const award = new AwardPage(app);
  await award.open();
  await award.openRecord('Yield of personal hash power');
  const share = page.getByText(/^Your share of all weights/);
  await expect(share).toBeVisible();
  await disturb.reload(share);
  await disturb.loseConnection(share);

  await app.open('/pages/award/poy/poy', 'Redeem POY');
  const amount = app.field('POY to redeem');
  await app.button('All').click();
  await disturb.reload(amount);
  await disturb.loseConnection(amount);
  await expect(amount).not.toHaveValue('');
  const redeem = app.button(/^Redeem .+ POY$/);
  await disturb.unreachable(() => redeem.click(), page.locator('main'));
  // Carried out, and not known here: nothing is left to redeem, and the same request says what came.
  await disturb.loseAnswer('Wallet/RedeemPoy', () => redeem.click(), page.locator('main'));
  await expect.poll(() => availableOf(person, 'POY')).toBe('0');
  await disturb.reload(amount);
  await redeem.click();
  await expect(page.getByText('Redeemed', { exact: true })).toBeVisible();
  expect(await availableOf(person, 'POY')).toBe('0');
  expect(parseEther((await availableOf(person)) ?? '0')).toBe(poy);
}

async function useUsdo({ page, app, person, minting, signing }: Job): Promise<void> {
  await minting.openUsdo();
  await app.inApp.connect('Connect In-app wallet', app.button('Enter an amount'), passphrase);
  await app.field('USDT to pay').pressSequentially('50', { delay: 30 });
  await minting.mintUsdo(signing);
  await minting.choose('From OPEN');
  await minting.choosePart('Max');
  await minting.mintUsdo(signing);
  await minting.choose('Redeem');
  await expect(page.getByText(/USDO in your wallet$/)).not.toHaveText(/^50\.00\s/);
  await minting.choosePart('Max');
  await minting.redeem(signing);
  await expect(async () => {
    const own = await person.call('Usdo/Info', {});
    expect(own.redeemed).toBe(own.minted);
    expect(Number(own.minted)).toBeGreaterThan(50);
    expect(own.fees).not.toBe('0');
  }).toPass({ timeout: 20_000 });
  await app.open('/pages/wallet/usdoCast/recode/recode', 'USDO records');
  await expect(page.getByRole('listitem').filter({ hasText: 'Minted' })).toHaveCount(2);
  const back = page.getByRole('listitem').filter({ hasText: 'Redeemed' });
  await expect(back).toHaveCount(1);
  const disturb = new Disturbance(app);
  await disturb.reload(back);
  await disturb.loseConnection(back);
  await expect(back).toHaveCount(1);
}

test('behavior: hash power until mining is active and yield comes; USDO from USDT and OPEN, and back', async ({
  page,
}) => {
  const job = await openMinter(page);
  await test.step('what was typed stays, and what is missing is said', () => lookAtPower(job));
  await test.step('a quarter is not enough; with the rest mining is active', () => mintUntilActive(job));
  await test.step('a day’s yield is credited and redeemed', () => seeYield(job));
  await test.step('USDO from USDT, from OPEN, and redeemed', () => useUsdo(job));
});
