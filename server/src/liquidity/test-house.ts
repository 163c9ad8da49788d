import { oneCoin } from '@openmere/core/money/amount.ts';
import { formatAddressWord } from '@openmere/core/chain/events.ts';
import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import { announceBalances } from '../asset/announce.ts';
import { memberBalance } from '../ledger/balances.ts';
import { postEntry } from '../ledger/post.ts';
import { Follower } from '../platform/chain/follower.ts';
import type { Hex, LogHandler } from '../platform/chain/log.ts';
import { createChainReader } from '../platform/chain/reader.ts';
import { createRpc } from '../platform/chain/rpc.ts';
import { ScriptedChain } from '../platform/chain/scripted-chain.ts';
import type { ScriptedLog } from '../platform/chain/scripted-chain.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';
import type { TestDatabase } from '../platform/db/test-database.ts';
import { cloneDatabase } from '../platform/db/test-setup.ts';
import { newId } from '../platform/ids.ts';
import { unlockTestSecrets } from '../platform/http/test-api.ts';
import { writeSetting } from '../setting/write.ts';
import { topicOfType } from './events.ts';
import type { LiquidityEventType } from './events.ts';
import { settleEquity } from './settle-equity.ts';
import type { SpendDeps } from './spend-equity.ts';
import { liquidityHandlers } from './on-chain.ts';

/** For tests: a database, a scripted chain with a desk, and a follower that books what the desk says. */
export type House = {
  clone: TestDatabase;
  db: Db;
  owner: Db;
  chain: ScriptedChain;
  follower: (change?: FollowerChange) => Follower;
  close: () => Promise<void>;
};

/** `timeoutMs`: when a question to the node that gets no answer is given up. */
export type FollowerChange = { handlers?: readonly LogHandler[]; timeoutMs?: number };

/** Long enough for a machine that does other things besides. */
const RPC_TIMEOUT_MS = 10_000;

export const desk: Hex = `0x${'de'.repeat(20)}`;
export const ousd: Hex = `0x${'0d'.repeat(20)}`;
export const deps: SpendDeps = {
  post: (tx, entry) => postEntry(tx, entry, { onPosted: announceBalances }),
};
/** Blocks that a block needs on top of and including its own. */
export const finalDepth = 3;
let chains = 7_000;

export async function openHouse(): Promise<House> {
  chains += 1;
  const chain = new ScriptedChain(chains);
  const books = await openBooks({
    url: await chain.listen(),
    chainId: chain.chainId,
    contracts: { liquidityDesk: desk, ousd },
    confirmations: finalDepth,
  });
  const close = async (): Promise<void> => {
    await chain.close();
    await books.clone.drop();
  };
  return { ...books, chain, close };
}

/** Where a chain is, what is on it, and how deep its blocks must be. */
export type ChainFacts = {
  url: string;
  chainId: number;
  contracts: AddressMap;
  confirmations: number;
};

/** The part that a real chain needs as well: a database that knows the contracts, and followers. */
export async function openBooks(facts: ChainFacts): Promise<Omit<House, 'chain' | 'close'>> {
  unlockTestSecrets();
  const clone = await cloneDatabase();
  const { db } = clone.connect('app');
  const owner = clone.connect('owner', { max: 2 }).db;
  const { url, chainId, contracts, confirmations } = facts;
  await inTransaction(db, (tx) =>
    writeSetting(tx, 'chainContracts', JSON.stringify(contracts), 'installation'),
  );
  const follower = ({ handlers, timeoutMs = RPC_TIMEOUT_MS }: FollowerChange = {}): Follower =>
    new Follower({
      db,
      chainId,
      reader: createChainReader(createRpc(url, { timeoutMs }), chainId),
      confirmations: async () => confirmations,
      startBlock: 0n,
      handlers: handlers ?? liquidityHandlers({ chainId }),
      onFork: async (_tx, reason) => {
        throw new Error(reason);
      },
      staleMs: 0,
    });
  return { clone, db, owner, follower };
}

