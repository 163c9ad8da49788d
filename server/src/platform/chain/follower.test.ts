import { createHash } from 'node:crypto';
import { Fault } from '@openmere/core/kit/fault.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../db/connect.ts';
import type { Database } from '../db/connect.ts';
import type { TestDatabase } from '../db/test-database.ts';
import { cloneDatabase } from '../db/test-setup.ts';
import { askRescan, findChainState } from './cursor-store.ts';
import { Follower } from './follower.ts';
import type { FollowerOptions } from './follower.ts';
import type { ChainLog, Hex, LogHandler } from './log.ts';
import { createChainReader } from './reader.ts';
import { createRpc } from './rpc.ts';
import { ScriptedChain, lies } from './scripted-chain.ts';
import type { Lie, ScriptedBlock, ScriptedLog } from './scripted-chain.ts';

const token: Hex = `0x${'11'.repeat(20)}`;
const topic0: Hex = `0x${'22'.repeat(32)}`;
const ours: Hex = `0x${'33'.repeat(32)}`;
const seeds = Number(process.env['OPENMERE_LIE_SEEDS'] ?? 4);
const finalDepth = 3;

let clone: TestDatabase;
let database: Database;
let lastChain = 1000;
const open: ScriptedChain[] = [];

beforeAll(async () => {
  clone = await cloneDatabase();
  const owner = clone.connect('owner');
  await owner.pool.query('create table applied (chain_id int, tx_hash text, log_index int, block bigint)');
  await owner.pool.query('grant insert, select on applied to openmere_app');
  database = clone.connect('app');
});
afterEach(() => Promise.all(open.splice(0).map((chain) => chain.close())));
afterAll(() => clone.drop());

/** Writes each final log to a table, so that a second application is seen. */
function recorder(seen: ChainLog[][] = []): LogHandler {
  return {
    name: 'recorder',
    topic0,
    addresses: async () => [token],
    topicFilter: async () => ({ position: 1, values: [ours] }),
    onFinal: async (tx, log) => {
      await sql`insert into applied values (${log.chainId}, ${log.txHash}, ${log.logIndex}, ${log.blockNumber})`.execute(
        tx,
      );
    },
    onPending: async (_tx, logs) => {
      seen.push(logs);
    },
  };
}

type Setup = {
  url: string;
  chain: ScriptedChain;
  follower: Follower;
  seen: ChainLog[][];
  halts: string[];
  again: () => Follower;
};

async function setUp(change: Partial<FollowerOptions> = {}): Promise<Setup> {
  lastChain += 1;
  const chain = new ScriptedChain(lastChain);
  open.push(chain);
  const url = await chain.listen();
  const seen: ChainLog[][] = [];
  const halts: string[] = [];
  const make = (): Follower =>
    new Follower({
      db: database.db,
      chainId: chain.chainId,
      reader: createChainReader(createRpc(url, { timeoutMs: 150 }), chain.chainId),
      confirmations: async () => finalDepth,
      startBlock: 0n,
      handlers: [recorder(seen)],
      onFork: async (_tx, reason) => {
        halts.push(reason);
      },
      staleMs: 0,
      ...change,
    });
  return { url, chain, follower: make(), seen, halts, again: make };
}

let txs = 0;
function payment(to: Hex = ours): Omit<ScriptedLog, 'logIndex'> {
  txs += 1;
  const txHash: Hex = `0x${createHash('sha256').update(`tx ${txs}`).digest('hex')}`;
  return { txHash, address: token, topics: [topic0, to], data: '0x' };
}

async function appliedOf(chain: ScriptedChain): Promise<string[]> {
  const { rows } = await sql<{ at: string }>`
    select tx_hash || ':' || log_index as at from applied where chain_id = ${chain.chainId}`.execute(
    database.db,
  );
  return rows.map((row) => row.at).sort();
}

/** The same set by an independent look at the script: everything that is deep enough. */
function canonical(chain: ScriptedChain): string[] {
  return chain.blocks
    .slice(0, chain.head - finalDepth + 2)
    .flatMap((block) => block.logs)
    .filter((log) => log.address === token && log.topics[0] === topic0 && log.topics[1] === ours)
    .map((log) => `${log.txHash}:${log.logIndex}`)
    .sort();
}

/** Polls until there is nothing left; faults are the scripted world's and are tried again. */
async function settle(follower: Follower, pollsMax = 30): Promise<void> {
  let last: unknown;
  for (let polls = 0; polls < pollsMax; polls += 1) {
    try {
      if (!(await follower.poll()).more) return;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      last = error;
    }
  }
  throw new Error(`not settled after ${pollsMax} polls`, { cause: last });
}

function randomOf(seed: string): () => number {
  let count = 0;
  return () => {
    count += 1;
    return createHash('sha256').update(`${seed} ${count}`).digest().readUInt32BE() / 2 ** 32;
  };
}

