import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../db/connect.ts';
import type { Database } from '../db/connect.ts';
import type { TestDatabase } from '../db/test-database.ts';
import { cloneDatabase } from '../db/test-setup.ts';
import { apply } from './apply-logs.ts';
import { openCursor } from './cursor-store.ts';
import { findLatestFork, listOrphans, listToResend, markBooked, rollBack } from './fork-store.ts';
import type { ChainLog, Hex, LogHandler } from './log.ts';

const contract: Hex = `0x${'a1'.repeat(20)}`;
const topic0: Hex = `0x${'1b'.repeat(32)}`;
const hashOf = (text: string): Hex => `0x${text.repeat(64)}`;
const headerOf = (number: bigint) => ({
  number,
  hash: hashOf('5'),
  time: new Date(0),
  parentHash: hashOf('4'),
  bloom: undefined,
  receiptsRoot: hashOf('e'),
});

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
  /** Two operators agreed to go back from the block `from` to the block `to`. @returns the reorganisation. */
  const takeBack = (from: bigint, to: bigint): Promise<bigint> =>
    inTransaction(database.db, async (tx) => {
      const cursor = { number: from, hash: hashOf('a'), time: null };
      await sql`update chain_cursor set block_number = ${from}, block_hash = ${cursor.hash} where chain_id = ${chainId}`.execute(
        tx,
      );
      await sql`update chain_fork set ended_at = now() where chain_id = ${chainId}`.execute(tx);
      await sql`insert into chain_fork (chain_id, cursor_number, cursor_hash, other_hash, common_number, common_hash,
          rollback_proposed_by, rollback_approved_by)
        values (${chainId}, ${from}, ${cursor.hash}, '', ${to}, ${headerOf(to).hash}, 'maker', 'checker')`.execute(
        tx,
      );
      const fork = await findLatestFork(tx, chainId);
      if (!fork) throw new Error('the fork was written');
      expect(await rollBack(tx, chainId, cursor, fork, headerOf(to))).toBe(true);
      return fork.id;
    });
  await openCursor(database.db, chainId, 0n);
  await read(before);
  const first = await takeBack(10n, 5n);
  given.length = 0;
  const orphans = async () =>
    (await listOrphans(database.db, chainId)).map(({ logIndex, returnedBlock, replacedBlock }) => ({
      logIndex,
      returnedBlock,
      replacedBlock,
    }));
  const list = () => listOrphans(database.db, chainId);
  const book = () =>
    inTransaction(database.db, async (tx) => markBooked(tx, chainId, await listOrphans(tx, chainId)));
  const agreeToResend = (fork: bigint) =>
    sql`update chain_fork set resend_proposed_by = 'maker', resend_approved_by = 'checker' where id = ${fork}`.execute(
      database.db,
    );
  const toResend = () => listToResend(database.db, chainId, 'test');
  return { read, given, halts, orphans, chainId, takeBack, first, list, book, agreeToResend, toResend };
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

test('refuses: to give a transaction a second time that comes again with something else, at whichever index, until it says the former', async () => {
  const { read, given, halts, orphans } = await reorganise([logOf('f', 3, '0x01', 10n)]);
  for (let times = 0; times < 2; times += 1)
    await read([logOf('f', 4, '0x02', 12n), logOf('a', 9, '0x03', 12n)]);
  expect(given).toEqual(['9 0x03']);
  expect(await orphans()).toEqual([{ logIndex: 3, returnedBlock: null, replacedBlock: 12n }]);
  expect(halts).toHaveLength(1);
  expect(halts[0]).toContain(hashOf('f'));
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

test('refuses: to lose a log twice: a deeper reorganisation finds it lost, and what is booked of it stays so', async () => {
  const { takeBack, first, list, book } = await reorganise([logOf('c', 3, '0x01', 10n)]);
  await takeBack(12n, 3n);
  expect(await list()).toMatchObject([{ forkId: first, returnedBlock: null, booked: false }]);
  await book();
  await takeBack(14n, 2n);
  expect(await list()).toMatchObject([{ forkId: first, returnedBlock: null, booked: true }]);
});

test('refuses: to lose what came again below the block that both chains share, though it stood above it before', async () => {
  const { read, takeBack, list } = await reorganise([logOf('c', 3, '0x01', 10n)]);
  await read([logOf('c', 1, '0x01', 6n)]);
  await takeBack(12n, 8n);
  expect(await list()).toEqual([]);
});

test('refuses: to send again by an older agreement what came again and was lost once more', async () => {
  const { read, takeBack, list, first, agreeToResend, toResend } = await reorganise([
    logOf('c', 3, '0x01', 10n),
  ]);
  await agreeToResend(first);
  expect(await toResend()).toEqual([hashOf('c')]);
  await read([logOf('c', 3, '0x01', 12n)]);
  const second = await takeBack(14n, 11n);
  expect(await list()).toMatchObject([{ forkId: second, returnedBlock: null, resent: false }]);
  expect(await toResend()).toEqual([]);
  await agreeToResend(second);
  expect(await toResend()).toEqual([hashOf('c')]);
});

test('behavior: what was lost before is sent again by the agreement of its own reorganisation or of a later one', async () => {
  const { takeBack, list, first, agreeToResend, toResend } = await reorganise([logOf('c', 3, '0x01', 10n)]);
  const second = await takeBack(12n, 3n);
  expect(await list()).toMatchObject([{ resent: false }]);
  await agreeToResend(second);
  expect(await list()).toMatchObject([{ resent: true }]);
  expect(await toResend()).toEqual([hashOf('c')]);

  const other = await reorganise([logOf('d', 3, '0x01', 10n)]);
  await other.agreeToResend(other.first);
  await other.takeBack(12n, 3n);
  expect(await other.toResend()).toEqual([hashOf('d')]);
  expect(first).not.toBe(other.first);
});

test('refuses: to forget that a loss was booked when its log comes again meanwhile', async () => {
  const { read, list, chainId } = await reorganise([logOf('c', 3, '0x01', 10n)]);
  const gone = await list();
  await read([logOf('c', 3, '0x01', 12n)]);
  await inTransaction(database.db, (tx) => markBooked(tx, chainId, gone));
  expect(await list()).toMatchObject([{ returnedBlock: 12n, booked: true }]);
});
