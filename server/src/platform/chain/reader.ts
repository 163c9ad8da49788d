import { Fault } from '@openmere/core/kit/fault.ts';
import { asArray, asObject, demand, parseHeader, parseLog } from './answer.ts';
import type { Header } from './answer.ts';
import { judgeBlock, readLogsByHash, readReceiptLogs } from './block-logs.ts';
import type { BloomVerdict } from './block-logs.ts';
import { inParts } from './in-parts.ts';
import { TOPIC_VALUES_MAX, matches, topicsOf } from './log.ts';
import type { ChainLog, Hex, Watch } from './log.ts';
import { receiptsRootOf } from './receipts-root.ts';
import type { Rpc, RpcRequest } from './rpc.ts';

export type Tip = { head: Header; final: Header };

/** Reads of the chain, each answer checked for shape and for agreement with the others: a node may lie or be behind. */
export type ChainReader = {
  /** The newest block and the newest that the chain calls `finalized`. */
  readTip(): Promise<Tip>;
  /** Headers of a range, linked by their parent hashes. Fault when the node does not have all or they do not link. */
  readHeaders(from: bigint, to: bigint): Promise<Header[]>;
  findHeader(number: bigint): Promise<Header | undefined>;
  /** The logs of a range that some watch wants, each in the block that `headers` names, in chain order, once each. */
  readLogs(from: bigint, to: bigint, watches: readonly Watch[], headers: HeaderIndex): Promise<ChainLog[]>;
  /** Single blocks whole, by their hashes: from `eth_getLogs` or, `receipts`, from the receipts where the node has them. */
  readBlocks(headers: readonly Header[], watches: readonly Watch[], way: BlockWay): Promise<BlockLogs[]>;
};
export type BlockWay = 'logs' | 'receipts';
/**
 * Logs of a block that some watch wants, in order, and what all logs of the block say of themselves (`judgeBlock`); 'wrong', too,
 * when they have twins and the receipts that they come from are not those of the header's root.
 */
export type BlockLogs = { header: Header; logs: ChainLog[]; verdict: BloomVerdict | undefined };
export type HeaderIndex = ReadonlyMap<bigint, Header>;

/** Headers in one question. */
const HEADERS_AT_ONCE = 50;

export function createChainReader(rpc: Rpc, chainId: number): ChainReader {
  const readHeaders = async (from: bigint, to: bigint): Promise<Header[]> => {
    const requests: RpcRequest[] = [];
    for (let number = from; number <= to; number += 1n) {
      requests.push({ method: 'eth_getBlockByNumber', params: [quantity(number), false] });
    }
    const answers = await inParts(requests, HEADERS_AT_ONCE, (part) => rpc.batch(part));
    const headers = answers.map(parseHeader);
    headers.forEach((header, index) => {
      const parent = headers[index - 1];
      demand(header.number === from + BigInt(index), `block ${header.number} where another was asked for`);
      demand(
        !parent || header.parentHash === parent.hash,
        `block ${header.number} does not follow its parent`,
      );
    });
    return headers;
  };
  return {
    readHeaders,
    async readTip() {
      const [id, head, final] = await rpc.batch([
        // Asked at every poll: behind one address there may be several nodes.
        { method: 'eth_chainId' },
        { method: 'eth_getBlockByNumber', params: ['latest', false] },
        { method: 'eth_getBlockByNumber', params: ['finalized', false] },
      ]);
      if (Number(id) !== chainId) throw new Fault('chain.wrongchain', { retry: true });
      const tip = { head: parseHeader(head), final: parseHeader(final) };
      demand(tip.final.number <= tip.head.number, 'a finalized block above the newest');
      return tip;
    },
    async findHeader(number) {
      const answer = await rpc.call('eth_getBlockByNumber', [quantity(number), false]);
      if (answer === null) return undefined;
      const header = parseHeader(answer);
      demand(header.number === number, 'another block than asked for');
      return header;
    },
    async readLogs(from, to, watches, headers) {
      // Asked along with it: a node that has not the last block answers a range with what it has, and says nothing.
      const known = { method: 'eth_getBlockByHash', params: [headers.get(to)?.hash, false] };
      const filters = filtersOf(watches).map((filter) => ({
        method: 'eth_getLogs',
        params: [{ fromBlock: quantity(from), toBlock: quantity(to), ...filter }],
      }));
      const [last, ...answers] = await rpc.batch([known, ...filters]);
      demand(last !== null, `the node has no block ${to}`);
      const raw = answers.flatMap(asArray);
      const logs = raw.map((log) => parseLog(log, chainId, (number) => headers.get(number)));
      demand(
        logs.every((log) => log.blockNumber >= from && log.blockNumber <= to),
        'a log outside the range',
      );
      return arrange(logs, watches);
    },
    async readBlocks(headers, watches, way) {
      const blocks = await (way === 'logs' ? readLogsByHash : readReceiptLogs)(rpc, headers);
      const addresses = new Set(watches.flatMap((watch) => [...watch.addresses]));
      return headers.map((header, index) => {
        const { logs: all, receipts } = blocks[index] ?? { logs: [] };
        const ours = all.filter((log) => isPerhapsWanted(log, addresses));
        const parsed = ours.map((log) => parseLog(log, chainId, () => header));
        const logs = arrange(parsed, watches);
        if (isRefuted(header, logs, receipts)) return { header, logs, verdict: 'wrong' };
        return { header, logs, verdict: judgeBlock(header, all) };
      });
    },
  };
}

