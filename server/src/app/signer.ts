import { dirname, join } from 'node:path';
import { privateKeyToAccount } from 'viem/accounts';
import { signBuyBack } from '../activity/buy-back/sign.ts';
import { signPermits } from '../node/sign-permits.ts';
import { businessNow } from '../platform/business-clock.ts';
import { connectChain } from '../platform/chain/failover.ts';
import type { Hex } from '../platform/chain/log.ts';
import { systemClock } from '../platform/clock.ts';
import type { Db } from '../platform/db/connect.ts';
import { startHeartbeat } from '../platform/heartbeat.ts';
import { runJob } from '../platform/jobs.ts';
import type { Job } from '../platform/jobs.ts';
import { createLog } from '../platform/log.ts';
import type { Log } from '../platform/log.ts';
import { createListener } from '../platform/notify.ts';
import { openSignerJournal } from '../platform/signing/journal.ts';
import { createPayer } from '../platform/signing/payer.ts';
import { WITHDRAWAL_CHANNEL } from '../withdrawal/jobs.ts';
import { createPayoutChain } from '../withdrawal/payout-chain.ts';
import type { PayoutChain } from '../withdrawal/payout-chain.ts';
import type { SignerPolicy } from '../withdrawal/sign.ts';
import { signApproved } from '../withdrawal/signer-loop.ts';
import { readSignerLimits, signerPolicy } from '../withdrawal/signer-policy.ts';
import { catchUpJournal } from '../withdrawal/void.ts';
import { readConfig } from './config.ts';
import type { Config } from './config.ts';
import { openAs } from './database-logins.ts';
import { refuseUnsafeDatabase } from './safety.ts';
import { readKeyFile, refuseUnsafeKey } from './secrets.ts';

/**
 * Each of the three jobs holds one connection for its lock and works on another, and the heartbeat wants one: with three, all
 * begin at the same moment, hold one each and wait for a second until they give up. Eight payouts are signed at once.
 */
const POOL_MAX = 13;
const EVERY_MS = 2_000;
const TIMEOUT_MS = 60_000;

/**
 * The signer: a process, a database role and a key of its own. Nobody calls it; it reads ids of approved withdrawals and
 * looks up everything else itself (threats.md T10). It neither sends to the chain nor holds any other secret.
 */
async function run(config: Config): Promise<void> {
  refuseUnsafeDatabase(config);
  const log = createLog('signer', config.logLevel);
  const key = await readKeyFile(config.signerKeyFile);
  await refuseUnsafeKey(config.signerKeyFile, key, config.mode);
  const { rpcUrls } = config.chain;
  const treasury = config.chain.contracts.treasury?.toLowerCase() as Hex | undefined;
  if (!config.databaseUrl) throw new Error('DATABASE_URL: the signer needs one');
  if (rpcUrls.length === 0) throw new Error('OPENMERE_CHAIN_RPC: the signer needs one');
  if (!treasury) throw new Error('OPENMERE_CONTRACTS: the signer needs the treasury');

  const payer = createPayer(key);
  const limits = await readSignerLimits(join(dirname(config.signerKeyFile), 'signer-policy.json'));
  const { id, confirmations, contracts } = config.chain;
  const policy = signerPolicy(limits, { id, contracts, payer: payer.address });
  const chain = createPayoutChain(connectChain(rpcUrls, id), { treasury, confirmations });
  const onError = (error: Error): void => log.warn({ error }, 'database connection lost');
  const database = await openAs('signer', config.databaseUrl, { max: POOL_MAX, onError });
  const listener = await createListener(config.databaseUrl, 'signer', { onError });
  const stopBeating = startHeartbeat(database.db, 'signer', log);
  const journal = await openSignerJournal(join(dirname(config.signerKeyFile), 'signer-journal.jsonl'));
  await catchUpJournal({ db: database.db }, { journal, since: new Date(0) });
  const deps = { db: database.db, chain, payer, journal, policy, clock: systemClock, log };
  const job = runJob(
    {
      db: database.db,
      name: 'payout-sign',
      log,
      everyMs: EVERY_MS,
      timeoutMs: TIMEOUT_MS,
      leader: true,
      wakeOn: { listener, channel: WITHDRAWAL_CHANNEL },
    },
    async (signal) => {
      await signApproved({ ...deps, signal });
    },
  );
  const permits = await signPermitsOf(config, { db: database.db, log });
  const buyBacks = signBuyBacksOf(config, { db: database.db, log, key, chain, policy });
  log.info({ payer: payer.address, treasury, chain: id }, 'signer ready');

  let stopping: Promise<void> | undefined;
  const stop = (): void => {
    stopping ??= (async () => {
      stopBeating();
      await Promise.all([job.stop(), permits?.stop(), buyBacks?.stop()]);
      await listener.close();
      await database.close();
    })().catch((error: unknown) => log.error({ error }, 'signer did not stop cleanly'));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);
}

/** Permits for gold nodes, with a key that can do nothing else; an installation without one signs none. */
async function signPermitsOf(config: Config, { db, log }: { db: Db; log: Log }): Promise<Job | undefined> {
  const { id: chainId, contracts } = config.chain;
  const medal = contracts.medal?.toLowerCase() as Hex | undefined;
  const key = await readKeyFile(config.permitKeyFile).catch(() => undefined);
  if (medal === undefined || key === undefined) {
    log.warn('no key to sign permits with: gold nodes cannot be subscribed');
    return undefined;
  }
  await refuseUnsafeKey(config.permitKeyFile, key, config.mode);
  const account = privateKeyToAccount(key);
  return runJob(
    { db, name: 'permit-sign', log, everyMs: EVERY_MS, timeoutMs: TIMEOUT_MS, leader: true },
    async () => {
      const signed = await signPermits({ db, account, chainId, medal });
      if (signed > 0) log.info({ signed }, 'permits signed');
    },
  );
}

/** Orders of buy-backs: the payer's own key signs them, within the same caps as its payouts. */
function signBuyBacksOf(
  config: Config,
  { db, log, key, chain, policy }: { db: Db; log: Log; key: Hex; chain: PayoutChain; policy: SignerPolicy },
): Job | undefined {
  const { id: chainId, contracts } = config.chain;
  const contract = contracts.buyBack?.toLowerCase() as Hex | undefined;
  const [usdt, caps] = [policy.tokens['USDT'], policy.caps['USDT']];
  if (contract === undefined || usdt === undefined || caps === undefined) return undefined;
  const account = privateKeyToAccount(key);
  return runJob(
    { db, name: 'buy-back-sign', log, everyMs: EVERY_MS, timeoutMs: TIMEOUT_MS, leader: true },
    async () => {
      const now = await businessNow(db);
      const clock = (): Date => now;
      const signed = await signBuyBack({ db, account, chainId, contract, usdt, chain, caps, clock });
      if (signed === 'signed') log.info('buy-back signed');
      else if (signed !== 'nothing' && 'waits' in signed) log.warn(signed, 'a buy-back waits');
      else if (signed !== 'nothing') log.fatal(signed, 'ALARM the signer refuses a buy-back');
    },
  );
}

run(readConfig(process.env)).catch((error: unknown) => {
  process.stderr.write(`signer: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
