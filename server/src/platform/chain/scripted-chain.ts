import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bytesToHex, hexToBytes, keccak256 } from 'viem';
import type { Hex } from './log.ts';
import { receiptsRootOf } from './receipts-root.ts';

/** For tests: a chain that does exactly what it is told, behind a real JSON-RPC port, and that can lie. */
export type ScriptedLog = { txHash: Hex; logIndex: number; address: Hex; topics: Hex[]; data: Hex };
export type ScriptedBlock = { number: number; hash: Hex; parentHash: Hex; time: number; logs: ScriptedLog[] };

/** Ways in which a chain node fails or lies (F4). */
export const lies = [
  'silence',
  'tooMany',
  'serverError',
  'badJson',
  'nullBlock',
  'staleHead',
  'droppedLogs',
  'noLogs',
  'doubledLogs',
  'shuffledLogs',
  'wrongChain',
  'otherBlock',
  'lostAnswer',
  'limit',
  'movedLogs',
  'twinLogs',
] as const;
export type Lie = (typeof lies)[number];

type Asked = { id: number; method: string; params: unknown[] };
const hex = (number: number): string => `0x${number.toString(16)}`;

export class ScriptedChain {
  /** Seconds that went by besides one a block, for the blocks that are mined from now on. */
  passed = 0;
  readonly chainId: number;
  blocks: ScriptedBlock[] = [];
  /** Blocks at the end that are not `finalized`. */
  unfinalized = 0;
  /** Asked for every request: the lie to tell, if any. `byHash`: for the logs of one block. */
  lie: (method: string, byHash: boolean) => Lie | undefined = () => undefined;
  requests = 0;
  /** Questions by their method. */
  readonly asked = new Map<string, number>();
  /** Headers whose blooms have every bit set. */
  fullBlooms = false;
  readonly #server: Server;
  #fork = 0;

  constructor(chainId: number) {
    this.chainId = chainId;
    this.#server = createServer((request, response) => void this.#answer(request, response));
    this.mine();
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get head(): number {
    return this.blocks.length - 1;
  }

  /** Adds a block with these logs; their indexes are given here. */
  mine(logs: readonly Omit<ScriptedLog, 'logIndex'>[] = []): ScriptedBlock {
    const parent = this.blocks.at(-1);
    const number = this.blocks.length;
    const seed = `${this.chainId} ${this.#fork} ${number} ${JSON.stringify(logs)}`;
    const block: ScriptedBlock = {
      number,
      hash: `0x${createHash('sha256').update(seed).digest('hex')}`,
      parentHash: parent?.hash ?? `0x${'0'.repeat(64)}`,
      time: 1_700_000_000 + this.passed + number,
      logs: logs.map((log, logIndex) => ({ ...log, logIndex })),
    };
    this.blocks.push(block);
    return block;
  }

  /** Takes the newest `depth` blocks back; those mined next have other hashes. */
  unwind(depth: number): ScriptedBlock[] {
    this.#fork += 1;
    return this.blocks.splice(this.blocks.length - depth);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = JSON.parse(Buffer.concat(parts).toString()) as Asked | Asked[];
    this.requests += 1;
    const list = Array.isArray(body) ? body : [body];
    const last = list.at(-1);
    const lie = this.lie(last?.method ?? '', last !== undefined && isByHash(last));
    if (lie === 'silence') return;
    if (lie === 'tooMany' || lie === 'serverError') {
      response.writeHead(lie === 'tooMany' ? 429 : 502).end('no');
      return;
    }
    if (lie === 'badJson') {
      response.end('{"jsonrpc":"2.0","id":1,"resu');
      return;
    }
    const answers = list.map((asked) => this.#result(asked, lie));
    if (lie === 'lostAnswer') answers.pop();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(Array.isArray(body) ? answers : (answers[0] ?? {})));
  }

  #result({ id, method, params }: Asked, lie: Lie | undefined): object {
    const question = isByHash({ id, method, params }) ? `${method} by hash` : method;
    this.asked.set(question, (this.asked.get(question) ?? 0) + 1);
    if (lie === 'limit' && method === 'eth_getLogs') {
      return {
        jsonrpc: '2.0',
        id,
        error: { code: -32005, message: 'query returned more than 10000 results' },
      };
    }
    return { jsonrpc: '2.0', id, result: this.#read(method, params, lie) };
  }

  #read(method: string, params: unknown[], lie: Lie | undefined): unknown {
    const top = lie === 'staleHead' ? Math.max(0, this.head - 20) : this.head;
    if (method === 'eth_chainId') return hex(lie === 'wrongChain' ? this.chainId + 1 : this.chainId);
    if (method === 'eth_blockNumber') return hex(top);
    if (method === 'eth_getBlockByNumber') {
      if (lie === 'nullBlock') return null;
      const tag = String(params[0]);
      const number =
        tag === 'latest' ? top : tag === 'finalized' ? Math.max(0, top - this.unfinalized) : Number(tag);
      return number > top ? null : this.#header(number);
    }
    if (method === 'eth_getBlockByHash') {
      const block = lie === 'nullBlock' ? undefined : this.blocks.find(({ hash }) => hash === params[0]);
      return block && block.number <= top ? this.#header(block.number) : null;
    }
    if (method === 'eth_getLogs')
      return this.#logs(params[0] as { fromBlock?: string; toBlock?: string; blockHash?: string }, lie);
    if (method === 'eth_getBlockReceipts') {
      const block = this.blocks.find((one) => one.hash === params[0]);
      const logs = block
        ? bend(
            block.logs.map((log) => this.#log(block, log)),
            lie === 'droppedLogs' ? undefined : lie,
          )
        : [];
      return block ? [receiptOf(logs)] : null;
    }
    throw new Error(`the scripted chain does not know ${method}`);
  }

  #header(number: number): object | null {
    const block = this.blocks[number];
    if (!block) return null;
    const { hash, parentHash, time, logs } = block;
    const logsBloom = this.fullBlooms ? `0x${'ff'.repeat(256)}` : bloomOf(logs);
    const receiptsRoot = receiptsRootOf([receiptOf(logs)]);
    return { number: hex(number), hash, parentHash, timestamp: hex(time), logsBloom, receiptsRoot };
  }