/** A log told twice leaves the bloom as it is, so that only the receipts' root tells; reckoned for twins alone, as it takes time. */
function isRefuted(
  { receiptsRoot }: Header,
  logs: readonly ChainLog[],
  receipts: unknown[] | undefined,
): boolean {
  return receipts !== undefined && hasTwins(logs) && receiptsRootOf(receipts) !== receiptsRoot;
}

/** False only for a well-formed log of a contract that nobody watches. */
function isPerhapsWanted(log: unknown, addresses: ReadonlySet<string>): boolean {
  const { address } = asObject(log);
  return typeof address !== 'string' || addresses.has(address) || addresses.has(address.toLowerCase());
}

/** One question per narrowed watch, one for all others together. */
function filtersOf(watches: readonly Watch[]): { address: string[]; topics: (Hex[] | null)[] }[] {
  const narrowed = watches.filter((watch) => watch.filter && watch.filter.values.length <= TOPIC_VALUES_MAX);
  const wide = watches.filter((watch) => !narrowed.includes(watch));
  const filters = narrowed.map((watch) => {
    const topics: (Hex[] | null)[] = [[...topicsOf(watch.handler)], null, null, null];
    topics[watch.filter?.position ?? 1] = watch.filter?.values ?? null;
    return { address: [...watch.addresses], topics: topics.slice(0, (watch.filter?.position ?? 0) + 1) };
  });
  if (wide.length > 0) {
    const addresses = new Set(wide.flatMap((watch) => [...watch.addresses]));
    const topics = new Set(wide.flatMap((watch) => topicsOf(watch.handler)));
    filters.push({ address: [...addresses], topics: [[...topics]] });
  }
  return filters;
}

/** Those that are wanted, in chain order, once each. The same place with two contents is a lie. */
export function arrange(logs: readonly ChainLog[], watches: readonly Watch[]): ChainLog[] {
  const wanted = logs.filter((log) => watches.some((watch) => matches(watch, log)));
  wanted.sort((a, b) =>
    a.blockNumber === b.blockNumber ? a.logIndex - b.logIndex : a.blockNumber < b.blockNumber ? -1 : 1,
  );
  return wanted.filter((log, index) => {
    const before = wanted[index - 1];
    if (before?.blockNumber !== log.blockNumber || before.logIndex !== log.logIndex) return true;
    demand(sameLog(before, log), `two different logs at ${log.blockNumber}:${log.logIndex}`);
    return false;
  });
}

/** Whether a transaction is said to hold the same log twice: possible, and what a log counted twice looks like. */
export function hasTwins(logs: readonly ChainLog[]): boolean {
  return new Set(logs.map(contentOf)).size < logs.length;
}

function contentOf({ txHash, address, topics, data }: ChainLog): string {
  return [txHash, address, ...topics, data].join();
}

/** Whether two logs say the same at the same place. */
export function sameLog(a: ChainLog, b: ChainLog | undefined): boolean {
  return (
    b !== undefined &&
    a.blockHash === b.blockHash &&
    a.logIndex === b.logIndex &&
    a.txHash === b.txHash &&
    a.address === b.address &&
    a.data === b.data &&
    a.topics.join() === b.topics.join()
  );
}

/** A bloom that would say "perhaps" of more blocks than this by mere chance is not asked. */
const CHANCE_MAX = 0.05;

/**
 * Whether the header's bloom says that a wanted log may be in the block. Undefined when it cannot tell: it is too full or not
 * there, or which logs of a contract are wanted only the handler knows.
 */
export function bloomExpects({ bloom }: Header, watches: readonly Watch[]): boolean | undefined {
  if (!bloom) return undefined;
  const chanceOf = (values: number): number => Math.min(1, values * bloom.fill ** 3);
  let isUnclear = false;
  for (const { handler, addresses, filter } of watches) {
    const topics = topicsOf(handler);
    const expects =
      topics.some((topic) => bloom.has(topic)) &&
      [...addresses].some((address) => bloom.has(address as Hex)) &&
      (!filter || filter.values.some((value) => bloom.has(value)));
    if (!expects) continue;
    const chance =
      chanceOf(topics.length) * chanceOf(addresses.size) * (filter ? chanceOf(filter.values.length) : 1);
    const isOpen = handler.pick !== undefined && !filter;
    if (chance <= CHANCE_MAX && !isOpen) return true;
    isUnclear = true;
  }
  return isUnclear ? undefined : false;
}

/**
 * Names a block in a question about its state (EIP-1898): whichever node answers, and whatever it has mined meanwhile, the
 * answer is that block's; a node that does not have it, or no longer, refuses.
 */
export function atBlock(blockHash: Hex): { blockHash: Hex; requireCanonical: true } {
  return { blockHash, requireCanonical: true };
}

export function quantity(number: bigint): Hex {
  return `0x${number.toString(16)}`;
}
