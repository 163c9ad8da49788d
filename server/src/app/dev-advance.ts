import { setTimeout as wait } from 'node:timers/promises';
import { Fault } from '@openmere/core/kit/fault.ts';
import type { FastifyInstance } from 'fastify';
import { hasMatured } from '../liquidity/store.ts';
import {
  beginAdvance,
  businessNow,
  endAdvance,
  readBusinessClock,
  releaseClock,
  tryHoldClock,
} from '../platform/business-clock.ts';
import { findChainState } from '../platform/chain/cursor-store.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import type { Db } from '../platform/db/connect.ts';
import { askJob, isJobDone } from '../platform/jobs.ts';

export const ADVANCE_SECONDS_MAX = 40 * 86_400;
/** A settlement of forty days takes seconds; what takes this long has failed. */
const LIMIT_MS = 300_000;
const POLL_MS = 50;
/** One waits for its turn, and then for its own work; the refusal still has to travel. */
const ROUTE_LIMIT_MS = 2 * LIMIT_MS + 10_000;
/** Runs of one job at most: what is left then cannot be done now, and waits for the job's own round. */
const RUNS_MAX = 100;

export type DueJob = {
  name: string;
  /** Asked again while this says that one run was not enough. */
  isLeft?: (deps: AdvanceDeps) => Promise<boolean>;
};
export type AdvanceDeps = { db: Db; rpc: Rpc; chainId: number; confirmations: number };

/**
 * What becomes due when time moves, in the order in which one needs the other. The settler runs each now instead of with its next
 * round, and the next begins when it is done. Between them the indexer catches up with what they sent.
 */
export const dueJobs: readonly DueJob[] = [
  { name: 'oracle-keep' },
  { name: 'deposit-sweep', isLeft: ({ db, chainId }) => hasMatured(db, chainId) },
  { name: 'mall-due' },
  { name: 'fiat-due' },
  { name: 'equity-settle' },
  { name: 'activity-settle' },
  { name: 'reward-settle' },
  { name: 'reward-flows' },
  { name: 'reserve-proof' },
];

/**
 * Development chain only: `POST /dev/advance` with `{ seconds }` moves the chain's time and the business clock forward together,
 * runs what becomes due, and answers `{ now }` when it is done.
 */
export function serveDevAdvance(server: FastifyInstance, deps: AdvanceDeps, jobs = dueJobs): void {
  // One after the other: each moves on from where the one before it came to.
  let last: Promise<unknown> = Promise.resolve();

  const options = { handlerTimeout: ROUTE_LIMIT_MS };
  server.post<{ Body: { seconds?: unknown } | null }>('/dev/advance', options, async (request, reply) => {
    // Nothing travels while the clock moves: the limit for silent connections is not meant for it.
    request.raw.socket.setTimeout(ROUTE_LIMIT_MS);
    const seconds = request.body?.seconds;
    if (!isSeconds(seconds)) {
      const msg = `seconds: a whole number from 1 to ${ADVANCE_SECONDS_MAX}`;
      return reply.code(400).send({ success: false, msg, code: 'invalid' });
    }
    const move = last.then(() => advance(deps, seconds, jobs));
    last = move.catch(() => undefined);
    try {
      const now = (await move).toISOString();
      return { success: true, msg: '', code: 'ok', now, data: { now } };
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return reply
        .code(503)
        .send({ success: false, msg: `${error.message}: not done yet`, code: 'unavailable' });
    }
  });
}

function isSeconds(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= ADVANCE_SECONDS_MAX;
}

/** Moves both clocks and has done what became due. @returns the business clock then. */
export async function advance(deps: AdvanceDeps, seconds: number, jobs = dueJobs): Promise<Date> {
  const { db } = deps;
  const until = performance.now() + LIMIT_MS;
  // Several API processes stand in line, too. The lock ends with the connection, whatever ends that.
  return db.connection().execute(async (connection) => {
    await untilTrue(until, 'advance.busy', () => tryHoldClock(connection));
    try {
      await completeAdvance(deps);
      const { offsetMs } = await readBusinessClock(db);
      await beginAdvance(db, offsetMs + seconds * 1_000);
      await completeAdvance(deps);
      await runDue(deps, jobs, until);
      return await businessNow(db);
    } finally {
      await releaseClock(connection);
    }
  });
}

/**
 * Brings the chain's clock to where the business clock is to be, then that one, too. Also at each start: a move that a kill broke
 * off is ended, and a chain that came back without its clock gets it again.
 */
export async function completeAdvance({ db, rpc, confirmations }: AdvanceDeps): Promise<void> {
  const { targetMs } = await readBusinessClock(db);
  // Behind the system's clock only the business clock can be: then the chain is where it should be.
  if (targetMs > 0) {
    // The first block behind the move must be final, or nothing of the days before it is.
    const blocks = confirmations + 1;
    const aheadMs = Number(await rpc.call('openmere_setAhead', [targetMs, blocks]));
    if (aheadMs > targetMs) await beginAdvance(db, aheadMs);
  }
  await endAdvance(db);
}

async function runDue(deps: AdvanceDeps, jobs: readonly DueJob[], until: number): Promise<void> {
  await followed(deps, until);
  for (const { name, isLeft } of jobs) {
    for (let run = 0; run < RUNS_MAX; run += 1) {
      const asked = await askJob(deps.db, name);
      await untilTrue(until, `advance.${name}`, () => isJobDone(deps.db, name, asked));
      await followed(deps, until);
      if ((await isLeft?.(deps)) !== true) break;
    }
  }
}

/** Waits until the indexer has applied what is final by now. */
async function followed({ db, rpc, chainId, confirmations }: AdvanceDeps, until: number): Promise<void> {
  const head = BigInt((await rpc.call('eth_blockNumber')) as string);
  const final = head - BigInt(confirmations - 1);
  await untilTrue(until, 'advance.indexer', async () => {
    const state = await findChainState(db, chainId);
    return state !== undefined && state.number >= final;
  });
}

async function untilTrue(until: number, code: string, isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) {
    if (performance.now() > until) throw new Fault(code, { retry: true });
    await wait(POLL_MS);
  }
}
