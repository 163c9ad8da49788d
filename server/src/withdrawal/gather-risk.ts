import type { Amount } from '@openmere/core/money/amount.ts';
import { riskFacts } from '../auth/risk-facts-store.ts';
import { memberBalance } from '../ledger/balances.ts';
import { isIdentityApproved } from '../member/identity/identity-store.ts';
import { screenAddress } from '../member/sanctions-store.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import type { Settings } from '../setting/read.ts';
import { loadValueOf } from './coin-value.ts';
import type { Cover } from './cover.ts';
import { automaticToday, sumUnseenByTwo, waitingPayouts, findHistory } from './risk-store.ts';
import type { RiskFacts } from './risk.ts';
import { sumYoungMoney } from './young-money-store.ts';

export type RiskRequest = { coinId: string; amount: Amount; address: string; chainId: number };

/** Gathers what the rules look at, before the hold is posted. `cover`: what the treasury holds, null when not known. */
export async function gatherRiskFacts(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>,
  { request, settings, cover }: { request: RiskRequest; settings: Settings; cover: Cover | null },
): Promise<RiskFacts> {
  const { tx, actor } = ctx;
  const { coinId, amount } = request;
  const { newDeviceHours } = settings;
  const login = await riskFacts(tx, { memberId: actor.id, sessionId: actor.sessionId, newDeviceHours });
  const history = await findHistory(tx, actor, { coinId, login });
  const valueOf = await loadValueOf({ tx }, request.chainId);
  const balance = await memberBalance(tx, actor.id, coinId);
  const passwordAgeMs = login.passwordSetAt && history.now.getTime() - login.passwordSetAt.getTime();
  return {
    amount,
    value: valueOf(coinId, amount),
    unseenByTwo: await sumUnseenByTwo(tx, actor.family, valueOf),
    passedBefore: history.passed,
    passedSinceWallet: history.passed_wallet,
    passedSincePaypassword: history.passed_paypassword,
    largestBefore: history.largest,
    askedToday: history.asked_today,
    amountToday: history.amount_today,
    automaticToday: await automaticToday(tx, actor.family, valueOf),
    newDevice: login.newDevice,
    passwordAgeHours: passwordAgeMs === null ? null : passwordAgeMs / 3_600_000,
    passwordChanged: login.passwordChanged,
    sharedMembers: Math.max(login.sharedDeviceMembers, login.sharedIpMembers),
    available: balance.available,
    youngMoney: await sumYoungMoney(tx, actor.id, coinId, settings.depositAgeHours),
    identityApproved: await isIdentityApproved(tx, actor.family),
    screening: await screenAddress(tx, request.address),
    cover: cover === null ? null : { ...cover, waiting: await waitingPayouts(tx, coinId) },
  };
}
