import * as calls from '@openmere/core/auth/passkey/contract.ts';
import { serveTx } from '../../platform/http/serve.ts';
import type { Api } from '../../platform/http/serve.ts';
import { serveProved } from '../contract-signature.ts';
import type { AuthDeps } from '../deps.ts';
import { addPasskey, removePasskey, renamePasskey, showPasskeys, startPasskey } from './add-passkey.ts';
import { askPasskey, loginByPasskey } from './login-passkey.ts';

/** Passkeys: one's own, and the login by one. */
export function passkeyRoutes(api: Api, deps: AuthDeps): void {
  serveTx(api, calls.passkeys, showPasskeys);
  serveProved(api, calls.passkeyStart, startPasskey, deps);
  serveTx(api, calls.passkeyAdd, addPasskey, deps);
  serveTx(api, calls.passkeyRename, renamePasskey);
  serveTx(api, calls.passkeyRemove, removePasskey, deps);
  serveTx(api, calls.passkeyAsk, askPasskey, deps);
  serveTx(api, calls.loginPasskey, loginByPasskey, deps);
}
