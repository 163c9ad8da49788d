import { createHash } from 'node:crypto';
import { Fault } from '@openmere/core/kit/fault.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Database } from '../db/connect.ts';
import type { TestDatabase } from '../db/test-database.ts';
import { cloneDatabase } from '../db/test-setup.ts';
import { readFinal } from './check-logs.ts';
import { askRescan } from './cursor-store.ts';
import { Follower } from './follower.ts';
import type { ChainLog, Hex, LogHandler, Watch } from './log.ts';
import { createChainReader } from './reader.ts';
import type { ChainReader } from './reader.ts';
import { createRpc } from './rpc.ts';
import { ScriptedChain } from './scripted-chain.ts';
import type { Lie, ScriptedLog } from './scripted-chain.ts';

const token: Hex = `0x${'11'.repeat(20)}`;
const other: Hex = `0x${'12'.repeat(20)}`;
const topic0: Hex = `0x${'22'.repeat(32)}`;
const POLLS_MAX = 5;

let clone: TestDatabase;
let database: Database;
let lastChain = 8000;
const open: ScriptedChain[] = [];

beforeAll(async () => {
  clone = await cloneDatabase();
  database = clone.connect('app');
});
afterEach(() => Promise.all(open.splice(0).map((chain) => chain.close())));
afterAll(() => clone.drop());

type Setup = {
  chain: ScriptedChain;
  follower: Follower;
  credited: ChainLog[];
  second: ScriptedChain;
  reader: ChainReader;
  watch: Watch;
};

/** A follower of one scripted node, or of two that say the same. */
async function setUp(nodes: 1 | 2 = 1): Promise<Setup> {
  lastChain += 1;
  const [chain, second] = [new ScriptedChain(lastChain), new ScriptedChain(lastChain)];
  open.push(chain, second);
  const urls = [await chain.listen(), await second.listen()];
  second.blocks = chain.blocks;
  const [reader, witness] = urls.map((url) => createChainReader(createRpc(url), chain.chainId));
  if (!reader) throw new Error('no reader');
  const credited: ChainLog[] = [];
  const handler: LogHandler = {
    name: 'credit',
    topic0,
    addresses: async () => [token],
    onFinal: async (_tx, log) => void credited.push(log),
  };
  const follower = new Follower({
    db: database.db,
    chainId: chain.chainId,
    reader,
    witness: nodes === 2 ? witness : undefined,
    confirmations: async () => 1,
    startBlock: 0n,
    handlers: [handler],
    onFork: async () => undefined,
    staleMs: 0,
  });
  const watch = { handler, addresses: new Set([token]) };
  return { chain, follower, credited, second, reader, watch };
}

let txs = 0;
function payment(address: Hex = token): Omit<ScriptedLog, 'logIndex'> {
  txs += 1;
  const txHash: Hex = `0x${createHash('sha256').update(`checked ${txs}`).digest('hex')}`;
  return { txHash, address, topics: [topic0], data: '0x' };
}

/** Only ranges are lied about; what is asked by hash and from receipts is true. */
function lieToRanges(chain: ScriptedChain, lie: Lie): void {
  chain.lie = (method, byHash) => (method === 'eth_getLogs' && !byHash ? lie : undefined);
}

async function pollAll(follower: Follower): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (let polls = 0; polls < POLLS_MAX; polls += 1) {
    await follower.poll().catch((error: unknown) => {
      if (!(error instanceof Fault)) throw error;
      faults.push(error);
    });
  }
  return faults;
}

test.each([
  ['movedLogs', false],
  ['movedLogs', true],
  ['twinLogs', false],
  ['twinLogs', true],
] as const)(
  'refuses: to credit while the range has what the block has not (%s, full blooms %s)',
  async (lie, fullBlooms) => {
    const { chain, follower, credited } = await setUp();
    chain.fullBlooms = fullBlooms;
    chain.mine([payment(other), payment()]);
    chain.lie = (method) => (method === 'eth_getLogs' ? lie : undefined);
    // Whole blocks, too, come by eth_getLogs: only the receipts are true.
    expect((await pollAll(follower)).map(({ code }) => code)).toEqual(
      Array(POLLS_MAX).fill('chain.disagree'),
    );
    expect(credited).toEqual([]);
    chain.lie = () => undefined;
    expect(await pollAll(follower)).toEqual([]);
    expect(credited.map(({ logIndex }) => logIndex)).toEqual([1]);
  },
);

