import { randomBytes } from 'node:crypto';
import { encodeFunctionData } from 'viem';
import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { eventTopics, formatAddressWord } from '@openmere/core/chain/events.ts';
import { reserveTokens } from '@openmere/core/chain/reserve-account.ts';
import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import { memberBalance } from '../ledger/balances.ts';
import { setHalt } from '../ledger/halt.ts';
import { groupPostingsMax } from '../ledger/group.ts';
import { postAll, postEntry } from '../ledger/post.ts';
import type { OnPosted } from '../ledger/post.ts';
import type { JournalEntry } from '@openmere/core/ledger/entry.ts';
import type { MemberActor } from '../platform/actor.ts';
import { Follower } from '../platform/chain/follower.ts';
import type { Hex, LogHandler } from '../platform/chain/log.ts';
import { createChainReader, quantity } from '../platform/chain/reader.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import {
  anvilAccounts,
  deployForTest,
  startTestAnvil,
  testChainId,
  waitMined,
} from '../platform/chain/test-anvil.ts';
import type { TestAnvil } from '../platform/chain/test-anvil.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Database, Db, Tx } from '../platform/db/connect.ts';
import type { TestDatabase } from '../platform/db/test-database.ts';
import { cloneDatabase } from '../platform/db/test-setup.ts';
import { newId } from '../platform/ids.ts';
import { unlockSecrets } from '../platform/secrets-box.ts';
import { writeSetting } from '../setting/write.ts';
import { getDepositAddress } from './address.ts';
import { measureHoldings } from './measure-again.ts';
import { depositHandlers } from './on-chain.ts';

/** For tests: database, development chain with our contracts, and a follower that books deposits. */
export type House = {
  clone: TestDatabase;
  database: Database;
  db: Db;
  anvil: TestAnvil;
  rpc: Rpc;
  contracts: AddressMap;
  follower: (change?: FollowerChange) => Follower;
  close: () => Promise<void>;
};
export type FollowerChange = {
  rpc?: Rpc;
  confirmations?: number;
  handlers?: readonly LogHandler[];
  onPosted?: OnPosted;
};

export const coin = 10n ** 18n;

export async function openHouse(): Promise<House> {
  const key = randomBytes(32);
  unlockSecrets({ fieldKey: key, pepper: key, cursorKey: key });
  const [clone, anvil] = await Promise.all([cloneDatabase(), startTestAnvil()]);
  const database = clone.connect('app');
  const contracts = await deployForTest(anvil.url);
  await inTransaction(database.db, (tx) =>
    writeSetting(tx, 'chainContracts', JSON.stringify(contracts), 'installation'),
  );
  const follower = ({
    rpc = anvil.rpc,
    confirmations = 1,
    handlers,
    onPosted,
  }: FollowerChange = {}): Follower =>
    new Follower({
      db: database.db,
      reader: createChainReader(rpc, testChainId),
      chainId: testChainId,
      confirmations: async () => confirmations,
      startBlock: 0n,
      handlers: handlers ?? depositHandlers({ chainId: testChainId, post: groupPoster(onPosted) }),
      onFork: (tx, reason) => setHalt(tx, { kind: 'fork', subject: 'test', reason }),
      measureAgain: (common, at) =>
        measureHoldings({ db: database.db, rpc, chainId: testChainId }, common, at),
      staleMs: 0,
    });
  const close = async (): Promise<void> => {
    await anvil.stop();
    await clone.drop();
  };
  return { clone, database, db: database.db, anvil, rpc: anvil.rpc, contracts, follower, close };
}

export function poster(onPosted?: OnPosted) {
  return (tx: Parameters<typeof postEntry>[0], entry: Parameters<typeof postEntry>[1]) =>
    postEntry(tx, entry, onPosted ? { onPosted } : {});
}

/** What deposits are booked with: all entries of a step together. */
export function groupPoster(onPosted?: OnPosted) {
  return async (tx: Tx, entries: readonly JournalEntry[]): Promise<void> => {
    for (let at = 0; at < entries.length; at += groupPostingsMax) {
      const group = entries.slice(at, at + groupPostingsMax);
      for (const { refusal } of await postAll(tx, group, onPosted ? { onPosted } : {}))
        if (refusal) throw refusal;
    }
  };
}

let members = 0;

