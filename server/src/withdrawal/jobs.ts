import { readSanctionsFile } from '../member/sanctions.ts';
import type { Db } from '../platform/db/connect.ts';
import { runJob } from '../platform/jobs.ts';
import type { Job } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import type { Listener } from '../platform/notify.ts';
import { announceRefused } from './announce-refused.ts';
import { approveAutomatic } from './approve.ts';
import { broadcastPayouts } from './broadcast.ts';
import { followPayouts } from './follow.ts';
import type { PayoutChain } from './payout-chain.ts';
import { readProofPolicy } from './proof-policy.ts';
import { resendLost, useLeftNonces } from './resend-lost.ts';

export type WithdrawalJobsDeps = {
  db: Db;
  chain: PayoutChain;
  chainId: number;
  log: Log;
  /** With it, work begins when a withdrawal moves; without it, at the next beat. */
  listener?: Listener;
  everyMs?: number;
  /** The development chain: ends of payouts are proved within seconds. */
  dev?: boolean;
  /** Without a receipt for this long a payout asks for a higher fee. */
  stuckMs?: number;
  /** A list of addresses that need a person's decision, one a line; may be missing. Read again every hour. */
  sanctionsFile?: string;
};

/** Channel on which the database tells that a withdrawal reached a state. */
export const WITHDRAWAL_CHANNEL = 'withdrawal';
const EVERY_MS = 2_000;
const TIMEOUT_MS = 60_000;
/** Payouts that a reorganisation took back: bytes that a node forgot are handed over again. */
const RESEND_EVERY_MS = 20_000;
const HOUR_MS = 3_600_000;

/**
 * The settler's part of withdrawals: hand-over of what the rules let pass, the broadcaster (the only component that sends
 * payouts), and the follower of their receipts. Each has one leader over all processes.
 */
export function withdrawalJobs(deps: WithdrawalJobsDeps): Job[] {
  const { db, chain, log } = deps;
  const job = (
    name: string,
    work: (signal: AbortSignal) => Promise<unknown>,
    everyMs = deps.everyMs ?? EVERY_MS,
  ): Job =>
    runJob(
      {
        db,
        name,
        log,
        everyMs,
        timeoutMs: TIMEOUT_MS,
        leader: true,
        ...(deps.listener && everyMs < HOUR_MS
          ? { wakeOn: { listener: deps.listener, channel: WITHDRAWAL_CHANNEL } }
          : {}),
      },
      async (signal) => {
        await work(signal);
      },
    );
  const { sanctionsFile } = deps;
  return [
    ...(sanctionsFile === undefined
      ? []
      : [job('withdrawal-sanctions', () => readSanctionsFile({ db }, sanctionsFile), HOUR_MS)]),
    job('withdrawal-approve', (signal) => approveAutomatic({ db, signal })),
    job('payout-broadcast', (signal) => broadcastPayouts({ db, chain, log, signal })),
    job(
      'payout-resend',
      async (signal) => {
        const proof = await readProofPolicy({ tx: db }, deps.dev ?? false);
        await resendLost({ db, chain, log, proof, signal }, deps.chainId);
        await useLeftNonces({ db, chain, log });
      },
      RESEND_EVERY_MS,
    ),
    job('payout-follow', async (signal) => {
      const proof = await readProofPolicy({ tx: db }, deps.dev ?? false);
      const options = deps.stuckMs === undefined ? {} : { stuckMs: deps.stuckMs };
      await followPayouts({ db, chain, log, proof, signal }, options);
      await announceRefused({ db, signal });
    }),
  ];
}
