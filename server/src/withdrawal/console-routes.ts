import {
  adminPaymentConfirm,
  adminPaymentDryRun,
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
import { confirmWithProof } from './confirm-payment.ts';
import { listForConsole } from './console-list.ts';
import { decideWithdrawal } from './decide.ts';
import { checkSeen, showDecision } from './decision-dry-run.ts';
import { releaseWithdrawal } from './release.ts';
import type { ReleaseDeps } from './release.ts';
import { listUnmatched, previewPayment, proposePayment } from './unmatched.ts';

export type WithdrawalConsoleDeps = ReleaseDeps & { db: Db };

export function withdrawalConsoleRoutes(api: Api, deps: WithdrawalConsoleDeps): void {
  serveTx(api, adminWithdrawals, listForConsole);
  serve(api, adminWithdrawalDryRun, showDecision, deps);
  serveGathered(
    api,
    adminWithdrawalDecide,
    async (ctx, { id, decision, hash }) => {
      await checkSeen(ctx, { id, action: 'approve', hash: decision === 'approve' ? hash : undefined });
      return {};
    },
    decideWithdrawal,
    deps,
  );
  serveTx(api, adminUnmatchedPayments, listUnmatched);
  serveTx(api, adminPaymentDryRun, previewPayment);
  serveTx(api, adminPaymentPropose, proposePayment);
  // These ask the chain first, and only then open their transactions.
  serve(api, adminPaymentConfirm, confirmWithProof, deps);
  serve(
    api,
    adminWithdrawalRelease,
    async (ctx, input) => {
      await checkSeen(ctx, { id: input.id, action: 'release', hash: input.hash });
      return releaseWithdrawal(ctx, input);
    },
    deps,
  );
}
