import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { treasuryAbi } from '@openmere/core/chain/abi/treasury.ts';
import { Fault } from '@openmere/core/kit/fault.ts';
import { decodeErrorResult, decodeFunctionResult, encodeFunctionData } from 'viem';
import type { Hex } from '../platform/chain/log.ts';
import { RpcAnswerError } from '../platform/chain/rpc.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import { proveBlock, readCount, readPaid, readPayoutEnd } from './payout-end.ts';
import type { EndQuestion, PayoutEnd } from './payout-end.ts';
import { badAnswer, readBlockId, readHex, readNumber, toHex } from './rpc-answer.ts';
import type { BlockId } from './rpc-answer.ts';

export type Receipt = { succeeded: boolean; blockNumber: bigint };
/** What became of handing bytes to a node. `known` and `toolow` are no failures: the bytes may well be on chain. */
export type SendAnswer = {
  kind: 'accepted' | 'known' | 'toolow' | 'underpriced' | 'refused';
  message: string;
};
export type PayoutCall = { id: Hex; token: Hex; to: Hex; amount: bigint };

/** What payouts need from a chain node, and nothing else. Answers are untrusted: the worst a lie can do is make us wait. */
export type PayoutChain = {
  readonly treasury: Hex;
  /** Transactions of `payer` in blocks up to the final one, and up to the latest. */
  nonces(payer: Hex): Promise<{ final: number; latest: number }>;
  finalBlock(): Promise<BlockId>;
  /** Transactions of `payer` up to a block, read at its hash. */
  countAt(payer: Hex, at: BlockId): Promise<number>;
  /** Fault unless the block is the chain's. */
  prove(block: BlockId): Promise<void>;
  /** What became of a payout as of one block. What ends it is believed only when the nodes agree. */
  readEnd(question: EndQuestion, at: BlockId): Promise<PayoutEnd>;
  /** Whether the treasury had paid the id at that block, for any node that is asked. */
  wasPaid(id: Hex, at: BlockId): Promise<boolean>;
  /** Wei per gas now. */
  fees(): Promise<{ maxFee: bigint; priorityFee: bigint }>;
  /** Gas that the payout would take, or why it would revert. */
  dryRun(payer: Hex, call: PayoutCall): Promise<{ gas: bigint } | { revert: string }>;
  /** Whether the treasury has paid this id, as of the final block. */
  isPaid(id: Hex): Promise<boolean>;
  send(raw: Hex): Promise<SendAnswer>;
  findReceipt(hash: Hex): Promise<Receipt | undefined>;
  /** What the treasury itself holds of a token, in base units. */
  holdings(token: Hex): Promise<bigint>;
  /** What the treasury lets out of a token now, in base units: its limit for 24 hours, less what was paid within them. */
  remainingInDay(token: Hex): Promise<bigint>;
};

export type PayoutChainOptions = {
  treasury: Hex;
  confirmations: number;
  /**
   * The nodes of the chain, each by itself: no payout ends, and nothing is given back, unless two of them (where there are
   * two) say so and none says otherwise. Left out: the one connection.
   */
  nodes?: readonly Rpc[];
};

/** Calldata of `Treasury.pay`. */
export function encodePay({ id, token, to, amount }: PayoutCall): Hex {
  return encodeFunctionData({ abi: treasuryAbi, functionName: 'pay', args: [id, token, to, amount] });
}

/** `confirmations` as for deposits: final is at most the node's `finalized` block and at least that deep. */
export function createPayoutChain(rpc: Rpc, options: PayoutChainOptions): PayoutChain {
  const { treasury } = options;
  const nodes = options.nodes ?? [rpc];
  const count = async (payer: Hex, block: string): Promise<number> =>
    Number(readNumber(await rpc.call('eth_getTransactionCount', [payer, block])));
  const finalBlock = () => findFinalBlock(rpc, options.confirmations);
  return {
    treasury,
    finalBlock,
    countAt: (payer, at) => readCount(rpc, payer, { blockHash: at.hash }),
    prove: async (block) => {
      await askNodes(nodes, (node) => proveBlock(node, block));
    },
    readEnd: (question, at) => readAgreed(nodes, treasury, question, at),
    async wasPaid(id, at) {
      const answers = await askNodes(nodes, async (node) => {
        await proveBlock(node, at);
        const isPaid = await readPaid(node, treasury, id, at);
        await proveBlock(node, at);
        return isPaid;
      });
      return answers.includes(true);
    },
    async nonces(payer) {
      const { number: final } = await finalBlock();
      return { final: await count(payer, toHex(final)), latest: await count(payer, 'latest') };
    },
    fees: () => readFees(rpc),
    dryRun: (payer, call) => dryRun(rpc, treasury, payer, call),
    async isPaid(id) {
      const data = encodeFunctionData({ abi: treasuryAbi, functionName: 'paid', args: [id] });
      const answer = await rpc.call('eth_call', [{ to: treasury, data }, toHex((await finalBlock()).number)]);
      return decodeFunctionResult({ abi: treasuryAbi, functionName: 'paid', data: readHex(answer) });
    },
    send: (raw) => send(rpc, raw),
    findReceipt: (hash) => findReceipt(rpc, hash),
    async holdings(token) {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [treasury] });
      return readNumber(await rpc.call('eth_call', [{ to: token, data }, 'latest']));
    },
    async remainingInDay(token) {
      const data = encodeFunctionData({ abi: treasuryAbi, functionName: 'remainingInDay', args: [token] });
      return readNumber(await rpc.call('eth_call', [{ to: treasury, data }, 'latest']));
    },
  };
}

