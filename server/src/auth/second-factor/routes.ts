import * as calls from '@openmere/core/auth/second-factor/contract.ts';
import * as consoleCalls from '@openmere/core/auth/second-factor/reset-console-contract.ts';
import * as resetCalls from '@openmere/core/auth/second-factor/reset-contract.ts';
import type { CallParsed } from '@openmere/core/kit/call.ts';
import { serveGathered, serveTx } from '../../platform/http/serve.ts';
import type { Api } from '../../platform/http/serve.ts';
import { gatherSigning, serveProved } from '../contract-signature.ts';
import type { AuthDeps } from '../deps.ts';
import { declineReset, listFactorResets } from './reset-console.ts';
import { askForReset, refuseReset } from './reset.ts';
import { confirmTotp, removeTotp, renewRecoveryCodes, startTotp } from './set-totp.ts';
import { showSecondFactor } from './state.ts';

/** The authenticator app and its recovery codes. */
export function secondFactorRoutes(api: Api, deps: AuthDeps): void {
  serveTx(api, calls.secondFactorState, showSecondFactor);
  serveProved(api, calls.totpStart, startTotp, deps);
  serveTx(api, calls.totpConfirm, confirmTotp, deps);
  serveProved(api, calls.totpRemove, removeTotp, deps);
  serveTx(api, calls.recoveryCodes, renewRecoveryCodes, deps);
  // The wallet may be a contract, which the chain is asked about before the transaction.
  const gather = async (
    _ctx: unknown,
    { address, message, signature }: CallParsed<typeof resetCalls.factorReset>,
  ): Promise<Pick<AuthDeps, 'signing'>> =>
    address === undefined || message === undefined || signature === undefined
      ? { signing: deps.signing }
      : gatherSigning({ ...deps, db: api.pipeline.db }, { address, message, signature });
  serveGathered(api, resetCalls.factorReset, gather, askForReset, deps);
  serveTx(api, resetCalls.factorResetRefuse, refuseReset, deps);
}

/** Who lost it, and what operators say to it. */
export function factorConsoleRoutes(api: Api, deps: { signing: Pick<AuthDeps['signing'], 'origin'> }): void {
  serveTx(api, consoleCalls.adminFactorResets, listFactorResets);
  serveTx(api, consoleCalls.adminFactorResetDecline, declineReset, deps);
}