/** A member of the given country, invited by a root. */
export async function addMember(house: House, country: string | null = 'DE'): Promise<MemberActor> {
  members += 1;
  const id = newId('mem');
  const { pool } = house.clone.connect('owner', { max: 1 });
  await pool.query(
    `insert into member (id, nickname, nickname_key, invitation_code, wallet_address, wallet_bound_at, activated_at)
    select 'mem_root', 'Root', 'root', 'ROOT00', '0x' || repeat('1', 40), now(), now()
    where not exists (select from member where inviter_id is null)`.replaceAll('ROOT00', 'R00T00'),
  );
  const code = `T${members.toString().padStart(5, '0')}`;
  await pool.query(
    `insert into member (id, nickname, nickname_key, invitation_code, inviter_id, country)
     select $1, $2, $2, $3, id, $4 from member where inviter_id is null`,
    [id, `member ${members}`, code, country],
  );
  const from = { ip: '127.0.0.1', country: null, device: 'test', locale: 'en' as const };
  return { kind: 'member', id, family: id, sessionId: 'ses_test', from };
}

export async function addressOf(house: House, actor: MemberActor): Promise<Hex> {
  const given = await inTransaction(house.db, (tx) =>
    getDepositAddress(tx, new Date(), actor, { coinid: 'USDT' }, { chainId: testChainId }),
  );
  return given.address as Hex;
}

/** Sends tokens from the funded account; mined at once. @returns the transaction's hash. */
export async function pay(
  house: House,
  to: Hex,
  amount: bigint,
  token: 'usdt' | 'open' = 'usdt',
): Promise<Hex> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] });
  return send(house, { to: house.contracts[token], data });
}

/** Many payments of the funded account in one block, and two blocks on top. */
export async function payMany(
  house: House,
  payments: readonly { to: Hex; amount: bigint }[],
  token: 'usdt' | 'open' = 'usdt',
): Promise<void> {
  await house.rpc.call('evm_setAutomine', [false]);
  const nonce = Number(await house.rpc.call('eth_getTransactionCount', [anvilAccounts[1], 'latest']));
  const requests = payments.map(({ to, amount }, index) => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] });
    const request = { from: anvilAccounts[1], to: house.contracts[token], data, gas: '0x186a0' };
    return {
      method: 'eth_sendTransaction',
      params: [{ ...request, nonce: quantity(BigInt(nonce + index)) }],
    };
  });
  await house.rpc.batch(requests);
  await house.rpc.call('evm_setBlockGasLimit', [quantity(BigInt(payments.length) * 100_000n + 30_000_000n)]);
  await mine(house, 3);
  await house.rpc.call('evm_setAutomine', [true]);
}

/** Sends a transaction of the funded account (or another of the node's) and waits until it is mined. */
export async function send(house: House, request: object): Promise<Hex> {
  const filled = { from: anvilAccounts[1], gas: '0x7a120', ...request };
  const hash = await house.rpc.call('eth_sendTransaction', [filled]);
  await waitMined(house.rpc, hash);
  return hash as Hex;
}

export async function mine(house: House, blocks = 2): Promise<void> {
  await house.rpc.call('anvil_mine', [quantity(BigInt(blocks))]);
}

/** Polls until nothing is left. */
export async function catchUp(follower: Follower): Promise<void> {
  for (let polls = 0; polls < 50; polls += 1) if (!(await follower.poll()).more) return;
  throw new Error('the follower does not catch up');
}

/** What a member has of a coin, free and held together. */
export async function balance(house: House, memberId: string, asset = 'USDT'): Promise<bigint> {
  const { available, held } = await memberBalance(house.db, memberId, asset);
  return available + held;
}

export type Scanned = { position: string; to: Hex; amount: bigint; token: Hex };

/** An independent look: all transfers of our tokens to these addresses that the chain has up to a block. */
export async function scan(house: House, addresses: readonly Hex[], to: bigint): Promise<Scanned[]> {
  const tokens = reserveTokens(house.contracts).map((one) => one.token);
  const filter = { address: tokens, topics: [eventTopics.transfer, null, addresses.map(formatAddressWord)] };
  const logs = (await house.rpc.call('eth_getLogs', [
    { fromBlock: '0x0', toBlock: quantity(to), ...filter },
  ])) as {
    transactionHash: Hex;
    logIndex: Hex;
    address: Hex;
    topics: Hex[];
    data: Hex;
  }[];
  return logs
    .map((log) => ({
      position: `${log.transactionHash}:${Number(log.logIndex)}`,
      to: `0x${log.topics[2]?.slice(26) ?? ''}` as Hex,
      amount: BigInt(log.data),
      token: log.address.toLowerCase() as Hex,
    }))
    .filter((log) => log.amount > 0n)
    .sort((a, b) => (a.position < b.position ? -1 : 1));
}