test('refuses: to apply what is not final, by depth or by the finalized mark', async () => {
  const { chain, follower } = await setUp();
  chain.mine([payment()]);
  chain.mine();
  await settle(follower);
  expect(await appliedOf(chain)).toEqual([]);
  chain.unfinalized = 10;
  chain.mine();
  await settle(follower);
  expect(await appliedOf(chain)).toEqual([]);
  chain.unfinalized = 0;
  await settle(follower);
  expect(await appliedOf(chain)).toHaveLength(1);
});

test('refuses: logs of other contracts, other events and other receivers', async () => {
  const { chain, follower } = await setUp();
  chain.mine([
    { ...payment(), address: `0x${'12'.repeat(20)}` },
    { ...payment(), topics: [`0x${'23'.repeat(32)}`, ours] },
    payment(`0x${'34'.repeat(32)}`),
    payment(),
  ]);
  for (let count = 0; count < finalDepth; count += 1) chain.mine();
  await settle(follower);
  expect(await appliedOf(chain)).toEqual(canonical(chain));
  expect(await appliedOf(chain)).toHaveLength(1);
});

test('refuses: to go on when a final block changed, and says how deep', async () => {
  const { chain, follower, halts } = await setUp();
  for (let count = 0; count < 10; count += 1) chain.mine([payment()]);
  await settle(follower);
  const before = await appliedOf(chain);
  const gone = chain.unwind(7);
  for (const block of gone) chain.mine(block.number % 2 === 0 ? [payment()] : []);
  for (let count = 0; count < 3; count += 1) {
    await expect(follower.poll()).rejects.toThrow('chain.fork');
  }
  await expect(follower.poll()).rejects.toThrow('chain.fork');
  expect(halts).toHaveLength(1);
  expect(halts[0]).toContain('changed from');
  expect(await appliedOf(chain)).toEqual(before);
  // The node that told of it was wrong: the blocks are back, and following goes on without a hole.
  chain.unwind(7);
  chain.blocks.push(...gone);
  chain.mine([payment()]);
  await settle(follower);
  expect(await appliedOf(chain)).toEqual(canonical(chain));
});

test('refuses: a node of another chain', async () => {
  const { chain, follower } = await setUp();
  chain.lie = () => 'wrongChain';
  await expect(follower.poll()).rejects.toThrow('chain.wrongchain');
});

test('refuses: to apply a range twice when two follow at once', async () => {
  const { chain, follower, again } = await setUp();
  for (let count = 0; count < 20; count += 1) chain.mine([payment(), payment()]);
  const both = await Promise.allSettled([follower.poll(), again().poll(), again().poll()]);
  for (const one of both) {
    if (one.status === 'rejected') expect(String(one.reason)).toContain('chain.overtaken');
  }
  await settle(follower);
  expect(await appliedOf(chain)).toEqual(canonical(chain));
});

test('refuses: to apply what a second node does not confirm', async () => {
  const { chain, seen, url } = await setUp();
  const other = new ScriptedChain(chain.chainId);
  open.push(other);
  const urls = [url, await other.listen()];
  const readers = urls.map((one) => createChainReader(createRpc(one), chain.chainId));
  const [reader, witness] = readers;
  if (!reader || !witness) throw new Error('two readers');
  const handlers = [recorder(seen)];
  const base = {
    db: database.db,
    chainId: chain.chainId,
    confirmations: async () => 1,
    startBlock: 0n,
    staleMs: 0,
  };
  const follower = new Follower({ ...base, reader, witness, handlers, onFork: async () => undefined });
  const paid = payment();
  chain.mine([paid]);
  await expect(follower.poll()).rejects.toThrow('chain.disagree');
  // The same block, from which the second node leaves the payment out.
  other.blocks.push({ ...chain.blocks[1], logs: [] } as ScriptedBlock);
  await expect(follower.poll()).rejects.toThrow('chain.disagree');
  expect(await appliedOf(chain)).toEqual([]);
  other.blocks = [...chain.blocks];
  await settle(follower);
  expect(await appliedOf(chain)).toHaveLength(1);
});

test('behavior: shows what is not final, and takes it back when its block is gone', async () => {
  const { chain, follower, seen } = await setUp();
  const first = payment();
  chain.mine([first]);
  await settle(follower);
  expect(seen.at(-1)?.map((log) => log.txHash)).toEqual([first.txHash]);
  const polled = seen.length;
  await settle(follower);
  expect(seen).toHaveLength(polled);
  chain.unwind(1);
  chain.mine();
  await settle(follower);
  expect(seen.at(-1)).toEqual([]);
});

