import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { toHex } from 'viem';
import { generateMnemonic, english, mnemonicToAccount } from 'viem/accounts';
import { Disturbance } from '../look/disturb.ts';
import { MemberApp } from '../page/member-app.ts';
import { MintingPage } from '../page/minting-page.ts';
import { NodePage } from '../page/node-page.ts';
import { fund, readChain, usdtOf } from '../stack/chain.ts';
import { keepLogs } from '../stack/keep-logs.ts';
import { mailedCode } from '../stack/mailbox.ts';
import { buyByChain } from '../stack/market.ts';
import {
  availableOf,
  callAt,
  depositByChain,
  payPassword,
  readyMember,
  registerByWallet,
  until,
} from '../stack/member-api.ts';
import type { Person } from '../stack/member-api.ts';
import { startStack } from '../stack/stack.ts';
import type { Stack } from '../stack/stack.ts';

const passphrase = 'quiet lake under birches';

let stack: Stack;
let member: Person;
let phrase: string;
let receiver: string;
keepLogs(() => stack);
test.beforeAll(async () => {
  test.setTimeout(240_000);
  stack = await startStack();
  phrase = generateMnemonic(english);
  const { privateKey } = mnemonicToAccount(phrase).getHdKey();
  if (!privateKey) throw new Error('the recovery phrase gives no key');
  member = await readyMember(stack, stack.facts.rootInvitationCode, '2000', toHex(privateKey));
  await depositByChain(stack, member, '300');
  const other = await registerByWallet(stack, stack.facts.rootInvitationCode);
  ({ invitationcode: receiver } = await other.call('Users/Info', {}));
});
test.afterAll(() => stack?.stop());

type Way = { app: MemberApp; page: Page; disturb: Disturbance };

function wayOf(page: Page): Way {
  const app = new MemberApp(page, stack.facts.url);
  return { app, page, disturb: new Disturbance(app) };
}

/** The member with the in-app wallet on this device, unlocked by having brought it. */
async function openMember(page: Page, withWallet: boolean): Promise<Way> {
  const way = wayOf(page);
  await way.app.useSession(member.token);
  if (!withWallet) return way;
  await way.app.inApp.open();
  await way.app.inApp.bring(phrase, passphrase);
  return way;
}

/** How many transactions the wallet has sent: what is held twice, or sent twice, shows here. */
const sentBy = (address: `0x${string}`) => readChain(stack.facts).getTransactionCount({ address });

test('behavior: registration goes on after a reload, back and a lost connection in each part, and happens once', async ({
  page,
}) => {
  const { app, disturb } = wayOf(page);
  const email = `disturbed-${randomUUID().slice(0, 8)}@example.org`;
  await app.register.openByInvitation(stack.facts.rootInvitationCode);
  await app.register.chooseCountry('Singapore');
  await disturb.reload(app.field('Invitation code'));
  await expect(app.field('Invitation code')).toHaveValue(stack.facts.rootInvitationCode);
  await expect(app.button('Country or region: Singapore')).toBeVisible();
  // A sheet over the form: back closes it.
  await app.button(/^Country or region: /).click();
  await disturb.backCloses(page.getByRole('dialog'), app.field('Invitation code'));
  await app.register.toMail();

  await app.field('E-mail').fill(email);
  await disturb.reload(app.field('E-mail'));
  await expect(app.field('E-mail')).toHaveValue(email);
  await disturb.backAndForward(app.field('Invitation code'), app.field('E-mail'));
  await disturb.loseConnection(app.field('E-mail'));
  await disturb.unreachable(() => app.button('Send code').click(), page.locator('main'));
  const since = Date.now() - 1000;
  await app.button('Send code').click();
  await expect(app.field('E-mail code')).toBeVisible();
  const fieldEnds = await app
    .field('E-mail')
    .evaluate((input) => input.parentElement?.getBoundingClientRect().right);
  const boxesEnd = await app
    .field('E-mail code')
    .evaluate((input) => input.nextElementSibling?.lastElementChild?.getBoundingClientRect().right);
  expect(boxesEnd, 'the boxes of the code end where the field above them ends').toBeCloseTo(
    fieldEnds ?? 0,
    0,
  );
  const code = await mailedCode(stack.data, email, since);
  // The code was sent: after a reload it can still be typed.
  await disturb.reload(app.field('E-mail code'));
  await app.register.fillCode(code);

  await app.register.fillPassword('letters4digits');
  await app.register.accept();
  await disturb.backAndForward(app.field('E-mail code'), app.field('New password'));
  await disturb.unreachable(() => app.register.submit(), page.locator('main'));
  // Passwords and codes are kept nowhere: after a reload one types them again, and is told where.
  await disturb.reload(app.field('E-mail code'));
  await app.register.fillCode(code);
  await app.register.fillPassword('letters4digits');
  await app.register.accept();
  await app.register.submit();
  await app.login.isHome();
  // Back does not lead into a form that is done.
  await page.goBack();
  await expect(page.getByText('Step 3 of 3')).toHaveCount(0);
  await app.open('/pages/home/home', 'Openmere');
  expect((await callAt(stack.facts.url, 'Users/Info', {}, await app.token())).email).toBe(email);
});

