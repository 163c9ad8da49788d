import { buyBackHandlers, isBuyBackPayment } from '../activity/buy-back/on-chain.ts';
import { announceBalances } from '../asset/announce.ts';
import { measureHoldings } from '../deposit/measure-again.ts';
import { depositHandlers } from '../deposit/on-chain.ts';
import { setHalt } from '../ledger/halt.ts';
import { postEntry } from '../ledger/post.ts';
import { measureLiquidity } from '../liquidity/measure-again.ts';
import { liquidityHandlers } from '../liquidity/on-chain.ts';
import { memberHandlers } from '../member/on-chain.ts';
import { mintingHandlers } from '../minting/on-chain.ts';
import { measureMedals } from '../node/measure-again.ts';
import { nodeHandlers } from '../node/on-chain.ts';
import { governanceHandlers } from '../operator/on-chain.ts';
import type { Endpoint } from '../platform/chain/endpoint.ts';
import { createFailover, listEndpoints } from '../platform/chain/failover.ts';
import { follow } from '../platform/chain/follow.ts';
import { Follower } from '../platform/chain/follower.ts';
import type { FollowerOptions, Polled } from '../platform/chain/follower.ts';
import type { LogHandler } from '../platform/chain/log.ts';
import { ReaderChoice } from '../platform/chain/reader-choice.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import { systemClock } from '../platform/clock.ts';
import type { Db } from '../platform/db/connect.ts';
import { startHeartbeat } from '../platform/heartbeat.ts';
import { runJob } from '../platform/jobs.ts';
import { createLog } from '../platform/log.ts';
import type { Log } from '../platform/log.ts';
import { recordSuccess } from '../platform/loops.ts';
import { unlockSecrets } from '../platform/secrets-box.ts';
import { reserveHandlers } from '../reserve/on-chain.ts';
import { measurePauses } from '../setting/measure-pauses.ts';
import { pauseHandlers } from '../setting/on-chain.ts';
import { readSettings } from '../setting/read.ts';
import { MarketFeed } from '../swap/feed.ts';
import { swapHandlers } from '../swap/on-chain.ts';
import { postGroups } from '../swap/post-groups.ts';
import { recordStake, recordUsesOfWallets } from '../team/record-use.ts';
import { withdrawalHandlers } from '../withdrawal/on-chain.ts';
import { readConfig } from './config.ts';
import type { Config } from './config.ts';
import { openAs } from './database-logins.ts';
import { runProcess } from './run-process.ts';
import { refuseUnsafeDatabase } from './safety.ts';
import { readSecrets } from './secrets.ts';

const POOL_MAX = 4;
/** Pause between two looks at the chain: blocks of the development chain come at once, BSC's every 0.45 s. */
const POLL_DEV_MS = 300;
const POLL_MS = 1_000;
/** One term as leader; after it another process may take over. */
const TERM_MS = 300_000;
const TERM_MARGIN_MS = 60_000;
const RETRY_MS = 500;
/** The market is read at each new block, at least every ten seconds. */
const MARKET_LATE_MS = 60_000;
const NOTE_MS = 5_000;
/** An address that answers nothing good for so long is told of, as often. */
const NODE_LATE_MS = 300_000;
/** Older blocks may wait for a node that has them, or for two that agree; past this a person looks. */
const BACKFILL_LATE_MS = 900_000;

/** Follows the chain and books what is final there: deposits, activations, payouts, moves to the cold address. */
export async function startIndexer(config: Config): Promise<{ stop: () => Promise<void> }> {
  const { rpcUrls } = config.chain;
  if (!config.databaseUrl) throw new Error('DATABASE_URL: the indexer needs one');
  if (rpcUrls.length === 0) throw new Error('OPENMERE_CHAIN_RPC: the indexer needs one');
  refuseUnsafeDatabase(config);
  const { id: chainId } = config.chain;
  const log = createLog('indexer', config.logLevel);
  unlockSecrets(await readSecrets(config.secretsFile));
  const onError = (error: Error): void => log.warn({ error }, 'database connection lost');
  const { db, close } = await openAs('indexer', config.databaseUrl, { max: POOL_MAX, onError });
  const endpoints = listEndpoints(rpcUrls, chainId);
  const nodes = new ReaderChoice(endpoints, chainId);
  const rpc = createFailover(endpoints);
  const feed = new MarketFeed({ db, rpc, chainId });
  const follower = new Follower({
    db,
    chainId,
    ...nodes.pick(),
    nodes,
    confirmations: () => confirmationsOf(config, db),
    startBlock: BigInt(config.chain.startBlock),
    handlers: listHandlers(config, log, feed),
    measureAgain: measureAll({ db, rpc, chainId }),
    onFork: async (tx, reason, changed) => {
      log.fatal({ chainId, reason }, 'a final block changed, payouts are halted');
      // The fork's own halt is open by then, and has been told.
      const subject = changed === undefined ? `chain ${chainId}` : `chain ${chainId} ${changed}`;
      await setHalt(tx, { kind: 'fork', subject, facts: { detail: reason } });
    },
  });
  const noteMarket = noteSeldom(db, 'market-read', MARKET_LATE_MS);
  const readMarket = async (polled: Polled): Promise<void> => {
    await feed.onPolled(polled);
    if (polled.isCurrent) await noteMarket();
  };
  const onWhole = noteSeldom(db, 'chain-backfill', BACKFILL_LATE_MS);
  const stopBeating = startHeartbeat(db, 'indexer', log);
  const pollMs = config.chain.dev ? POLL_DEV_MS : POLL_MS;
  const stopWatching = watchNodes(endpoints, log);
  const job = runJob(
    // Its polls are the loop (chain-poll); a term that ended says nothing.
    {
      db,
      name: 'chain-follow',
      everyMs: RETRY_MS,
      timeoutMs: TERM_MS + TERM_MARGIN_MS,
      leader: true,
      lateMs: null,
      log,
    },
    (signal) =>
      follow(
        { db, chainId, follower, pollMs, log, onPolled: readMarket, onWhole },
        AbortSignal.any([signal, AbortSignal.timeout(TERM_MS)]),
      ),
  );
  log.info({ chain: chainId, nodes: rpcUrls.length }, 'indexer ready');
  return {
    stop: async () => {
      stopBeating();
      stopWatching();
      await job.stop();
      await close();
    },
  };
}

