// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { RpcRefused } from '../rpc.ts';
import type { ReadChain } from '../rpc.ts';
import { prepareTransaction } from './prepare-transaction.ts';

const address = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const to = '0x1111111111111111111111111111111111111111';
const wallet = { address, chainId: 56 } as const;
const gwei = 10n ** 9n;
const hex = (value: bigint) => `0x${value.toString(16)}`;

function chain(answers: Record<string, unknown>): ReadChain {
  const base: Record<string, unknown> = {
    eth_getTransactionCount: '0x7',
    eth_getBalance: hex(10n ** 18n),
    eth_getBlockByNumber: { baseFeePerGas: hex(2n * gwei) },
    eth_gasPrice: hex(3n * gwei),
    eth_estimateGas: hex(50_000n),
    ...answers,
  };
  return (method) => {
    const answer = base[method];
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
}

test('refuses: to sign for another address', async () => {
  await expect(prepareTransaction({ from: to, to }, wallet, chain({}))).rejects.toMatchObject({
    code: 'wallet.unauthorized',
  });
});

test('refuses: a fee that cannot be paid, saying how much is needed and there', async () => {
  const poor = chain({ eth_getBalance: hex(100_000n * gwei) });
  // 60,000 gas at 2·2 + 1 gwei is 300,000 gwei.
  await expect(prepareTransaction({ to }, wallet, poor)).rejects.toMatchObject({
    code: 'wallet.needgas',
    params: { needed: '0.0003', available: '0.0001' },
  });
});

test('refuses: an empty wallet in plain words', async () => {
  const empty = chain({
    eth_getBalance: '0x0',
    eth_estimateGas: new RpcRefused(-32000, 'insufficient funds for transfer', undefined),
  });
  await expect(prepareTransaction({ to }, wallet, empty)).rejects.toMatchObject({ code: 'wallet.nogas' });
});

test('behavior: fills in nonce, gas with a fifth more, and fees from base fee and tip', async () => {
  expect(await prepareTransaction({ to, data: '0x01', value: '0x5' }, wallet, chain({}))).toEqual({
    chainId: 56,
    from: address,
    to,
    value: 5n,
    data: '0x01',
    nonce: 7,
    gas: 60_000n,
    maxFeePerGas: 5n * gwei,
    maxPriorityFeePerGas: gwei,
  });
});

test('behavior: a chain without base fee pays its gas price', async () => {
  const bsc = chain({ eth_getBlockByNumber: {}, eth_gasPrice: hex(gwei / 20n) });
  expect(await prepareTransaction({ to }, wallet, bsc)).toMatchObject({
    maxFeePerGas: gwei / 20n,
    maxPriorityFeePerGas: gwei / 20n,
  });
});
