import { backedDollarAbi } from '@openmere/core/chain/abi/backed-dollar.ts';
import { depositForwarderFactoryAbi } from '@openmere/core/chain/abi/deposit-forwarder-factory.ts';
import { membershipAbi } from '@openmere/core/chain/abi/membership.ts';
import { openTokenAbi } from '@openmere/core/chain/abi/open-token.ts';
import { Refusal, type RefusalParams } from '@openmere/core/kit/refusal.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { type Abi, decodeErrorResult } from 'viem';
import type { Hex } from './eip1193.ts';
import { type ReadChain, RpcRefused } from './rpc.ts';
import type { TransactionRecord } from './transaction-record.ts';

const errorsOf = (abi: Abi) => abi.filter((item) => item.type === 'error');
/** The same error stands in several contracts; once is enough. */
const known: Abi = [
  ...new Map(
    [openTokenAbi, backedDollarAbi, membershipAbi, depositForwarderFactoryAbi]
      .flatMap((abi) => errorsOf(abi as Abi))
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
const amountOf = (value: unknown) => (typeof value === 'bigint' ? formatAmount(value) : '');

/** Custom errors with words of our own: cause and what to do. */
const causes: Readonly<Record<string, (args: Args) => [code: string, params?: RefusalParams]>> = {
  AlreadyActive: () => ['wallet.revertActive'],
  InviterNotActive: () => ['wallet.revertInviter'],
  EnforcedPause: () => ['wallet.revertPaused'],
  ERC20InsufficientBalance: ([, balance, needed]) => [
    'wallet.revertBalance',
    { needed: amountOf(needed), available: amountOf(balance) },
  ],
  ERC20InsufficientAllowance: () => ['wallet.revertAllowance'],
};

function explainText(text: string): Refusal {
  if (/exceeds balance/i.test(text)) return new Refusal('wallet.revertShort');
  if (/allowance/i.test(text)) return new Refusal('wallet.revertAllowance');
  return new Refusal('wallet.reverted', { reason: text.slice(0, 120) });
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
