import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Fault } from '@openmere/core/kit/fault.ts';
import { privateKeyToAccount } from 'viem/accounts';
import { carryOutBuyBack } from '../activity/buy-back/carry-out.ts';
import { settleActivity } from '../activity/settle.ts';
import { announceBalances } from '../asset/announce.ts';
import { settleDueFiat } from '../deposit/fiat/settle-due.ts';
import { sweepDeposits } from '../deposit/sweep.ts';
import { postEntry } from '../ledger/post.ts';
import { releaseMatured } from '../liquidity/release-matured.ts';
import { settleEquity } from '../liquidity/settle-equity.ts';
import { settleDueOrders } from '../mall/order/settle-due.ts';
import { wipeEnded } from '../member/identity/wipe-ended.ts';
import { openTeamPower } from '../minting/count-team-power.ts';
import { grantLate } from '../minting/grant-late.ts';
import { announceDueNews } from '../news/announce-due.ts';
import { deliverNotices } from '../news/deliver-notices.ts';
import { sendDuePushes } from '../news/push/send-due.ts';
import { webPushSender } from '../news/push/web-push.ts';
import { announcePermits } from '../node/announce-permits.ts';
import { grantNodeEquity } from '../node/grant-equity.ts';
import { readSales } from '../node/read-sales.ts';
import { mailAlarms } from '../operator/alarm-mail.ts';
import { businessNow } from '../platform/business-clock.ts';
import { connectChain } from '../platform/chain/failover.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import { throwWithoutGas } from '../platform/chain/send-own.ts';
import type { OwnSender } from '../platform/chain/send-own.ts';
import { systemClock } from '../platform/clock.ts';
import type { Db } from '../platform/db/connect.ts';
import { startHeartbeat } from '../platform/heartbeat.ts';
import { JOB_CHANNEL, runJob } from '../platform/jobs.ts';
import type { Job } from '../platform/jobs.ts';
import { createLog } from '../platform/log.ts';
import type { Log } from '../platform/log.ts';
import { runMailRelay } from '../platform/mail/relay.ts';
import { fileSender, smtpSender } from '../platform/mail/sender.ts';
import { httpSms, mailedSms } from '../platform/mail/sms.ts';
import { NOTICE_CHANNEL } from '../platform/notices.ts';
import { createListener } from '../platform/notify.ts';
import type { Listener } from '../platform/notify.ts';
import { unlockSecrets } from '../platform/secrets-box.ts';
import { watchLoops } from '../platform/watch-loops.ts';
import { watchCold } from '../reserve/cold.ts';
import { makeProof } from '../reserve/make-proof.ts';
import { publishProof } from '../reserve/publish-proof.ts';
import { VERIFICATION_CHANNEL } from '../reserve/verification-run-store.ts';
import { verifyLedger, verifyWholeLedger } from '../reserve/verify-ledger.ts';
import { watchHotShare } from '../reserve/watch-hot-share.ts';
import { watchReserves } from '../reserve/watch-reserves.ts';
import { PREVIEW_JOB, SETTLE_JOB } from '../reward/console.ts';
import { followFlows } from '../reward/follow-flows.ts';
import { previewSettlements } from '../reward/preview.ts';
import { settleRewards } from '../reward/settle.ts';
import { readSettings } from '../setting/read.ts';
import { keepOracle } from '../swap/keep-oracle.ts';
import { postGroups } from '../swap/post-groups.ts';
import { FigureCount } from '../team/count-figures.ts';
import { TEAM_CHANNEL } from '../team/performance-store.ts';
import { withdrawalJobs } from '../withdrawal/jobs.ts';
import { createPayoutChain } from '../withdrawal/payout-chain.ts';
import { readProofPolicy } from '../withdrawal/proof-policy.ts';
import { waitingPayouts } from '../withdrawal/risk-store.ts';
import { cleanEnded } from './clean.ts';
import { readConfig } from './config.ts';
import type { Config } from './config.ts';
import { openAs } from './database-logins.ts';
import { rewardSources } from './reward-sources.ts';
import { runProcess } from './run-process.ts';
import { refuseUnsafeVariables } from './safety.ts';
import { readKeyFile, readSecrets, refuseUnsafeKey } from './secrets.ts';
import { readVapid } from './vapid.ts';

