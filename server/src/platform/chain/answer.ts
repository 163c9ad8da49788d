import { Fault } from '@openmere/core/kit/fault.ts';
import { readBloom } from './bloom.ts';
import type { Bloom } from './bloom.ts';
import type { ChainLog, Hex } from './log.ts';

export type Header = {
  number: bigint;
  hash: Hex;
  parentHash: Hex;
  time: Date;
  bloom: Bloom | undefined;
  receiptsRoot: Hex;
};

export const HASH = /^0x[0-9a-fA-F]{64}$/;
export const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

export function parseHeader(answer: unknown): Header {
  const block = asObject(answer);
  return {
    number: asQuantity(block['number']),
    hash: asHex(block['hash'], HASH),
    parentHash: asHex(block['parentHash'], HASH),
    time: new Date(Number(asQuantity(block['timestamp'])) * 1000),
    bloom: readBloom(block['logsBloom']),
    receiptsRoot: asHex(block['receiptsRoot'], HASH),
  };
}

export function parseLog(
  answer: unknown,
  chainId: number,
  headerOf: (number: bigint) => Header | undefined,
): ChainLog {
  const log = asObject(answer);
  demand(log['removed'] !== true, 'a removed log');
  const blockNumber = asQuantity(log['blockNumber']);
  const header = headerOf(blockNumber);
  demand(header && isHash(log['blockHash'], header.hash), `a log of another block ${blockNumber}`);
  return {
    chainId,
    blockNumber,
    blockHash: header.hash,
    blockTime: header.time,
    txHash: asHex(log['transactionHash'], HASH),
    logIndex: Number(asQuantity(log['logIndex'])),
    address: asHex(log['address'], ADDRESS),
    topics: asArray(log['topics']).map((topic) => asHex(topic, HASH)),
    data: asHex(log['data'], /^0x([0-9a-fA-F]{2})*$/),
  };
}

/** Nodes write hashes in small letters, all but always. */
export function isHash(value: unknown, hash: Hex): boolean {
  return value === hash || asHex(value, HASH) === hash;
}

export function asObject(value: unknown): Record<string, unknown> {
  demand(typeof value === 'object' && value !== null && !Array.isArray(value), 'no object where one belongs');
  return value as Record<string, unknown>;
}

export function asArray(value: unknown): unknown[] {
  demand(Array.isArray(value), 'no list where one belongs');
  return value as unknown[];
}

export function asQuantity(value: unknown): bigint {
  demand(typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value), 'no quantity where one belongs');
  return BigInt(value as string);
}

export function asHex(value: unknown, pattern: RegExp): Hex {
  demand(typeof value === 'string' && pattern.test(value), 'no hex where it belongs');
  return (value as string).toLowerCase() as Hex;
}

/** What a node says must hang together; if it does not, this poll is void and the next one asks again. */
export function demand(condition: unknown, what: string): asserts condition {
  if (!condition) throw new Fault('chain.badanswer', { retry: true, cause: new Error(what) });
}