test('behavior: a registration whose answer is lost leads in with the next try', async ({ page }) => {
  const { app, disturb } = wayOf(page);
  const email = `lost-${randomUUID().slice(0, 8)}@example.org`;
  await app.register.openByInvitation(stack.facts.rootInvitationCode);
  await app.register.chooseCountry('Singapore');
  await app.register.toMail();
  const since = Date.now() - 1000;
  await app.register.sendCode(email);
  await app.register.fillCode(await mailedCode(stack.data, email, since));
  await app.register.fillPassword('letters4digits');
  await app.register.accept();
  await disturb.loseAnswer('Users/Register', () => app.register.submit(), page.locator('main'));
  await app.register.submit();
  await app.login.isHome();
  expect((await callAt(stack.facts.url, 'Users/Info', {}, await app.token())).email).toBe(email);
});

test('behavior: the set-up goes on after a reload, back and a lost connection at each step', async ({
  page,
}) => {
  const { app, disturb } = wayOf(page);
  const person = await registerBeginner(page);
  // Wallet: the phrase was shown, not checked, and the page is gone.
  await app.inApp.open();
  await app.button('Make a wallet').click();
  await disturb.backAndForward(app.button('Make a wallet'), app.field('Wallet passphrase'));
  await app.field('Wallet passphrase').fill(passphrase);
  await app.field('Repeat passphrase').fill(passphrase);
  await page.getByRole('checkbox', { name: /nobody can reset this passphrase/ }).check();
  await app.button('Create it and show the phrase').click();
  const words = page.getByRole('list', { name: 'Your recovery phrase' }).getByRole('listitem');
  await expect(words).toHaveCount(12);
  await app.reload();
  await disturb.stands(app.button('Back up now'));

  // Bind: the wallet's question ends with the page, with back and with a no; then it is asked again.
  await app.bindWallet.open();
  await app.inApp.connect('Connect In-app wallet', app.bindWallet.understood, passphrase);
  await app.bindWallet.understood.check();
  await app.bindWallet.submit();
  const message = page.getByRole('dialog', { name: 'Sign this message?' });
  await disturb.backCloses(message, app.bindWallet.understood);
  await app.bindWallet.submit();
  await expect(message).toBeVisible();
  // The wallet locks with the page: it is unlocked again, and goes on.
  await app.reload();
  await app.inApp.connect('Connect In-app wallet', app.bindWallet.understood, passphrase);
  await app.bindWallet.understood.check();
  await disturb.unreachable(() => app.bindWallet.submit(), page.locator('main'));
  await app.bindWallet.submit();
  await app.inApp.sign(passphrase);
  await expect(page.getByText('Wallet bound').first()).toBeVisible();

  // Activation: paid once.
  const { useraddress } = await callAt(stack.facts.url, 'Users/Info', {}, person.token);
  const address = useraddress as `0x${string}`;
  await fund(stack.facts, address, '50');
  await app.activate.open();
  await app.inApp.connect('Connect In-app wallet', app.activate.button, passphrase);
  await app.activate.button.click();
  const asked = page.getByRole('dialog', { name: 'Send this transaction?' });
  await disturb.backCloses(asked, app.activate.button);
  await app.activate.button.click();
  await expect(asked).toBeVisible();
  await disturb.reload(page.getByText('Not sent. Try again.'));
  await app.inApp.connect('Connect In-app wallet', app.activate.button, passphrase);
  await disturb.unreachable(() => app.activate.button.click(), page.locator('main'));
  await app.activate.button.click();
  await app.inApp.send(passphrase);
  await app.reload();
  await app.activate.isDone();
  expect(await sentBy(address)).toBe(1);

  // Payment password: typed again after a reload, told when there is no connection.
  await app.open('/pages/mine/setPwd/setPwd?kind=pay', 'Passwords');
  await app.field('New password').fill('money4stones');
  await disturb.reload(app.field('New password'));
  await app.field('New password').fill('money4stones');
  await app.field('Repeat password').fill('money4stones');
  await disturb.unreachable(() => app.button('Set password').click(), page.locator('main'));
  await app.button('Set password').click();
  await until('the payment password to be set', async () => {
    const info = await callAt(stack.facts.url, 'Users/Info', {}, person.token);
    return info.haspaypassword;
  });
});

