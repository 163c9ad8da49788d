import { expect, test } from 'vitest';
import type { Hex } from '../eip1193.ts';
import type { ReadChain } from '../rpc.ts';
import { prepareReplacement } from './prepare-replacement.ts';

const own: Hex = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const desk: Hex = '0x1111111111111111111111111111111111111111';
const first: Hex = `0x${'a1'.repeat(32)}`;
const second: Hex = `0x${'b2'.repeat(32)}`;
const wallet = { address: own, chainId: 56 };
const gwei = 10n ** 9n;
const hex = (value: bigint): Hex => `0x${value.toString(16)}`;
const waiting = {
  blockNumber: null,
  nonce: '0x5',
  gas: '0x30d40',
  gasPrice: hex(8n * gwei),
  maxFeePerGas: hex(8n * gwei),
  maxPriorityFeePerGas: hex(gwei),
};
const call = { to: desk, data: '0x01', value: '0x7', hashes: [first] } as const;

/** A node that has these transactions, whose own price of gas is `price`. */
function nodeWith(known: Readonly<Record<Hex, object>>, price = gwei): ReadChain {
  const answers: Record<string, (params: readonly unknown[]) => unknown> = {
    eth_getTransactionByHash: ([hash]) => known[hash as Hex] ?? null,
    eth_getBalance: () => hex(10n ** 18n),
    eth_getBlockByNumber: () => ({ baseFeePerGas: '0x0' }),
    eth_gasPrice: () => hex(price),
  };
  return async (method, params) => {
    const answer = answers[method];
    if (!answer) throw new Error(`not asked for: ${method}`);
    return answer(params);
  };
}

test('refuses: to overtake what is mined, and what no node has', async () => {
  for (const how of ['faster', 'cancel'] as const) {
    const request = { ...call, how };
    const mined = { ...waiting, blockNumber: '0x9' };
    expect(await prepareReplacement(request, wallet, nodeWith({ [first]: mined }))).toBeUndefined();
    expect(await prepareReplacement(request, wallet, nodeWith({}))).toBeUndefined();
    const both = { ...request, hashes: [first, second] };
    const uneven = nodeWith({ [first]: mined, [second]: waiting });
    expect(await prepareReplacement(both, wallet, uneven)).toBeUndefined();
  }
});

test('refuses: a fee that the wallet cannot pay', async () => {
  const poor: ReadChain = (method, params) =>
    method === 'eth_getBalance' ? Promise.resolve('0x1') : nodeWith({ [first]: waiting })(method, params);
  await expect(prepareReplacement({ ...call, how: 'faster' }, wallet, poor)).rejects.toMatchObject({
    code: 'wallet.needgas',
  });
});

test('behavior: the same once more, at the same nonce, with both fees above 12.5 % more', async () => {
  const found = await prepareReplacement({ ...call, how: 'faster' }, wallet, nodeWith({ [first]: waiting }));
  expect(found).toEqual({
    feeBefore: 200_000n * 8n * gwei,
    transaction: {
      chainId: 56,
      from: own,
      to: desk,
      data: '0x01',
      value: 7n,
      nonce: 5,
      gas: 200_000n,
      maxFeePerGas: 9n * gwei + 1n,
      maxPriorityFeePerGas: (gwei * 9n) / 8n + 1n,
    },
  });
});

test('property: whatever was paid, the next fee is at least 12.5 % more and more at all', async () => {
  for (const fee of [0n, 1n, 7n, 8n, 9n, 999n, gwei, 3n * gwei + 1n]) {
    const before = { ...waiting, maxFeePerGas: hex(fee), maxPriorityFeePerGas: hex(fee) };
    const found = await prepareReplacement(
      { ...call, how: 'cancel' },
      wallet,
      nodeWith({ [first]: before }, 0n),
    );
    for (const next of [found?.transaction.maxFeePerGas, found?.transaction.maxPriorityFeePerGas]) {
      expect((next ?? 0n) * 8n).toBeGreaterThanOrEqual(fee * 9n);
      expect(next).toBeGreaterThan(fee);
    }
  }
});

test('behavior: one of before EIP-1559 is overtaken by its one price, and the price of now counts where it is higher', async () => {
  const { maxFeePerGas: _max, maxPriorityFeePerGas: _tip, ...legacy } = waiting;
  const old = await prepareReplacement({ ...call, how: 'faster' }, wallet, nodeWith({ [first]: legacy }));
  expect(old?.transaction).toMatchObject({
    maxFeePerGas: 9n * gwei + 1n,
    maxPriorityFeePerGas: 9n * gwei + 1n,
  });
  const dear = nodeWith({ [first]: waiting }, 50n * gwei);
  const now = await prepareReplacement({ ...call, how: 'faster' }, wallet, dear);
  expect(now?.transaction.maxFeePerGas).toBe(50n * gwei);
});

test('behavior: cancelling pays nothing to oneself; once more, it overtakes the dearest so far', async () => {
  const cancel = { ...waiting, gas: '0x5208', maxFeePerGas: hex(16n * gwei) };
  const found = await prepareReplacement(
    { ...call, how: 'cancel', hashes: [first, second] },
    wallet,
    nodeWith({ [first]: waiting, [second]: cancel }),
  );
  expect(found?.transaction).toMatchObject({ to: own, data: '0x', value: 0n, gas: 21_000n, nonce: 5 });
  expect(found?.transaction.maxFeePerGas).toBe(18n * gwei + 1n);
});
