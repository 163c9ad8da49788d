import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { parseEther } from 'viem';
import type { Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { MemberApp } from '../page/member-app.ts';
import { fund, usdtOf } from '../stack/chain.ts';
import { keepLogs } from '../stack/keep-logs.ts';
import {
  availableOf,
  callAt,
  payPassword,
  personOf,
  registerByWallet,
  setPayPassword,
} from '../stack/member-api.ts';
import type { Person } from '../stack/member-api.ts';
import { loginOperator } from '../stack/operators.ts';
import { startStack } from '../stack/stack.ts';
import type { Stack } from '../stack/stack.ts';
import { installWallet } from '../stack/test-wallet.ts';
import type { TestWallet } from '../stack/test-wallet.ts';

let stack: Stack;
keepLogs(() => stack);
let operator: string;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  stack = await startStack();
  operator = await loginOperator(stack.facts, 0);
});
test.afterAll(() => stack?.stop());

type Outside = { app: MemberApp; wallet: TestWallet; key: Hex };

async function begin(page: Page, style: 'eip6963' | 'injected'): Promise<Outside> {
  const key = generatePrivateKey();
  await fund(stack.facts, privateKeyToAccount(key).address, '1000');
  const wallet = await installWallet(page, stack.facts, key, style);
  return { app: new MemberApp(page, stack.facts.url), wallet, key };
}

/** The login of a wallet that nobody knows, as a new member. */
async function joinByWallet({ app, key }: Outside): Promise<Person> {
  await app.login.signIn();
  await expect(app.page.getByText('You are new here')).toBeVisible();
  await app.field('Invitation code').fill(stack.facts.rootInvitationCode);
  await app.register.chooseCountry('Singapore');
  await app.register.accept();
  await app.register.submit();
  await app.login.isHome();
  const token = await app.token();
  const { userid, useraddress } = await callAt(stack.facts.url, 'Users/Info', {}, token);
  expect(useraddress).toBe(privateKeyToAccount(key).address.toLowerCase());
  return personOf(stack, { email: '', token, userid }, key);
}

/** Deposits 100, transfers 40, withdraws 20: with the money's own figures on the screen, in the ledger and on chain. */
async function moveMoney({ app }: Outside, person: Person): Promise<void> {
  await app.deposit.open();
  await app.deposit.amount.fill('100');
  await app.deposit.holdToSend('100.00 USDT');
  await app.deposit.isCredited('100.00 USDT');
  expect(await usdtOf(stack.facts, person.address)).toBe(parseEther('900'));

  const receiver = await registerByWallet(stack, stack.facts.rootInvitationCode);
  const { invitationcode } = await receiver.call('Users/Info', {});
  await app.transfer.open();
  await app.transfer.chooseReceiver(invitationcode);
  await app.transfer.fillAmount('40');
  await app.transfer.send('40.00 USDT', payPassword);
  expect(await availableOf(receiver)).toBe('39.8');

  await app.withdraw.open();
  await app.withdraw.fillAmount('20');
  await app.withdraw.request('20.00 USDT', payPassword);
  const { list } = await person.call('Wallet/Withdrawals', {});
  const decision = {
    id: list[0]?.id ?? '',
    decision: 'approve',
    reason: 'first withdrawal, checked',
  } as const;
  await callAt(stack.facts.consoleUrl, 'Admin/WithdrawalDecide', decision, operator);
  await app.withdraw.openNewest();
  await app.withdraw.is('Confirmed');
  expect(await usdtOf(stack.facts, person.address)).toBe(parseEther('919'));
  await app.wallet.open();
  await app.wallet.holds('USDT', '40.00');
  expect(await availableOf(person)).toBe('40');
}

test('refuses: what the owner of the wallet turns down is cancelled, and nothing has changed', async ({
  page,
}) => {
  const outside = await begin(page, 'eip6963');
  const { app, wallet } = outside;
  await app.login.open();
  await app.login.connect(wallet.name);
  const messages = page.getByRole('region', { name: 'Messages' });
  wallet.manner = 'reject';
  await app.login.signIn();
  await expect(messages).toContainText('Cancel');
  expect(await app.hasToken()).toBe(false);

  wallet.manner = 'accept';
  const person = await joinByWallet(outside);
  wallet.manner = 'reject';
  await app.activate.open();
  await app.activate.hold();
  await expect(messages).toContainText('Cancel');
  expect((await person.call('Chain/Activation', {})).state).toBe('ready');

  await app.deposit.open();
  await app.deposit.amount.fill('100');
  // The word of before has gone, so that this one is the deposit's.
  await expect(messages).not.toContainText('Cancel');
  await app.deposit.holdToSend('100.00 USDT');
  await expect(messages).toContainText('Cancel');
  expect(await usdtOf(stack.facts, person.address)).toBe(parseEther('1000'));
  expect((await person.call('Wallet/Deposits', {})).list).toEqual([]);
});

test('refuses: another account in the wallet ends the session', async ({ page }) => {
  const outside = await begin(page, 'eip6963');
  const { app, wallet } = outside;
  await app.login.open();
  await app.login.connect(wallet.name);
  await joinByWallet(outside);
  await app.wallet.open();
  await wallet.switchAccount(generatePrivateKey());
  await app.at('Log in');
  await expect(app.page.getByText('Your wallet changed, so you were logged out.')).toBeVisible();
  expect(await app.hasToken()).toBe(false);
});

for (const style of ['eip6963', 'injected'] as const) {
  test(`behavior: money in, across and out with a wallet outside the page (${style})`, async ({ page }) => {
    const outside = await begin(page, style);
    const { app, wallet } = outside;
    // It stands on another network at first, and one of the two has never heard of ours.
    wallet.chainId = 1;
    wallet.knowsChain = style === 'injected';
    await app.login.open();
    await app.login.connect(wallet.name);
    const person = await joinByWallet(outside);
    expect(wallet.chainId).toBe(stack.facts.chainId);
    expect(wallet.asked).toContain(
      style === 'injected' ? 'wallet_switchEthereumChain' : 'wallet_addEthereumChain',
    );
    await app.activate.open();
    await app.activate.hold();
    await app.activate.isDone();
    await setPayPassword(stack, person);
    await app.reload();
    await moveMoney(outside, person);
  });
}