test('behavior: who is told of a log that is not final finds the head of that moment written', async () => {
  const heads: [told: bigint, written: bigint | null | undefined][] = [];
  const handler: LogHandler = {
    ...recorder(),
    onPending: async (_tx, _logs, head) => {
      heads.push([head, (await findChainState(database.db, lastChain))?.head]);
    },
  };
  const { chain, follower } = await setUp({ handlers: [handler] });
  for (let block = 0; block < 4; block += 1) {
    chain.mine([payment()]);
    await settle(follower);
  }
  expect(heads.length).toBeGreaterThanOrEqual(4);
  for (const [told, written] of heads) expect(written).toBe(told);
});

test('behavior: a head that falls back for a moment changes nothing', async () => {
  const { chain, follower, seen } = await setUp({ staleMs: 60_000 });
  chain.mine([payment()]);
  await settle(follower);
  const polled = seen.length;
  chain.lie = () => 'staleHead';
  await settle(follower);
  expect(seen).toHaveLength(polled);
  expect(await follower.poll()).toMatchObject({ more: false, isCurrent: false });
  expect(await findChainState(database.db, chain.chainId)).toMatchObject({ head: BigInt(chain.head) });
});

test('behavior: goes on where it stopped, whatever it was doing', async () => {
  const { chain, again } = await setUp({ spanMax: 2 });
  for (let count = 0; count < 12; count += 1) {
    chain.mine([payment()]);
    // A new process each time, killed after any number of its questions.
    const killAfter = chain.requests + (count % 5);
    chain.lie = () => (chain.requests > killAfter ? 'serverError' : undefined);
    await again()
      .poll()
      .catch((error: unknown) => expect(error).toBeInstanceOf(Fault));
  }
  chain.lie = () => undefined;
  await settle(again());
  expect(await appliedOf(chain)).toEqual(canonical(chain));
});

test('behavior: asks for less when a node refuses a long range', async () => {
  const { chain, follower } = await setUp();
  for (let count = 0; count < 40; count += 1) chain.mine([payment()]);
  let limits = 3;
  chain.lie = (method) => (method === 'eth_getLogs' && limits-- > 0 ? 'limit' : undefined);
  await settle(follower);
  expect(await appliedOf(chain)).toEqual(canonical(chain));
});

test('behavior: a rescan finds what a node left out, once', async () => {
  const { chain, follower } = await setUp();
  // Blooms that tell nothing: else nothing would be left out.
  chain.fullBlooms = true;
  for (let count = 0; count < 6; count += 1) chain.mine([payment()]);
  chain.lie = () => 'noLogs';
  await settle(follower);
  expect(await appliedOf(chain)).toEqual([]);
  chain.lie = () => undefined;
  await inTransaction(database.db, (tx) => askRescan(tx, chain.chainId, 0n, 'test'));
  await inTransaction(database.db, (tx) => askRescan(tx, chain.chainId, 0n, 'test'));
  await settle(follower);
  await settle(follower);
  expect(await appliedOf(chain)).toEqual(canonical(chain));
});

test('behavior: a rescan is read a step a poll, beside what is new, goes on after a restart, and is not asked for again at once', async () => {
  const { chain, again } = await setUp();
  chain.fullBlooms = true;
  for (let count = 0; count < 130; count += 1) chain.mine([payment()]);
  chain.lie = () => 'noLogs';
  await settle(again());
  chain.lie = () => undefined;
  const ask = () => inTransaction(database.db, (tx) => askRescan(tx, chain.chainId, 0n, 'test'));
  await ask();
  // Every poll is another process's.
  const polls = [await again().poll()];
  chain.mine([payment()]);
  polls.push(await again().poll());
  expect(polls.map(({ more }) => more)).toEqual([true, true]);
  expect(polls.map(({ isCurrent }) => isCurrent)).toEqual([true, true]);
  expect(polls[0]?.applied).toBe(49);
  const newest = chain.blocks[chain.head - finalDepth + 1]?.logs[0];
  expect(await appliedOf(chain)).toContain(`${newest?.txHash}:0`);
  expect((await again().poll()).more).toBe(false);
  expect(await appliedOf(chain)).toEqual(canonical(chain));
  await ask();
  chain.mine([payment()]);
  expect((await again().poll()).more).toBe(false);
  const { rows } = await sql<{ next_block: bigint; found: number }>`
    select next_block, found from chain_rescan where chain_id = ${chain.chainId} order by id`.execute(
    database.db,
  );
  expect(rows).toHaveLength(2);
  expect(rows[1]).toMatchObject({ found: 0 });
  // From where the first one ended, so one step reached the end.
  expect((rows[1]?.next_block ?? 0n) - (rows[0]?.next_block ?? 0n)).toBeLessThanOrEqual(2n);
});

