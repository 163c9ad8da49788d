import {
  adminAudit,
  adminHaltEnd,
  adminHalts,
  adminHealth,
  adminLedgerAccounts,
  adminLedgerEntries,
  adminLedgerVerify,
  adminLogin,
  adminLogout,
  adminMe,
} from '@openmere/core/operator/contract.ts';
import type { Pots } from '../auth/pots.ts';
import type { Db } from '../platform/db/connect.ts';
import { serve, serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { agreeToEnd, showHalts } from './halts.ts';
import { showHealth } from './health.ts';
import type { HealthDeps } from './health.ts';
import { showLedgerAccounts, showLedgerEntries, verifyLedgerAccount } from './ledger-explorer.ts';
import { listAudit } from './list-audit.ts';
import { loginOperator } from './login.ts';
import { logoutOperator } from './logout.ts';
import { operatorIdleMinutes } from './session-lookup.ts';

export type OperatorDeps = HealthDeps & { db: Db; pots: Pots };

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
  serveTx(api, adminHalts, (tx) => showHalts(tx, deps));
  serveTx(api, adminHaltEnd, (tx, _now, actor, input) => agreeToEnd(tx, actor, input, deps));
}
