import {
  adminAudit,
  adminHalts,
  adminHealth,
  adminLedgerAccounts,
  adminLedgerEntries,
  adminLedgerVerify,
  adminLedgerVerifyWhole,
  adminLogin,
  adminLogout,
  adminMe,
  adminOperators,
  adminPauseReason,
  adminPayoutHalt,
  adminQueues,
} from '@openmere/core/operator/contract.ts';
import { adminMember, adminMemberFreeze, adminMembers } from '@openmere/core/operator/member-contract.ts';
import {
  adminDryRun,
  adminProposalConfirm,
  adminProposalRefuse,
  adminProposals,
  adminPropose,
  adminSettingHistory,
  adminSettings,
} from '@openmere/core/operator/proposal-contract.ts';
import type { Pots } from '../auth/pots.ts';
import type { OnPosted } from '../ledger/post.ts';
import type { Db } from '../platform/db/connect.ts';
import { serve, serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { settingChange, showSettingHistory, showSettings } from './change-setting.ts';
import type { ChangeKind } from './change.ts';
import { freezeMember } from './freeze-member.ts';
import { haltChange, haltPayouts, showHalts, namePauseReason } from './halts.ts';
import { showHealth } from './health.ts';
import type { HealthDeps } from './health.ts';
import { showLedgerAccounts, showLedgerEntries, verifyLedgerAccount } from './ledger-explorer.ts';
import { listAudit } from './list-audit.ts';
import { listOperators } from './list-operators.ts';
import { loginOperator } from './login.ts';
import { logoutOperator } from './logout.ts';
import { confirmProposal, propose, refuseProposal, showDryRun, showProposals } from './propose.ts';
import { listQueues } from './queues.ts';
import { OPERATOR_IDLE_MINUTES } from './session-lookup.ts';
import { showMember, showMembers } from './show-member.ts';
import { askForVerification } from './verify-whole.ts';

export type OperatorDeps = HealthDeps & {
  db: Db;
  pots: Pots;
  /** Changes of other domains that take two people. */
  changes?: readonly ChangeKind[];
  onPosted?: OnPosted;
};

export function operatorConsoleRoutes(api: Api, deps: OperatorDeps): void {
  // Counts tries in transactions of its own, which a refusal must not take back.
  serve(api, adminLogin, loginOperator, deps);
  serveTx(api, adminLogout, logoutOperator);
  serve(api, adminMe, async ({ actor: { account, role } }) => ({
    account,
    role,
    idleminutes: OPERATOR_IDLE_MINUTES,
  }));
  serveTx(api, adminOperators, listOperators);
  serveTx(api, adminAudit, listAudit);
  serveTx(api, adminLedgerEntries, showLedgerEntries);
  serveTx(api, adminLedgerAccounts, showLedgerAccounts);
  serveTx(api, adminLedgerVerify, verifyLedgerAccount);
  serveTx(api, adminLedgerVerifyWhole, askForVerification);
  serve(api, adminHealth, showHealth, deps);
  serveTx(api, adminQueues, listQueues, deps);
  serveTx(api, adminHalts, showHalts, deps);
  serveTx(api, adminPayoutHalt, haltPayouts);
  serveTx(api, adminPauseReason, namePauseReason, deps);
  serveTx(api, adminSettings, showSettings);
  serveTx(api, adminSettingHistory, showSettingHistory);
  serveTx(api, adminMembers, showMembers);
  serveTx(api, adminMember, showMember);
  serveTx(api, adminMemberFreeze, freezeMember);
  proposalRoutes(api, deps);
}

/** Maker and checker: what takes two people, whatever it is. */
function proposalRoutes(api: Api, { db, onPosted, changes = [], ...facts }: OperatorDeps): void {
  const kinds = [settingChange, haltChange(facts), ...changes];
  const deps = { db, kinds, ...(onPosted ? { onPosted } : {}) };
  // Transactions of their own: a dry run is taken back, whatever it did.
  serve(api, adminDryRun, showDryRun, deps);
  serve(api, adminPropose, propose, deps);
  serve(api, adminProposalConfirm, confirmProposal, deps);
  serveTx(api, adminProposals, showProposals);
  serveTx(api, adminProposalRefuse, refuseProposal);
}
