import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../db/connect.ts';
import type { Database } from '../db/connect.ts';
import type { TestDatabase } from '../db/test-database.ts';
import { cloneDatabase } from '../db/test-setup.ts';
import { apply } from './apply-logs.ts';
import { openCursor } from './cursor-store.ts';
import { findLatestFork, listOrphans, rollBack } from './fork-store.ts';
import type { ChainLog, Hex, LogHandler } from './log.ts';

const contract: Hex = `0x${'a1'.repeat(20)}`;
const topic0: Hex = `0x${'1b'.repeat(32)}`;
const hashOf = (text: string): Hex => `0x${text.repeat(64)}`;
const common = {
  number: 5n,
  hash: hashOf('5'),
  time: new Date(0),
  parentHash: hashOf('4'),
  bloom: undefined,
  receiptsRoot: hashOf('e'),
};

let clone: TestDatabase;
let database: Database;
beforeAll(async () => {
  clone = await cloneDatabase();
  database = clone.connect('app');
});
afterAll(() => clone.drop());

let chains = 7_000;
/** A chain whose logs of blocks 6 and above were given to a handler, then taken back by two operators. */
async function reorganise(before: readonly ChainLog[]) {
  chains += 1;
  const chainId = chains;
  const given: string[] = [];
  const halts: string[] = [];
  const handler: LogHandler = {
    name: 'test',
    topic0,
    addresses: async () => [contract],
    onFinal: async (_tx, log) => {
      given.push(`${log.logIndex} ${log.data}`);
    },
  };
  const watches = [{ handler, addresses: new Set([contract]) }];
  const read = (logs: readonly ChainLog[]) =>
    inTransaction(database.db, (tx) =>
      apply(
        { onFork: async (_, reason) => void halts.push(reason) },
        tx,
        logs.map((log) => ({ ...log, chainId })),
        watches,
      ),
    );
  await read(before);
  const cursor = await openCursor(database.db, chainId, 11n);
  await sql`insert into chain_fork (chain_id, cursor_number, cursor_hash, other_hash, common_number, common_hash,
      rollback_proposed_by, rollback_approved_by)
    values (${chainId}, ${cursor.number}, '', '', ${common.number}, ${common.hash}, 'maker', 'checker')`.execute(
    database.db,
  );
  await inTransaction(database.db, async (tx) => {
    // The guard asks for the hash of the cursor, which this chain has not: as if nothing had been read.
    await sql`update chain_cursor set block_hash = ${hashOf('a')} where chain_id = ${chainId}`.execute(tx);
    await sql`update chain_fork set cursor_hash = ${hashOf('a')} where chain_id = ${chainId}`.execute(tx);
    const fork = await findLatestFork(tx, chainId);
    if (!fork) throw new Error('the fork was written');
    expect(await rollBack(tx, chainId, { ...cursor, hash: hashOf('a') }, fork, common)).toBe(true);
  });
  given.length = 0;
  const orphans = async () =>
    (await listOrphans(database.db, chainId)).map(({ logIndex, returnedBlock, replacedBlock }) => ({
      logIndex,
      returnedBlock,
      replacedBlock,
    }));
  return { read, given, halts, orphans };
}

const logOf = (tx: string, logIndex: number, data: Hex, blockNumber: bigint): ChainLog => ({
  chainId: 0,
  address: contract,
  topics: [topic0],
  data,
  txHash: hashOf(tx),
  logIndex,
  blockNumber,
  blockHash: hashOf('b'),
  blockTime: new Date(0),
});

test('refuses: to drop without a word what says something else at the place of a log that is gone: it is listed, once, and halts', async () => {
  const { read, given, halts, orphans } = await reorganise([logOf('c', 3, '0x01', 10n)]);
  for (let times = 0; times < 2; times += 1) await read([logOf('c', 3, '0x02', 12n)]);
  expect(given).toEqual([]);
  expect(await orphans()).toEqual([{ logIndex: 3, returnedBlock: null, replacedBlock: 12n }]);
  expect(halts).toHaveLength(1);
  expect(halts[0]).toContain(hashOf('c'));
});

test('behavior: what comes again under the index of another one is known, and at an index of its own what is new is given', async () => {
  const { read, given, halts, orphans } = await reorganise([
    logOf('d', 3, '0x01', 10n),
    logOf('d', 4, '0x02', 10n),
  ]);
  await read([logOf('d', 4, '0x01', 12n), logOf('d', 5, '0x02', 12n), logOf('d', 6, '0x03', 12n)]);
  expect(given).toEqual(['6 0x03']);
  expect(await orphans()).toEqual([]);
  expect(halts).toEqual([]);
});

test('refuses: to drop what took the place of a log that came again elsewhere', async () => {
  const { read, halts, orphans } = await reorganise([logOf('e', 3, '0x01', 10n)]);
  await read([logOf('e', 3, '0x07', 12n), logOf('e', 4, '0x01', 12n)]);
  expect(await orphans()).toEqual([{ logIndex: 3, returnedBlock: 12n, replacedBlock: 12n }]);
  expect(halts).toHaveLength(1);
});
