import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import type { Browser, Locator, Page } from '@playwright/test';
import { ConsoleApp } from '../page/console-app.ts';
import { hold } from '../page/hold.ts';
import { MemberApp } from '../page/member-app.ts';
import { fund, mineBlock, sendUsdt } from '../stack/chain.ts';
import { mailedCode } from '../stack/mailbox.ts';
import { callAt, until } from '../stack/member-api.ts';
import type { Stack } from '../stack/stack.ts';

const passphrase = 'quiet lake under birches';
const payPassword = 'money4stones';

/** What a way cost: touches of the screen, keys that act as a button (the keyboard's "Next" and "Go"), mailed codes. */
export type Effort = { taps: number; keys: number; codes: number };

/** A person with a phone: touches what is seen, types into what has the focus. Everything is counted. */
class FirstVisit {
  readonly app: MemberApp;
  private readonly page: Page;
  private keys = 0;
  codes = 0;

  constructor(app: MemberApp) {
    this.app = app;
    this.page = app.page;
  }

  static async at(stack: Stack, page: Page): Promise<FirstVisit> {
    await page.addInitScript(() => {
      const count = () =>
        sessionStorage.setItem('taps', String(Number(sessionStorage.getItem('taps') ?? '0') + 1));
      addEventListener('pointerdown', (event) => event.isTrusted && count(), true);
    });
    return new FirstVisit(new MemberApp(page, stack.facts.url));
  }

  async effort(): Promise<Effort> {
    const taps = Number(await this.page.evaluate(() => sessionStorage.getItem('taps') ?? '0'));
    return { taps, keys: this.keys, codes: this.codes };
  }

  /** Types into a field; one that has no focus has to be touched first, which counts. */
  async type(field: Locator, text: string): Promise<void> {
    await expect(field).toBeVisible();
    const hasFocus = await field.evaluate((node) => node === document.activeElement);
    if (!hasFocus) await field.click();
    await this.page.keyboard.type(text);
  }

  async enter(): Promise<void> {
    this.keys += 1;
    await this.page.keyboard.press('Enter');
  }
}

async function register(person: FirstVisit, stack: Stack): Promise<void> {
  const { app } = person;
  const { page } = app;
  const email = `new-${randomUUID().slice(0, 8)}@example.org`;
  await page.goto(`${app.url}/?invcode=${stack.facts.rootInvitationCode}`);
  await app.link('Create an account').click();
  await app.button(/^Country or region: /).click();
  const sheet = page.getByRole('dialog', { name: 'Country or region' });
  await person.type(sheet.getByRole('searchbox', { name: 'Search' }), 'Singapore');
  await sheet.getByRole('button', { name: 'Singapore', exact: true }).click();
  await app.button('Next').click();
  await person.type(app.field('E-mail'), email);
  const since = Date.now() - 1000;
  await person.enter();
  person.codes += 1;
  await person.type(app.field('E-mail code'), await mailedCode(stack.data, email, since));
  await person.type(app.field('New password'), 'letters4digits');
  await person.enter();
  await person.type(app.field('Repeat password'), 'letters4digits');
  await page.getByRole('checkbox', { name: /I have read the agreements/ }).check();
  await app.button('Create an account').click();
  await app.login.isHome();
}

async function makeWallet(person: FirstVisit): Promise<void> {
  const { app } = person;
  const { page } = app;
  await app.link(/^Get a wallet/).click();
  await person.type(app.field('Wallet passphrase'), passphrase);
  await person.enter();
  await person.type(app.field('Repeat passphrase'), passphrase);
  await page.getByRole('checkbox', { name: /nobody can reset this passphrase/ }).check();
  await app.button('Create it and show the phrase').click();
  const items = page.getByRole('list', { name: 'Your recovery phrase' }).getByRole('listitem');
  await expect(items).toHaveCount(12);
  const words = await items.allInnerTexts();
  await app.button('I have written it down and will keep the paper safe.').click();
  const asked = page.getByRole('textbox', { name: /^Word \d+$/ });
  await expect(asked).toHaveCount(3);
  for (const field of await asked.all()) {
    const label = await field.evaluate((node) => (node as HTMLInputElement).labels?.[0]?.textContent ?? '');
    await person.type(field, words[Number(/\d+/.exec(label)?.[0]) - 1] ?? '');
    await person.enter();
  }
}

