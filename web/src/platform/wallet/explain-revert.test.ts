// @vitest-environment happy-dom
import { membershipAbi } from '@openmere/core/chain/abi/membership.ts';
import { openTokenAbi } from '@openmere/core/chain/abi/open-token.ts';
import { encodeAbiParameters, encodeErrorResult } from 'viem';
import { expect, test } from 'vitest';
import { explainRevert } from './explain-revert.ts';
import { RpcRefused } from './rpc.ts';

const someone = '0x1111111111111111111111111111111111111111';
const coin = 10n ** 18n;
const text = (words: string) => `0x08c379a0${encodeAbiParameters([{ type: 'string' }], [words]).slice(2)}`;
const refused = (data: unknown, message = 'execution reverted') => new RpcRefused(3, message, data);

const inviter = encodeErrorResult({ abi: membershipAbi, errorName: 'InviterNotActive', args: [someone] });
const active = encodeErrorResult({ abi: membershipAbi, errorName: 'AlreadyActive', args: [someone, 1n] });
const balance = encodeErrorResult({
  abi: openTokenAbi,
  errorName: 'ERC20InsufficientBalance',
  args: [someone, coin, 40n * coin],
});

test.each([
  ['inviter not active', refused(inviter), 'wallet.revertInviter', {}],
  ['already active', refused(active), 'wallet.revertActive', {}],
  ['data one level deeper', refused({ data: inviter }), 'wallet.revertInviter', {}],
  ['not enough tokens', refused(balance), 'wallet.revertBalance', { needed: '40', available: '1' }],
  [
    'words of an old token',
    refused(text('BEP20: transfer amount exceeds balance')),
    'wallet.revertShort',
    {},
  ],
  ['words about allowance', refused(text('BEP20: insufficient allowance')), 'wallet.revertAllowance', {}],
  ['unknown words', refused(text('K')), 'wallet.reverted', { reason: 'K' }],
  ['an unknown error', refused('0xdeadbeef'), 'wallet.reverted', { reason: '0xdeadbeef' }],
  ['no data', refused(undefined, 'out of gas'), 'wallet.reverted', { reason: 'out of gas' }],
  ['no gas', refused(undefined, 'insufficient funds for gas * price + value'), 'wallet.nogas', {}],
])('behavior: a revert has cause and remedy: %s', (_what, error, code, params) => {
  expect(explainRevert(error)).toMatchObject({ code, params });
});

test('behavior: what is no revert passes unchanged', () => {
  const fault = new Error('away');
  expect(explainRevert(fault)).toBe(fault);
});
