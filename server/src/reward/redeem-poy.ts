import { createHash } from 'node:crypto';
import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { availableAccount } from '@openmere/core/ledger/account.ts';
import { formatAmount, parseAmount } from '@openmere/core/money/amount.ts';
import type { redeemPoy } from '@openmere/core/reward/contract.ts';
import type { Gatherer } from '../ledger/gather.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';

export type RedeemDeps = { gatherer: Pick<Gatherer, 'post'> };

/**
 * Wallet/RedeemPoy: POY for USDT, one to one, out of what was set aside when the POY was made (rulebook §2). An exit: it asks for
 * nothing but the balance. The same requestId answers the same; with another amount `ledger.keyconflict`. Refusals in order:
 * `reward.badamount`, `ledger.insufficient`.
 */
export async function redeemPoyOf(
  ctx: Pick<Ctx<MemberActor>, 'actor'> & RedeemDeps,
  input: CallParsed<typeof redeemPoy>,
): Promise<CallResult<typeof redeemPoy>> {
  const { actor, gatherer } = ctx;
  const amount = parseAmount(input.amount);
  if (amount === undefined || amount <= 0n) throw new Refusal('reward.badamount');
  const requestId = input.requestId.toLowerCase();
  const own = availableAccount(actor.id);
  const posted = await gatherer.post({
    key: requestId,
    kind: 'poy-redemption',
    reference: redemptionIdOf(actor.id, requestId),
    actor: `member:${actor.id}`,
    postings: [
      { source: own, destination: 'world', asset: 'POY', amount },
      { source: 'pool:poy', destination: own, asset: 'USDT', amount },
    ],
  });
  const text = formatAmount(amount);
  return { id: posted.reference, time: posted.time.toISOString(), amount: text, received: text };
}

/** Always the same for a member's request: a copy of the request is the same entry. */
function redemptionIdOf(memberId: string, requestId: string): string {
  const digest = createHash('sha256').update(`redeem poy ${memberId} ${requestId}`).digest('hex');
  return `rdm_${digest.slice(0, 26)}`;
}