async function bind({ app }: FirstVisit): Promise<void> {
  await app.at('Bind a wallet');
  await app.bindWallet.understood.check();
  await app.bindWallet.submit();
  await app.page
    .getByRole('dialog', { name: 'Sign this message?' })
    .getByRole('button', { name: 'Sign', exact: true })
    .click();
}

/** The network fee comes from outside, as from an exchange. */
async function activate({ app }: FirstVisit, stack: Stack): Promise<void> {
  await app.at('Activate account');
  await expect(app.page.getByText('Your wallet has no BNB yet')).toBeVisible();
  const { useraddress } = await callAt(stack.facts.url, 'Users/Info', {}, await app.token());
  await fund(stack.facts, useraddress as `0x${string}`, '0');
  await app.activate.button.click();
  const sheet = app.page.getByRole('dialog', { name: 'Send this transaction?' });
  await hold(sheet.getByRole('button', { name: 'Hold to sign and send' }));
  await app.button('Next: Set a payment password').click();
}

async function setPayPassword(person: FirstVisit): Promise<void> {
  const { app } = person;
  await app.at('Passwords');
  await person.type(app.field('New password'), payPassword);
  await person.enter();
  await person.type(app.field('Repeat password'), payPassword);
  await person.enter();
}

/** From an exchange to the address that is shown; seen, credited, and the set-up is done. */
async function deposit({ app }: FirstVisit, stack: Stack): Promise<void> {
  const { page } = app;
  await app.at('Deposit on chain');
  const token = await app.token();
  const { address } = await callAt(stack.facts.url, 'Wallet/DepositAddress', { coinid: 'USDT' }, token);
  await expect(page.getByText(address).first()).toBeVisible();
  await app.button('Copy').first().click();
  await sendUsdt(stack.facts, stack.facts.faucetPrivateKey, address as `0x${string}`, '50');
  await app.button('All set. Go to Home').click({ timeout: 60_000 });
  await app.login.isHome();
  await expect(page.getByText('50.00 USDT').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Set up your account' })).toBeHidden();
}

/** Types an amount, holds to nothing, waits for a person, and sees the payout come in without touching the page again. */
async function withdraw(person: FirstVisit, stack: Stack, browser: Browser): Promise<void> {
  const { app } = person;
  const { page } = app;
  await app.withdraw.open();
  await person.type(app.field('Amount'), '20');
  await app.button('Review 20.00 USDT').click();
  const sheet = page.getByRole('dialog', { name: 'Confirm with your payment password' });
  await person.type(sheet.getByLabel('Payment password', { exact: true }), payPassword);
  await person.enter();
  await app.withdraw.is('In review');
  await expect(page.getByText(/^A person checks this because it is your first withdrawal/)).toBeVisible();
  await approveNewest(stack, browser, await app.token());
  await app.withdraw.is('Confirmed');
  await app.button('Back').click();
  await app.at('Wallet');
  await app.wallet.holds('USDT', '30.00');
}

/** What an operator does meanwhile, at the console. */
async function approveNewest(stack: Stack, browser: Browser, token: string): Promise<void> {
  const newest = async () => (await callAt(stack.facts.url, 'Wallet/Withdrawals', {}, token)).list[0];
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const office = new ConsoleApp(await context.newPage(), stack.facts);
  await office.login(0);
  await office.openQueue();
  const drawer = await office.review((await newest())?.id ?? '');
  await office.decide(
    drawer,
    /^Approve/,
    'first withdrawal, compared with the deposit',
    'Recorded: Approved',
  );
  await context.close();
  const isSent = async () => ['sent', 'confirmed'].includes((await newest())?.status ?? '');
  await until('the payout to be sent', isSent, 60_000);
  await mineBlock(stack.facts);
  await mineBlock(stack.facts);
}

/** On from the first deposit, on the same page: to money in one's own wallet. */
export async function walkToWithdrawal(stack: Stack, page: Page, browser: Browser): Promise<void> {
  await withdraw(new FirstVisit(new MemberApp(page, stack.facts.url)), stack, browser);
}

/** From an invitation link to the first credited deposit, by the thread of the set-up; `seen` after each part. */
export async function walkFirstVisit(
  stack: Stack,
  page: Page,
  seen: (part: string) => Promise<void>,
): Promise<Effort> {
  const person = await FirstVisit.at(stack, page);
  await register(person, stack);
  await seen('registered');
  await makeWallet(person);
  await seen('wallet');
  await bind(person);
  await seen('bound');
  await activate(person, stack);
  await seen('activated');
  await setPayPassword(person);
  await seen('password');
  await deposit(person, stack);
  await seen('deposited');
  return person.effort();
}
