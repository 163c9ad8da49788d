import { expect, test } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { toHex } from 'viem';
import type { Hex } from 'viem';
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts';
import { Disturbance } from '../look/disturb.ts';
import { ConsoleApp } from '../page/console-app.ts';
import { MemberApp } from '../page/member-app.ts';
import { NodePage } from '../page/node-page.ts';
import { byInAppWallet } from '../page/signing.ts';
import type { Signing } from '../page/signing.ts';
import { openOffice } from '../stack/change.ts';
import type { Change } from '../stack/change.ts';
import { keepLogs } from '../stack/keep-logs.ts';
import { callAt, depositByChain, readyMember, until } from '../stack/member-api.ts';
import type { Person } from '../stack/member-api.ts';
import { sellGenesis } from '../stack/node.ts';
import { startStack } from '../stack/stack.ts';
import type { Stack } from '../stack/stack.ts';
import { advance, daySec } from '../stack/time.ts';

const passphrase = 'quiet lake under birches';
let stack: Stack;
let change: (what: Change) => Promise<void>;
keepLogs(() => stack);
test.beforeAll(async () => {
  test.setTimeout(240_000);
  stack = await startStack();
  change = await openOffice(stack);
});
test.afterAll(() => stack?.stop());

async function appOf(browser: Browser, person: Person): Promise<MemberApp> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' });
  const app = new MemberApp(await context.newPage(), stack.facts.url);
  await app.useSession(person.token);
  return app;
}

/** A member in a browser whose device holds the wallet. */
async function openWithWallet(browser: Browser, usdt: string) {
  const phrase = generateMnemonic(english);
  const { privateKey } = mnemonicToAccount(phrase).getHdKey();
  if (!privateKey) throw new Error('the recovery phrase gives no key');
  const key: Hex = toHex(privateKey);
  const person = await readyMember(stack, stack.facts.rootInvitationCode, usdt, key);
  const app = await appOf(browser, person);
  await app.inApp.open();
  await app.inApp.bring(phrase, passphrase);
  const signing: Signing = byInAppWallet(app, passphrase);
  return { app, person, node: new NodePage(app), signing };
}

const textOf = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+/, '');

test('behavior: an activity from its start over places and deposits to the claim', async ({ browser }) => {
  const { url, rootInvitationCode } = stack.facts;
  const { now } = await callAt(url, 'Activity/Info', {});
  await change({ kind: 'setting', subject: 'activity.firstCount', value: '1' });
  const ends = textOf(Date.parse(now) + 20 * daySec * 1000);
  await change({ kind: 'setting', subject: 'activity.ends', value: ends });
  await change({ kind: 'setting', subject: 'activity.starts', value: textOf(Date.parse(now) + 2_000) });
  const stateOf = async () => (await callAt(url, 'Activity/Info', {})).state;
  await until('the activity to begin', async () => (await stateOf()) === 'inprogress');
  await advance(stack.facts, 60);
  const first = await readyMember(stack, rootInvitationCode, '2000');
  await until('the place to be given', async () => (await callAt(url, 'Activity/Info', {})).first.left === 0);
  const second = await readyMember(stack, rootInvitationCode, '2000');
  await depositByChain(stack, first, '600');
  const bonusesOf = async (person: Person) => (await person.call('Activity/Info', {})).own?.bonuses ?? [];
  await until(
    'all to be decided',
    async () => (await bonusesOf(first)).length === 2 && (await bonusesOf(second)).length === 1,
  );
  expect(await bonusesOf(second)).toMatchObject([{ kind: 'first', status: 'refused', reason: 'full' }]);
  expect(await bonusesOf(first)).toMatchObject([
    { kind: 'deposit', status: 'held', deposit: '600', kept: '600', power: '300' },
    { kind: 'first', status: 'given', place: 1, power: '100' },
  ]);
  const app = await appOf(browser, first);
  await app.open('/pages/activity/activity', 'Activity');
  await expect(app.page.getByText('0 of 1 places left').first()).toBeVisible();
  const disturb = new Disturbance(app);
  const claim = app.button('Claim 100.00 power');
  await disturb.reload(claim);
  await disturb.loseConnection(claim);
  await disturb.loseAnswer('Users/linqu', () => claim.click(), app.page.locator('body'));
  // It was claimed all the same: nothing is left to press, also after a reload.
  await app.reload();
  await expect(app.page.getByText('0 of 1 places left').first()).toBeVisible();
  await expect(app.button(/^Claim/)).toBeHidden();
  expect(await first.call('Users/GetMyEnergy', {})).toMatchObject({ bonus: '100' });
  await advance(stack.facts, 8 * daySec);
  await until('the deposit to have stayed', async () => (await bonusesOf(first))[0]?.status === 'given');
  await app.button('Claim 300.00 power').click();
  await expect(app.button(/^Claim/)).toBeHidden();
  expect(await first.call('Users/GetMyEnergy', {})).toMatchObject({ bonus: '400' });
  await advance(stack.facts, 15 * daySec);
  expect(await stateOf()).toBe('ended');
  await app.reload();
  await expect(app.page.getByText('Ended', { exact: true }).first()).toBeVisible();
  await app.page.context().close();
});

