import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import { eventTopics, formatAddressWord } from '@openmere/core/chain/events.ts';
import { reserveTokens } from '@openmere/core/chain/reserve-account.ts';
import type { JournalEntry } from '@openmere/core/ledger/entry.ts';
import { encodeFunctionData } from 'viem';
import { getDepositAddress } from '../deposit/address.ts';
import { measureHoldings } from '../deposit/measure-again.ts';
import { depositHandlers } from '../deposit/on-chain.ts';
import { memberBalance } from '../ledger/balances.ts';
import { GROUP_POSTINGS_MAX } from '../ledger/group.ts';
import { setHalt } from '../ledger/halt.ts';
import { postAll, postEntry } from '../ledger/post.ts';
import type { OnPosted } from '../ledger/post.ts';
import type { MemberActor } from '../platform/actor.ts';
import { Follower } from '../platform/chain/follower.ts';
import type { Hex, LogHandler } from '../platform/chain/log.ts';
import { createChainReader, quantity } from '../platform/chain/reader.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import {
  anvilAccounts,
  deployForTest,
  startTestAnvil,
  TEST_CHAIN_ID,
  waitMined,
} from '../platform/chain/test-anvil.ts';
import type { TestAnvil } from '../platform/chain/test-anvil.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Tx } from '../platform/db/connect.ts';
import { writeSetting } from '../setting/write.ts';
import { openTestContext } from './context.ts';
import type { TestContext } from './context.ts';

/** A database, a development chain with our contracts, and a follower that books deposits. */
export type AnvilContext = TestContext & {
  anvil: TestAnvil;
  rpc: Rpc;
  contracts: AddressMap;
  follower: (change?: FollowerChange) => Follower;
};
export type FollowerChange = {
  rpc?: Rpc;
  confirmations?: number;
  handlers?: readonly LogHandler[];
  onPosted?: OnPosted;
};

export async function openAnvilContext(): Promise<AnvilContext> {
  const [context, anvil] = await Promise.all([openTestContext(), startTestAnvil()]);
  const { db } = context;
  const contracts = await deployForTest(anvil.url);
  await inTransaction(context.owner, (tx) =>
    writeSetting(
      { tx },
      { name: 'chainContracts', text: JSON.stringify(contracts), changedBy: 'installation' },
    ),
  );
  const follower = ({
    rpc = anvil.rpc,
    confirmations = 1,
    handlers,
    onPosted,
  }: FollowerChange = {}): Follower =>
    new Follower({
      db,
      reader: createChainReader(rpc, TEST_CHAIN_ID),
      chainId: TEST_CHAIN_ID,
      confirmations: async () => confirmations,
      startBlock: 0n,
      handlers: handlers ?? depositHandlers({ chainId: TEST_CHAIN_ID, post: groupPoster(onPosted) }),
      onFork: (tx, reason) => setHalt(tx, { kind: 'fork', subject: 'test', facts: { detail: reason } }),
      measureAgain: (common, at) => measureHoldings({ db, rpc, chainId: TEST_CHAIN_ID }, { common, at }),
      staleMs: 0,
    });
  const close = async (): Promise<void> => {
    await anvil.stop();
    await context.close();
  };
  return { ...context, anvil, rpc: anvil.rpc, contracts, follower, close };
}

export function poster(onPosted?: OnPosted) {
  return (tx: Parameters<typeof postEntry>[0], entry: Parameters<typeof postEntry>[1]) =>
    postEntry(tx, entry, onPosted ? { onPosted } : {});
}

/** What deposits are booked with: all entries of a step together. */
export function groupPoster(onPosted?: OnPosted) {
  return async (tx: Tx, entries: readonly JournalEntry[]): Promise<void> => {
    for (let at = 0; at < entries.length; at += GROUP_POSTINGS_MAX) {
      const group = entries.slice(at, at + GROUP_POSTINGS_MAX);
      for (const { refusal } of await postAll(tx, group, onPosted ? { onPosted } : {}))
        if (refusal) throw refusal;
    }
  };
}

export async function addressOf(context: AnvilContext, actor: MemberActor): Promise<Hex> {
  const given = await inTransaction(context.db, (tx) =>
    getDepositAddress({ tx, now: new Date(), actor, chainId: TEST_CHAIN_ID }, { coinid: 'USDT' }),
  );
  return given.address as Hex;
}

/** Sends tokens from the funded account; mined at once. @returns the transaction's hash. */
export async function pay(
  context: AnvilContext,
  to: Hex,
  amount: bigint,
  token: 'usdt' | 'open' = 'usdt',
): Promise<Hex> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] });
  return send(context, { to: context.contracts[token], data });
}

/** Many payments of the funded account in one block, and two blocks on top. */
export async function payMany(
  context: AnvilContext,
  payments: readonly { to: Hex; amount: bigint }[],
  token: 'usdt' | 'open' = 'usdt',
): Promise<void> {
  await context.rpc.call('evm_setAutomine', [false]);
  const nonce = Number(await context.rpc.call('eth_getTransactionCount', [anvilAccounts[1], 'latest']));
  const requests = payments.map(({ to, amount }, index) => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] });
    const request = { from: anvilAccounts[1], to: context.contracts[token], data, gas: '0x186a0' };
    return {
      method: 'eth_sendTransaction',
      params: [{ ...request, nonce: quantity(BigInt(nonce + index)) }],
    };
  });
  await context.rpc.batch(requests);
  await context.rpc.call('evm_setBlockGasLimit', [
    quantity(BigInt(payments.length) * 100_000n + 30_000_000n),
  ]);
  await mine(context, 3);
  await context.rpc.call('evm_setAutomine', [true]);
}

/** Sends a transaction of the funded account (or another of the node's) and waits until it is mined. */
export async function send(context: AnvilContext, request: object): Promise<Hex> {
  const filled = { from: anvilAccounts[1], gas: '0x7a120', ...request };
  const hash = await context.rpc.call('eth_sendTransaction', [filled]);
  await waitMined(context.rpc, hash);
  return hash as Hex;
}

export async function mine(context: AnvilContext, blocks = 2): Promise<void> {
  await context.rpc.call('anvil_mine', [quantity(BigInt(blocks))]);
}

/** What a member has of a coin, free and held together. */
export async function balance(context: AnvilContext, memberId: string, asset = 'USDT'): Promise<bigint> {
  const { available, held } = await memberBalance(context.db, memberId, asset);
  return available + held;
}

export type Scanned = { position: string; to: Hex; amount: bigint; token: Hex };

/** An independent look: all transfers of our tokens to these addresses that the chain has up to a block. */
export async function scan(context: AnvilContext, addresses: readonly Hex[], to: bigint): Promise<Scanned[]> {
  const tokens = reserveTokens(context.contracts).map((one) => one.token);
  const filter = { address: tokens, topics: [eventTopics.transfer, null, addresses.map(formatAddressWord)] };
  const logs = (await context.rpc.call('eth_getLogs', [
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
