import { liquidityDeskAbi } from '@openmere/core/chain/abi/liquidity-desk.ts';
import { encodeFunctionData } from 'viem';
import type { Hex } from '../platform/chain/log.ts';
import { findGas, hasUnmined, sendOwn } from '../platform/chain/send-own.ts';
import type { OwnSender, OwnSent } from '../platform/chain/send-own.ts';
import type { Ctx } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { listMatured } from './store.ts';

/** The account can do nothing else with this: what is released goes to the member, whoever asks. */
export type ReleaseDeps = OwnSender & {
  db: Db;
  desk: Hex;
  /** What the account has lying unmined is waited for, not replaced. */
  isPatient?: boolean;
};
/** What one run did. `done`: the chain has paid it already, the event is on its way. */
export type Released = OwnSent | 'nothing' | 'done';

/** Holds in one transaction: well below a block's gas. */
const HOLDS_MAX = 20;
/** Members looked at in one run; those whose holds are paid already are passed over. */
const MEMBERS_MAX = 20;

/**
 * Releases what is still held after its 30 days to its member (rulebook §6), one member a run. Keeps no state: releasing
 * twice is refused by the contract, and the final event takes the hold away. Who releases it himself meanwhile is
 * simply passed over.
 */
export async function releaseMatured(ctx: Pick<Ctx, 'now'> & ReleaseDeps): Promise<Released> {
  const { now } = ctx;
  const matured = await listMatured(ctx.db, {
    chainId: ctx.chainId,
    now,
    holds: HOLDS_MAX,
    members: MEMBERS_MAX,
  });
  if (matured.length === 0) return 'nothing';
  if (ctx.isPatient === true && (await hasUnmined(ctx))) return 'waits';
  for (const { address, ids } of matured) {
    const args = [address, ids] as const;
    const data = encodeFunctionData({ abi: liquidityDeskAbi, functionName: 'release', args });
    const gas = await findGas(ctx, ctx.desk, data);
    // Refused: paid already, or the chain's clock is a moment behind ours.
    if (gas === undefined) continue;
    return sendOwn(ctx, { to: ctx.desk, data, gas }, 'release held liquidity');
  }
  return 'done';
}
