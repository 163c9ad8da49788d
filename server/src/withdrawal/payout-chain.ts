import { treasuryAbi } from '@openmere/core/chain/abi/treasury.ts';
import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { Fault } from '@openmere/core/kit/fault.ts';
import { decodeErrorResult, decodeFunctionResult, encodeFunctionData } from 'viem';
import type { Hex } from '../platform/chain/log.ts';
import { RpcAnswerError } from '../platform/chain/rpc.ts';
import type { Rpc } from '../platform/chain/rpc.ts';

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
  finalBlock(): Promise<bigint>;
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
  /** What the treasury lets out of a token on the present UTC day yet, in base units. */
  remainingToday(token: Hex): Promise<bigint>;
};

export type PayoutChainOptions = { treasury: Hex; confirmations: number };

/** Calldata of `Treasury.pay`. */
export function encodePay({ id, token, to, amount }: PayoutCall): Hex {
  return encodeFunctionData({ abi: treasuryAbi, functionName: 'pay', args: [id, token, to, amount] });
}

/** `confirmations` as for deposits: final is at most the node's `finalized` block and at least that deep. */
export function createPayoutChain(rpc: Rpc, options: PayoutChainOptions): PayoutChain {
  const { treasury } = options;
  const count = async (payer: Hex, block: string): Promise<number> =>
    Number(readNumber(await rpc.call('eth_getTransactionCount', [payer, block])));
  const finalBlock = () => findFinalBlock(rpc, options.confirmations);
  return {
    treasury,
    finalBlock,
    async nonces(payer) {
      const final = await finalBlock();
      return { final: await count(payer, toHex(final)), latest: await count(payer, 'latest') };
    },
    fees: () => readFees(rpc),
    dryRun: (payer, call) => dryRun(rpc, treasury, payer, call),
    async isPaid(id) {
      const data = encodeFunctionData({ abi: treasuryAbi, functionName: 'paid', args: [id] });
      const answer = await rpc.call('eth_call', [{ to: treasury, data }, toHex(await finalBlock())]);
      return decodeFunctionResult({ abi: treasuryAbi, functionName: 'paid', data: readHex(answer) });
    },
    send: (raw) => send(rpc, raw),
    findReceipt: (hash) => findReceipt(rpc, hash),
    async holdings(token) {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [treasury] });
      return readNumber(await rpc.call('eth_call', [{ to: token, data }, 'latest']));
    },
    async remainingToday(token) {
      const data = encodeFunctionData({ abi: treasuryAbi, functionName: 'remainingToday', args: [token] });
      return readNumber(await rpc.call('eth_call', [{ to: treasury, data }, 'latest']));
    },
  };
}

async function findFinalBlock(rpc: Rpc, confirmations: number): Promise<bigint> {
  const [finalized, head] = await Promise.all([
    rpc.call('eth_getBlockByNumber', ['finalized', false]),
    rpc.call('eth_blockNumber'),
  ]);
  const final = readNumber((finalized as { number?: unknown } | null)?.number);
  // A block is one confirmation deep when it is the head.
  const deep = readNumber(head) - BigInt(confirmations) + 1n;
  const block = deep < final ? deep : final;
  return block < 0n ? 0n : block;
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
  if (answer['transactionHash'] !== hash) throw nonsense('a receipt of another transaction');
  return { succeeded: readNumber(answer['status']) === 1n, blockNumber: readNumber(answer['blockNumber']) };
}

function toHex(value: bigint): string {
  return `0x${value.toString(16)}`;
}

function readHex(value: unknown): Hex {
  if (typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value)) return value as Hex;
  throw nonsense(`${String(value)} is not hex`);
}

function readNumber(value: unknown): bigint {
  const hex = readHex(value);
  if (hex.length < 3) throw nonsense('an empty number');
  return BigInt(hex);
}

function nonsense(what: string): Fault {
  return new Fault('chain.nonsense', { retry: true, cause: new Error(what) });
}
