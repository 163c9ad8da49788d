import {
  adminPaymentConfirm,
  adminPaymentPropose,
  adminUnmatchedPayments,
  adminWithdrawalDecide,
  adminWithdrawalDryRun,
  adminWithdrawalRelease,
  adminWithdrawals,
} from '@openmere/core/withdrawal/contract.ts';
import type { Db } from '../platform/db/connect.ts';
import { serve, serveGathered, serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { listForConsole } from './console-list.ts';
import { decideWithdrawal } from './decide.ts';
import { confirmWithProof } from './confirm-payment.ts';
import { releaseWithdrawal } from './release.ts';
import type { ReleaseDeps } from './release.ts';
import { listUnmatched, proposePayment } from './unmatched.ts';
import { checkSeen, showDecision } from './decision-dry-run.ts';

export type WithdrawalConsoleDeps = ReleaseDeps & { db: Db };

export function withdrawalConsoleRoutes(api: Api, deps: WithdrawalConsoleDeps): void {
  serveTx(api, adminWithdrawals, (tx, _now, actor, input) => listForConsole(tx, actor, input));
  serve(api, adminWithdrawalDryRun, (_actor, input) => showDecision(deps.db, input));
  serveGathered(
    api,
    adminWithdrawalDecide,
    (_actor, { id, decision, hash }) =>
      checkSeen(deps.db, { id, action: 'approve' }, decision === 'approve' ? hash : undefined),
    (tx, _now, actor, input) => decideWithdrawal(tx, actor, input, deps),
  );
  serveTx(api, adminUnmatchedPayments, (tx, _now, _actor, input) => listUnmatched(tx, input));
  serveTx(api, adminPaymentPropose, (tx, _now, actor, input) => proposePayment(tx, actor, input));
  // These ask the chain first, and only then open their transactions.
  serve(api, adminPaymentConfirm, (actor, input) => confirmWithProof(actor, input, deps));
  serve(api, adminWithdrawalRelease, async (actor, input) => {
    await checkSeen(deps.db, { id: input.id, action: 'release' }, input.hash);
    return releaseWithdrawal(deps.db, actor, input, deps);
  });
}