/**
 * Each running job holds one connection for its lock and works on others. All begin at the same moment: with fewer connections
 * than two for each they would wait for one another.
 */
const POOL_MAX = 56;
const MINUTE_MS = 60_000;
/** A day is proved as soon as it has begun. */
const PROOF_MS = 60_000;
const RECONCILE_MS = MINUTE_MS;
const RECONCILE_LATE_MS = 3 * MINUTE_MS;
const NOTHING_YET_MS = 1_000;
const NOTHING_YET_TRIES = 30;
const SWEEP_MS = 30_000;
/** Gas costs nothing there, and nobody wants to wait for a payout. */
const SWEEP_DEV_MS = 2_000;
/** Of so many sweeps one waits until what is held and over was released. */
const RELEASE_RUNS = 4;
const VERIFY_MS = 10 * MINUTE_MS;
/** The whole ledger takes less than a minute a million rows; what is not done by then goes on in the next round. */
const WHOLE_MS = 360 * MINUTE_MS;
/** The oracle is looked at every five minutes; asked more often, so that a look that was not taken is soon repeated. */
const KEEP_MS = 30_000;
/** A proof of reserves is published, and then seen in a final block, this soon. */
const PUBLISH_MS = 10_000;
const PUBLISH_DEV_MS = 2_000;
/** A buy-back that is ordered is sent this soon. */
const BUY_BACK_MS = 10_000;
const BUY_BACK_DEV_MS = 2_000;
/** A day is settled once a final block of the next is applied; asking costs one indexed query. */
const SETTLE_MS = MINUTE_MS;
/** An alarm is in the outbox this long after it was raised, at most. */
const ALARM_MS = 10_000;
/** How soon a place among the first is told after its block is final. */
const ACTIVITY_MS = 3_000;
/** How old the shown state of a sale may be; what is signed is asked of the chain itself. */
const NODE_MS = 10_000;
const NODE_DEV_MS = 3_000;
/** A preview of a million takes seconds: computed at the start, now and then, and when an operator asks. */
const PREVIEW_MS = 360 * MINUTE_MS;
/** What the pools’ public page is behind, at most. */
const FLOWS_MS = 20_000;
/** How late an unpaid order gives its stock back, at most. */
const FIAT_MS = MINUTE_MS;
const MALL_MS = 5_000;
/** How late an article appears on open screens after its time, at most. */
const NEWS_MS = 5_000;
const CLEAN_MS = 10 * MINUTE_MS;
/** Woken by what changes; the pause gathers what comes at once. */
const FIGURES_MS = 10_000;
const FIGURES_PAUSE_MS = 300;
const GWEI = 10n ** 9n;

type SettlerContext = { config: Config; db: Db; rpc: Rpc; log: Log; listener: Listener };

