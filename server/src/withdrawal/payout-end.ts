import { treasuryAbi } from '@openmere/core/chain/abi/treasury.ts';
import { Fault } from '@openmere/core/kit/fault.ts';
import { decodeFunctionResult, encodeFunctionData } from 'viem';
import type { Hex } from '../platform/chain/log.ts';
import { RpcAnswerError } from '../platform/chain/rpc.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import { badAnswer, readBlockId, readHex, readNumber, readObject, toHex } from './rpc-answer.ts';
import type { BlockId } from './rpc-answer.ts';
import { readSigned } from './signed-transaction.ts';
import type { SignedTransaction } from './signed-transaction.ts';

/** Whose nonce it is, the id that the treasury would have paid, and the hashes of our own attempts. */
export type EndQuestion = { payer: Hex; nonce: number; payoutId: Hex; hashes: readonly string[] };

/**
 * What became of a payout as of one block. `open`: the nonce is not used. `paid`: the treasury has paid the id. `mined`: our
 * own transaction succeeded. The other two say that nothing left and that this nonce never will: our own one reverted, or
 * another transaction of the key (whose signed content was read and checked) took its place.
 */
export type PayoutEnd =
  | { kind: 'open' | 'paid' | 'mined' }
  | { kind: 'reverted'; txHash: Hex; txBlock: bigint; raw: null }
  | { kind: 'replaced'; txHash: Hex; txBlock: bigint; raw: Hex };

/** A count may be of a block beside the one asked for: the transaction is looked for around it, too. */
const AROUND = 3n;

/**
 * Reads what became of a payout, all at one block hash (EIP-1898), which must be the chain's before and after. A used nonce
 * alone proves nothing: the transaction that used it is found, its signature and hash are computed anew, and its receipt
 * must be in a block of this chain up to `at`. Throws a Fault `chain.…` when the node cannot answer all of that.
 */
export async function readPayoutEnd(
  rpc: Rpc,
  treasury: Hex,
  question: EndQuestion,
  at: BlockId,
): Promise<PayoutEnd> {
  await proveBlock(rpc, at);
  const end = await readEnd(rpc, treasury, question, at);
  await proveBlock(rpc, at);
  return end;
}

async function readEnd(rpc: Rpc, treasury: Hex, question: EndQuestion, at: BlockId): Promise<PayoutEnd> {
  if (await readPaid(rpc, treasury, question.payoutId, at)) return { kind: 'paid' };
  const used = await readCount(rpc, question.payer, { blockHash: at.hash });
  if (used <= question.nonce) return { kind: 'open' };
  for (const hash of question.hashes) {
    const own = await readIncluded(rpc, hash as Hex, at);
    if (own) {
      return own.succeeded
        ? { kind: 'mined' }
        : { kind: 'reverted', txHash: hash as Hex, txBlock: own.block, raw: null };
    }
  }
  const foreign = await findConsumer(rpc, question, at.number);
  if (question.hashes.includes(foreign.hash)) throw badAnswer('our own transaction without its receipt');
  const included = await readIncluded(rpc, foreign.hash, at);
  if (!included) throw badAnswer('a transaction in a block without its receipt');
  return { kind: 'replaced', txHash: foreign.hash, txBlock: included.block, raw: foreign.raw };
}

/** Fault unless the block of this number has this hash. */
export async function proveBlock(rpc: Rpc, at: BlockId): Promise<void> {
  const found = readBlockId(await rpc.call('eth_getBlockByNumber', [toHex(at.number), false]));
  if (found?.number !== at.number || found.hash !== at.hash) throw new Fault('chain.moved', { retry: true });
}

/** Whether the treasury had paid this id at the end of the block. */
export async function readPaid(rpc: Rpc, treasury: Hex, payoutId: Hex, at: BlockId): Promise<boolean> {
  const data = encodeFunctionData({ abi: treasuryAbi, functionName: 'paid', args: [payoutId] });
  const answer = readHex(await rpc.call('eth_call', [{ to: treasury, data }, { blockHash: at.hash }]));
  // An address without code answers nothing, which is no "not paid".
  if (answer.length !== 66) throw badAnswer('the treasury does not say whether it paid');
  return decodeFunctionResult({ abi: treasuryAbi, functionName: 'paid', data: answer });
}

type Included = { succeeded: boolean; block: bigint };

/** The receipt of a transaction, when its block is one of the chain up to `at`. */
async function readIncluded(rpc: Rpc, hash: Hex, at: BlockId): Promise<Included | undefined> {
  const receipt = readObject(await rpc.call('eth_getTransactionReceipt', [hash]));
  if (!receipt) return undefined;
  if (receipt['transactionHash'] !== hash) throw badAnswer('a receipt of another transaction');
  const block = {
    number: readNumber(receipt['blockNumber']),
    hash: readHex(receipt['blockHash']).toLowerCase() as Hex,
  };
  if (block.number > at.number) return undefined;
  await proveBlock(rpc, block);
  return { succeeded: readNumber(receipt['status']) === 1n, block: block.number };
}

/** Finds the transaction that used a nonce: the counts lead near its block, the blocks themselves have it. */
async function findConsumer(rpc: Rpc, question: EndQuestion, top: bigint): Promise<SignedTransaction> {
  const { payer, nonce } = question;
  const isUsed = async (block: bigint): Promise<boolean> =>
    (await readCount(rpc, payer, toHex(block))) > nonce;
  let high = top;
  let low = top - 1n;
  for (let step = 1n; low >= 0n && (await isUsed(low)); step *= 2n) {
    high = low;
    low -= step;
  }
  if (low < -1n) low = -1n;
  while (high - low > 1n) {
    const middle = (high + low) / 2n;
    if (await isUsed(middle)) high = middle;
    else low = middle;
  }
  for (let number = high - AROUND; number <= high + AROUND; number += 1n) {
    if (number < 0n || number > top) continue;
    const found = await findInBlock(rpc, number, payer, nonce);
    if (found) return found;
  }
  throw badAnswer(`nonce ${nonce} is used, but around block ${high} nobody used it`);
}

async function findInBlock(
  rpc: Rpc,
  number: bigint,
  payer: Hex,
  nonce: number,
): Promise<SignedTransaction | undefined> {
  const block = readObject(await rpc.call('eth_getBlockByNumber', [toHex(number), true]));
  if (!block || readNumber(block['number']) !== number || !Array.isArray(block['transactions'])) {
    throw badAnswer(`no block ${number} with its transactions`);
  }
  for (const item of block['transactions'] as unknown[]) {
    const transaction = readObject(item);
    const from = transaction?.['from'];
    if (typeof from !== 'string' || from.toLowerCase() !== payer) continue;
    if (readNumber(transaction?.['nonce']) === BigInt(nonce)) return readSigned(transaction, payer, nonce);
  }
  return undefined;
}

/** Transactions of `payer` up to a block; Fault when the node has no state of it (any more). */
export async function readCount(rpc: Rpc, payer: Hex, block: Hex | { blockHash: Hex }): Promise<number> {
  try {
    return Number(readNumber(await rpc.call('eth_getTransactionCount', [payer, block])));
  } catch (error) {
    // Nodes forget old states; another node, or the next block, may have what is asked for.
    if (error instanceof RpcAnswerError) throw new Fault('chain.nostate', { retry: true, cause: error });
    throw error;
  }
}