  #log(block: ScriptedBlock, log: ScriptedLog): Record<string, unknown> {
    return {
      blockNumber: hex(block.number),
      blockHash: block.hash,
      transactionHash: log.txHash,
      logIndex: hex(log.logIndex),
      address: log.address,
      topics: log.topics,
      data: log.data,
      removed: false,
    };
  }

  #logs(
    filter: { fromBlock?: string; toBlock?: string; blockHash?: string },
    lie: Lie | undefined,
  ): unknown[] {
    const inRange = (block: ScriptedBlock): boolean =>
      filter.blockHash === undefined
        ? block.number >= Number(filter.fromBlock) && block.number <= Number(filter.toBlock)
        : block.hash === filter.blockHash;
    return bend(
      this.blocks.filter(inRange).flatMap((block) => block.logs.map((log) => this.#log(block, log))),
      lie,
    );
  }
}

/** One for all logs of a block: the reader does not ask which transaction a receipt is of. */
function receiptOf<T>(logs: readonly T[]) {
  return {
    type: '0x2',
    status: '0x1',
    cumulativeGasUsed: '0x5208',
    logsBloom: `0x${'00'.repeat(256)}`,
    logs,
  };
}

function isByHash({ method, params }: Asked): boolean {
  return method === 'eth_getLogs' && (params[0] as { blockHash?: string }).blockHash !== undefined;
}

/** What a lying node makes of a list of logs. */
function bend(logs: Record<string, unknown>[], lie: Lie | undefined): Record<string, unknown>[] {
  if (lie === 'droppedLogs') return logs.filter((_, index) => index % 2 === 1);
  if (lie === 'noLogs') return [];
  if (lie === 'doubledLogs') return [...logs, ...logs];
  if (lie === 'movedLogs') return logs.map((log) => ({ ...log, logIndex: hex(Number(log['logIndex']) + 7) }));
  if (lie === 'twinLogs') return renumber([...logs, ...logs]);
  if (lie === 'shuffledLogs') return [...logs].reverse();
  if (lie === 'otherBlock') return logs.map((log) => ({ ...log, blockHash: `0x${'ab'.repeat(32)}` }));
  return logs;
}

/** Gives the logs of each block places without a gap, those of a transaction together: a lie that hangs together. */
function renumber(logs: Record<string, unknown>[]): Record<string, unknown>[] {
  const order = (log: Record<string, unknown>): string =>
    `${String(log['blockNumber']).padStart(20)} ${String(log['logIndex']).padStart(9)}`;
  const sorted = [...logs].sort((a, b) => (order(a) < order(b) ? -1 : 1));
  const next = new Map<unknown, number>();
  return sorted.map((log) => {
    const place = next.get(log['blockNumber']) ?? 0;
    next.set(log['blockNumber'], place + 1);
    return { ...log, logIndex: hex(place) };
  });
}

/** The logs bloom as nodes compute it. */
export function bloomOf(logs: readonly Pick<ScriptedLog, 'address' | 'topics'>[]): Hex {
  const bytes = new Uint8Array(256);
  for (const value of logs.flatMap((log) => [log.address, ...log.topics])) {
    const hash = hexToBytes(keccak256(value));
    for (const at of [0, 2, 4]) {
      const bit = (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2047;
      const place = 255 - (bit >> 3);
      bytes[place] = (bytes[place] ?? 0) | (1 << (bit & 7));
    }
  }
  return bytesToHex(bytes);
}