/** Runs what happens by itself, from mails to cleaning. Each job has one leader over all settlers. */
export async function startSettler(config: Config): Promise<{ stop: () => Promise<void> }> {
  const { rpcUrls } = config.chain;
  if (!config.databaseUrl) throw new Error('DATABASE_URL: the settler needs one');
  if (rpcUrls.length === 0) throw new Error('OPENMERE_CHAIN_RPC: the settler needs one');
  refuseUnsafeVariables(config);
  const log = createLog('settler', config.logLevel);
  unlockSecrets(await readSecrets(config.secretsFile));
  const onError = (error: Error): void => log.warn({ error }, 'database connection lost');
  const { db, close } = await openAs('settler', config.databaseUrl, { max: POOL_MAX, onError });
  const listener = await createListener(config.databaseUrl, 'settler', { onError });
  const rpc = connectChain(rpcUrls, config.chain.id);
  const context: SettlerContext = { config, db, rpc, log, listener };
  const stopBeating = startHeartbeat(db, 'settler', log);
  const { smtpUrl, from, captureDir, smsUrl } = config.mail;
  const sender = smtpUrl === undefined ? fileSender(captureDir, from) : smtpSender(smtpUrl, from);
  const caught = config.mode === 'development' ? mailedSms(fileSender(captureDir, from)) : undefined;
  const sms = smsUrl === undefined ? caught : httpSms(smsUrl);
  const app = (await readSettings(db)).appName;
  const jobs = [
    runMailRelay({ db, listener, sender, sms, app, log }),
    ...listPayoutJobs(context),
    ...listReserveJobs(context),
    ...(await listSweepJobs(context)),
    ...(await listKeeperJobs(context)),
    job(context, 'equity-settle', SETTLE_MS, async (signal) => {
      const post: Parameters<typeof settleEquity>[0]['post'] = (tx, entry) =>
        postEntry(tx, entry, { onPosted: announceBalances });
      const settled = await settleEquity({ db, chainId: config.chain.id, post, signal });
      if (settled > 0) log.info({ settled }, 'EQUITY settled');
    }),
    fiatJob(context),
    job(context, 'mall-due', MALL_MS, async (signal) => {
      const moved = await settleDueOrders({ db, onPosted: announceBalances, signal });
      if (moved > 0) log.info({ moved }, 'orders that were due');
    }),
    await noticesJob(context),
    job(context, 'news-due', NEWS_MS, async () => {
      const told = await announceDueNews({ db, now: systemClock() });
      if (told > 0) log.info({ told }, 'news whose time has come');
    }),
    ...listNodeJobs(context),
    job(context, 'activity-settle', ACTIVITY_MS, async (signal) => {
      const decided = await settleActivity({ db, signal });
      if (decided > 0) log.info({ decided }, 'activity bonuses decided');
    }),
    figuresJob(context),
    latePowerJob(context),
    teamPowerJob(context),
    ...listRewardJobs(context),
    job(context, 'alarm-mail', ALARM_MS, async () => {
      const told = await mailAlarms({ db, now: systemClock() }, config.mail.alarms);
      if (told > 0) log.info({ told }, 'alarms mailed');
    }),
    ...listCleaningJobs(context),
  ];
  if (config.mail.alarms.length === 0) log.warn('OPENMERE_ALARM_MAIL: nobody is mailed when payouts halt');
  const stopWatching = watchLoops({ db, chainId: config.chain.id, log });
  log.info({ chain: config.chain.id, jobs: jobs.length }, 'settler ready');
  return {
    stop: async () => {
      stopBeating();
      await stopWatching();
      await Promise.all(jobs.map((one) => one.stop()));
      sender.close();
      await listener.close();
      await close();
    },
  };
}

/** Orders by bank that nobody paid, and money that nobody claims. */
function fiatJob(context: SettlerContext): Job {
  const { db, log } = context;
  return job(context, 'fiat-due', FIAT_MS, async (signal) => {
    const moved = await settleDueFiat({ db, onPosted: announceBalances, signal });
    if (moved > 0) log.info({ moved }, 'bank money that was due');
  });
}

/** What is kept for a time only. */
function listCleaningJobs(context: SettlerContext): Job[] {
  const { db, log } = context;
  return [
    job(context, 'identity-wipe', CLEAN_MS, async (signal) => {
      const wiped = await wipeEnded({ db, signal });
      if (wiped > 0) log.info({ wiped }, 'identity pictures deleted');
    }),
    job(context, 'clean', CLEAN_MS, async (signal) => {
      const removed = await cleanEnded(db, signal);
      if (removed > 0) log.info({ removed }, 'removed what has ended');
    }),
  ];
}

/** A settlement of a million takes seconds; it has to end within its time, and the next round goes on where it stopped. */
function listRewardJobs(context: SettlerContext): Job[] {
  const { config, db, log } = context;
  return [
    job(
      context,
      SETTLE_JOB,
      SETTLE_MS,
      async (signal) => {
        const deps = { db, chainId: config.chain.id, sources: rewardSources, post: postGroups, signal };
        const settled = await settleRewards(deps);
        if (settled > 0) log.info({ settled }, 'rewards settled');
      },
      { onDemand: true },
    ),
    job(
      context,
      PREVIEW_JOB,
      PREVIEW_MS,
      (signal) => previewSettlements({ db, chainId: config.chain.id, sources: rewardSources, signal }),
      { onDemand: true },
    ),
    job(context, 'reward-flows', FLOWS_MS, (signal) => followFlows({ db, signal })),
  ];
}