let people = 0;

export function newAddress(): Hex {
  people += 1;
  return `0x${people.toString(16).padStart(40, 'a')}`;
}

export type Person = { id: string; family: string; address: Hex | null };
export type PersonChange = { address?: Hex | null; mainId?: string; exitOnly?: boolean };

/** A member with a wallet of its own, unless told otherwise. */
export async function addPerson(owner: Db, change: PersonChange = {}): Promise<Person> {
  const { mainId = null, exitOnly = false } = change;
  const address = change.address === undefined ? newAddress() : change.address;
  const id = newId('mem');
  people += 1;
  const root = { nickname: 'Root', nickname_key: 'root', wallet_address: `0x${'1'.repeat(40)}` };
  const now = new Date();
  await owner
    .insertInto('member')
    .values({ id: 'mem_root', ...root, invitation_code: 'R00T00', wallet_bound_at: now, activated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await owner
    .insertInto('member')
    .values({
      id,
      main_id: mainId,
      nickname: `person ${people}`,
      nickname_key: `person ${people}`,
      invitation_code: `P${people.toString().padStart(5, '0')}`,
      inviter_id: 'mem_root',
      country: 'SG',
      exit_only: exitOnly,
      wallet_address: address,
      wallet_bound_at: address === null ? null : now,
    })
    .execute();
  return { id, family: mainId ?? id, address };
}

export function word(value: bigint | number): string {
  return BigInt(value).toString(16).padStart(64, '0');
}

let transactions = 0;
export type Said = Omit<ScriptedLog, 'logIndex'>;

/** A log of the desk (OUSD for `redeem`), in a transaction of its own unless told otherwise. */
export function said(
  type: LiquidityEventType,
  address: Hex,
  words: readonly (bigint | number)[],
  change: { txHash?: Hex; topics?: readonly Hex[] } = {},
): Said {
  transactions += 1;
  return {
    txHash: change.txHash ?? `0x${transactions.toString(16).padStart(64, '7')}`,
    address: type === 'redeem' ? ousd : desk,
    topics: [topicOfType[type], formatAddressWord(address), ...(change.topics ?? [])],
    data: `0x${words.map(word).join('')}`,
  };
}

/** Adding that is worth `value` base units: all of it as USDT, with one base unit of OPEN that is worth less than one. */
export function addWorth(address: Hex, value: bigint, txHash?: Hex): Said {
  return said('add', address, [value, 1n, value, oneCoin - 1n], txHash ? { txHash } : {});
}

/** Mines these logs into one block and enough on top to make it final. */
export function mineFinal(house: House, logs: readonly Said[]): void {
  house.chain.mine(logs);
  for (let block = 1; block < finalDepth; block += 1) house.chain.mine();
}

/** Polls until nothing is left. */
export async function catchUp(follower: Follower): Promise<void> {
  for (let polls = 0; polls < 50; polls += 1) if (!(await follower.poll()).more) return;
  throw new Error('the follower does not catch up');
}

/** Mines and books. */
export async function happen(house: House, ...logs: Said[]): Promise<void> {
  mineFinal(house, logs);
  await catchUp(house.follower());
}

const DAY_SEC = 86_400;

/** Lets `days` days go by on the chain, without anything happening on them. */
export async function passDays(house: House, days: number): Promise<void> {
  house.chain.passed += days * DAY_SEC;
  await happen(house);
}

/** Settles the days that have ended. @returns how many persons were settled. */
export function settle(house: Pick<House, 'db'>, chainId: number): Promise<number> {
  return settleEquity({ ...deps, db: house.db, chainId });
}

/** The day of now and the next end, and are settled: what stays from now on earns. */
export async function passAndSettle(house: House): Promise<void> {
  await passDays(house, 2);
  await settle(house, house.chain.chainId);
}

export async function equityOf(house: Pick<House, 'db'>, person: Person): Promise<bigint> {
  return (await memberBalance(house.db, person.id, 'EQUITY')).available;
}
