import { eventTopics, formatAddressWord } from '@openmere/core/chain/events.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChainLog, Hex } from '../platform/chain/log.ts';
import { anvilAccounts, TEST_CHAIN_ID } from '../platform/chain/test-anvil.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { addressOf, balance, groupPoster, openAnvilContext } from '../test/anvil-context.ts';
import type { AnvilContext } from '../test/anvil-context.ts';
import { coin } from '../test/context.ts';
import { addMember } from '../test/people.ts';
import { listOwnDeposits } from './list.ts';
import { depositHandlers } from './on-chain.ts';

let context: AnvilContext;
beforeAll(async () => {
  context = await openAnvilContext();
}, 60_000);
afterAll(() => context.close());

const deps = { chainId: TEST_CHAIN_ID };
const [handler] = depositHandlers({ ...deps, post: groupPoster() });
let hashes = 0;
const newHash = (): Hex => {
  hashes += 1;
  return `0x${hashes.toString(16).padStart(64, '0')}`;
};

function logOf(txHash: Hex, logIndex: number, to: Hex, amount: bigint, block = 100n): ChainLog {
  return {
    chainId: TEST_CHAIN_ID,
    blockNumber: block,
    blockHash: `0x${block.toString(16).padStart(64, 'b')}`,
    blockTime: new Date(),
    txHash,
    logIndex,
    address: (context.contracts.usdt ?? '').toLowerCase() as Hex,
    topics: [eventTopics.transfer, formatAddressWord(anvilAccounts[1]), formatAddressWord(to)],
    data: `0x${amount.toString(16).padStart(64, '0')}`,
  };
}
const show = (logs: ChainLog[]) =>
  inTransaction(context.db, async (tx) => handler?.onPending?.(tx, logs, 110n));
const settle = (logs: ChainLog[]) =>
  inTransaction(context.db, async (tx) => handler?.onFinalMany?.(tx, logs));
async function member() {
  const actor = await addMember(context);
  return { actor, address: await addressOf(context, actor) };
}
const listOf = async (actor: Awaited<ReturnType<typeof addMember>>) =>
  (await inTransaction(context.db, (tx) => listOwnDeposits({ tx, actor, ...deps }, {}))).list.map(
    ({ status, amount, hash }) => ({ status, amount, hash }),
  );

test('behavior: a transfer that a node told under two places is one record when it is final', async () => {
  const { actor, address } = await member();
  const hash = newHash();
  const real = logOf(hash, 3, address, 30n * coin);
  await show([real, logOf(hash, 5, address, 30n * coin)]);
  expect(await listOf(actor)).toHaveLength(2);
  await show([real]);
  await settle([real]);
  expect(await listOf(actor)).toEqual([{ status: 'credited', amount: '30', hash }]);
  expect(await balance(context, actor.id)).toBe(30n * coin);
  // And told again after it is final: nothing new is shown, and nothing stays.
  await show([logOf(hash, 9, address, 30n * coin, 105n)]);
  await show([]);
  expect(await listOf(actor)).toEqual([{ status: 'credited', amount: '30', hash }]);
  const { rows } = await sql<{
    status: string;
  }>`select status from deposit where tx_hash = ${hash} order by id`.execute(context.db);
  expect(rows.map(({ status }) => status).toSorted()).toEqual(['credited', 'disproved']);
});

test('behavior: a place at which a node told another amount is free for the transfer that is there', async () => {
  const { actor, address } = await member();
  const hash = newHash();
  await show([logOf(hash, 3, address, 77n * coin)]);
  await show([]);
  await show([logOf(hash, 3, address, 30n * coin)]);
  await settle([logOf(hash, 3, address, 30n * coin)]);
  expect(await listOf(actor)).toEqual([{ status: 'credited', amount: '30', hash }]);
  const other = newHash();
  await show([logOf(other, 3, address, 77n * coin)]);
  await settle([logOf(other, 3, address, 40n * coin)]);
  expect((await listOf(actor))[0]).toEqual({ status: 'credited', amount: '40', hash: other });
  expect(await listOf(actor)).toHaveLength(2);
});

test('behavior: a transaction that pays two members moves on by one place, seen and final', async () => {
  const [anna, bert] = [await member(), await member()];
  const hash = newHash();
  const at = (first: number) => [
    logOf(hash, first, anna.address, 30n * coin),
    logOf(hash, first + 1, bert.address, 40n * coin),
  ];
  await show(at(3));
  await show(at(4));
  await show(at(3));
  await settle(at(2));
  expect(await listOf(anna.actor)).toEqual([{ status: 'credited', amount: '30', hash }]);
  expect(await listOf(bert.actor)).toEqual([{ status: 'credited', amount: '40', hash }]);
});

test('behavior: while the network does not answer, what is not final says so and since when', async () => {
  const { actor, address } = await member();
  await settle([logOf(newHash(), 3, address, 30n * coin)]);
  await show([logOf(newHash(), 3, address, 40n * coin)]);
  const list = async () =>
    (await inTransaction(context.db, (tx) => listOwnDeposits({ tx, actor, ...deps }, {}))).list;
  const owner = context.owner;
  const polled = (seconds: number) =>
    sql<{ polled_at: Date }>`insert into chain_cursor (chain_id, block_number, polled_at)
      values (${TEST_CHAIN_ID}, 1, now() - make_interval(secs => ${seconds}))
      on conflict (chain_id) do update set polled_at = excluded.polled_at returning polled_at`.execute(owner);
  await polled(20);
  expect((await list()).map(({ silence }) => silence)).toEqual([null, null]);
  const since = (await polled(40)).rows[0]?.polled_at.toISOString();
  expect((await list()).map(({ status, silence }) => [status, silence])).toEqual([
    ['seen', { reason: 'The network does not answer us right now.', since }],
    ['credited', null],
  ]);
});

test('refuses: to bring back what was disproved, whoever writes it', async () => {
  await expect(
    sql`update deposit set status = 'seen' where status = 'disproved'`.execute(context.db),
  ).rejects.toThrow('what is decided never changes');
});
