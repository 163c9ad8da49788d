import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { membershipAbi } from '@openmere/core/chain/abi/membership.ts';
import { swapDeskAbi } from '@openmere/core/chain/abi/swap-desk.ts';
import { eventTopics } from '@openmere/core/chain/events.ts';
import { encodeFunctionData } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { depositHandlers } from '../deposit/on-chain.ts';
import { Follower } from '../platform/chain/follower.ts';
import type { FollowerOptions, Polled } from '../platform/chain/follower.ts';
import type { ChainLog, Hex, LogHandler } from '../platform/chain/log.ts';
import { createChainReader, quantity } from '../platform/chain/reader.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import { anvilAccounts, anvilKeys, TEST_CHAIN_ID, waitMined } from '../platform/chain/test-anvil.ts';
import { reserveHandlers } from '../reserve/on-chain.ts';
import type { PostEntries } from '../swap/divide-fees.ts';
import { MarketFeed } from '../swap/feed.ts';
import { swapHandlers } from '../swap/on-chain.ts';
import { postGroups } from '../swap/post-groups.ts';
import { openAnvilContext, poster } from './anvil-context.ts';
import type { AnvilContext } from './anvil-context.ts';

/** The real contracts on a real node, a wallet that trades, and a follower that books as the indexer does. */
export type Market = {
  context: AnvilContext;
  feed: MarketFeed;
  /** The wallet that trades. */
  trader: Hex;
  follower: (change?: Partial<FollowerOptions> & { rpc?: Rpc; post?: PostEntries }) => Follower;
  /** Polls until nothing is left, and tells the feed. */
  catchUp: (follower: Follower) => Promise<void>;
  /** Trades through the desk, mined at once. @returns the signed bytes, so that a reorganisation can bring it back. */
  buy: (usdt: bigint) => Promise<Hex>;
  sell: (open: bigint) => Promise<Hex>;
  close: () => Promise<void>;
};

const trader = privateKeyToAccount(anvilKeys[1]);
const FAR = 10n ** 12n;
const MOST = 2n ** 256n - 1n;

export async function openMarket(): Promise<Market> {
  const context = await openAnvilContext();
  const { rpc, contracts, db } = context;
  const { membership, swapDesk, usdt, open } = contracts;
  if (!membership || !swapDesk || !usdt || !open) throw new Error('the market is not deployed');
  const send = async (to: Hex, data: Hex): Promise<Hex> => {
    const nonce = Number(await rpc.call('eth_getTransactionCount', [trader.address, 'latest']));
    const gas = { gas: 900_000n, gasPrice: 3_000_000_000n };
    const request = { type: 'legacy', chainId: TEST_CHAIN_ID, nonce, to, data, ...gas } as const;
    const raw = await trader.signTransaction(request);
    const hash = await rpc.call('eth_sendRawTransaction', [raw]);
    await waitMined(rpc, hash);
    const receipt = (await rpc.call('eth_getTransactionReceipt', [hash])) as { status: string };
    if (receipt.status !== '0x1') throw new Error('a transaction of the test was undone');
    return raw;
  };
  const activate = { abi: membershipAbi, functionName: 'activate', args: [anvilAccounts[0]] } as const;
  await send(membership, encodeFunctionData(activate));
  for (const token of [usdt, open]) {
    const approve = { abi: erc20Abi, functionName: 'approve', args: [swapDesk, MOST] } as const;
    await send(token, encodeFunctionData(approve));
  }
  const feed = new MarketFeed({ db, rpc, chainId: TEST_CHAIN_ID });
  const follower: Market['follower'] = ({ rpc: node = rpc, post = postGroups, ...change } = {}) =>
    new Follower({
      db,
      reader: createChainReader(node, TEST_CHAIN_ID),
      chainId: TEST_CHAIN_ID,
      confirmations: async () => 1,
      startBlock: 0n,
      handlers: marketHandlers(feed, post),
      onFork: async (_tx, reason) => {
        throw new Error(reason);
      },
      staleMs: 0,
      ...change,
    });
  const trade = (functionName: 'buy' | 'sell', amount: bigint): Promise<Hex> =>
    send(swapDesk, encodeFunctionData({ abi: swapDeskAbi, functionName, args: [amount, 0n, FAR] }));
  return {
    context,
    feed,
    trader: trader.address.toLowerCase() as Hex,
    follower,
    catchUp: async (one) => {
      for (let polls = 0; polls < 50; polls += 1) {
        const polled: Polled = await one.poll();
        await feed.onPolled(polled);
        if (!polled.more) return;
      }
      throw new Error('the follower does not catch up');
    },
    buy: (amount) => trade('buy', amount),
    sell: (amount) => trade('sell', amount),
    close: () => context.close(),
  };
}

/** The handlers of the indexer that touch the market and the reserves, in its order. */
export function marketHandlers(feed: MarketFeed, post: PostEntries = postGroups): LogHandler[] {
  return [
    ...depositHandlers({ chainId: TEST_CHAIN_ID, post }),
    ...reserveHandlers({ post: poster() }),
    ...swapHandlers({
      chainId: TEST_CHAIN_ID,
      clock: () => new Date(),
      post,
      onSwaps: (times) => feed.touch(times),
    }),
  ];
}

/** An independent look: all logs of one contract with one topic up to a block, with their blocks' times. */
export async function scanLogs(
  rpc: Rpc,
  address: Hex,
  topic: keyof typeof eventTopics,
  to: bigint,
): Promise<ChainLog[]> {
  const logs = (await rpc.call('eth_getLogs', [
    { fromBlock: '0x0', toBlock: quantity(to), address, topics: [eventTopics[topic]] },
  ])) as Record<'blockNumber' | 'blockHash' | 'transactionHash' | 'logIndex' | 'data', Hex>[];
  const times = new Map<Hex, Date>();
  for (const { blockHash } of logs) {
    if (times.has(blockHash)) continue;
    const block = (await rpc.call('eth_getBlockByHash', [blockHash, false])) as { timestamp: Hex };
    times.set(blockHash, new Date(Number(block.timestamp) * 1000));
  }
  return logs.map((log) => ({
    chainId: TEST_CHAIN_ID,
    blockNumber: BigInt(log.blockNumber),
    blockHash: log.blockHash,
    blockTime: times.get(log.blockHash) ?? new Date(0),
    txHash: log.transactionHash,
    logIndex: Number(log.logIndex),
    address,
    topics: (log as unknown as { topics: Hex[] }).topics,
    data: log.data,
  }));
}