async function registerBeginner(page: Page): Promise<{ token: string }> {
  const { app } = wayOf(page);
  const email = `setup-${randomUUID().slice(0, 8)}@example.org`;
  await app.register.openByInvitation(stack.facts.rootInvitationCode);
  await app.register.chooseCountry('Singapore');
  await app.register.toMail();
  const since = Date.now() - 1000;
  await app.register.sendCode(email);
  await app.register.fillCode(await mailedCode(stack.data, email, since));
  await app.register.fillPassword('letters4digits');
  await app.register.accept();
  await app.register.submit();
  await app.login.isHome();
  return { token: await app.token() };
}

test('behavior: a transfer goes on after each disturbance and is sent once, also when its answer is lost', async ({
  page,
}) => {
  const { app, disturb } = await openMember(page, false);
  const amount = app.field('Amount');
  const sheet = page.getByRole('dialog', { name: 'Confirm with your payment password' });
  const before = (await member.call('Wallet/Transfers', {})).list.length;
  await app.transfer.open();
  const target = app.field('Invitation code or deposit address');
  await target.fill(receiver);
  await disturb.reload(target);
  await expect(target).toHaveValue(receiver);
  await disturb.unreachable(() => app.button('Next').click(), page.locator('main'));
  await app.button('Next').click();
  await expect(amount).toBeVisible();
  await app.transfer.fillAmount('20');
  await disturb.backAndForward(target, amount);
  await disturb.loseConnection(amount);
  await disturb.reload(amount);
  await expect(amount).toHaveValue('20');
  await app.button('Review 20.00 USDT').click();
  await disturb.backCloses(sheet, amount);
  await app.button('Review 20.00 USDT').click();
  await disturb.reload(amount);
  await app.button('Review 20.00 USDT').click();
  await sheet.getByLabel('Payment password', { exact: true }).fill(payPassword);
  const send = sheet.getByRole('button', { name: 'Send 20.00 USDT' });
  await disturb.unreachable(() => send.click(), sheet);
  await disturb.loseAnswer('Wallet/Transfer', () => send.click(), sheet);
  // Whoever gives up and comes back by a new page sends the same transfer, not a second one.
  await disturb.reload(amount);
  await app.transfer.send('20.00 USDT', payPassword);
  await disturb.reload(page.getByRole('heading', { name: 'Sent', exact: true }));
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(app.field('Amount')).toHaveCount(0);
  expect((await member.call('Wallet/Transfers', {})).list.length).toBe(before + 1);
});

test('behavior: a withdrawal goes on after each disturbance and is asked for once', async ({ page }) => {
  const { app, disturb } = await openMember(page, false);
  const amount = app.field('Amount');
  const sheet = page.getByRole('dialog', { name: 'Confirm with your payment password' });
  const before = (await member.call('Wallet/Withdrawals', {})).list.length;
  await app.withdraw.open();
  // All that there is: a withdrawal whose answer is lost leaves nothing, and is not refused for it.
  const all = Number(await availableOf(member));
  const review = app.button(`Review ${all}.00 USDT`);
  await app.withdraw.fillAmount(String(all));
  await disturb.reload(amount);
  await expect(amount).toHaveValue(String(all));
  await disturb.backAndForward(app.link('Withdraw'), amount);
  await disturb.loseConnection(amount);
  await expect(amount).toHaveValue(String(all));
  await review.click();
  await disturb.backCloses(sheet, amount);
  await review.click();
  await sheet.getByLabel('Payment password', { exact: true }).fill(payPassword);
  const send = sheet.getByRole('button', { name: `Withdraw ${all}.00 USDT` });
  await disturb.unreachable(() => send.click(), sheet);
  await disturb.loseAnswer('Wallet/Withdraw', () => send.click(), sheet);
  await disturb.reload(amount);
  await app.withdraw.request(`${all}.00 USDT`, payPassword);
  await disturb.reload(app.withdraw.slip);
  await app.withdraw.is('In review');
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await member.call('Wallet/Withdrawals', {})).list.length).toBe(before + 1);
});

