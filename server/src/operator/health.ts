import { RESERVE_ACCOUNT } from '@openmere/core/chain/reserve-account.ts';
import type { CallResult } from '@openmere/core/kit/call.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { adminHealth } from '@openmere/core/operator/contract.ts';
import { balancesOf, membersTotals } from '../ledger/balances.ts';
import { readHalt } from '../ledger/halt.ts';
import { readChainState } from '../platform/chain/following.ts';
import type { Ctx, DbCtx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { listProcesses } from '../platform/heartbeat.ts';
import { listLoops, readJobTime } from '../platform/loops.ts';
import { listReserveAlarms } from '../reserve/alarm-store.ts';
import type { ReserveAlarm } from '../reserve/alarm-store.ts';
import { listReserves } from '../reserve/store.ts';
import { listGovernanceAlarms } from './governance-store.ts';
import { listQueues } from './health-store.ts';
import { showVerifications } from './verify-whole.ts';

export type HealthDeps = { chainId: number };

/** Coins of which our addresses hold anything on chain, or that members are owed. */
type Coins = CallResult<typeof adminHealth>['coins'];

/**
 * Admin/Health: what is owed, what the ledger and the chain say is held (as reconciliation saw it last), queues,
 * processes, loops and the follower. Reads only what jobs wrote down; it asks no chain. All figures are of one moment: one
 * snapshot of the database, so that money under way is never seen twice or not at all.
 */
export function showHealth(ctx: DbCtx & HealthDeps): Promise<CallResult<typeof adminHealth>> {
  const { db } = ctx;
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => readHealth({ ...ctx, tx }));
}

async function readHealth(ctx: Pick<Ctx, 'tx'> & HealthDeps): Promise<CallResult<typeof adminHealth>> {
  const { tx } = ctx;
  const halt = await readHalt(tx);
  const reserves = await listReserves(tx, ctx.chainId);
  const checked = reserves.map(({ checked_at }) => checked_at.getTime());
  return {
    coins: await listCoins(tx, reserves, await listReserveAlarms(tx, ctx.chainId)),
    halted: halt !== undefined,
    halt: halt ? { kind: halt.kind, subject: halt.subject, facts: halt.facts } : null,
    chain: await readChainState(tx, ctx.chainId),
    queues: await listQueues(tx),
    processes: await listProcesses(tx),
    loops: (await listLoops(tx, ctx.chainId)).map(({ name, succeededAt, ageMs, isLate, problem }) => ({
      name,
      succeeded: succeededAt?.toISOString() ?? null,
      agems: ageMs,
      late: isLate,
      problem,
    })),
    governance: await listGovernance(tx, ctx.chainId),
    reconciled: checked.length === 0 ? null : new Date(Math.min(...checked)).toISOString(),
    ledgerverified: await readJobTime(tx, 'ledger-verify'),
    ...(await showVerifications({ tx })),
  };
}

async function listCoins(
  tx: Tx,
  reserves: Awaited<ReturnType<typeof listReserves>>,
  alarms: readonly ReserveAlarm[],
): Promise<Coins> {
  const owed = await membersTotals(tx);
  const held = await balancesOf(tx, RESERVE_ACCOUNT);
  const coinIds = [
    ...new Set([...owed.keys(), ...held.keys(), ...reserves.map(({ coin_id }) => coin_id)]),
  ].sort();
  return coinIds.map((coinid) => {
    const reserve = reserves.find(({ coin_id }) => coin_id === coinid);
    const own = alarms.filter(({ coin }) => coin === coinid);
    const cold = own.find(({ kind }) => kind === 'cold');
    const alarm = own.flatMap(({ kind, ...rest }) => (kind === 'cold' ? [] : [{ kind, ...rest }]))[0];
    return {
      coinid,
      liabilities: formatAmount(owed.get(coinid) ?? 0n),
      // The account mirrors what is outside, so its balance is negative.
      ledgerreserve: formatAmount(-(held.get(coinid) ?? 0n)),
      comparedledger: reserve ? formatAmount(reserve.ledger_amount) : null,
      chainreserve: reserve ? formatAmount(reserve.chain_amount) : null,
      asofblock: reserve ? Number(reserve.block_number) : null,
      comparedat: reserve ? reserve.checked_at.toISOString() : null,
      equal: reserve ? reserve.equal : null,
      alarm: alarm?.kind ?? null,
      alarmsince: alarm?.since.toISOString() ?? null,
      alarmbound: alarm ? formatAmount(alarm.bound) : null,
      coldmissing: cold
        ? { there: formatAmount(cold.hot), booked: formatAmount(cold.bound), since: cold.since.toISOString() }
        : null,
    };
  });
}

async function listGovernance(
  tx: Tx,
  chainId: number,
): Promise<CallResult<typeof adminHealth>['governance']> {
  const alarms = await listGovernanceAlarms(tx, chainId);
  return alarms.map(({ event, at, contract, subject, object, tx_hash: hash }) => ({
    event,
    time: at.toISOString(),
    contract,
    subject,
    object,
    hash,
  }));
}
