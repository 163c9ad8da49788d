import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { liquidityDeskAbi } from '@openmere/core/chain/abi/liquidity-desk.ts';
import { membershipAbi } from '@openmere/core/chain/abi/membership.ts';
import { swapDeskAbi } from '@openmere/core/chain/abi/swap-desk.ts';
import { encodeFunctionData, maxUint256 } from 'viem';
import { expect, test } from 'vitest';
import { decodeCall } from './decode-call.ts';

const usdt = '0x1111111111111111111111111111111111111111';
const membership = '0x2222222222222222222222222222222222222222';
const other = '0x3333333333333333333333333333333333333333';
const contracts = { usdt, membership } as const;
const coin = 10n ** 18n;

test('refuses: to name what it cannot read', () => {
  expect(decodeCall(usdt, '0xdeadbeef', contracts)).toEqual({
    contract: 'usdt',
    name: undefined,
    arguments: [],
  });
  const elsewhere = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [other, coin] });
  expect(decodeCall(other, elsewhere, contracts)).toMatchObject({ contract: undefined, name: 'transfer' });
  expect(decodeCall(other, elsewhere, contracts).token).toBeUndefined();
});

test('behavior: a token transfer has receiver, amount and symbol', () => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [other, 40n * coin] });
  expect(decodeCall(usdt, data, contracts)).toMatchObject({
    contract: 'usdt',
    name: 'transfer',
    token: { symbol: 'USDT', amount: 40n * coin, to: other, unlimited: false },
  });
});

test('behavior: an allowance without limit is called so', () => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [other, maxUint256] });
  expect(decodeCall(usdt, data, contracts).token).toMatchObject({ unlimited: true });
});

test('behavior: activation is read with its argument', () => {
  const data = encodeFunctionData({ abi: membershipAbi, functionName: 'activate', args: [other] });
  expect(decodeCall(membership, data, contracts)).toEqual({
    contract: 'membership',
    name: 'activate',
    arguments: [{ name: 'inviter', value: other }],
  });
});

test('behavior: a trade is read with its coins and its time limit', () => {
  const desk = '0x4444444444444444444444444444444444444444';
  const data = encodeFunctionData({
    abi: swapDeskAbi,
    functionName: 'buy',
    args: [coin, 2n, 1_800_000_000n],
  });
  expect(decodeCall(desk, data, { ...contracts, swapDesk: desk })).toEqual({
    contract: 'swapDesk',
    name: 'buy',
    arguments: [
      { name: 'usdtIn', value: coin.toString(), unit: 'USDT' },
      { name: 'minOpenOut', value: '2', unit: 'OPEN' },
      { name: 'deadline', value: '1800000000', unit: 'time' },
    ],
  });
});

test('behavior: every amount of the liquidity desk has its unit', () => {
  const desk = '0x4444444444444444444444444444444444444444';
  const args = [1n, 2n, 3n, 4n, 5n, 6n] as const;
  const data = encodeFunctionData({ abi: liquidityDeskAbi, functionName: 'readd', args });
  const read = decodeCall(desk, data, { ...contracts, liquidityDesk: desk });
  expect(read.arguments.map(({ unit }) => unit)).toEqual(['OUSD', 'OUSD', 'OPEN', 'OUSD', 'OPEN', 'time']);
});

test('behavior: an approval names the contract of ours that it is for', () => {
  const desk = '0x4444444444444444444444444444444444444444';
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [desk, 0n] });
  expect(decodeCall(usdt, data, { ...contracts, swapDesk: desk }).token).toMatchObject({
    receiver: 'swapDesk',
  });
});
