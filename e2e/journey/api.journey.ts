import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { erc20Abi, parseEther } from 'viem';
import { fund, readChain, signer, usdtOf } from '../stack/chain.ts';
import {
  activate,
  bindWallet,
  callAt,
  registerByApi,
  sealedPayPassword,
  setPayPassword,
  until,
} from '../stack/member-api.ts';
import { loginOperator } from '../stack/operators.ts';
import { startStack, type Stack } from '../stack/stack.ts';

let stack: Stack;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  stack = await startStack();
});
test.afterAll(() => stack.stop());

test('behavior: money in, across and out over the API, exact on chain and in the ledger', async () => {
  const { facts } = stack;
  const ann = await registerByApi(stack, 'ann', facts.rootInvitationCode);
  await bindWallet(ann);
  await setPayPassword(stack, ann);
  await fund(facts, ann.address, '500');
  await activate(stack, ann);
  const bob = await registerByApi(stack, 'bob', (await ann.call('Users/Info', {})).invitationcode);

  const target = await ann.call('Wallet/DepositAddress', { coinid: 'USDT' });
  const token = facts.contracts['usdt'];
  if (!token) throw new Error('no USDT');
  const hash = await signer(facts, ann.key).writeContract({
    address: token,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [target.address as `0x${string}`, parseEther('100')],
  });
  await readChain(facts).waitForTransactionReceipt({ hash });
  await until(
    'the deposit to be credited',
    async () => (await ann.call('Wallet/Deposits', {})).list[0]?.status === 'credited',
  );
  expect(await available(ann)).toBe('100');

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
  expect(await available(ann)).toBe('60');
  expect(await available(bob)).toBe('39.8');

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
  expect(await available(ann)).toBe('40');

  const { coins, halted } = await callAt(facts.consoleUrl, 'Admin/Health', {}, operator);
  expect(halted).toBe(false);
  const usdt = coins.find((coin) => coin.coinid === 'USDT');
  expect(usdt?.liabilities).toBe('79.8');
  expect(usdt?.ledgerreserve).toBe('81');
});

async function available(person: Awaited<ReturnType<typeof registerByApi>>): Promise<string | undefined> {
  const { list } = await person.call('Users/Balance', {});
  return list.find((row) => row.coinid === 'USDT')?.available;
}
