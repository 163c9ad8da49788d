import { reserveAccount, reserveTokens } from '@openmere/core/chain/reserve-account.ts';
import type { ReserveToken } from '@openmere/core/chain/reserve-account.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { setHalt } from '../ledger/halt.ts';
import { balanceOf } from '../ledger/balances.ts';
import { askRescan, findChainState } from '../platform/chain/cursor-store.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { Log } from '../platform/log.ts';
import { readSettings } from '../setting/read.ts';
import { readHeld } from './chain-balances.ts';
import type { At } from './chain-balances.ts';
import { listHolders, listReserveChecks, writeReserveCheck } from './store.ts';
import type { ReserveCheck } from './store.ts';

export type ReconcileDeps = { db: Db; rpc: Rpc; chainId: number; startBlock: bigint; log?: Log };
/** `skipped`: nothing to compare yet (no contracts, nothing followed, or the follower is far behind). */
export type Reconciled = { skipped: boolean; checks: ReserveCheck[] };

/**
 * Nodes answer for balances of the newest blocks only (128 on public BSC nodes, 16 on ours). Further behind than this the
 * follower is catching up, and the comparison waits for it.
 */
const BEHIND_MAX = 10n;

type Books = { at: At; tokens: ReserveToken[]; holders: Hex[]; ledger: bigint[] };

/**
 * Compares what our addresses hold on chain with what the ledger says they hold, per coin, as of the same block (I09).
 *
 * Why both are of the same moment: only final events of the chain post to the reserve account, each in the transaction that
 * moves the follower's cursor over its block. So in one snapshot of the database, cursor and reserve account belong
 * together, whatever else is posted meanwhile; the chain is then asked for its balances at exactly the cursor's block.
 *
 * A difference is measured a second time (a node may answer rubbish once). If it stands, payouts halt, and the follower is
 * asked to read again everything since the last equal block. Equal again does not lift the halt: operators do.
 */
export async function reconcile(deps: ReconcileDeps, now: Date): Promise<Reconciled> {
  const first = await measure(deps, now);
  if (!first || first.every(isEqual)) return write(deps, first, []);
  const second = await measure(deps, now);
  const apart = (second ?? first).filter(
    (check) => !isEqual(check) && first.some((one) => one.coin === check.coin && !isEqual(one)),
  );
  return write(deps, second ?? first, apart);
}

function isEqual(check: ReserveCheck): boolean {
  return check.ledger === check.chain;
}

async function measure(deps: ReconcileDeps, now: Date): Promise<ReserveCheck[] | undefined> {
  const books = await deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => readBooks(tx, deps.chainId));
  if (!books) return undefined;
  const { at, tokens, holders, ledger } = books;
  const held = await readHeld(
    deps.rpc,
    deps.chainId,
    tokens.map(({ token }) => token),
    holders,
    at,
  );
  return tokens.map(({ coin }, index) => ({
    coin,
    ledger: ledger[index] ?? 0n,
    chain: held[index] ?? 0n,
    block: at.number,
    blockHash: at.hash,
    addresses: holders.length,
    checkedAt: now,
  }));
}

async function readBooks(tx: Tx, chainId: number): Promise<Books | undefined> {
  const cursor = await findChainState(tx, chainId);
  const { chainContracts } = await readSettings(tx);
  const treasury = chainContracts.treasury?.toLowerCase() as Hex | undefined;
  if (!cursor || cursor.hash === null || !treasury) return undefined;
  // Before the first poll has ended nobody knows how far behind.
  if (cursor.final === null || cursor.final - cursor.number > BEHIND_MAX) return undefined;
  const tokens = reserveTokens(chainContracts);
  const ledger: bigint[] = [];
  for (const { coin } of tokens) ledger.push(-(await balanceOf(tx, reserveAccount, coin)));
  return {
    at: { number: cursor.number, hash: cursor.hash },
    tokens,
    holders: [treasury, ...(await listHolders(tx, chainId))],
    ledger,
  };
}

async function write(
  deps: ReconcileDeps,
  checks: ReserveCheck[] | undefined,
  apart: readonly ReserveCheck[],
): Promise<Reconciled> {
  if (!checks) return { skipped: true, checks: [] };
  await inTransaction(deps.db, async (tx) => {
    const last = await listReserveChecks(tx, deps.chainId);
    for (const check of checks) await writeReserveCheck(tx, deps.chainId, check);
    if (apart.length === 0) return;
    const reason = `reserves differ: ${apart.map(describe).join('; ')}`;
    deps.log?.fatal(
      { chainId: deps.chainId, apart: apart.map(describe) },
      'reserves differ, payouts are halted',
    );
    await setHalt(tx, reason);
    const equalBlocks = apart.map(({ coin }) => last.find((one) => one.coin === coin)?.equalBlock ?? null);
    const from = equalBlocks.reduce<bigint>(
      (least, block) => (block === null ? deps.startBlock : block + 1n < least ? block + 1n : least),
      checks[0]?.block ?? deps.startBlock,
    );
    await askRescan(tx, deps.chainId, from > deps.startBlock ? from : deps.startBlock, reason);
  });
  return { skipped: false, checks };
}

function describe({ coin, ledger, chain, block }: ReserveCheck): string {
  return `${coin} ledger ${formatAmount(ledger)}, chain ${formatAmount(chain)} at block ${block}`;
}