/** What the wallet is asked for ends with back, with a reload and without a connection, and is then sent once. */
async function payDisturbed(
  way: Way,
  at: { there: Locator; ask: () => Promise<unknown>; facts: readonly string[] },
) {
  const { app, page, disturb } = way;
  const { there, ask, facts } = at;
  const before = await sentBy(member.address);
  const name = /^Send (this transaction|these transactions together)\?$/;
  const question = page.getByRole('dialog', { name });
  await ask();
  await disturb.backCloses(question, there);
  await ask();
  await expect(question).toBeVisible();
  await disturb.reload(page.getByText('Not sent. Try again.').first());
  await disturb.stands(there);
  expect(await sentBy(member.address), 'nothing was sent without a yes').toBe(before);
  await ask();
  await app.inApp.send(passphrase, facts);
  const after = before + Math.max(facts.length, 1);
  await expect.poll(() => sentBy(member.address)).toBe(after);
  await app.reload();
  await expect(page.locator('[data-result="done"]').first()).toBeVisible({ timeout: 40_000 });
  expect(await sentBy(member.address), 'sent once').toBe(after);
}

test('behavior: a deposit from the in-app wallet is sent once, whatever happens in between', async ({
  page,
}) => {
  const way = await openMember(page, true);
  const { app, disturb } = way;
  const before = await usdtOf(stack.facts, member.address);
  await app.deposit.open();
  await app.inApp.connect('Connect in-app wallet', app.deposit.amount, passphrase);
  await app.deposit.amount.fill('50');
  await disturb.reload(app.deposit.amount);
  await disturb.loseConnection(app.deposit.amount);
  await expect(app.deposit.amount).toHaveValue('50');
  const send = app.button('Send 50.00 USDT');
  await disturb.unreachable(() => send.click(), page.locator('main'));
  await payDisturbed(way, { there: send, ask: () => send.click(), facts: [] });
  await app.deposit.isCredited('50.00 USDT');
  expect(before - (await usdtOf(stack.facts, member.address))).toBe(50n * 10n ** 18n);
});

/** Opens a review from its page, which may be anywhere after a disturbance. */
async function review(app: MemberApp, open: RegExp, title: string, action: RegExp): Promise<void> {
  const sheet = app.page.getByRole('dialog', { name: title });
  if (!(await sheet.isVisible())) await app.button(open).click();
  await sheet.getByRole('button', { name: action }).click();
}

