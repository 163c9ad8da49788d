import { RESERVE_ACCOUNT, reserveTokens } from '@openmere/core/chain/reserve-account.ts';
import type { ReserveToken } from '@openmere/core/chain/reserve-account.ts';
import { balanceOf } from '../ledger/balances.ts';
import { findChainState } from '../platform/chain/cursor-store.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import type { Ctx } from '../platform/context.ts';
import { readSettings } from '../setting/read.ts';
import { balancesAt } from './chain-balances.ts';
import type { At } from './chain-balances.ts';
import { measure, selectAddresses, shares } from './measure.ts';
import type { Measured, Selected, Shares } from './measure.ts';
import type { ReserveCheck } from './store.ts';

/**
 * Nodes answer for balances of the newest blocks only (128 on public BSC nodes, 16 on ours). Further behind than this the
 * follower is catching up, and the comparison waits for it.
 */
const BEHIND_MAX = 10n;
/** The block to ask about, whose treasury, and which tokens. */
export type ReserveTarget = { at: At; treasury: Hex; tokens: ReserveToken[] };
/** What the ledger says of a block, and which addresses to ask for. */
export type Books = ReserveTarget & { ledger: bigint[]; selected: Selected };
/** The same with what the chain says of that block. */
export type Look = { at: At; checks: ReserveCheck[]; measured: Measured[]; selected: Selected };

/** The chain at the block of the books, by its hash. Asked outside of transactions. */
export async function measureBooks(
  rpc: Rpc,
  { at, treasury, ledger, selected }: Books,
  now: Date,
): Promise<Look> {
  const read = balancesAt(rpc, at);
  const measured: Measured[] = [];
  for (const selection of selected.selections) measured.push(await measure(read, treasury, selection));
  const checks = selected.selections.map(({ coin }, index): ReserveCheck => ({
    coin,
    ledger: ledger[index] ?? 0n,
    chain: measured[index]?.total ?? 0n,
    block: at.number,
    blockHash: at.hash,
    addresses: measured[index]?.asked ?? 0,
    misplaced: measured[index]?.misplaced.length ?? 0,
    checkedAt: now,
  }));
  return { at, checks, measured, selected };
}

/** Undefined while there is nothing to compare yet (no contracts, nothing followed), or the follower is far behind. */
export async function readBooks(
  ctx: Pick<Ctx, 'tx'>,
  { chainId, limits = shares }: { chainId: number; limits?: Shares | undefined },
): Promise<Books | undefined> {
  const { tx } = ctx;
  const target = await findTarget(ctx, chainId);
  if (!target) return undefined;
  const { tokens } = target;
  const ledger: bigint[] = [];
  for (const { coin } of tokens) ledger.push(-(await balanceOf(tx, RESERVE_ACCOUNT, coin)));
  return { ...target, ledger, selected: await selectAddresses({ tx }, { chainId, tokens, limits }) };
}

/** Where the follower stands. Undefined as for the books. */
export async function findTarget(
  { tx }: Pick<Ctx, 'tx'>,
  chainId: number,
): Promise<ReserveTarget | undefined> {
  const { chainContracts } = await readSettings(tx);
  const cursor = await findChainState(tx, chainId);
  const treasury = chainContracts.treasury?.toLowerCase() as Hex | undefined;
  if (!cursor || cursor.hash === null || !treasury) return undefined;
  // Before the first poll has ended nobody knows how far behind.
  if (cursor.final === null || cursor.final - cursor.number > BEHIND_MAX) return undefined;
  const at = { number: cursor.number, hash: cursor.hash };
  return { at, treasury, tokens: reserveTokens(chainContracts) };
}