function job(
  { config, db, log, listener }: SettlerContext,
  name: string,
  everyMs: number,
  work: (signal: AbortSignal) => Promise<void>,
  { onDemand = false, ...late }: { lateMs?: number; onDemand?: boolean } = {},
): Job {
  const timeoutMs = Math.max(everyMs, MINUTE_MS);
  const running = runJob({ db, name, everyMs, timeoutMs, leader: true, log, ...late }, work);
  // Operators ask for some by their name; where time can be moved (/dev/advance), what becomes due is asked for so, too.
  if (onDemand || config.chain.dev)
    void listener.on(JOB_CHANNEL, (asked) => {
      if (asked === name) running.wake();
    });
  return running;
}

/** Notices to devices and by mail; without a key for web push by mail alone. */
async function noticesJob({ config, db, log, listener }: SettlerContext): Promise<Job> {
  const vapid = await readVapid(config.vapidFile);
  const { origin } = config;
  // A push service wants to know who sends: an address that can be asked.
  const subject = origin.startsWith('https://') ? origin : 'mailto:operator@openmere.localhost';
  const send = vapid && webPushSender({ keys: vapid, subject });
  const wakeOn = { listener, channel: NOTICE_CHANNEL };
  return runJob(
    { db, name: 'notices', everyMs: NEWS_MS, timeoutMs: MINUTE_MS, leader: true, log, wakeOn },
    async (signal) => {
      const mailed = await deliverNotices({ db, origin, pushes: send !== undefined }, signal);
      if (mailed > 0) log.info({ mailed }, 'notices mailed');
      const pushed = send ? await sendDuePushes({ db, origin, send }, signal) : 0;
      if (pushed > 0) log.info({ pushed }, 'notices sent to devices');
    },
  );
}

function figuresJob({ db, log, listener }: SettlerContext): Job {
  const figures = new FigureCount({ db });
  const wakeOn = { listener, channel: TEAM_CHANNEL };
  return runJob(
    { db, name: 'team-figures', everyMs: FIGURES_MS, timeoutMs: 10 * MINUTE_MS, leader: true, log, wakeOn },
    async (signal) => {
      await wait(FIGURES_PAUSE_MS, undefined, { signal }).catch(() => undefined);
      await figures.count(signal);
    },
  );
}

function teamPowerJob(context: SettlerContext): Job {
  const count = openTeamPower(context);
  return job(context, 'team-power', FIGURES_MS, async () => void (await count()));
}

function latePowerJob(context: SettlerContext): Job {
  const { db, log } = context;
  return job(context, 'power-late', SETTLE_MS, async (signal) => {
    const wallets = await grantLate({ db, signal });
    if (wallets > 0) log.info({ wallets }, 'power minted before the wallet was bound');
  });
}

/** What the medal contract says, and the EQUITY of new nodes. */
function listNodeJobs(context: SettlerContext): Job[] {
  const { config, db, rpc, log } = context;
  const { id: chainId, contracts, dev } = config.chain;
  const medal = contracts.medal?.toLowerCase() as Hex | undefined;
  if (medal === undefined) return [];
  return [
    job(context, 'node-sales', dev ? NODE_DEV_MS : NODE_MS, async () => {
      if (await readSales({ db, rpc, chainId, medal })) log.info('node sales have moved');
    }),
    job(context, 'node-equity', NODE_DEV_MS, async () => {
      const post: Parameters<typeof grantNodeEquity>[0]['post'] = (tx, entry) =>
        postEntry(tx, entry, { onPosted: announceBalances });
      const granted = await grantNodeEquity({ db, chainId, post });
      if (granted > 0) log.info({ granted }, 'EQUITY of nodes granted');
    }),
    job(context, 'node-permits', dev ? NODE_DEV_MS : NODE_MS, async () => {
      const told = await announcePermits({ db });
      if (told > 0) log.info({ told }, 'permits told');
    }),
  ];
}

