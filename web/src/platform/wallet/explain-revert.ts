import { backedDollarAbi } from '@openmere/core/chain/abi/backed-dollar.ts';
import { depositForwarderFactoryAbi } from '@openmere/core/chain/abi/deposit-forwarder-factory.ts';
import { hashPowerMintAbi } from '@openmere/core/chain/abi/hash-power-mint.ts';
import { liquidityDeskAbi } from '@openmere/core/chain/abi/liquidity-desk.ts';
import { medalAbi } from '@openmere/core/chain/abi/medal.ts';
import { membershipAbi } from '@openmere/core/chain/abi/membership.ts';
import { openTokenAbi } from '@openmere/core/chain/abi/open-token.ts';
import { swapDeskAbi } from '@openmere/core/chain/abi/swap-desk.ts';
import { twapOracleAbi } from '@openmere/core/chain/abi/twap-oracle.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { RefusalParams } from '@openmere/core/kit/refusal.ts';
import { formatAmount, oneCoin } from '@openmere/core/money/amount.ts';
import { decodeErrorResult } from 'viem';
import type { Abi } from 'viem';
import { exactTime } from '../exact-time.ts';
import { currentLocale } from '../i18n.ts';
import { amountText } from '../money-text.ts';
import type { Hex } from './eip1193.ts';
import { RpcRefused } from './rpc.ts';
import type { ReadChain } from './rpc.ts';
import type { TransactionRecord } from './transaction-record.ts';

const errorsOf = (abi: Abi) => abi.filter((item) => item.type === 'error');
/** The same error stands in several contracts; once is enough. */
const known: Abi = [
  ...new Map(
    [
      openTokenAbi,
      backedDollarAbi,
      membershipAbi,
      depositForwarderFactoryAbi,
      swapDeskAbi,
      twapOracleAbi,
      liquidityDeskAbi,
      hashPowerMintAbi,
      medalAbi,
    ]
      .flatMap((abi) => errorsOf(abi))
      .map((item) => [item.name, item] as const),
  ).values(),
];

/** Nodes put the revert data into `data`, or one or two levels deeper. */
function revertData(data: unknown): Hex | undefined {
  let at = data;
  for (let depth = 0; depth < 4; depth += 1) {
    if (typeof at === 'string') return /^0x([0-9a-fA-F]{2})*$/.test(at) ? (at as Hex) : undefined;
    at = (at as { data?: unknown } | null | undefined)?.data;
  }
  return undefined;
}

type Args = readonly unknown[];
type Cause = [code: string, params?: RefusalParams];
const amountOf = (value: unknown) => (typeof value === 'bigint' ? formatAmount(value) : '');
/** As the reader writes it, cut: six decimals, twelve for what is less than one. */
const shortOf = (value: unknown) =>
  typeof value === 'bigint' ? amountText(formatAmount(value), currentLocale(), value < oneCoin ? 12 : 6) : '';
/** Seconds since 1970, as the reader writes date and time. */
const timeOf = (value: unknown) => exactTime(new Date(Number(value) * 1000).toISOString(), currentLocale());

/** Custom errors with words of our own: cause and what to do. Arguments in the order of the contract. */
const causes: Readonly<Record<string, (args: Args) => Cause>> = {
  AlreadyActive: () => ['wallet.revertActive'],
  InviterNotActive: () => ['wallet.revertInviter'],
  EnforcedPause: () => ['wallet.revertPaused'],
  ERC20InsufficientBalance: ([, balance, needed]) => [
    'wallet.revertBalance',
    { needed: amountOf(needed), available: amountOf(balance) },
  ],
  ERC20InsufficientAllowance: () => ['wallet.revertAllowance'],
  SafeERC20FailedOperation: () => ['wallet.revertTransfer'],
  TransferMismatch: () => ['wallet.revertBacking'],
  ReentrancyGuardReentrantCall: () => ['wallet.revertBusy'],
  ZeroAmount: () => ['wallet.revertZero'],
  NotActive: () => ['wallet.revertNotActive'],
  NotTradable: () => ['wallet.revertNotTradable'],
  Expired: () => ['wallet.revertExpired'],
  TooLittleReceived: ([received, minimum]) => [
    'wallet.revertSlippage',
    { received: shortOf(received), minimum: shortOf(minimum) },
  ],
  TooLittleTaken: () => ['wallet.revertMoved'],
  TooLittleLp: () => ['wallet.revertMoved'],
  NotReady: ([readyAt]) => ['wallet.revertOracle', { time: timeOf(readyAt) }],
  PoolEmpty: () => ['wallet.revertPoolDry'],
  PriceTooFar: ([spot, average, maxBps]) => [
    'wallet.revertPriceFar',
    { spot: shortOf(spot), average: shortOf(average), most: Number(maxBps) / 100 },
  ],
  BelowMinimum: ([amount, minimum]) => [
    'wallet.revertBelowMinimum',
    { amount: shortOf(amount), minimum: shortOf(minimum) },
  ],
  ValueBelowMinimum: ([, minimum]) => ['minting.belowminimum', { minimum: shortOf(minimum) }],
  NotOnSale: ([, opens, , time]) => [Number(time) < Number(opens) ? 'node.notonsale' : 'node.ended'],
  SoldOut: ([, total]) => ['node.soldout', { total: String(total) }],
  AlreadyBought: () => ['node.bought'],
  AlreadyHolds: () => ['node.holds'],
  PermitNeeded: () => ['node.permitneeded'],
  // Signed for another wallet, or by a key whose permits count no more: either way a new one is needed.
  WrongPermit: () => ['node.permitneeded'],
  LpInsufficient: ([asked, held]) => [
    'wallet.revertLp',
    { needed: shortOf(asked), available: shortOf(held) },
  ],
  LpLocked: ([, free, freeAt]) => ['wallet.revertLocked', { free: shortOf(free), time: timeOf(freeAt) }],
  Stale: () => ['wallet.revertStale'],
  Removable: () => ['wallet.revertRemovable'],
  NotYet: ([, releaseAt]) => ['wallet.revertNotYet', { time: timeOf(releaseAt) }],
  NothingHeld: () => ['wallet.revertNothingHeld'],
};

