import { createHash } from 'node:crypto';
import { Fault } from '@openmere/core/kit/fault.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Database } from '../db/connect.ts';
import type { TestDatabase } from '../db/test-database.ts';
import { cloneDatabase } from '../db/test-setup.ts';
import { readBloom } from './bloom.ts';
import { findChainState } from './cursor-store.ts';
import { Follower } from './follower.ts';
import type { ChainLog, Hex, LogHandler } from './log.ts';
import { createChainReader } from './reader.ts';
import { createRpc } from './rpc.ts';
import { ScriptedChain, bloomOf } from './scripted-chain.ts';
import type { ScriptedLog } from './scripted-chain.ts';
import { RANGE_LOGS, Span } from './span.ts';

const token: Hex = `0x${'11'.repeat(20)}`;
const other: Hex = `0x${'12'.repeat(20)}`;
const topic0: Hex = `0x${'22'.repeat(32)}`;

let clone: TestDatabase;
let database: Database;
let lastChain = 7000;
const open: ScriptedChain[] = [];

beforeAll(async () => {
  clone = await cloneDatabase();
  database = clone.connect('app');
});
afterEach(() => Promise.all(open.splice(0).map((chain) => chain.close())));
afterAll(() => clone.drop());

async function startChain(): Promise<{ chain: ScriptedChain; url: string }> {
  lastChain += 1;
  const chain = new ScriptedChain(lastChain);
  open.push(chain);
  return { chain, url: await chain.listen() };
}

function followerOf(chain: ScriptedChain, url: string, handlers: LogHandler[], spanMax?: number): Follower {
  return new Follower({
    db: database.db,
    chainId: chain.chainId,
    reader: createChainReader(createRpc(url), chain.chainId),
    confirmations: async () => 1,
    startBlock: 0n,
    handlers,
    onFork: async (_tx, reason) => {
      throw new Error(reason);
    },
    staleMs: 0,
    ...(spanMax === undefined ? {} : { spanMax }),
  });
}

/** Keeps the logs of each call. */
function keeper(name: string, steps: ChainLog[][], addresses: () => Hex[]): LogHandler {
  const many = async (_tx: unknown, logs: readonly ChainLog[]): Promise<void> => {
    steps.push([...logs]);
  };
  return {
    name,
    topic0,
    addresses: async () => addresses(),
    onFinal: (tx, log) => many(tx, [log]),
    onFinalMany: many,
  };
}

let txs = 0;
function logOf(address: Hex = token): Omit<ScriptedLog, 'logIndex'> {
  txs += 1;
  const txHash: Hex = `0x${createHash('sha256').update(`catch-up ${txs}`).digest('hex')}`;
  return { txHash, address, topics: [topic0], data: '0x' };
}

const placesOf = (steps: readonly ChainLog[][]): string[] =>
  steps.flat().map((log) => `${log.blockNumber}:${log.logIndex}`);
const placesIn = (chain: ScriptedChain): string[] =>
  chain.blocks.flatMap((block) => block.logs.map((log) => `${block.number}:${log.logIndex}`));

test('refuses: a bloom that has a bit too many or too few', () => {
  const [one, two] = [logOf(token), logOf(other)];
  const bloom = readBloom(bloomOf([one, two]));
  expect(bloom?.isOf([token, other, topic0])).toBe(true);
  expect(bloom?.isOf([token, topic0])).toBe(false);
  expect(bloom?.isOf([token, other, topic0, `0x${'77'.repeat(32)}`])).toBe(false);
  expect(readBloom(bloomOf([]))?.isOf([])).toBe(true);
});

test.each(['droppedLogs', 'noLogs'] as const)(
  'refuses: to lose logs to a node whose eth_getLogs never has them all (%s)',
  async (lie) => {
    const { chain, url } = await startChain();
    for (let count = 0; count < 9; count += 1) chain.mine([logOf(), logOf(other), logOf()].slice(count % 3));
    chain.lie = (method) => (method === 'eth_getLogs' ? lie : undefined);
    const steps: ChainLog[][] = [];
    await followerOf(chain, url, [keeper('kept', steps, () => [token, other])], 2).poll();
    expect(placesOf(steps)).toEqual(placesIn(chain));
  },
);

