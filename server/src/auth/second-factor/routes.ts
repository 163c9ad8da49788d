import * as calls from '@openmere/core/auth/second-factor/contract.ts';
import { serveTx } from '../../platform/http/serve.ts';
import type { Api } from '../../platform/http/serve.ts';
import { serveProved } from '../contract-signature.ts';
import type { AuthDeps } from '../deps.ts';
import { confirmTotp, removeTotp, renewRecoveryCodes, startTotp } from './set-totp.ts';
import { showSecondFactor } from './state.ts';

/** The authenticator app and its recovery codes. */
export function secondFactorRoutes(api: Api, deps: AuthDeps): void {
  serveTx(api, calls.secondFactorState, showSecondFactor);
  serveProved(api, calls.totpStart, startTotp, deps);
  serveTx(api, calls.totpConfirm, confirmTotp, deps);
  serveProved(api, calls.totpRemove, removeTotp, deps);
  serveTx(api, calls.recoveryCodes, renewRecoveryCodes, deps);
}
