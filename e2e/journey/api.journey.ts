import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { parseEther } from 'viem';
import { usdtOf } from '../stack/chain.ts';
import { keepLogs } from '../stack/keep-logs.ts';
import {
  availableOf,
  callAt,
  depositByChain,
  readyMember,
  registerByApi,
  sealedPayPassword,
  until,
} from '../stack/member-api.ts';
import { loginOperator } from '../stack/operators.ts';
import { startStack } from '../stack/stack.ts';
import type { Stack } from '../stack/stack.ts';

let stack: Stack;
keepLogs(() => stack);
test.beforeAll(async () => {
  test.setTimeout(240_000);
  stack = await startStack();
});
test.afterAll(() => stack?.stop());

test('behavior: money in, across and out over the API, exact on chain and in the ledger', async () => {
  const { facts } = stack;
  const ann = await readyMember(stack, facts.rootInvitationCode, '500');
  const bob = await registerByApi(stack, 'bob', (await ann.call('Users/Info', {})).invitationcode);

  await depositByChain(stack, ann, '100');
  expect(await availableOf(ann)).toBe('100');

  const bobCode = (await bob.call('Users/Info', {})).invitationcode;
  const requestId = randomUUID();
  const send = async () =>
    ann.call('Wallet/Transfer', {
      requestId,
      coinid: 'USDT',
      amount: '40',
      target: bobCode,
      paypassword: await sealedPayPassword(stack, 'Wallet/Transfer'),
    });
  const first = await send();
  expect(await send()).toEqual(first);
  expect(first).toMatchObject({ amount: '40', fee: '0.2', received: '39.8', status: 'done' });
  expect(await availableOf(ann)).toBe('60');
  expect(await availableOf(bob)).toBe('39.8');

  const before = await usdtOf(facts, ann.address);
  const withdrawal = await ann.call('Wallet/Withdraw', {
    requestId: randomUUID(),
    coinid: 'USDT',
    amount: '20',
    paypassword: await sealedPayPassword(stack, 'Wallet/Withdraw'),
  });
  expect(withdrawal.status).toBe('reviewing');
  const operator = await loginOperator(facts, 0);
  await callAt(
    facts.consoleUrl,
    'Admin/WithdrawalDecide',
    { id: withdrawal.id, decision: 'approve', reason: 'first withdrawal, checked' },
    operator,
  );
  await until(
    'the withdrawal to be confirmed',
    async () => (await ann.call('Wallet/Withdrawals', {})).list[0]?.status === 'confirmed',
    60_000,
  );
  expect((await usdtOf(facts, ann.address)) - before).toBe(parseEther('19'));
  expect(await availableOf(ann)).toBe('40');

  const { coins, halted } = await callAt(facts.consoleUrl, 'Admin/Health', {}, operator);
  expect(halted).toBe(false);
  const usdt = coins.find((coin) => coin.coinid === 'USDT');
  expect(usdt?.liabilities).toBe('79.8');
  expect(usdt?.ledgerreserve).toBe('81');
});