/** Without a treasury (an outside chain that is not set up yet) there is nothing to pay from. */
function listPayoutJobs({ config, db, rpc, log, listener }: SettlerContext): Job[] {
  const { dev, rpcUrls } = config.chain;
  const treasury = config.chain.contracts.treasury?.toLowerCase() as Hex | undefined;
  if (!treasury) return [];
  const { confirmations } = config.chain;
  const nodes = rpcUrls.map((url) => connectChain([url], config.chain.id));
  const chain = createPayoutChain(rpc, { treasury, confirmations, nodes });
  // Addresses that nobody may pay, one a line; the file need not be there.
  const sanctionsFile = join(config.dataDir, 'sanctions.txt');
  return withdrawalJobs({ db, chain, chainId: config.chain.id, log, listener, sanctionsFile, dev });
}

function listReserveJobs(context: SettlerContext): Job[] {
  const { config, db, rpc, log, listener } = context;
  const { id: chainId, startBlock, contracts } = config.chain;
  const startedAt = systemClock();
  const verify = [
    job(context, 'ledger-verify', VERIFY_MS, () => verifyLedger({ db, log })),
    runJob(
      {
        db,
        name: 'ledger-verify-whole',
        everyMs: VERIFY_MS,
        timeoutMs: WHOLE_MS,
        lateMs: WHOLE_MS,
        leader: true,
        log,
        wakeOn: { listener, channel: VERIFICATION_CHANNEL },
      },
      async (signal) => void (await verifyWholeLedger({ db, now: systemClock(), log, signal })),
    ),
  ];
  // Without a treasury (an outside chain that is not set up yet) there is nothing to compare.
  if (!contracts.treasury) return verify;
  const compare = job(
    context,
    'reserve-reconcile',
    RECONCILE_MS,
    async (signal) => {
      const deps = { db, rpc, chainId, startBlock: BigInt(startBlock), log, signal, startedAt };
      // Right after a start the indexer may not have followed anything yet: the first comparison comes as soon as it has.
      for (let tries = 0; tries < NOTHING_YET_TRIES && !signal.aborted; tries += 1) {
        if (!(await watchReserves({ ...deps, now: systemClock() })).skipped) {
          await watchHotShare({ db, chainId, log, findWaiting: waitingPayouts });
          return watchCold({ db, rpc, chainId, log });
        }
        await wait(NOTHING_YET_MS, undefined, { signal }).catch(() => undefined);
      }
      // Passed over is not compared: the job has failed, and its last success grows old.
      if (!signal.aborted) throw new Fault('reserve.notcompared', { retry: true });
    },
    { lateMs: RECONCILE_LATE_MS },
  );
  const prove = job(context, 'reserve-proof', PROOF_MS, async () => {
    const done = await makeProof({ db, rpc, chainId, now: systemClock() });
    if (done === 'made') log.info('reserves of today are proved');
  });
  return [compare, prove, ...verify];
}

/** The sweeper's key pays gas and nothing else; an installation without one leaves deposits where they are. */
async function listSweepJobs(context: SettlerContext): Promise<Job[]> {
  const { config, db, rpc, log } = context;
  const key = await findKey(
    context,
    config.sweeperKeyFile,
    'to sweep with: deposits stay at their addresses',
  );
  if (key === undefined) return [];
  const minimum = config.chain.dev ? 1n : undefined;
  const deps = { db, rpc, chainId: config.chain.id, account: privateKeyToAccount(key), minimum, log };
  // The same key pays this gas, too, one transaction at a time.
  const release = async (isPatient: boolean): Promise<boolean> => {
    const desk = config.chain.contracts.liquidityDesk?.toLowerCase() as Hex | undefined;
    if (desk === undefined) return false;
    const gasPriceMax = BigInt((await readSettings(db)).depositSweepGasGweiMax) * GWEI;
    const now = await businessNow(db);
    const released = await releaseMatured({ ...deps, desk, gasPriceMax, now, isPatient });
    throwWithoutGas(released, 'sweeper');
    if (released !== 'nothing') log.info({ released }, 'held liquidity');
    return released === 'sent';
  };
  let runs = 0;
  return [
    job(context, 'deposit-sweep', config.chain.dev ? SWEEP_DEV_MS : SWEEP_MS, async () => {
      runs += 1;
      // Where deposits never stop there is always something to sweep: now and then what is held goes first.
      if (runs % RELEASE_RUNS === 0 && (await release(true))) return;
      const done = await sweepDeposits({ ...deps, now: systemClock() });
      // Counts as a failed run, so that Health shows it.
      if (done === 'nogas') throw new Error('the sweeper has no BNB for gas');
      if (done === 'dear') throw new Error('gas is dearer than deposit.sweepGasGweiMax: sweeps wait');
      if (done !== 'nothing') return log.info({ done }, 'sweep');
      await release(false);
    }),
  ];
}

