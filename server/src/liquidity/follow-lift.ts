import { eventTopics } from '@openmere/core/chain/events.ts';
import { liquidityMoved } from '@openmere/core/liquidity/contract.ts';
import { listMailable, findOwners } from '../member/store.ts';
import type { ChainLog, Hex } from '../platform/chain/log.ts';
import type { Ctx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { toMails, toMembers } from '../platform/outbox.ts';
import { readableParams } from '../platform/text.ts';
import { findLift, listHolders, saveLift } from './lift-store.ts';
import type { LogPosition } from './tables.ts';

/**
 * The guard's pausing of OUSD lifts the hold: what is removed until it is unpaused is paid in USDT, whole (rulebook §6). Keeps
 * since when, for the page, and tells everybody who has liquidity, also by mail: it is money's way out that changed. `logs` are OUSD's, in the chain's order.
 */
export async function followLift(ctx: Pick<Ctx, 'tx'>, logs: readonly ChainLog[]): Promise<void> {
  const last = logs.findLast(
    ({ topics: [topic] }) => topic === eventTopics.paused || topic === eventTopics.unpaused,
  );
  if (!last) return;
  await changeLift(ctx, {
    chainId: last.chainId,
    isLifted: last.topics[0] === eventTopics.paused,
    time: last.blockTime,
    block_number: last.blockNumber,
    log_index: last.logIndex,
    hash: last.txHash,
  });
}

/** `hash`: of the transaction, or of the block, that says so. */
type Said = LogPosition & { chainId: number; isLifted: boolean; time: Date; hash: Hex };

/** Keeps and tells it, unless a later block is known to have said something since. */
export async function changeLift(ctx: Pick<Ctx, 'tx'>, said: Said): Promise<void> {
  const { tx } = ctx;
  const { chainId, isLifted, time: since, hash, block_number, log_index } = said;
  const wasLifted = (await findLift(tx, chainId)) !== null;
  const place = { chain_id: chainId, block_number, log_index };
  if (!(await saveLift(tx, { ...place, since: isLifted ? since : null }))) return;
  const owners = await findOwners(tx, await listHolders(tx, chainId));
  if (isLifted !== wasLifted) await mailOwners(tx, [...new Set(owners.values())], isLifted, since);
  await toMembers(
    tx,
    liquidityMoved,
    [...owners.values()].map((memberId) => ({
      memberId,
      data: { id: `lift ${hash}`, hash, status: 'final' as const },
    })),
  );
}

/** Nobody is mailed about a pause that was over within the same step of the follower. */
async function mailOwners(
  tx: Tx,
  memberIds: readonly string[],
  isLifted: boolean,
  since: Date,
): Promise<void> {
  const mailable = await listMailable(tx, memberIds);
  const template = isLifted ? ('liquidity.mail.lifted' as const) : ('liquidity.mail.held' as const);
  await toMails(
    tx,
    mailable.map(({ email: to, locale, antiphishing }) => ({
      to,
      locale,
      antiphishing,
      template,
      params: readableParams(locale, { time: since.toISOString() }),
    })),
  );
}