test('behavior: a purchase, a sale, an adding, a removal, a re-adding and a redemption are each sent once, whatever happens in between', async ({
  page,
}) => {
  // Many transactions, each confirmed, on a machine that does much else.
  test.setTimeout(480_000);
  const way = await openMember(page, true);
  const { app, disturb } = way;
  const buy = /Buy .+ OPEN$/;
  await app.trade.open('buy');
  await app.trade.pay.fill('25');
  await disturb.reload(app.trade.pay);
  await disturb.loseConnection(app.trade.pay);
  await expect(app.trade.pay).toHaveValue('25');
  await app.button(buy).click();
  await disturb.backCloses(page.getByRole('dialog', { name: 'Review your purchase' }), app.trade.pay);
  await payDisturbed(way, {
    there: app.trade.pay,
    ask: () => review(app, buy, 'Review your purchase', buy),
    facts: ['Authorize coins to be taken', 'Buy OPEN'],
  });

  const sell = /Sell .+ OPEN$/;
  await app.trade.open('sell');
  await app.trade.pay.fill('3');
  await disturb.reload(app.trade.pay);
  await disturb.loseConnection(app.trade.pay);
  await expect(app.trade.pay).toHaveValue('3');
  await payDisturbed(way, {
    there: app.trade.pay,
    ask: () => review(app, sell, 'Review your sale', sell),
    facts: ['Authorize coins to be taken', 'Sell OPEN'],
  });

  const add = /^Add .+ USDT and .+ OPEN$/;
  await app.open('/pages/swap/addLiquidity/addLiquidity', 'Add liquidity');
  const usdt = app.field('USDT to add');
  await usdt.fill('10');
  await disturb.reload(usdt);
  await disturb.loseConnection(usdt);
  await expect(usdt).toHaveValue('10');
  await payDisturbed(way, {
    there: usdt,
    ask: () => review(app, add, 'Review what you add', /Add .+ USDT and .+ OPEN$/),
    facts: ['Authorize coins to be taken', 'Authorize coins to be taken', 'Add liquidity'],
  });

  await app.liquidity.openRemove();
  const lp = app.field('LP to remove');
  await app.liquidity.choosePart('50%');
  await disturb.reload(lp);
  await disturb.loseConnection(lp);
  await expect(lp).not.toHaveValue('');
  await payDisturbed(way, {
    there: lp,
    async ask() {
      const sheet = page.getByRole('dialog', { name: 'Review what you get back' });
      if (!(await sheet.isVisible())) await app.button(/^Remove .+ LP$/).click();
      await sheet.getByLabel('Type “ok” to confirm').fill('ok');
      await sheet.getByRole('button', { name: /Remove .+ LP$/ }).click();
    },
    facts: ['Remove liquidity'],
  });

  const again = /Re-add .+ OUSD$/;
  await app.open('/pages/swap/reLiquidity/reLiquidity?mode=readd', 'Remove liquidity');
  const readd = app.button(/^Re-add .+ OUSD$/);
  await disturb.reload(readd);
  await disturb.loseConnection(readd);
  await payDisturbed(way, {
    there: page.getByRole('heading', { name: 'Remove liquidity' }),
    ask: () => review(app, again, 'Review what you re-add', again),
    facts: ['Authorize coins to be taken', 'Re-add liquidity'],
  });

  await app.open('/pages/swap/redeem/redeem', 'Redeem OUSD');
  const redeem = app.field('OUSD to redeem');
  await app.button('Max').click();
  await disturb.reload(redeem);
  await disturb.loseConnection(redeem);
  await expect(redeem).not.toHaveValue('');
  const press = app.page.getByRole('main').getByRole('button', { name: /^Redeem .+ OUSD$/ });
  await disturb.unreachable(() => press.click(), page.locator('main'));
  await payDisturbed(way, { there: redeem, ask: () => press.click(), facts: ['Redeem OUSD for USDT'] });
});

test('behavior: a mint of hash power, one of USDO and a node are each sent once, whatever happens in between', async ({
  page,
}) => {
  // Many transactions, each confirmed, on a machine that does much else.
  test.setTimeout(480_000);
  const way = await openMember(page, true);
  const { app, disturb } = way;
  await buyByChain(stack.facts, member.key, '60');
  const minting = new MintingPage(app);
  const power = /Mint .+ hash power$/;
  await minting.openPower();
  await app.inApp.connect('Connect In-app wallet', app.button('Enter an amount'), passphrase);
  await minting.choosePart('Max');
  await disturb.reload(minting.openToGive);
  await disturb.loseConnection(minting.openToGive);
  await expect(minting.openToGive).not.toHaveValue('');
  await app.inApp.connect('Connect In-app wallet', app.button(power), passphrase);
  await payDisturbed(way, {
    there: minting.openToGive,
    ask: () => review(app, power, 'Review what you mint', power),
    facts: ['Authorize coins to be taken', 'Mint hash power'],
  });

  const mint = /Mint .+ USDO$/;
  await minting.openUsdo();
  const pay = app.field('USDT to pay');
  await pay.fill('30');
  await disturb.reload(pay);
  await disturb.loseConnection(pay);
  await expect(pay).toHaveValue('30');
  await payDisturbed(way, {
    there: pay,
    ask: () => review(app, mint, 'Review what you mint', mint),
    facts: ['Authorize coins to be taken', 'Mint USDO'],
  });

  const node = new NodePage(app);
  const subscribe = /Subscribe to Diamond for .+ USDT$/;
  await node.open('Diamond');
  await disturb.loseConnection(node.card('Diamond'));
  await payDisturbed(way, {
    there: node.card('Diamond'),
    async ask() {
      const sheet = page.getByRole('dialog', { name: 'Check and subscribe' });
      if (!(await sheet.isVisible())) {
        await node.card('Diamond').click();
        await app.button(subscribe).click();
      }
      await sheet.getByRole('checkbox', { name: /not refunded, promises no return/ }).check();
      await sheet.getByRole('button', { name: subscribe }).click();
    },
    facts: ['Authorize coins to be taken', 'Subscribe to a node'],
  });
});