test('behavior: genesis nodes until they are sold out, the last one with the wallet of this device', async ({
  browser,
}) => {
  const buyer = await openWithWallet(browser, '6000');
  const late = await openWithWallet(browser, '6000');
  await late.node.open('Genesis');
  await expect(late.node.card('Genesis')).toContainText('5,000.00 USDT · 100 of 100 left');
  await sellGenesis(stack.facts, 99);
  // Nobody touches the page: it is told.
  await expect(late.node.card('Genesis')).toContainText('5,000.00 USDT · 1 of 100 left');

  const { app, node, person, signing } = buyer;
  await node.open('Genesis');
  const action = app.button(/^Subscribe to Genesis for 5,000.00 USDT$/);
  await app.inApp.connect('Connect In-app wallet', action, passphrase);
  await node.subscribe('Genesis', signing);
  await expect(app.page.getByText('Genesis medal no. 100').first()).toBeVisible();
  await until('the medal to be final', async () => 'tokenid' in ((await person.call('Node/Mine', {})) ?? {}));
  const medal = app.page.getByText('Your medal', { exact: true });
  await expect(medal).toBeVisible();
  const disturb = new Disturbance(app);
  await disturb.reload(medal);
  await disturb.loseConnection(medal);
  const equityOf = async () => (await person.call('Users/GetMyEnergy', {})).equity;
  await until('its EQUITY', async () => (await equityOf()) === '5000');
  // Who holds one cannot have another, sold out or not.
  await expect(
    app.button('This wallet has subscribed a node before. One wallet can do that once.'),
  ).toBeVisible();

  await expect(late.node.card('Genesis')).toContainText('5,000.00 USDT · all subscribed');
  await late.app.inApp.connect(
    'Connect In-app wallet',
    late.app.button('All 100 nodes of this kind are subscribed.'),
    passphrase,
  );
  // Another kind is still to be had.
  await late.node.open('Diamond');
  await expect(late.app.button(/^Subscribe to Diamond for 1,000.00 USDT$/)).toBeVisible();
  for (const one of [app, late.app]) await one.page.context().close();
});

test('behavior: a gold node by a permit of two operators', async ({ browser }) => {
  const { app, node, person, signing } = await openWithWallet(browser, '2500');
  await node.open('Gold');
  await expect(app.page.getByText('Gold needs a permit')).toBeVisible();
  await app.inApp.connect(
    'Connect In-app wallet',
    app.button('Gold nodes need a permit for your wallet. You have none yet.'),
    passphrase,
  );
  await change({ kind: 'goldpermit', subject: person.address, value: '7' });
  await until(
    'the permit to be signed',
    async () => (await person.call('Node/Allow', {})).state === 'signed',
  );
  await app.reload();
  await expect(app.page.getByText('You have a permit')).toBeVisible();
  const action = app.button(/^Subscribe to Gold for 2,000.00 USDT$/);
  await app.inApp.connect('Connect In-app wallet', action, passphrase);
  await node.subscribe('Gold', signing);
  await expect(app.page.getByText('Gold medal no. 101').first()).toBeVisible();
  await until('the medal to be final', async () => 'tokenid' in ((await person.call('Node/Mine', {})) ?? {}));
  expect(await person.call('Node/Mine', {})).toMatchObject({ type: 'gold', tokenid: 101, bought: true });
  await app.page.context().close();
});

test('behavior: one proposes a buy-back, another confirms; it is bought and burned, and everybody sees it', async ({
  browser,
}) => {
  const marketOf = async () => {
    const { list } = await callAt(stack.facts.url, 'Reward/Pools', {});
    return list.find(({ pool }) => pool === 'market-value')?.sums[0]?.balance;
  };
  // 70 % of 100 genesis nodes and one gold node.
  await until('the price of all nodes to be in the pools', async () => (await marketOf()) === '351400');
  const openConsole = async (operator: 0 | 1): Promise<ConsoleApp> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const app = new ConsoleApp(await context.newPage(), stack.facts);
    await app.login(operator);
    await app.open('/buybacks', 'Buy-backs');
    return app;
  };
  const visitor = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const pool = await visitor.newPage();
  await pool.goto(`${stack.facts.url}/#/pages/activity/pool/pool`);
  await expect(pool.getByRole('heading', { name: 'Market-value pool', level: 1 })).toBeVisible();
  await expect(pool.getByText('Bought and burned')).toHaveCount(0);

  const maker = await openConsole(0);
  const spend = maker.page.getByLabel('USDT to spend');
  await spend.pressSequentially('250.', { delay: 20 });
  await maker.page.reload();
  await spend.pressSequentially('250', { delay: 20 });
  await expect(maker.page.getByText('The public pool would give')).toBeVisible();
  await maker.propose('Look at it', 'as decided on Monday');
  const checker = await openConsole(1);
  await checker.confirm();
  await expect(checker.page.getByText('Done', { exact: true })).toBeVisible({ timeout: 90_000 });
  await pool.reload();
  await expect(pool.getByText('Bought and burned').first()).toBeVisible();
  await expect(pool.getByText('250.00 USDT').first()).toBeVisible();
  await visitor.setOffline(true);
  await expect(pool.getByText('No connection', { exact: true }).first()).toBeVisible();
  await visitor.setOffline(false);
  await expect(pool.getByText('250.00 USDT').first()).toBeVisible();
  for (const page of [maker.page, checker.page, pool]) await page.context().close();
});
