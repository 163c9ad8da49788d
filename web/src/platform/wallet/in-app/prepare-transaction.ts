import { Refusal } from '@openmere/core/kit/refusal.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { Hex } from '../eip1193.ts';
import { readChain, RpcRefused } from '../rpc.ts';
import type { ReadChain } from '../rpc.ts';
import type { PreparedTransaction } from './approval.ts';

/** As it comes by `eth_sendTransaction`: hex texts, most of them left out. */
export type TransactionRequest = Partial<
  Record<
    | 'from'
    | 'to'
    | 'data'
    | 'input'
    | 'value'
    | 'gas'
    | 'nonce'
    | 'maxFeePerGas'
    | 'maxPriorityFeePerGas'
    | 'gasPrice',
    Hex
  >
>;

/** A fifth more gas than was counted: what a call costs can change until it is mined. */
const gasReserve = { up: 6n, down: 5n };

async function readNumber(read: ReadChain, method: string, params: readonly unknown[]): Promise<bigint> {
  return BigInt((await read(method, params)) as string);
}

/** The nonce after all that the network knows of this address. */
export async function readNextNonce(address: Hex, read: ReadChain = readChain): Promise<number> {
  return Number(await readNumber(read, 'eth_getTransactionCount', [address, 'pending']));
}

/** Fees by EIP-1559: twice the base fee of the last block and the node's tip (on BSC the base fee is 0). */
export async function readFees(
  read: ReadChain,
): Promise<{ maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }> {
  const block = (await read('eth_getBlockByNumber', ['latest', false])) as { baseFeePerGas?: Hex } | null;
  const gasPrice = await readNumber(read, 'eth_gasPrice', []);
  const base = BigInt(block?.baseFeePerGas ?? '0x0');
  const tip = gasPrice > base ? gasPrice - base : 0n;
  return { maxFeePerGas: 2n * base + tip, maxPriorityFeePerGas: tip };
}

/**
 * Fills in nonce, gas and fees and checks that they can be paid. Refuses with `wallet.needgas` (needed and available in
 * BNB, the fee at its highest); a revert comes as `RpcRefused` and is explained by who asked.
 */
export async function prepareTransaction(
  request: TransactionRequest,
  wallet: { address: Hex; chainId: number },
  read: ReadChain = readChain,
): Promise<PreparedTransaction> {
  if (request.from && request.from.toLowerCase() !== wallet.address) throw new Refusal('wallet.unauthorized');
  const data = request.data ?? request.input ?? '0x';
  const value = BigInt(request.value ?? '0x0');
  const call = { from: wallet.address, to: request.to, data, value: request.value ?? '0x0' };
  const [nonce, balance, fees] = await Promise.all([
    request.nonce ? Number(request.nonce) : readNextNonce(wallet.address, read),
    readNumber(read, 'eth_getBalance', [wallet.address, 'latest']),
    readFees(read),
  ]);
  const counted = request.gas ? BigInt(request.gas) : await countGas(read, call, balance);
  const gas = request.gas ? counted : (counted * gasReserve.up) / gasReserve.down;
  const asked = request.maxFeePerGas ?? request.gasPrice;
  const maxFeePerGas = asked ? BigInt(asked) : fees.maxFeePerGas;
  const tip = request.maxPriorityFeePerGas ?? request.gasPrice;
  const wantedTip = tip ? BigInt(tip) : fees.maxPriorityFeePerGas;
  const needed = value + gas * maxFeePerGas;
  if (balance < needed) throw needGas(needed, balance);
  return {
    chainId: wallet.chainId,
    from: wallet.address,
    to: request.to,
    value,
    data,
    nonce,
    gas,
    maxFeePerGas,
    maxPriorityFeePerGas: wantedTip < maxFeePerGas ? wantedTip : maxFeePerGas,
  };
}

/** The last digits of a fee help nobody: eight decimals, what is needed rounded up, what is there down. */
const shownUnit = 10n ** 10n;

export function needGas(needed: bigint, available: bigint): Refusal {
  const up = ((needed + shownUnit - 1n) / shownUnit) * shownUnit;
  const down = (available / shownUnit) * shownUnit;
  return new Refusal('wallet.needgas', { needed: formatAmount(up), available: formatAmount(down) });
}

async function countGas(read: ReadChain, call: object, balance: bigint): Promise<bigint> {
  try {
    return await readNumber(read, 'eth_estimateGas', [call]);
  } catch (error) {
    // Nodes say "insufficient funds" in words of their own; the wallet is simply empty.
    if (
      error instanceof RpcRefused &&
      /insufficient funds|exceeds allowance/i.test(error.message) &&
      balance === 0n
    )
      throw new Refusal('wallet.nogas');
    throw error;
  }
}
