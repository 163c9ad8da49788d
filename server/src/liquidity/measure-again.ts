import type { Cursor } from '../platform/chain/cursor-store.ts';
import { listTaken } from '../platform/chain/fork-store.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import type { Ctx } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { askPaused, BEHIND_LOGS } from '../setting/measure-pauses.ts';
import { readSettings } from '../setting/read.ts';
import { announceRecords } from './announce.ts';
import { applyRecord, noHolding } from './fold.ts';
import { changeLift } from './follow-lift.ts';
import { findSaidAbove } from './lift-store.ts';
import type { OnStake } from './settle.ts';
import { changeStake } from './stake-store.ts';
import { findHolding, listFinal, markLost, saveHolding } from './store.ts';

export type MeasureDeps = { db: Db; rpc: Rpc; chainId: number; onStake?: OnStake };

/**
 * After a reorganisation (decision 0312): positions, and what counts of them, are those of the records that are still the chain's; and
 * whether the hold is lifted is asked of OUSD, where that was said above `common`. @returns what writes it.
 */
export async function measureLiquidity(
  ctx: MeasureDeps,
  { common, at }: { common: bigint; at: Cursor },
): Promise<(tx: Tx) => Promise<void>> {
  const { db, rpc, chainId, onStake } = ctx;
  const ousd = (await readSettings(db)).chainContracts.ousd?.toLowerCase() as Hex | undefined;
  const said = ousd === undefined ? undefined : await findSaidAbove(db, chainId, common);
  const isLifted = said === undefined || !ousd ? undefined : (await askPaused(rpc, [ousd], at))[0];
  return async (tx) => {
    const { number: block_number, hash, time } = at;
    if (hash === null || time === null) return;
    await foldAgain({ tx, onStake }, { chainId, time });
    if (isLifted === undefined || isLifted === said) return;
    await changeLift({ tx }, { chainId, isLifted, time, hash, block_number, log_index: BEHIND_LOGS });
  };
}

async function foldAgain(
  { tx, onStake }: Pick<Ctx, 'tx'> & Pick<MeasureDeps, 'onStake'>,
  { chainId, time }: { chainId: number; time: Date },
): Promise<void> {
  const changed = await markLost(tx, chainId, await listTaken(tx, chainId, 'liquidity'));
  // Whoever the wallet was bound to at the newest of them; they come in the chain's order.
  const owners = new Map(changed.map((record) => [record.address, record.member_id]));
  for (const [address, memberId] of owners) {
    const spot = { chain_id: chainId, address };
    const kept = await findHolding(tx, spot);
    if (!kept) continue;
    const before = kept.holding.counted;
    const holding = (await listFinal(tx, spot)).reduce(applyRecord, noHolding);
    await saveHolding(tx, spot, holding, kept.logPosition);
    const after = holding.counted;
    if (memberId === null || after === before) continue;
    await changeStake(tx, memberId, after - before, time);
    await onStake?.(tx, { memberId, before, after, time });
  }
  for (const lost of [true, false])
    await announceRecords(
      tx,
      changed.filter((record) => record.lost === lost),
      lost ? 'orphaned' : 'final',
    );
}
