import { liquidityDeskAbi } from '@openmere/core/chain/abi/liquidity-desk.ts';
import { medalAbi } from '@openmere/core/chain/abi/medal.ts';
// @vitest-environment happy-dom
import { membershipAbi } from '@openmere/core/chain/abi/membership.ts';
import { openTokenAbi } from '@openmere/core/chain/abi/open-token.ts';
import { swapDeskAbi } from '@openmere/core/chain/abi/swap-desk.ts';
import { twapOracleAbi } from '@openmere/core/chain/abi/twap-oracle.ts';
import { encodeAbiParameters, encodeErrorResult } from 'viem';
import type { Abi } from 'viem';
import { expect, test } from 'vitest';
import { findText, loadTexts } from '../i18n.ts';
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
  ['unknown words', refused(text('Nope')), 'wallet.reverted', { reason: 'Nope' }],
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

const at = (seconds: number) => expect.stringContaining(new Date(seconds * 1000).getFullYear().toString());

test.each<[string, Abi, unknown[], string, object]>([
  ['NotActive', swapDeskAbi, [someone], 'wallet.revertNotActive', {}],
  ['NotTradable', swapDeskAbi, [], 'wallet.revertNotTradable', {}],
  ['Expired', swapDeskAbi, [1n, 2n], 'wallet.revertExpired', {}],
  ['ZeroAmount', swapDeskAbi, [], 'wallet.revertZero', {}],
  [
    'TooLittleReceived',
    swapDeskAbi,
    [coin / 3n, 2n * coin],
    'wallet.revertSlippage',
    { received: '0.333333333333', minimum: '2.00' },
  ],
  ['TransferMismatch', swapDeskAbi, [2n, 1n], 'wallet.revertBacking', {}],
  ['ReentrancyGuardReentrantCall', swapDeskAbi, [], 'wallet.revertBusy', {}],
  ['NotReady', twapOracleAbi, [1_800_000_000n], 'wallet.revertOracle', { time: at(1_800_000_000) }],
  ['PoolEmpty', twapOracleAbi, [], 'wallet.revertPoolDry', {}],
  [
    'PriceTooFar',
    liquidityDeskAbi,
    [2n * coin, coin, 2000n],
    'wallet.revertPriceFar',
    { spot: '2.00', average: '1.00', most: 20 },
  ],
  [
    'BelowMinimum',
    liquidityDeskAbi,
    [coin, 10n * coin],
    'wallet.revertBelowMinimum',
    { amount: '1.00', minimum: '10.00' },
  ],
  [
    'LpInsufficient',
    liquidityDeskAbi,
    [2n * coin, coin],
    'wallet.revertLp',
    { needed: '2.00', available: '1.00' },
  ],
  [
    'LpLocked',
    liquidityDeskAbi,
    [2n * coin, coin, 1_800_000_000n],
    'wallet.revertLocked',
    { free: '1.00', time: at(1_800_000_000) },
  ],
  ['Stale', twapOracleAbi, [3_601n, 3_600n], 'wallet.revertStale', {}],
  ['Removable', liquidityDeskAbi, [], 'wallet.revertRemovable', {}],
  ['NotYet', liquidityDeskAbi, [1n, 1_800_000_000n], 'wallet.revertNotYet', { time: at(1_800_000_000) }],
  ['NothingHeld', liquidityDeskAbi, [1n], 'wallet.revertNothingHeld', {}],
  ['TooLittleTaken', liquidityDeskAbi, [1n, 2n], 'wallet.revertMoved', {}],
  ['TooLittleLp', liquidityDeskAbi, [1n, 2n], 'wallet.revertMoved', {}],
])('behavior: %s has cause and remedy, with its numbers', async (errorName, abi, args, code, params) => {
  await loadTexts(['wallet']);
  const data = encodeErrorResult({ abi, errorName, args });
  expect(explainRevert(refused(data))).toMatchObject({ code, params });
  expect(findText(code)).toBeTruthy();
});

/** Words of the nodes' own check before signing (`core/src/node`), whose texts its screens load. */
test.each<[string, Abi, unknown[], string, object]>([
  ['NotOnSale', medalAbi, [1, 10n, 20n, 9n], 'node.notonsale', {}],
  ['NotOnSale', medalAbi, [1, 10n, 20n, 20n], 'node.ended', {}],
  ['SoldOut', medalAbi, [1, 100n], 'node.soldout', { total: '100' }],
  ['AlreadyBought', medalAbi, [someone], 'node.bought', {}],
  ['AlreadyHolds', medalAbi, [someone], 'node.holds', {}],
  ['PermitNeeded', medalAbi, [2], 'node.permitneeded', {}],
  ['WrongPermit', medalAbi, [someone], 'node.permitneeded', {}],
])(
  'behavior: %s of a medal is the reason that the check before signing names',
  (errorName, abi, args, code, params) => {
    const data = encodeErrorResult({ abi, errorName, args });
    expect(explainRevert(refused(data))).toMatchObject({ code, params });
  },
);

test.each([
  ['UniswapV2: K', 'wallet.revertMoved'],
  ['Pancake: K', 'wallet.revertMoved'],
  ['UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT', 'wallet.revertMoved'],
  ['PancakeRouter: INSUFFICIENT_B_AMOUNT', 'wallet.revertMoved'],
  ['UniswapV2Router: EXPIRED', 'wallet.revertExpired'],
  ['UniswapV2: INSUFFICIENT_LIQUIDITY', 'wallet.revertPoolDry'],
  ['UniswapV2: INSUFFICIENT_LIQUIDITY_MINTED', 'wallet.revertTooSmall'],
  ['UniswapV2Library: INSUFFICIENT_INPUT_AMOUNT', 'wallet.revertZero'],
  ['UniswapV2: TRANSFER_FAILED', 'wallet.revertTransfer'],
  ['TransferHelper::transferFrom: transferFrom failed', 'wallet.revertTransfer'],
  ['UniswapV2: LOCKED', 'wallet.revertBusy'],
  ['UniswapV2: OVERFLOW', 'wallet.revertTooLarge'],
])('behavior: “%s” of the pool has cause and remedy', async (reason, code) => {
  await loadTexts(['wallet']);
  expect(explainRevert(refused(text(reason)))).toMatchObject({ code });
  expect(findText(code)).toBeTruthy();
});
