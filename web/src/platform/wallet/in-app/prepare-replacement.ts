import { hexOf } from '../eip1193.ts';
import type { Hex } from '../eip1193.ts';
import { readChain } from '../rpc.ts';
import type { ReadChain } from '../rpc.ts';
import type { PreparedTransaction, Replacing } from './approval.ts';
import { prepareTransaction, readFees } from './prepare-transaction.ts';

/** What waits, by all hashes that it has had, and what it does. */
export type ReplaceRequest = {
  how: Replacing;
  hashes: readonly Hex[];
  to: Hex;
  data: Hex;
  value: Hex;
};

/** As a node has it: with the two fees of EIP-1559, or with the one of before. */
type Known = Partial<Record<'maxFeePerGas' | 'maxPriorityFeePerGas' | 'gasPrice', Hex>> & {
  blockNumber: Hex | null;
  nonce: Hex;
  gas: Hex;
};

const PLAIN_PAYMENT_GAS = 21_000n;

const most = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => (a > b ? a : b), 0n);

/** Nodes take another transaction of the same nonce from 12.5 % more on, some of them only above it. */
const bumped = (fee: bigint): bigint => fee + fee / 8n + 1n;

/**
 * The transaction that takes the place of one that waits: the same with a higher fee, or nothing, paid to oneself.
 * Undefined when it waits no longer. `feeBefore`: what the waiting one costs at most, in wei.
 */
export async function prepareReplacement(
  request: ReplaceRequest,
  wallet: { address: Hex; chainId: number },
  read: ReadChain = readChain,
): Promise<{ transaction: PreparedTransaction; feeBefore: bigint } | undefined> {
  const asked = request.hashes.map((hash) => read('eth_getTransactionByHash', [hash]));
  const known = ((await Promise.all(asked)) as (Known | null)[]).filter((one) => one !== null);
  const [waiting] = known;
  // Nothing is overtaken that a node has mined, or that none of them has.
  if (!waiting || known.some(({ blockNumber }) => blockNumber !== null)) return undefined;
  const gas = most(known.map((one) => BigInt(one.gas)));
  const maxFee = most(known.map((one) => BigInt(one.maxFeePerGas ?? one.gasPrice ?? 0)));
  const tip = most(known.map((one) => BigInt(one.maxPriorityFeePerGas ?? one.gasPrice ?? 0)));
  const fees = await readFees(read);
  const { to, data, value } = request;
  const call =
    request.how === 'faster'
      ? { to, data, value, gas: hexOf(gas) }
      : { to: wallet.address, data: '0x' as const, value: '0x0' as const, gas: hexOf(PLAIN_PAYMENT_GAS) };
  const transaction = await prepareTransaction(
    {
      ...call,
      from: wallet.address,
      nonce: waiting.nonce,
      maxFeePerGas: hexOf(most([bumped(maxFee), fees.maxFeePerGas])),
      maxPriorityFeePerGas: hexOf(most([bumped(tip), fees.maxPriorityFeePerGas])),
    },
    wallet,
    read,
  );
  return { transaction, feeBefore: gas * maxFee };
}
