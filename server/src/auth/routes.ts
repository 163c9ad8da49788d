import * as calls from '@openmere/core/auth/contract.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { GatherOurAddress, IsOurAddress } from '../member/wallet-address.ts';
import { serve, serveGathered, serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { issueTicket } from '../platform/socket/ticket.ts';
import { acceptPublished } from './agreements.ts';
import { sendCode } from './codes.ts';
import type { AuthDeps } from './deps.ts';
import { freeze, unfreeze } from './freeze.ts';
import { previewInviter } from './inviter.ts';
import { loginMail } from './login-mail.ts';
import { loginPassword } from './login-password.ts';
import { loginWallet } from './login-wallet.ts';
import { register } from './register.ts';
import { listSessions, revokeSession } from './sessions.ts';
import { setLoginPassword, setPassword } from './set-password.ts';
import { setPaypassword } from './set-paypassword.ts';
import { makeWalletMessage } from './wallet-message.ts';

export type AuthRouteDeps = AuthDeps & { gatherOurAddress: GatherOurAddress };

/** Registration, the three logins, sessions and passwords. */
export function authRoutes(api: Api, deps: AuthRouteDeps): void {
  loginRoutes(api, deps);
  sessionRoutes(api);
  passwordRoutes(api, deps);
}

function loginRoutes(api: Api, deps: AuthRouteDeps): void {
  const { db } = api.pipeline;
  serve(api, calls.sendCodeMail, (actor, input, now) => sendCode(db, now, { ...input, actor }, deps));
  serveTx(api, calls.register, (tx, now, actor, input) => register(tx, now, actor.from, input, deps));
  serveTx(api, calls.loginMail, (tx, now, actor, input) => loginMail(tx, now, actor.from, input, deps));
  serve(api, calls.userLogin, (actor, input, now) => loginPassword(db, now, actor.from, input, deps));
  serveGathered(
    api,
    calls.loginWallet,
    // Only who registers binds a wallet by it.
    (_actor, { address, invitecode }): Promise<IsOurAddress> =>
      invitecode === undefined ? Promise.resolve(async () => true) : deps.gatherOurAddress(address),
    (tx, now, actor, input, isOurAddress) =>
      loginWallet(tx, now, actor.from, input, { ...deps, isOurAddress }),
  );
  serveTx(api, calls.getSign, (tx, now, actor, input) => {
    // A login stands for nobody yet; everything else is for the member who asks.
    if (input.purpose === 'login')
      return makeWalletMessage(tx, now, deps.signing, { ...input, memberId: null });
    if (actor.kind !== 'member') throw new Refusal('request.notlogin');
    return makeWalletMessage(tx, now, deps.signing, { ...input, memberId: actor.id });
  });
  serve(api, calls.inviter, (_actor, input) => previewInviter(db, input.invitecode));
}

function sessionRoutes(api: Api): void {
  const { db } = api.pipeline;
  serveTx(api, calls.logout, (tx, now, actor) => revokeSession(tx, now, actor, actor.sessionId));
  serve(api, calls.sessions, (actor, _input, now) => listSessions(db, now, actor));
  serveTx(api, calls.sessionRevoke, (tx, now, actor, input) => revokeSession(tx, now, actor, input.id));
  serveTx(api, calls.acceptAgreements, (tx, now, actor, input) =>
    acceptPublished(tx, now, actor.id, input.agreements),
  );
  serveTx(api, calls.socketTicket, (tx, _now, actor) => issueTicket(tx, actor));
}

function passwordRoutes(api: Api, deps: AuthDeps): void {
  serveTx(api, calls.setLoginPassword, (tx, now, actor, input) =>
    setLoginPassword(tx, now, actor, input, deps),
  );
  serveTx(api, calls.setPassword, (tx, now, actor, input) => setPassword(tx, now, actor, input, deps));
  serveTx(api, calls.freeze, (tx, now, _actor, input) => freeze(tx, now, input));
  serveTx(api, calls.unfreeze, (tx, now, actor, input) => unfreeze(tx, now, actor, input, deps));
  serveTx(api, calls.setPaypassword, (tx, now, actor, input) => setPaypassword(tx, now, actor, input, deps));
}
