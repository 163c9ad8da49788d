import { Fault } from '@openmere/core/kit/fault.ts';
import { readBloom } from './bloom.ts';
import type { Bloom } from './bloom.ts';
import { matches, topicsOf } from './log.ts';
import type { ChainLog, Hex, Watch } from './log.ts';
import { RpcAnswerError } from './rpc.ts';
import type { Rpc, RpcRequest } from './rpc.ts';

export type Header = { number: bigint; hash: Hex; parentHash: Hex; time: Date; bloom: Bloom | undefined };
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
  /** The same for single blocks by their hashes, by another way (receipts, where the node has them). */
  readBlockLogs(headers: readonly Header[], watches: readonly Watch[]): Promise<ChainLog[]>;
};
export type HeaderIndex = ReadonlyMap<bigint, Header>;

/** More values than this in one topic: nodes refuse; all transfers of the token are asked for instead. */
const TOPIC_VALUES_MAX = 500;

export function createChainReader(rpc: Rpc, chainId: number): ChainReader {
  const readHeaders = async (from: bigint, to: bigint): Promise<Header[]> => {
    const requests: RpcRequest[] = [];
    for (let number = from; number <= to; number += 1n) {
      requests.push({ method: 'eth_getBlockByNumber', params: [quantity(number), false] });
    }
    const headers = (await rpc.batch(requests)).map(parseHeader);
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
      const raw: unknown[] = [];
      for (const filter of filtersOf(watches)) {
        const asked = { fromBlock: quantity(from), toBlock: quantity(to), ...filter };
        raw.push(...asArray(await rpc.call('eth_getLogs', [asked])));
      }
      const logs = raw.map((log) => parseLog(log, chainId, (number) => headers.get(number)));
      demand(
        logs.every((log) => log.blockNumber >= from && log.blockNumber <= to),
        'a log outside the range',
      );
      return arrange(logs, watches);
    },
    async readBlockLogs(headers, watches) {
      const logs: ChainLog[] = [];
      for (let start = 0; start < headers.length; start += RECEIPT_BLOCKS) {
        const part = headers.slice(start, start + RECEIPT_BLOCKS);
        const blocks = await readRawBlockLogs(rpc, part);
        part.forEach((header, index) => {
          // Most logs of a block are others': only what may be ours is read closely.
          const raw = (blocks[index] ?? []).filter((log) => isPerhapsWanted(log, watches));
          logs.push(...raw.map((log) => parseLog(log, chainId, () => header)));
        });
      }
      return arrange(logs, watches);
    },
  };
}

/** Blocks whose receipts are asked for at once; full blocks have megabytes of them. */
const RECEIPT_BLOCKS = 8;

/** All logs of each block, as the node says them. */
async function readRawBlockLogs(rpc: Rpc, headers: readonly Header[]): Promise<unknown[][]> {
  const ask = (method: string, params: (hash: Hex) => unknown[]): Promise<unknown[]> =>
    rpc.batch(headers.map(({ hash }) => ({ method, params: params(hash) })));
  try {
    const answers = await ask('eth_getBlockReceipts', (hash) => [hash]);
    return answers.map((receipts) =>
      asArray(receipts).flatMap((receipt) => asArray((receipt as { logs?: unknown } | null)?.logs)),
    );
  } catch (error) {
    // Nodes without block receipts, or that take only numbers there.
    if (!(error instanceof RpcAnswerError)) throw error;
    return (await ask('eth_getLogs', (blockHash) => [{ blockHash }])).map(asArray);
  }
}

/** False only for a well-formed log of a contract that nobody watches. */
function isPerhapsWanted(log: unknown, watches: readonly Watch[]): boolean {
  const { address } = asObject(log);
  return typeof address !== 'string' || watches.some(({ addresses }) => addresses.has(address.toLowerCase()));
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
  const places = new Map<string, ChainLog>();
  for (const log of logs) {
    if (!watches.some((watch) => matches(watch, log))) continue;
    const place = `${log.blockNumber}:${log.logIndex}`;
    const known = places.get(place);
    demand(!known || sameLog(known, log), `two different logs at ${place}`);
    places.set(place, log);
  }
  return [...places.values()].sort((a, b) =>
    a.blockNumber === b.blockNumber ? a.logIndex - b.logIndex : a.blockNumber < b.blockNumber ? -1 : 1,
  );
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

/** Whether the header's bloom says that a wanted log may be in the block. Undefined when it cannot tell (too full, none). */
export function bloomExpects(header: Header, watches: readonly Watch[]): boolean | undefined {
  const { bloom } = header;
  if (!bloom || bloom.fill > 0.5) return undefined;
  return watches.some(
    ({ handler, addresses, filter }) =>
      topicsOf(handler).some((topic) => bloom.has(topic)) &&
      [...addresses].some((address) => bloom.has(address as Hex)) &&
      (!filter || filter.values.some((value) => bloom.has(value))),
  );
}

const HASH = /^0x[0-9a-fA-F]{64}$/;

function parseHeader(answer: unknown): Header {
  const block = asObject(answer);
  return {
    number: asQuantity(block['number']),
    hash: asHex(block['hash'], HASH),
    parentHash: asHex(block['parentHash'], HASH),
    time: new Date(Number(asQuantity(block['timestamp'])) * 1000),
    bloom: readBloom(block['logsBloom']),
  };
}

function parseLog(
  answer: unknown,
  chainId: number,
  headerOf: (number: bigint) => Header | undefined,
): ChainLog {
  const log = asObject(answer);
  demand(log['removed'] !== true, 'a removed log');
  const blockNumber = asQuantity(log['blockNumber']);
  const blockHash = asHex(log['blockHash'], HASH);
  const header = headerOf(blockNumber);
  demand(header?.hash === blockHash, `a log of another block ${blockNumber}`);
  return {
    chainId,
    blockNumber,
    blockHash,
    blockTime: header.time,
    txHash: asHex(log['transactionHash'], HASH),
    logIndex: Number(asQuantity(log['logIndex'])),
    address: asHex(log['address'], /^0x[0-9a-fA-F]{40}$/),
    topics: asArray(log['topics']).map((topic) => asHex(topic, HASH)),
    data: asHex(log['data'], /^0x([0-9a-fA-F]{2})*$/),
  };
}

export function quantity(number: bigint): Hex {
  return `0x${number.toString(16)}`;
}

function asObject(value: unknown): Record<string, unknown> {
  demand(typeof value === 'object' && value !== null && !Array.isArray(value), 'no object where one belongs');
  return value as Record<string, unknown>;
}

function asArray(value: unknown): unknown[] {
  demand(Array.isArray(value), 'no list where one belongs');
  return value as unknown[];
}

function asQuantity(value: unknown): bigint {
  demand(typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value), 'no quantity where one belongs');
  return BigInt(value as string);
}

function asHex(value: unknown, pattern: RegExp): Hex {
  demand(typeof value === 'string' && pattern.test(value), 'no hex where it belongs');
  return (value as string).toLowerCase() as Hex;
}

/** What a node says must hang together; if it does not, this poll is void and the next one asks again. */
function demand(condition: unknown, what: string): asserts condition {
  if (!condition) throw new Fault('chain.nonsense', { retry: true, cause: new Error(what) });
}
