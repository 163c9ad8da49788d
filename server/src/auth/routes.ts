import * as agreementCalls from '@openmere/core/auth/agreement-contract.ts';
import * as calls from '@openmere/core/auth/contract.ts';
import { logins } from '@openmere/core/auth/login-history-contract.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { GatherOurAddress, OurAddress } from '../member/wallet-address.ts';
import { serve, serveGathered, serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { issueTicket } from '../platform/socket/ticket.ts';
import { acceptPublished } from './agreement/accept.ts';
import { saveAgreementDraft } from './agreement/save-draft.ts';
import { getAgreement, listAgreements, showAgreement } from './agreement/show.ts';
import { sendCode } from './codes.ts';
import { gatherSigning, serveProved } from './contract-signature.ts';
import type { AuthDeps } from './deps.ts';
import { freeze, freezeOwn, unfreeze } from './freeze.ts';
import { previewInviter } from './inviter.ts';
import { showLogins } from './login-history.ts';
import { loginMail } from './login-mail.ts';
import { loginPassword } from './login-password.ts';
import { loginWallet } from './login-wallet.ts';
import type { LoginWalletInput } from './login-wallet.ts';
import { passkeyRoutes } from './passkey/routes.ts';
import { register } from './register.ts';
import { secondFactorRoutes } from './second-factor/routes.ts';
import { listSessions, logOut, revokeSession } from './sessions.ts';
import { setLoginPassword, setPassword } from './set-password.ts';
import { setPaypassword } from './set-paypassword.ts';
import { makeWalletMessage } from './wallet-message.ts';

export type AuthRouteDeps = AuthDeps & { gatherOurAddress: GatherOurAddress };

/** Registration, the three logins, sessions and passwords. */
export function authRoutes(api: Api, deps: AuthRouteDeps): void {
  loginRoutes(api, deps);
  sessionRoutes(api);
  passwordRoutes(api, deps);
  secondFactorRoutes(api, deps);
  passkeyRoutes(api, deps);
}

function loginRoutes(api: Api, deps: AuthRouteDeps): void {
  // Counts and keeps what it counted, whatever becomes of the call.
  const apart = { ...deps, db: api.pipeline.db };
  serve(api, calls.sendCodeMail, (ctx, input) => sendCode(ctx, { ...input, actor: ctx.actor }), apart);
  serveTx(api, calls.register, register, deps);
  serveTx(api, calls.loginMail, loginMail, deps);
  serve(api, calls.userLogin, loginPassword, apart);
  // Only who registers binds a wallet by it.
  const gather = async (
    _ctx: unknown,
    input: LoginWalletInput,
  ): Promise<OurAddress & Pick<AuthDeps, 'signing'>> => ({
    ...(await gatherSigning({ ...deps, db: api.pipeline.db }, input)),
    isOurAddress:
      input.invitecode === undefined ? async () => true : await deps.gatherOurAddress(input.address),
  });
  serveGathered(api, calls.loginWallet, gather, loginWallet, deps);
  serveTx(
    api,
    calls.getSign,
    (ctx, input) => {
      // A login stands for nobody yet; everything else is for the member who asks.
      if (input.purpose === 'login') return makeWalletMessage(ctx, { ...input, memberId: null });
      if (ctx.actor.kind !== 'member') throw new Refusal('request.notlogin');
      return makeWalletMessage(ctx, { ...input, memberId: ctx.actor.id });
    },
    deps,
  );
  serveTx(api, calls.inviter, (ctx, input) => previewInviter(ctx, input.invitecode));
}

function sessionRoutes(api: Api): void {
  serveTx(api, calls.logout, logOut);
  serveTx(api, calls.sessions, listSessions);
  serveTx(api, logins, showLogins);
  serveTx(api, calls.sessionRevoke, revokeSession);
  serveTx(api, agreementCalls.agreement, showAgreement);
  serveTx(api, calls.acceptAgreements, acceptPublished);
  serveTx(api, calls.socketTicket, ({ tx, actor }, input) => issueTicket(tx, actor, input.readfor));
}

/** What operators write and publish about agreements. */
export function agreementConsoleRoutes(api: Api): void {
  serveTx(api, agreementCalls.adminAgreements, listAgreements);
  serveTx(api, agreementCalls.adminAgreement, getAgreement);
  serveTx(api, agreementCalls.adminAgreementSave, saveAgreementDraft);
}

function passwordRoutes(api: Api, deps: AuthDeps): void {
  serveProved(api, calls.setLoginPassword, setLoginPassword, deps);
  serveTx(api, calls.setPassword, setPassword, deps);
  serveTx(api, calls.freeze, freeze);
  serveTx(api, calls.freezeOwn, freezeOwn);
  serveProved(api, calls.unfreeze, unfreeze, deps);
  serveProved(api, calls.setPaypassword, setPaypassword, deps);
}
