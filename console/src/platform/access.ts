import type { CallPath } from '@openmere/core/calls.ts';
import type { OperatorRole } from '@openmere/core/kit/call.ts';

const anyone: readonly OperatorRole[] = ['support', 'content', 'risk', 'finance', 'admin'];

/**
 * The roles that may make a call, as the contract says; access.test.ts compares. Not read from the contract itself: its
 * schema library probes for `eval`, which the page's policy reports.
 */
const roles = {
  'Admin/Logout': anyone,
  'Admin/Me': anyone,
  'Admin/Queues': anyone,
  'Admin/Withdrawals': anyone,
  'Admin/WithdrawalDecide': ['risk', 'finance', 'admin'],
  'Admin/WithdrawalRelease': ['finance', 'admin'],
  'Admin/WithdrawalDryRun': ['risk', 'finance', 'admin'],
  'Admin/Deposits': anyone,
  'Admin/LedgerEntries': ['finance', 'risk', 'admin'],
  'Admin/LedgerAccounts': ['finance', 'risk', 'admin'],
  'Admin/LedgerVerify': ['finance', 'risk', 'admin'],
  'Admin/LedgerVerifyWhole': ['finance', 'risk', 'admin'],
  'Admin/Audit': anyone,
  'Admin/Health': anyone,
  'Admin/Reorg': ['risk', 'finance', 'admin'],
  'Admin/Halts': anyone,
  'Admin/UnmatchedPayments': anyone,
  'Admin/PaymentPropose': ['finance', 'admin'],
  'Admin/PaymentConfirm': ['finance', 'admin'],
  'Admin/Members': ['support', 'risk', 'finance', 'admin'],
  'Admin/Member': ['support', 'risk', 'finance', 'admin'],
  'Admin/Team': ['support', 'risk', 'finance', 'admin'],
  'Admin/TeamLegs': ['support', 'risk', 'finance', 'admin'],
  'Admin/Agreements': anyone,
  'Admin/Agreement': anyone,
  'Admin/AgreementSave': ['content', 'admin'],
  'Admin/News': ['support', 'content', 'admin'],
  'Admin/NewsFirst': ['support', 'content', 'admin'],
  'Admin/NewsSave': ['content', 'admin'],
  'Admin/NewsState': ['content', 'admin'],
  'Admin/NewsPicture': ['content', 'admin'],
  'Admin/GoldPermits': ['finance', 'admin'],
  'Admin/Tickets': ['support', 'risk', 'finance', 'admin'],
  'Admin/Ticket': ['support', 'risk', 'finance', 'admin'],
  'Admin/TicketAnswer': ['support', 'risk', 'finance', 'admin'],
  'Admin/TicketMove': ['support', 'risk', 'finance', 'admin'],
  'Admin/Feedback': anyone,
  'Admin/FeedbackRead': anyone,
  'Admin/Disputes': ['support', 'risk', 'finance', 'admin'],
  'Admin/Dispute': ['support', 'risk', 'finance', 'admin'],
  'Admin/DisputeDecide': ['risk', 'finance', 'admin'],
  'Admin/ShopApplications': ['content', 'risk', 'admin'],
  'Admin/ShopApplicationLook': ['content', 'risk', 'admin'],
  'Admin/ShopDecide': ['content', 'risk', 'admin'],
  'Admin/Shops': ['support', 'content', 'risk', 'admin'],
  'Admin/ShopSuspend': ['content', 'risk', 'admin'],
  'Admin/Goods': ['support', 'content', 'risk', 'admin'],
  'Admin/GoodsHide': ['content', 'risk', 'admin'],
  'Admin/GoodsComments': ['support', 'content', 'risk', 'admin'],
  'Admin/GoodsCommentHide': ['content', 'risk', 'admin'],
  'Admin/Orders': ['support', 'risk', 'finance', 'admin'],
  'Admin/Order': ['support', 'risk', 'finance', 'admin'],
  'Admin/GoodsTypes': ['support', 'content', 'risk', 'admin'],
  'Admin/GoodsTypeSave': ['content', 'admin'],
  'Admin/GoodsTypeDel': ['content', 'admin'],
  'Admin/Identities': ['risk', 'admin'],
  'Admin/IdentityLook': ['risk', 'admin'],
  'Admin/IdentityDecide': ['risk', 'admin'],
  'Admin/Payables': ['finance', 'admin'],
  'Admin/Settlements': ['risk', 'finance', 'admin'],
  'Admin/SettlementNext': ['risk', 'finance', 'admin'],
  'Admin/SettlementRun': ['finance', 'admin'],
  'Admin/MemberRewards': ['risk', 'finance', 'admin'],
  'Admin/RewardExplain': ['risk', 'finance', 'admin'],
  'Admin/Pools': ['risk', 'finance', 'admin'],
  'Admin/BuyBacks': ['finance', 'admin'],
  'Admin/BuyBackBasis': ['finance', 'admin'],
  'Admin/FiatBanks': ['finance', 'admin'],
  'Admin/FiatRates': ['finance', 'admin'],
  'Admin/FiatRateSet': ['finance', 'admin'],
  'Admin/FiatOrders': ['finance', 'admin'],
  'Admin/FiatReject': ['finance', 'admin'],
  'Admin/FiatSlipLook': ['finance', 'admin'],
  'Admin/FiatImport': ['finance', 'admin'],
  'Admin/FiatLines': ['finance', 'admin'],
  'Admin/FiatSuspend': ['finance', 'admin'],
  'Admin/DryRun': ['finance', 'admin'],
  'Admin/Propose': ['finance', 'admin'],
  'Admin/Proposals': anyone,
  'Admin/ProposalConfirm': ['finance', 'admin'],
  'Admin/ProposalRefuse': ['finance', 'admin'],
  'Admin/Settings': ['risk', 'finance', 'admin'],
  'Admin/SettingHistory': ['risk', 'finance', 'admin'],
} as const satisfies Partial<Record<CallPath, readonly OperatorRole[]>>;

export type GuardedCall = keyof typeof roles;
export const guardedCalls = Object.keys(roles) as GuardedCall[];

/** Whether an operator of this role sees what leads to the call; the server decides again. */
export function mayCall(role: OperatorRole, path: GuardedCall): boolean {
  const allowed: readonly OperatorRole[] = roles[path];
  return allowed.includes(role);
}
