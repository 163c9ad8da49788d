import { t } from '../platform/texts.ts';
import type { TextKey } from '../platform/texts.ts';

const known: Readonly<Record<string, TextKey>> = {
  'chain-poll': 'loop_chainPoll',
  'chain-backfill': 'loop_chainBackfill',
  'market-read': 'loop_marketRead',
  'reserve-reconcile': 'loop_reserveReconcile',
  'ledger-verify': 'loop_ledgerVerify',
  'ledger-verify-whole': 'loop_ledgerVerifyWhole',
  'deposit-sweep': 'loop_depositSweep',
  'withdrawal-approve': 'loop_withdrawalApprove',
  'withdrawal-sanctions': 'loop_withdrawalSanctions',
  'payout-sign': 'loop_payoutSign',
  'payout-broadcast': 'loop_payoutBroadcast',
  'payout-follow': 'loop_payoutFollow',
  'payout-resend': 'loop_payoutResend',
  'alarm-mail': 'loop_alarmMail',
  'equity-settle': 'loop_equitySettle',
  'reward-settle': 'loop_rewardSettle',
  'reward-flows': 'loop_rewardFlows',
  'oracle-keep': 'loop_oracleKeep',
  'activity-settle': 'loop_activitySettle',
  'buy-back': 'loop_buyBack',
  'buy-back-sign': 'loop_buyBackSign',
  'fiat-due': 'loop_fiatDue',
  'mall-due': 'loop_mallDue',
  notices: 'loop_notices',
  'news-due': 'loop_newsDue',
  'identity-wipe': 'loop_identityWipe',
  'node-sales': 'loop_nodeSales',
  'node-equity': 'loop_nodeEquity',
  'node-permits': 'loop_nodePermits',
  'permit-sign': 'loop_permitSign',
  'power-late': 'loop_powerLate',
  'reserve-proof': 'loop_reserveProof',
  'reserve-publish': 'loop_reservePublish',
  'reward-preview': 'loop_rewardPreview',
  'team-figures': 'loop_teamFigures',
  'team-power': 'loop_teamPower',
  mail: 'loop_mail',
  clean: 'loop_clean',
};

/** What a loop does, in the operator's language; its name follows, for log and metrics. */
export function loopText(name: string): string {
  const key = known[name];
  return key === undefined ? name : `${t(key)} (${name})`;
}
