import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { formatAmount, parseAmount } from '@openmere/core/money/amount.ts';
import { withdrawTerms } from '@openmere/core/setting/coin-terms.ts';
import type { withdraw } from '@openmere/core/withdrawal/contract.ts';
import { checkPaypassword } from '../auth/check-paypassword.ts';
import type { PaypasswordDeps } from '../auth/check-paypassword.ts';
import { makeFreezeLink } from '../auth/freeze-store.ts';
import { checkFactor } from '../auth/second-factor/check.ts';
import type { FactorDeps } from '../auth/second-factor/check.ts';
import type { OnPosted } from '../ledger/post.ts';
import type { MemberActor } from '../platform/actor.ts';
import { businessNow } from '../platform/business-clock.ts';
import type { Ctx } from '../platform/context.ts';
import { newId } from '../platform/ids.ts';
import { announceStatus, mailMember } from './announce.ts';
import type { Cover } from './cover.ts';
import { gatherRiskFacts } from './gather-risk.ts';
import { postHold } from './hold.ts';
import { payoutIdOf } from './payout-id.ts';
import { checkRequest, decideBy } from './quote.ts';
import { findRecord } from './record-store.ts';
import { lockFamilyLimits, riskPolicy } from './risk-store.ts';
import { assessRisk } from './risk.ts';
import type { Withdrawal } from './tables.ts';
import { insertWithdrawal, findByRequest } from './withdrawal-store.ts';

export type RequestDeps = {
  paypassword: PaypasswordDeps;
  factor: FactorDeps;
  chainId: number;
  onPosted?: OnPosted;
  /** What the treasury held, asked before the transaction; without it that check is left out. */
  cover?: Cover | null;
};

type Input = CallParsed<typeof withdraw>;

/**
 * Wallet/Withdraw: the hold and the row in one transaction, with the risk receipt. The same requestId answers the same
 * withdrawal, before any other refusal; under another input it is `ledger.keyconflict`. Then in order: what `checkRequest`
 * refuses, `withdrawal.feechanged` { fee, coin }, the payment password, the second factor where one is on, the family's lock, the balance.
 */
export async function requestWithdrawal(
  ctx: Ctx<MemberActor> & RequestDeps,
  input: Input,
): Promise<CallResult<typeof withdraw>> {
  const { tx, now, actor } = ctx;
  const known = await findRequest(ctx, input);
  if (known) return findRecord(tx, known, actor.from.locale);
  const checked = await checkRequest(ctx, input);
  const { fee } = checked.quote;
  if (input.fee !== undefined && parseAmount(input.fee) !== fee)
    throw new Refusal('withdrawal.feechanged', { fee: formatAmount(fee), coin: checked.coinId });
  await checkPaypassword({ ...ctx.paypassword, tx, now, actor }, input.paypassword);
  await lockFamilyLimits(tx, actor.family);
  // Behind the lock: a copy of this request that ran beside it is committed now. Before the factor, which that copy has used up.
  const beside = await findRequest(ctx, input);
  if (beside) return findRecord(tx, beside, actor.from.locale);
  await checkFactor({ ...ctx.factor, tx, now, actor }, { proof: input });

  const { coinId, quote, address, settings } = checked;
  const request = { coinId, amount: quote.amount, address, chainId: ctx.chainId };
  const facts = await gatherRiskFacts({ tx, actor }, { request, settings, cover: ctx.cover ?? null });
  const verdict = assessRisk(facts, riskPolicy(settings));
  const { minimum, multiple } = withdrawTerms(coinId, settings);
  const id = newId('wdr');
  const row = await insertWithdrawal(tx, {
    id,
    payout_id: payoutIdOf(id),
    member_id: actor.id,
    family_id: actor.family,
    request_id: input.requestId.toLowerCase(),
    coin_id: coinId,
    chain_id: ctx.chainId,
    ...quote,
    minimum,
    multiple,
    address,
    decider: verdict.decider,
    score: verdict.score,
    checks: JSON.stringify(verdict.results),
    decide_by: decideBy(await businessNow(tx), verdict.decider, settings),
  });
  await postHold(ctx, row);
  await announceStatus(tx, row, 'reviewing');
  const { origin } = ctx.factor.signing;
  await mailMember(tx, row, 'requested', async () => ({
    link: await makeFreezeLink(tx, now, { memberId: actor.family, origin, kind: 'notice' }),
  }));
  return findRecord(tx, row, actor.from.locale);
}

/** The withdrawal that this requestId made, if it did; refuses when it asked for something else. */
async function findRequest(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>,
  input: Input,
): Promise<Withdrawal | undefined> {
  const { tx, actor } = ctx;
  const row = await findByRequest(tx, { memberId: actor.id, requestId: input.requestId.toLowerCase() });
  if (!row) return undefined;
  if (row.coin_id !== input.coinid || row.amount !== parseAmount(input.amount)) {
    throw new Refusal('ledger.keyconflict');
  }
  return row;
}
