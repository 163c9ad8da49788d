import { eventTopics, formatAddressWord } from '@openmere/core/chain/events.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { encodeAbiParameters, parseAbiParameters } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChainLog, Hex } from '../platform/chain/log.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Database } from '../platform/db/connect.ts';
import type { TestDatabase } from '../platform/db/test-database.ts';
import { cloneDatabase } from '../platform/db/test-setup.ts';
import { unlockTestSecrets } from '../platform/http/test-api.ts';
import { showHealth } from './health.ts';
import { governanceHandlers } from './on-chain.ts';

const chainId = 31337;
const address = (digit: string): Hex => `0x${digit.repeat(40)}`;
const [treasury, timelock, payer, thief, cold] = ['a', 'b', 'c', 'd', 'e'].map(address) as [
  Hex,
  Hex,
  Hex,
  Hex,
  Hex,
];
/** Contracts that have roles besides, in the order that they are watched in. */
const governed = {
  hashPowerMint: address('1'),
  usdoMint: address('2'),
  medal: address('3'),
  buyBack: address('4'),
};
const word = (digit: string): Hex => `0x${digit.repeat(64)}`;
const adminRole = word('0');

let database: TestDatabase;
let indexer: Database;
let api: Database;
const said: string[] = [];
const log = pino({ level: 'fatal' }, { write: (line: string) => void said.push(line) });
const [handler] = governanceHandlers({ chainId, log });

beforeAll(async () => {
  unlockTestSecrets();
  database = await cloneDatabase();
  indexer = database.connect('indexer');
  api = database.connect('api');
  await sql`insert into config (idx, val, version, changed_by)
    values ('chain.contracts', ${JSON.stringify({ treasury, ...governed })}, 1, 'test')`.execute(
    database.connect('owner').db,
  );
});
afterAll(() => database.drop());

let index = 0;
function give(from: Hex, tx: string, topics: Hex[], data: Hex = '0x'): Promise<void> {
  index += 1;
  const one: ChainLog = {
    chainId,
    blockNumber: BigInt(index),
    blockHash: word('1'),
    blockTime: new Date(1_700_000_000_000 + index * 1_000),
    txHash: word(tx),
    logIndex: index,
    address: from,
    topics,
    data,
  };
  return inTransaction(indexer.db, (transaction) => handler?.onFinal(transaction, one) ?? Promise.resolve());
}
const granted = (role: Hex, to: Hex): Hex[] => [
  eventTopics.roleGranted,
  role,
  formatAddressWord(to),
  formatAddressWord(payer),
];
const alarms = async () => (await showHealth({ db: api.db, chainId })).governance;

test('behavior: what a contract grants in its deployment is no alarm, and who administers is watched from then on', async () => {
  expect(await inTransaction(indexer.db, (tx) => handler?.addresses(tx) ?? Promise.resolve([]))).toEqual([
    treasury,
    ...Object.values(governed),
  ]);
  await give(treasury, '1', granted(adminRole, timelock));
  await give(treasury, '1', granted(word('9'), payer));
  expect(said).toEqual([]);
  expect(await alarms()).toEqual([]);
  expect(await inTransaction(indexer.db, (tx) => handler?.addresses(tx) ?? Promise.resolve([]))).toEqual([
    treasury,
    ...Object.values(governed),
    timelock,
  ]);
});

test('behavior: a role that a published contract of ours is given is no alarm, and is kept', async () => {
  const [ours] = Object.values(governed);
  if (!ours) throw new Error('nothing is governed');
  await give(treasury, 'a', granted(word('9'), ours));
  expect(said).toEqual([]);
  expect(await alarms()).toEqual([]);
});

test('refuses: to be silent about a proposal, a role given later, and another cold address', async () => {
  const call = encodeAbiParameters(parseAbiParameters('address, uint256, bytes, bytes32, uint256'), [
    treasury,
    0n,
    '0xabcdef',
    word('0'),
    172_800n,
  ]);
  await give(timelock, '2', [eventTopics.callScheduled, word('7'), word('0')], call);
  await give(treasury, '3', granted(word('9'), thief));
  await give(treasury, '4', [eventTopics.coldProposed, formatAddressWord(cold), formatAddressWord(thief)]);
  await give(treasury, '5', [eventTopics.coldChanged, formatAddressWord(cold), formatAddressWord(thief)]);
  // Cut off: what cannot be read is no reason for silence.
  await give(timelock, '6', [eventTopics.callScheduled, word('8'), word('0')], '0x');
  expect(await alarms()).toMatchObject([
    { event: 'CallScheduled', contract: timelock, subject: word('8'), object: word('0') },
    { event: 'ColdChanged', contract: treasury, subject: cold, object: thief },
    { event: 'ColdProposed', contract: treasury, subject: cold, object: thief },
    { event: 'RoleGranted', contract: treasury, subject: word('9'), object: thief },
    { event: 'CallScheduled', contract: timelock, subject: word('7'), object: treasury },
  ]);
  expect(said).toHaveLength(5);
  for (const line of said) expect(line).toContain('ALARM');
});