/**
 * Reasons in words, of Uniswap's and PancakeSwap's pair, router and library (`UniswapV2: K`, `PancakeRouter: EXPIRED`)
 * and of old tokens. The first that fits counts.
 */
const words: readonly [RegExp, code: string][] = [
  [/: EXPIRED$/, 'wallet.revertExpired'],
  [/: (INSUFFICIENT_OUTPUT_AMOUNT|EXCESSIVE_INPUT_AMOUNT|INSUFFICIENT_[AB]_AMOUNT|K)$/, 'wallet.revertMoved'],
  [/: INSUFFICIENT_LIQUIDITY_(MINTED|BURNED)$/, 'wallet.revertTooSmall'],
  [/: INSUFFICIENT_LIQUIDITY$/, 'wallet.revertPoolDry'],
  [/: INSUFFICIENT_(INPUT_)?AMOUNT$/, 'wallet.revertZero'],
  [/: LOCKED$/, 'wallet.revertBusy'],
  [/: OVERFLOW$|ds-math/, 'wallet.revertTooLarge'],
  [/exceeds balance/i, 'wallet.revertShort'],
  [/allowance/i, 'wallet.revertAllowance'],
  [/: ([A-Z]+_)?TRANSFER_(FROM_)?FAILED$|TransferHelper/i, 'wallet.revertTransfer'],
];

function explainText(text: string): Refusal {
  const found = words.find(([pattern]) => pattern.test(text));
  return found ? new Refusal(found[1]) : new Refusal('wallet.reverted', { reason: text.slice(0, 120) });
}

/** A dry run that reverted → its cause and remedy as a refusal (field complaint 6); other errors pass unchanged. */
export function explainRevert(error: unknown): unknown {
  if (!(error instanceof RpcRefused)) return error;
  if (/insufficient funds/i.test(error.message)) return new Refusal('wallet.nogas');
  const data = revertData(error.data);
  if (data === undefined || data === '0x') return explainText(error.message);
  try {
    const { errorName, args = [] } = decodeErrorResult({ abi: known, data });
    const cause = causes[errorName]?.(args as Args);
    if (cause) return new Refusal(...cause);
    return errorName === 'Error'
      ? explainText(String(args[0]))
      : new Refusal('wallet.reverted', { reason: errorName });
  } catch {
    return new Refusal('wallet.reverted', { reason: data.slice(0, 10) });
  }
}

/** Why a mined transaction failed: it is run again on the state of its block, and its gas is looked at. */
export async function explainFailure(
  record: TransactionRecord,
  receipt: { blockNumber: Hex; gasUsed: Hex; hash: Hex },
  read: ReadChain,
): Promise<TransactionRecord['problem']> {
  const { from, to, data, value } = record;
  try {
    const mined = (await read('eth_getTransactionByHash', [receipt.hash])) as { gas: Hex } | null;
    if (mined && BigInt(mined.gas) === BigInt(receipt.gasUsed))
      return { code: 'wallet.outofgas', params: {} };
    await read('eth_call', [{ from, to, data, value }, receipt.blockNumber]);
  } catch (error) {
    const cause = explainRevert(error);
    if (cause instanceof Refusal) return { code: cause.code, params: cause.params };
  }
  return { code: 'wallet.failedonchain', params: {} };
}