/** Writes where each log was applied, under a name of its own, all logs of a step at once. */
function batcher(name: string, steps: ChainLog[][] = []): LogHandler {
  const many = async (_tx: unknown, logs: readonly ChainLog[]): Promise<void> => {
    steps.push([...logs]);
  };
  return {
    name,
    topic0: `0x${'99'.repeat(32)}`,
    moreTopics: [topic0],
    addresses: async () => [token],
    onFinal: (tx, log) => many(tx, [log]),
    onFinalMany: many,
  };
}

test('refuses: to give a log to a batch handler twice, or out of order', async () => {
  const steps: ChainLog[][] = [];
  const { chain, follower } = await setUp({ handlers: [batcher('batch', steps)], spanMax: 3 });
  for (let count = 0; count < 9; count += 1) chain.mine([payment(), payment(topic0)]);
  await settle(follower);
  await inTransaction(database.db, (tx) => askRescan(tx, chain.chainId, 0n, 'test'));
  await settle(follower);
  const places = steps.flat().map((log) => [Number(log.blockNumber), log.logIndex]);
  expect(places).toEqual([1, 2, 3, 4, 5, 6, 7].flatMap((block) => [0, 1].map((index) => [block, index])));
  expect(steps.length).toBeLessThan(places.length / 2);
});

test('behavior: a handler that is new reads what lies before the cursor, goes on where it was stopped, and joins', async () => {
  const { chain, again, seen, url } = await setUp();
  for (let count = 0; count < 40; count += 1) chain.mine([payment()]);
  await settle(again());
  const steps: ChainLog[][] = [];
  const late = batcher('late', steps);
  let left = 2;
  const dying: LogHandler = {
    ...late,
    onFinalMany: async (tx, logs) => {
      left -= 1;
      if (left < 0) throw new Fault('chain.unreachable', { retry: true });
      await late.onFinalMany?.(tx, logs);
    },
  };
  const behind = async (): Promise<unknown> =>
    (
      await sql`select handler, next_block from chain_handler where chain_id = ${chain.chainId} and next_block is not null`.execute(
        database.db,
      )
    ).rows;
  const options = { db: database.db, chainId: chain.chainId, startBlock: 0n, staleMs: 0 };
  const follower = (handler: LogHandler): Follower =>
    new Follower({
      ...options,
      reader: createChainReader(createRpc(url), chain.chainId),
      confirmations: async () => finalDepth,
      handlers: [recorder(seen), handler],
      onFork: async () => undefined,
      spanMax: 10,
    });
  await expect(follower(dying).poll()).rejects.toThrow('chain.unreachable');
  expect(await behind()).toEqual([{ handler: 'late', next_block: 20n }]);
  // Meanwhile the chain goes on; the other handler does not wait.
  chain.mine([payment()]);
  chain.mine();
  chain.mine();
  await settle(follower(late));
  expect(await behind()).toEqual([]);
  chain.mine([payment()]);
  chain.mine();
  chain.mine();
  await settle(follower(late));
  const blocks = steps.flat().map((log) => Number(log.blockNumber));
  const expected = canonical(chain).length;
  expect(blocks).toHaveLength(expected);
  expect(blocks).toEqual([...blocks].sort((a, b) => a - b));
  expect(await appliedOf(chain)).toEqual(canonical(chain));
});

test('behavior: writes where it is and why it is not further', async () => {
  const { chain, follower } = await setUp();
  for (let count = 0; count < 5; count += 1) chain.mine();
  await settle(follower);
  const state = await findChainState(database.db, chain.chainId);
  expect(state).toMatchObject({ number: 3n, head: 5n, final: 3n, lagMs: 0n, problem: null });
});

test.each(lies)('property: lie "%s" costs time, never a log', async (lie: Lie) => {
  for (let seed = 0; seed < seeds; seed += 1) {
    const { chain, follower } = await setUp({ spanMax: 4 });
    const random = randomOf(`${lie} ${seed}`);
    for (let round = 0; round < 8; round += 1) {
      for (let count = random() * 3; count > 0; count -= 1) {
        chain.mine(
          Array.from({ length: Math.floor(random() * 3) }, () => payment(random() < 0.8 ? ours : topic0)),
        );
      }
      // Shallow reorganisations happen all the while; they never reach what was final.
      if (random() < 0.3 && chain.head > finalDepth) {
        chain.unwind(1 + Math.floor(random() * (finalDepth - 1)));
        chain.mine([payment()]);
        chain.mine();
      }
      // The same log twice, in every answer of the only node, cannot be told from two: it is told to one question only.
      chain.lie = (method) =>
        random() < 0.4 && !(lie === 'twinLogs' && method !== 'eth_getLogs') ? lie : undefined;
      await follower.poll().catch((error: unknown) => expect(error).toBeInstanceOf(Fault));
    }
    chain.lie = () => undefined;
    for (let count = 0; count < finalDepth + 3; count += 1) chain.mine();
    await settle(follower);
    expect(await appliedOf(chain), `${lie}, seed ${seed}`).toEqual(canonical(chain));
  }
});