test('refuses: to credit the same log under another index that a range tells beside the true block', async () => {
  const { chain, follower, credited } = await setUp();
  chain.mine([payment()]);
  lieToRanges(chain, 'movedLogs');
  expect((await pollAll(follower)).map(({ code }) => code)).toEqual(Array(POLLS_MAX).fill('chain.disagree'));
  expect(credited).toEqual([]);
});

test('refuses: to credit again what a later reading tells under another index', async () => {
  const { chain, follower, credited } = await setUp();
  const [first, twin] = [payment(), payment()];
  // Twice the same within one transaction is two logs, and stays two.
  chain.mine([first, { ...twin }, { ...twin }]);
  await pollAll(follower);
  expect(credited).toHaveLength(3);
  const block = chain.blocks[1];
  if (!block) throw new Error('no block');
  block.logs = [
    { ...payment(other), logIndex: 0 },
    ...block.logs.map((log) => ({ ...log, logIndex: log.logIndex + 1 })),
  ];
  await askRescan(database.db, chain.chainId, 0n, 'test');
  expect(await pollAll(follower)).toEqual([]);
  expect(credited).toHaveLength(3);
});

test('refuses: to credit what the second node leaves out, and credits once it has it', async () => {
  const { chain, follower, credited, second } = await setUp(2);
  chain.fullBlooms = true;
  second.fullBlooms = true;
  chain.mine([payment()]);
  second.lie = (method) => (method === 'eth_getLogs' ? 'noLogs' : undefined);
  expect((await pollAll(follower)).map(({ code }) => code)).toEqual(Array(POLLS_MAX).fill('chain.disagree'));
  // The other way round: the first leaves out, and a full bloom tells nothing.
  [chain.lie, second.lie] = [second.lie, () => undefined];
  expect((await pollAll(follower)).map(({ code }) => code)).toEqual(Array(POLLS_MAX).fill('chain.disagree'));
  expect(credited).toEqual([]);
  chain.lie = () => undefined;
  expect(await pollAll(follower)).toEqual([]);
  expect(credited).toHaveLength(1);
});

test('behavior: a wrong range does not hold up what two nodes have in the same whole block', async () => {
  const { chain, follower, credited } = await setUp(2);
  chain.mine([payment(other), payment()]);
  lieToRanges(chain, 'movedLogs');
  expect(await pollAll(follower)).toEqual([]);
  expect(credited.map(({ logIndex }) => logIndex)).toEqual([1]);
});

test.each([false, true])(
  'behavior: blocks are read whole only where the range has something of ours (full blooms %s)',
  async (fullBlooms) => {
    const { chain, follower, credited } = await setUp();
    chain.fullBlooms = fullBlooms;
    for (let number = 1; number <= 100; number += 1) {
      chain.mine(number % 20 === 0 ? [payment(), payment(other)] : [payment(other)]);
    }
    await follower.poll();
    expect(credited).toHaveLength(5);
    expect(chain.asked.get('eth_getLogs by hash')).toBe(5);
    expect(chain.asked.get('eth_getBlockReceipts')).toBeUndefined();
    // 25 blocks, then 50, then the rest.
    expect(chain.asked.get('eth_getLogs')).toBeLessThanOrEqual(4);
  },
);

test.each([false, true])(
  'refuses: to credit a log that is told twice by range, block and receipts alike (full blooms %s)',
  async (fullBlooms) => {
    const { chain, follower, credited } = await setUp();
    chain.fullBlooms = fullBlooms;
    chain.mine([payment()]);
    chain.lie = () => 'twinLogs';
    expect((await pollAll(follower)).map(({ code }) => code)).toEqual(
      Array(POLLS_MAX).fill('chain.disagree'),
    );
    expect(credited).toEqual([]);
    chain.lie = () => undefined;
    expect(await pollAll(follower)).toEqual([]);
    expect(credited).toHaveLength(1);
  },
);

test('refuses: a log that receipts and block tell twice where each block is read whole', async () => {
  const { chain, reader, watch } = await setUp();
  chain.mine([payment()]);
  const read = async () => readFinal({ reader }, await reader.readHeaders(0n, 1n), [watch], 'every');
  chain.lie = () => 'twinLogs';
  await expect(read()).rejects.toThrow(new Fault('chain.disagree', { retry: true }));
  chain.lie = () => undefined;
  expect(await read()).toHaveLength(1);
});
