import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import { eventTopics, formatAddressWord } from '@openmere/core/chain/events.ts';
import { sql } from 'kysely';
import { Follower } from '../platform/chain/follower.ts';
import type { Hex } from '../platform/chain/log.ts';
import { createChainReader } from '../platform/chain/reader.ts';
import { createRpc } from '../platform/chain/rpc.ts';
import { ScriptedChain } from '../platform/chain/scripted-chain.ts';
import type { ScriptedLog } from '../platform/chain/scripted-chain.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';
import type { TestDatabase } from '../platform/db/test-database.ts';
import { cloneDatabase } from '../platform/db/test-setup.ts';
import { unlockTestSecrets } from '../platform/http/test-api.ts';
import { newId } from '../platform/ids.ts';
import { writeSetting } from '../setting/write.ts';
import { swapHandlers } from './on-chain.ts';
import type { SwapChainDeps } from './on-chain.ts';
import { postGroups } from './post-groups.ts';
import type { PoolStateRow } from './tables.ts';

/** For tests: a database, a scripted chain with desk and pair, and a follower that keeps what they say. */
export type House = {
  clone: TestDatabase;
  db: Db;
  owner: Db;
  chain: ScriptedChain;
  follower: (change?: Partial<SwapChainDeps>) => Follower;
  close: () => Promise<void>;
};

export type Said = Omit<ScriptedLog, 'logIndex'>;

export const coin = 10n ** 18n;
export const desk: Hex = `0x${'de'.repeat(20)}`;
export const pair: Hex = `0x${'aa'.repeat(20)}`;
/** OPEN is the pair's token0 here. */
const contracts: AddressMap = {
  swapDesk: desk,
  pair,
  open: `0x${'0b'.repeat(20)}`,
  usdt: `0x${'0c'.repeat(20)}`,
};
/** Blocks that a block needs on top of and including its own. */
export const finalDepth = 3;
let chains = 9_000;

export async function openHouse(): Promise<House> {
  unlockTestSecrets();
  const clone = await cloneDatabase();
  const { db } = clone.connect('app');
  const owner = clone.connect('owner', { max: 2 }).db;
  chains += 1;
  const chain = new ScriptedChain(chains);
  const url = await chain.listen();
  await inTransaction(db, (tx) =>
    writeSetting(tx, 'chainContracts', JSON.stringify(contracts), 'installation'),
  );
  const { chainId } = chain;
  const follower: House['follower'] = (change = {}) =>
    new Follower({
      db,
      chainId,
      reader: createChainReader(createRpc(url), chainId),
      confirmations: async () => finalDepth,
      startBlock: 0n,
      handlers: swapHandlers({ chainId, clock: () => new Date(), post: postGroups, ...change }),
      onFork: async (_tx, reason) => {
        throw new Error(reason);
      },
      staleMs: 0,
    });
  const close = async (): Promise<void> => {
    await chain.close();
    await clone.drop();
  };
  return { clone, db, owner, chain, follower, close };
}

/** Polls until nothing is left. */
export async function catchUp(follower: Follower): Promise<void> {
  for (let polls = 0; polls < 50; polls += 1) if (!(await follower.poll()).more) return;
  throw new Error('the follower does not catch up');
}

/** Mines a block with these logs at this time (epoch seconds); times must rise. */
export function mineAt(house: House, time: number, logs: readonly Said[]): void {
  const block = house.chain.mine(logs);
  block.time = time;
}

/** Mines what makes everything so far final, and reads it. */
export async function settle(house: House): Promise<void> {
  const { time } = house.chain.blocks.at(-1) ?? { time: 0 };
  for (let block = 1; block < finalDepth; block += 1) mineAt(house, time, []);
  await catchUp(house.follower());
}

let transactions = 0;

export function newHash(): Hex {
  transactions += 1;
  return `0x${transactions.toString(16).padStart(40, '7').padEnd(64, '3')}`;
}

const word = (value: bigint | number): string => BigInt(value).toString(16).padStart(64, '0');
const data = (values: readonly (bigint | number)[]): Hex => `0x${values.map(word).join('')}`;

export type Terms = { bought: boolean; usdt: bigint; open: bigint; fee?: bigint; burned?: bigint };

/** SwapDesk.Traded. */
export function traded(address: Hex, terms: Terms, txHash: Hex = newHash()): Said {
  const { bought, usdt, open, fee = 0n, burned = 0n } = terms;
  const topics: Hex[] = [eventTopics.traded, formatAddressWord(address), data([bought ? 1 : 0])];
  return { txHash, address: desk, topics, data: data([usdt, open, fee, burned]) };
}

/** The pair's Swap that buys OPEN (`open` out, `usdt` in) or sells it. */
export function swapped(terms: Terms, txHash: Hex = newHash()): Said {
  const { bought, usdt, open } = terms;
  const topics: Hex[] = [eventTopics.pairSwap, formatAddressWord(desk), formatAddressWord(desk)];
  const values = bought ? [0n, usdt, open, 0n] : [open, 0n, 0n, usdt];
  return { txHash, address: pair, topics, data: data(values) };
}

export function synced(open: bigint, usdt: bigint, txHash: Hex = newHash()): Said {
  return { txHash, address: pair, topics: [eventTopics.pairSync], data: data([open, usdt]) };
}

/** LP moves; from nobody it is made, from the pair to nobody it is burned. */
export function lpMoved(from: Hex, to: Hex, value: bigint, txHash: Hex = newHash()): Said {
  const topics: Hex[] = [eventTopics.transfer, formatAddressWord(from), formatAddressWord(to)];
  return { txHash, address: pair, topics, data: data([value]) };
}

/** A member with a wallet of its own, or without. */
export async function addMember(owner: Db, address: Hex | null): Promise<{ id: string }> {
  const now = new Date();
  const root = { nickname: 'Root', nickname_key: 'root', wallet_address: `0x${'1'.repeat(40)}` };
  await owner
    .insertInto('member')
    .values({ id: 'mem_root', ...root, invitation_code: 'R00T00', wallet_bound_at: now, activated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const id = newId('mem');
  transactions += 1;
  await owner
    .insertInto('member')
    .values({
      id,
      nickname: `trader ${transactions}`,
      nickname_key: `trader ${transactions}`,
      invitation_code: `S${transactions.toString().padStart(5, '0')}`,
      inviter_id: 'mem_root',
      country: 'SG',
      wallet_address: address,
      wallet_bound_at: address === null ? null : now,
    })
    .execute();
  return { id };
}

/** What the feed would have read from the contracts. */
export async function writePoolState(house: House, change: Partial<PoolStateRow> = {}): Promise<void> {
  await sql`delete from pool_state`.execute(house.owner);
  await house.owner
    .insertInto('pool_state')
    .values({
      chain_id: house.chain.chainId,
      block_number: 5n,
      block_hash: `0x${'5'.repeat(64)}`,
      block_time: new Date(1_700_000_005_000),
      reserve_usdt: 100n * coin,
      reserve_open: 300n * coin,
      lp_total: 170n * coin,
      burned: 4n * coin,
      pool_bps: 30,
      community_bps: 50,
      burn_bps: 100,
      tradable: true,
      twap: null,
      read_at: new Date(),
      ...change,
    })
    .execute();
}
