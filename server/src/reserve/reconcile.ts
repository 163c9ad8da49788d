import { setTimeout as wait } from 'node:timers/promises';
import type { HaltFacts } from '@openmere/core/ledger/halt.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { setHalt } from '../ledger/halt.ts';
import { askRescan, findChainState } from '../platform/chain/cursor-store.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import type { Ctx } from '../platform/context.ts';
import { inSnapshot, inTransaction } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';
import type { Log } from '../platform/log.ts';
import type { At } from './chain-balances.ts';
import { measureBooks, readBooks } from './look.ts';
import type { Look } from './look.ts';
import { settle } from './measure.ts';
import type { Shares } from './measure.ts';
import { isEqual, listReserveChecks, writeReserveCheck } from './store.ts';
import type { ReserveCheck } from './store.ts';

export type ReconcileDeps = {
  db: Db;
  rpc: Rpc;
  chainId: number;
  startBlock: bigint;
  log?: Log;
  /** Longest wait for a later block before a difference is looked at again. */
  laterMs?: number;
  shares?: Shares;
  signal?: AbortSignal;
};
/** `skipped`: nothing to compare yet (no contracts, nothing followed, or the follower is far behind). */
export type Reconciled = { skipped: boolean; checks: ReserveCheck[] };

/** A difference counts when it is seen so often, each time at a later block where there is one. */
const LOOKS = 3;
const LATER_MS = 10_000;
const LATER_POLL_MS = 200;

/**
 * Compares what our addresses hold on chain with what the ledger says they hold, per coin, as of the same block (I09).
 *
 * Why both are of the same moment: only final events of the chain post to the reserve account, each in the transaction that
 * moves the follower's cursor over its block. So in one snapshot of the database, cursor, reserve account and what must lie
 * at each address belong together, whatever else is posted meanwhile; the chain is then asked at exactly the cursor's block,
 * by its hash. Which addresses are asked for: measure.ts.
 *
 * A difference is looked at again at a later block (a node may answer rubbish, or from another moment). The third time
 * payouts halt, and the follower is asked to read again everything since the last equal block. Equal again does not lift
 * the halt: operators do.
 */
export async function reconcile(ctx: Pick<Ctx, 'now'> & ReconcileDeps): Promise<Reconciled> {
  const { now } = ctx;
  let look = await lookOnce(ctx, now);
  if (!look) return { skipped: true, checks: [] };
  let apart = coinsApart(look);
  for (let looks = 1; apart.length > 0 && looks < LOOKS; looks += 1) {
    ctx.log?.warn(
      { block: String(look.at.number), apart: describeAll(look, apart) },
      'reserves differ, looking again',
    );
    await waitForLater(ctx, look.at);
    const next = await lookOnce(ctx, now);
    // The follower fell behind meanwhile: nothing is proved, and the next run begins anew.
    if (!next) return { skipped: true, checks: [] };
    look = next;
    const still = coinsApart(look);
    apart = apart.filter((coin) => still.includes(coin));
  }
  await write(ctx, look, apart, now);
  return { skipped: false, checks: look.checks };
}

function coinsApart({ checks }: Look): string[] {
  return checks.filter((check) => !isEqual(check)).map(({ coin }) => coin);
}

async function lookOnce(deps: ReconcileDeps, now: Date): Promise<Look | undefined> {
  const books = await inSnapshot(deps.db, (tx) =>
    readBooks({ tx }, { chainId: deps.chainId, limits: deps.shares }),
  );
  return books && measureBooks(deps.rpc, books, now);
}

/** Until the follower has gone on from `at`. A chain that stands still is looked at where it stands. */
async function waitForLater(
  { db, chainId, laterMs = LATER_MS, signal }: ReconcileDeps,
  at: At,
): Promise<void> {
  const until = performance.now() + laterMs;
  while (performance.now() < until && !signal?.aborted) {
    const state = await findChainState(db, chainId);
    if (state && state.number > at.number) return;
    await wait(LATER_POLL_MS);
  }
}

async function write(deps: ReconcileDeps, look: Look, apart: readonly string[], now: Date): Promise<void> {
  const { chainId, startBlock } = deps;
  const { at, checks, measured, selected } = look;
  await inTransaction(deps.db, async (tx) => {
    const last = await listReserveChecks(tx, chainId);
    for (const check of checks) await writeReserveCheck(tx, chainId, check);
    const found = selected.selections.map(({ token }, index) => ({
      token,
      right: measured[index]?.right ?? [],
    }));
    await settle({ tx }, { chainId, at: { block: at.number, now }, found, rounds: selected.rounds });
    if (apart.length === 0) return;
    const described = describeAll(look, apart);
    const reason = `reserves differ: ${described.join('; ')}`.slice(0, 500);
    deps.log?.fatal({ chainId, apart: described }, 'reserves differ, payouts are halted');
    for (const coin of apart) {
      await setHalt(tx, { kind: 'reserves', subject: coin, facts: factsOf(look, coin) });
    }
    const from = apart.reduce((least, coin) => {
      const equal = last.find((one) => one.coin === coin)?.equalBlock ?? null;
      const behind = equal === null ? startBlock : equal + 1n;
      return behind < least ? behind : least;
    }, at.number);
    await askRescan(tx, chainId, from > startBlock ? from : startBlock, reason);
  });
}

/** What stands on both sides of a coin, for the halt. */
function factsOf({ checks, measured }: Look, coin: string): HaltFacts {
  const index = checks.findIndex((check) => check.coin === coin);
  const check = checks[index];
  const misplaced = measured[index]?.misplaced ?? [];
  const [first] = misplaced;
  if (!check) return {};
  return {
    ledger: formatAmount(check.ledger),
    chain: formatAmount(check.chain),
    block: String(check.block),
    ...(first ? { misplaced: String(misplaced.length), address: first.address } : {}),
  };
}

function describeAll({ checks, measured }: Look, coins: readonly string[]): string[] {
  return checks.flatMap(({ coin, ledger, chain, block }, index) => {
    if (!coins.includes(coin)) return [];
    const misplaced = measured[index]?.misplaced ?? [];
    const [first] = misplaced;
    const where = first
      ? `, ${misplaced.length} deposit addresses not as expected, one is ${first.address}`
      : '';
    return [`${coin} ledger ${formatAmount(ledger)}, chain ${formatAmount(chain)} at block ${block}${where}`];
  });
}
