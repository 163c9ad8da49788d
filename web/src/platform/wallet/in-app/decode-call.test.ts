import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { membershipAbi } from '@openmere/core/chain/abi/membership.ts';
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
