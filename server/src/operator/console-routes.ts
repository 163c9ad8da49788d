import {
  adminAudit,
  adminHalts,
  adminHealth,
  adminLedgerAccounts,
  adminLedgerEntries,
  adminLedgerVerify,
  adminLogin,
  adminLogout,
  adminMe,
  adminQueues,
} from '@openmere/core/operator/contract.ts';
import {
  adminDryRun,
  adminProposalConfirm,
  adminProposalRefuse,
  adminProposals,
  adminPropose,
  adminSettingHistory,
  adminSettings,
} from '@openmere/core/operator/proposal-contract.ts';
import type { OnPosted } from '../ledger/post.ts';
import { adminMember, adminMembers } from '@openmere/core/operator/member-contract.ts';
import type { Pots } from '../auth/pots.ts';
import type { Db } from '../platform/db/connect.ts';
import { serve, serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { settingChange, showSettingHistory, showSettings } from './change-setting.ts';
import type { ChangeKind } from './change.ts';
import { haltChange, showHalts } from './halts.ts';
import { showHealth } from './health.ts';
import { listQueues } from './queues.ts';
import type { HealthDeps } from './health.ts';
import { showLedgerAccounts, showLedgerEntries, verifyLedgerAccount } from './ledger-explorer.ts';
import { listAudit } from './list-audit.ts';
import { loginOperator } from './login.ts';
import { logoutOperator } from './logout.ts';
import { confirmProposal, propose, refuseProposal, showDryRun, showProposals } from './propose.ts';
import { showMember, showMembers } from './show-member.ts';
import { operatorIdleMinutes } from './session-lookup.ts';

export type OperatorDeps = HealthDeps & {
  db: Db;
  pots: Pots;
  /** Changes of other domains that take two people. */
  changes?: readonly ChangeKind[];
  onPosted?: OnPosted;
};

export function operatorConsoleRoutes(api: Api, deps: OperatorDeps): void {
  // Counts tries in transactions of its own, which a refusal must not take back.
  serve(api, adminLogin, (actor, input, now) => loginOperator(deps.db, now, actor, input, deps.pots));
  serveTx(api, adminLogout, (tx, now, actor) => logoutOperator(tx, now, actor));
  serve(api, adminMe, ({ account, role }) =>
    Promise.resolve({ account, role, idleminutes: operatorIdleMinutes }),
  );
  serveTx(api, adminAudit, (tx, _now, _actor, input) => listAudit(tx, input));
  serveTx(api, adminLedgerEntries, (tx, _now, _actor, input) => showLedgerEntries(tx, input));
  serveTx(api, adminLedgerAccounts, (tx, _now, _actor, input) => showLedgerAccounts(tx, input));
  serveTx(api, adminLedgerVerify, (tx, _now, _actor, input) => verifyLedgerAccount(tx, input));
  serve(api, adminHealth, () => showHealth(deps.db, deps));
  serveTx(api, adminQueues, (tx) => listQueues(tx, deps));
  serveTx(api, adminHalts, (tx) => showHalts(tx, deps));
  serveTx(api, adminSettings, (tx) => showSettings(tx));
  serveTx(api, adminSettingHistory, (tx, _now, _actor, input) => showSettingHistory(tx, input));
  serveTx(api, adminMembers, (tx, _now, _actor, input) => showMembers(tx, input));
  serveTx(api, adminMember, (tx, now, actor, input) => showMember(tx, now, actor, input));
  proposalRoutes(api, deps);
}

/** Maker and checker: what takes two people, whatever it is. */
function proposalRoutes(api: Api, { db, onPosted, changes = [], ...facts }: OperatorDeps): void {
  const kinds = [settingChange, haltChange(facts), ...changes];
  const deps = { db, kinds, ...(onPosted ? { onPosted } : {}) };
  // Transactions of their own: a dry run is taken back, whatever it did.
  serve(api, adminDryRun, (actor, input, now) => showDryRun(now, actor, input, deps));
  serve(api, adminPropose, (actor, input, now) => propose(now, actor, input, deps));
  serve(api, adminProposalConfirm, (actor, input, now) => confirmProposal(now, actor, input, deps));
  serveTx(api, adminProposals, (tx, now, _actor, input) => showProposals(tx, now, input));
  serveTx(api, adminProposalRefuse, (tx, now, actor, input) => refuseProposal(tx, now, actor, input));
}
