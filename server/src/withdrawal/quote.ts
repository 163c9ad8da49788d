import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import { formatAmount, parseAmount } from '@openmere/core/money/amount.ts';
import { withdrawTerms } from '@openmere/core/setting/coin-terms.ts';
import type { withdrawQuote } from '@openmere/core/withdrawal/contract.ts';
import { checkAmount, checkCoin, quoteWithdrawal } from '@openmere/core/withdrawal/rules.ts';
import type { WithdrawalQuote } from '@openmere/core/withdrawal/rules.ts';
import type { Decider } from '@openmere/core/withdrawal/state.ts';
import { findOutboundLock, outboundRefusal } from '../ledger/outbound.ts';
import type { Member } from '../member/store.ts';
import { findMember } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import { businessNow } from '../platform/business-clock.ts';
import type { Ctx } from '../platform/context.ts';
import { showChainSilence } from '../setting/chain-silence.ts';
import { showPayoutHalt } from '../setting/payout-halt.ts';
import { readSettings } from '../setting/read.ts';
import type { Settings } from '../setting/read.ts';
import type { Cover } from './cover.ts';
import { gatherRiskFacts } from './gather-risk.ts';
import { checkPayable } from './own-address.ts';
import { showChecks } from './record.ts';
import { riskPolicy } from './risk-store.ts';
import { assessRisk } from './risk.ts';

export type CheckedRequest = {
  member: Member;
  settings: Settings;
  coinId: string;
  quote: WithdrawalQuote;
  address: string;
};

/**
 * The refusals that need no secret, in order: badcoin, badamount, toosmall, notmultiple, toomuch, nowallet, badaddress
 * (rulebook §5). The amount is typed text; the destination is always the bound wallet.
 */
export async function checkRequest(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>,
  input: { coinid: string; amount: string },
): Promise<CheckedRequest> {
  const { tx, actor } = ctx;
  const settings = await readSettings(tx);
  refuse(checkCoin(input.coinid));
  const terms = withdrawTerms(input.coinid, settings);
  refuse(checkAmount(input.amount, terms));
  const amount = parseAmount(input.amount);
  assert(amount !== undefined, 'a checked amount can be read');
  const quote = quoteWithdrawal(amount, terms.fee);
  const member = await findMember(tx, actor.id);
  assert(member, 'the acting member exists');
  if (member.walletAddress === null) throw new Refusal('withdrawal.nowallet');
  const address = member.walletAddress;
  refuse(await checkPayable(ctx, { address, contracts: settings.chainContracts }));
  return { member, settings, coinId: input.coinid, quote, address };
}

/**
 * Wallet/WithdrawQuote: fee, what arrives, where, and the risk receipt as it would stand now. Promises nothing. Also
 * refuses, last, what the ledger would refuse now: locked, insufficient. `cover`: what the chain said before.
 */
export async function quoteRequest(
  ctx: Ctx<MemberActor> & { chainId: number; cover: Cover | null },
  input: CallParsed<typeof withdrawQuote>,
): Promise<CallResult<typeof withdrawQuote>> {
  const { tx, actor, chainId, cover } = ctx;
  const { settings, coinId, quote, address } = await checkRequest(ctx, input);
  const until = await findOutboundLock(tx, actor.family);
  if (until) throw outboundRefusal(until);
  const request = { coinId, amount: quote.amount, address, chainId };
  const facts = await gatherRiskFacts({ tx, actor }, { request, settings, cover });
  if (facts.available < quote.amount) {
    throw new Refusal('ledger.insufficient', {
      asset: coinId,
      needed: formatAmount(quote.amount),
      available: formatAmount(facts.available),
    });
  }
  const { results, decider } = assessRisk(facts, riskPolicy(settings));
  return {
    amount: formatAmount(quote.amount),
    fee: formatAmount(quote.fee),
    received: formatAmount(quote.received),
    address,
    checks: showChecks(results, input.coinid, actor.from.locale),
    decider,
    decideby: decideBy(await businessNow(tx), decider, settings)?.toISOString() ?? null,
    halt: await showPayoutHalt(ctx, actor.from.locale),
    silence: await showChainSilence(ctx, { chainId, locale: actor.from.locale }),
  };
}

/** Until when somebody must have decided; null where nobody has to. */
export function decideBy(now: Date, decider: Decider, settings: Pick<Settings, 'withdrawReviewHours'>) {
  return decider === 'none' ? null : new Date(now.getTime() + settings.withdrawReviewHours * 3_600_000);
}