/** The keeper's key pays gas and nothing else: anybody may look at the price (rulebook §7). */
async function listKeeperJobs(context: SettlerContext): Promise<Job[]> {
  const { config, db, rpc, log } = context;
  const oracle = config.chain.contracts.twapOracle?.toLowerCase() as Hex | undefined;
  if (oracle === undefined) return [];
  const key = await findKey(
    context,
    config.keeperKeyFile,
    'to look at the price with: only trades and addings do',
  );
  if (key === undefined) return [];
  const powerMint = config.chain.contracts.hashPowerMint?.toLowerCase() as Hex | undefined;
  const account = privateKeyToAccount(key);
  const deps = { rpc, chainId: config.chain.id, account, oracle, powerMint, log };
  const { dev } = config.chain;
  const readMost = async (): Promise<bigint> =>
    BigInt((await readSettings(db)).depositSweepGasGweiMax) * GWEI;
  return [
    // The same key: what one of the two replaces unmined, the other sends again.
    job(context, 'buy-back', dev ? BUY_BACK_DEV_MS : BUY_BACK_MS, async () => {
      const { blocks } = await readProofPolicy({ tx: db }, dev);
      const done = await carryOutBuyBack({ ...deps, db, proofBlocks: blocks, gasPriceMax: await readMost() });
      throwWithoutGas(done, 'keeper');
      if (done !== 'nothing' && done !== 'looked') log.info({ done }, 'buy-back');
    }),
    ...listPublishJobs(context, async () => ({ ...deps, gasPriceMax: await readMost() })),
    job(context, 'oracle-keep', KEEP_MS, async () => {
      const now = dev ? await businessNow(db) : undefined;
      const done = await keepOracle({ ...deps, now, gasPriceMax: await readMost() });
      throwWithoutGas(done, 'keeper');
      if (done !== 'nothing') log.info({ done }, 'looked at the price');
    }),
  ];
}

/** The hash of each day's proof of reserves, kept on chain (rulebook §0.2). */
function listPublishJobs(context: SettlerContext, readSender: () => Promise<OwnSender>): Job[] {
  const { config, db, log } = context;
  const contract = config.chain.contracts.reserveRoots?.toLowerCase() as Hex | undefined;
  if (contract === undefined) return [];
  return [
    job(context, 'reserve-publish', config.chain.dev ? PUBLISH_DEV_MS : PUBLISH_MS, async () => {
      const done = await publishProof({ ...(await readSender()), db, contract, now: systemClock() });
      if (done === 'published') log.info('proof of reserves seen on chain');
      if (done === 'differs') {
        log.fatal('ALARM another proof of reserves stands on chain under our address');
        throw new Error('another hash stands under our address: the key is known to somebody else');
      }
      if (done === 'refused') throw new Error('the chain refuses to publish the proof of reserves');
      throwWithoutGas(done, 'keeper');
    }),
  ];
}

/** A key that only pays gas; undefined where the installation has none. */
async function findKey(context: SettlerContext, file: string, without: string): Promise<Hex | undefined> {
  const key = await readKeyFile(file).catch((error: unknown) => {
    context.log.warn({ error }, `no key ${without}`);
    return undefined;
  });
  if (key === undefined) return undefined;
  await refuseUnsafeKey(file, key, context.config.mode);
  return key;
}

if (import.meta.main) runProcess('settler', () => startSettler(readConfig(process.env)));