/** Notes a success of a loop that comes every second, not each time. */
function noteSeldom(db: Db, name: string, lateMs: number): () => Promise<void> {
  let noted = 0;
  return async () => {
    if (Date.now() - noted < NOTE_MS) return;
    noted = Date.now();
    await recordSuccess(db, name, lateMs);
  };
}

/** The others answer in its stead, so nothing else would say that a key has ended or an address is no more. */
function watchNodes(endpoints: readonly Endpoint[], log: Log): () => void {
  const timer = setInterval(() => {
    for (const { host, failingMs } of endpoints)
      if (failingMs >= NODE_LATE_MS)
        log.error(
          { host, minutes: Math.round(failingMs / 60_000) },
          'ALARM a node has not answered for too long',
        );
  }, NODE_LATE_MS);
  return () => clearInterval(timer);
}

/** After a reorganisation, whatever copies the chain's state is read anew. */
function measureAll(deps: {
  db: Db;
  rpc: Rpc;
  chainId: number;
}): NonNullable<FollowerOptions['measureAgain']> {
  return async (common, at) => {
    const where = { common, at };
    const writes = [
      await measureHoldings(deps, where),
      await measurePauses(deps, where),
      await measureLiquidity({ ...deps, onStake: (tx, stake) => recordStake({ tx }, stake) }, where),
      await measureMedals(deps, where),
    ];
    return async (tx) => {
      for (const write of writes) await write(tx);
    };
  };
}

function listHandlers({ chain }: Config, log: Log, feed: MarketFeed): LogHandler[] {
  const { id: chainId, confirmations } = chain;
  const post: Parameters<typeof reserveHandlers>[0]['post'] = (tx, entry) =>
    postEntry(tx, entry, { onPosted: announceBalances });
  // Deposits first: they book the fee that the trade or the minting of the same transaction divides.
  return [
    ...depositHandlers({
      chainId,
      confirmations,
      post: (tx, entries) => postGroups(tx, entries, { onPosted: announceBalances }),
    }),
    ...memberHandlers(),
    ...governanceHandlers({ chainId, log }),
    ...pauseHandlers(),
    ...withdrawalHandlers({ log, onPosted: announceBalances, isOrdered: isBuyBackPayment }),
    ...buyBackHandlers({ log }),
    ...reserveHandlers({ post }),
    ...swapHandlers({
      chainId,
      clock: systemClock,
      post: postGroups,
      onSwaps: (times) => feed.touch(times),
      onTraded: (tx, trades) =>
        recordUsesOfWallets(
          { tx },
          trades.map((trade) => ({ ...trade, kind: 'swap' })),
        ),
    }),
    ...liquidityHandlers({ chainId, onStake: (tx, stake) => recordStake({ tx }, stake) }),
    ...mintingHandlers({
      chainId,
      post: postGroups,
      onMinted: (tx, uses) => recordUsesOfWallets({ tx }, uses),
    }),
    ...nodeHandlers(),
  ];
}

/**
 * On the development chain what the start was told; elsewhere the larger of that and the configuration value, so that
 * operators can ask for more but never for less than the installation.
 */
async function confirmationsOf(config: Config, db: Db): Promise<number> {
  if (config.chain.dev) return config.chain.confirmations;
  return Math.max(config.chain.confirmations, (await readSettings(db)).depositConfirmations);
}

if (import.meta.main) runProcess('indexer', () => startIndexer(readConfig(process.env)));