test('refuses: to apply what was read ahead behind a block that a fault has kept from being applied', async () => {
  const { chain, url } = await startChain();
  for (let count = 0; count < 8; count += 1) chain.mine([logOf()]);
  const steps: ChainLog[][] = [];
  const kept = keeper('kept', steps, () => [token]);
  let left = 2;
  const dying: LogHandler = {
    ...kept,
    onFinalMany: async (tx, logs) => {
      left -= 1;
      if (left < 0) throw new Fault('chain.unreachable', { retry: true });
      await kept.onFinalMany?.(tx, logs);
    },
  };
  await expect(followerOf(chain, url, [dying], 2).poll()).rejects.toThrow('chain.unreachable');
  expect(await findChainState(database.db, chain.chainId)).toMatchObject({ number: 3n });
  await followerOf(chain, url, [kept], 2).poll();
  expect(placesOf(steps)).toEqual(placesIn(chain));
});

test('behavior: a contract that a range makes known is followed in the next, though that was read ahead', async () => {
  const { chain, url } = await startChain();
  chain.mine([logOf()]);
  for (let count = 0; count < 6; count += 1) chain.mine([logOf(other)]);
  const [first, later]: ChainLog[][][] = [[], []];
  const opener = keeper('opener', first ?? [], () => [token]);
  const follows = keeper('follows', later ?? [], () => (first?.length ? [token, other] : [token]));
  await followerOf(chain, url, [opener, follows], 2).poll();
  expect(placesOf(later ?? [])).toEqual(placesIn(chain));
});

test('behavior: what needs no database is read of the next range while the one before it is applied', async () => {
  const { chain, url } = await startChain();
  for (let count = 0; count < 6; count += 1) chain.mine([logOf()]);
  const steps: ChainLog[][] = [];
  const early = new Set<ChainLog>();
  const kept: LogHandler = {
    ...keeper('kept', steps, () => [token]),
    readAhead: (logs) => logs.forEach((log) => early.add(log)),
  };
  await followerOf(chain, url, [kept], 2).poll();
  expect(placesOf(steps)).toEqual(placesIn(chain));
  // The first range has none before it.
  expect(steps.map((step) => step.every((log) => early.has(log)))).toEqual([false, true, true, true]);
});

test('behavior: many logs are applied in several transactions, whole blocks each', async () => {
  const { chain, url } = await startChain();
  const perBlock = RANGE_LOGS / 2 + 1;
  for (let count = 0; count < 3; count += 1) chain.mine(Array.from({ length: perBlock }, () => logOf()));
  const steps: ChainLog[][] = [];
  const polled = await followerOf(chain, url, [keeper('kept', steps, () => [token])]).poll();
  expect(polled).toMatchObject({ applied: 3 * perBlock, more: false });
  expect(steps.map((step) => step.length)).toEqual([2 * perBlock, perBlock]);
});

test('behavior: what came before midnight UTC is applied by all handlers before what came after', async () => {
  const { chain, url } = await startChain();
  chain.mine([logOf(), logOf(other)]);
  chain.passed = 86_400;
  chain.mine([logOf(), logOf(other)]);
  const steps: ChainLog[][] = [];
  const handlers = [keeper('first', steps, () => [token]), keeper('second', steps, () => [other])];
  await followerOf(chain, url, handlers).poll();
  expect(placesOf(steps)).toEqual(placesIn(chain));
});

test('behavior: a span grows while blocks hold little, and shrinks when they are full or the node refuses', () => {
  const span = new Span(200);
  const seen: number[] = [];
  for (let count = 0; count < 5; count += 1) {
    seen.push(span.blocks);
    span.fit(span.blocks, 10);
  }
  expect(seen).toEqual([25, 50, 100, 200, 200]);
  span.fit(200, RANGE_LOGS * 10);
  expect(span.blocks).toBe(20);
  span.fit(20, RANGE_LOGS * 100);
  expect(span.blocks).toBe(1);
  expect(span.shrink()).toBe(false);
  span.fit(1, 0);
  expect(span.shrink()).toBe(true);
  expect(new Span(3).blocks).toBe(3);
});