/** The highest block that the node calls final and that is deep enough; a block is one confirmation deep when it is the head. */
async function findFinalBlock(rpc: Rpc, confirmations: number): Promise<BlockId> {
  const [finalized, head] = await Promise.all([
    rpc.call('eth_getBlockByNumber', ['finalized', false]).then(readBlockId),
    rpc.call('eth_blockNumber').then(readNumber),
  ]);
  if (!finalized) throw badAnswer('no finalized block');
  const deep = head - BigInt(confirmations) + 1n;
  if (finalized.number <= deep) return finalized;
  const block = readBlockId(await rpc.call('eth_getBlockByNumber', [toHex(deep < 0n ? 0n : deep), false]));
  if (!block) throw badAnswer('no block where its child is');
  return block;
}

/** Nodes that must answer before something is concluded: two, where there are two. */
const ANSWERS_MIN = 2;

/** Asks every node. @returns the answers of those that gave one; throws when too few did. */
async function askNodes<T>(nodes: readonly Rpc[], ask: (node: Rpc) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  let failure: unknown = new Fault('chain.unreachable', { retry: true });
  for (const settled of await Promise.allSettled(nodes.map(ask))) {
    if (settled.status === 'fulfilled') answers.push(settled.value);
    else failure = asFault(settled.reason);
  }
  if (answers.length < Math.min(ANSWERS_MIN, nodes.length)) throw failure;
  return answers;
}

/** A node that refuses a question (a block that it has not, a state that it forgot) gave no answer. */
function asFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  if (error instanceof RpcAnswerError) return new Fault('chain.refused', { retry: true, cause: error });
  throw error;
}

/** What nodes do not agree on is not concluded. */
async function readAgreed(
  nodes: readonly Rpc[],
  treasury: Hex,
  question: EndQuestion,
  at: BlockId,
): Promise<PayoutEnd> {
  const [first, ...others] = await askNodes(nodes, (node) => readPayoutEnd(node, treasury, question, at));
  if (!first) throw new Fault('chain.unreachable', { retry: true });
  if (others.every((other) => isSameEnd(first, other))) return first;
  const kinds = [first, ...others].map(({ kind }) => kind).join(', ');
  throw new Fault('chain.disagree', { retry: true, cause: new Error(`the nodes say ${kinds}`) });
}

function isSameEnd(a: PayoutEnd, b: PayoutEnd): boolean {
  if ('txHash' in a && 'txHash' in b)
    return a.kind === b.kind && a.txHash === b.txHash && a.txBlock === b.txBlock;
  return a.kind === b.kind;
}

async function readFees(rpc: Rpc): Promise<{ maxFee: bigint; priorityFee: bigint }> {
  const [latest, tip, gasPrice] = await Promise.all([
    rpc.call('eth_getBlockByNumber', ['latest', false]),
    rpc.call('eth_maxPriorityFeePerGas').catch(() => '0x0'),
    rpc.call('eth_gasPrice'),
  ]);
  const base = readNumber((latest as { baseFeePerGas?: unknown } | null)?.baseFeePerGas ?? '0x0');
  const price = readNumber(gasPrice);
  const priority = readNumber(tip);
  const maxFee = base * 2n + priority;
  // BSC has had a base fee of zero: then the gas price is what miners take.
  return maxFee > price ? { maxFee, priorityFee: priority } : { maxFee: price, priorityFee: price - base };
}

async function dryRun(
  rpc: Rpc,
  treasury: Hex,
  payer: Hex,
  call: PayoutCall,
): Promise<{ gas: bigint } | { revert: string }> {
  try {
    const transaction = { from: payer, to: treasury, data: encodePay(call) };
    return { gas: readNumber(await rpc.call('eth_estimateGas', [transaction])) };
  } catch (error) {
    if (error instanceof RpcAnswerError) return { revert: nameRevert(error) };
    throw error;
  }
}

/** The contract's own error with its figures, where the node gives the data. */
function nameRevert(error: RpcAnswerError): string {
  const data = typeof error.data === 'string' ? error.data : undefined;
  if (data === undefined || !/^0x[0-9a-f]{8}/i.test(data)) return error.message;
  try {
    const { errorName, args } = decodeErrorResult({ abi: treasuryAbi, data: data as Hex });
    return `${errorName}(${(args ?? []).map(String).join(', ')})`;
  } catch {
    // An error of the token: its message is all there is.
    return error.message;
  }
}

async function send(rpc: Rpc, raw: Hex): Promise<SendAnswer> {
  try {
    await rpc.call('eth_sendRawTransaction', [raw]);
    return { kind: 'accepted', message: '' };
  } catch (error) {
    if (!(error instanceof RpcAnswerError)) throw error;
    return { kind: classify(error.message), message: error.message };
  }
}

/** Nodes differ in wording and agree in these words (geth, BSC, erigon, anvil). */
function classify(message: string): SendAnswer['kind'] {
  if (/already known|known transaction|already imported|already in (the )?pool/i.test(message))
    return 'known';
  if (/nonce too low|nonce is too low|nonce has already been used/i.test(message)) return 'toolow';
  if (/underpriced/i.test(message)) return 'underpriced';
  return 'refused';
}

async function findReceipt(rpc: Rpc, hash: Hex): Promise<Receipt | undefined> {
  const answer = (await rpc.call('eth_getTransactionReceipt', [hash])) as Record<string, unknown> | null;
  if (answer === null) return undefined;
  if (answer['transactionHash'] !== hash) throw badAnswer('a receipt of another transaction');
  return { succeeded: readNumber(answer['status']) === 1n, blockNumber: readNumber(answer['blockNumber']) };
}
