import * as consoleCalls from '@openmere/core/member/identity-console-contract.ts';
import * as calls from '@openmere/core/member/identity-contract.ts';
import type { AuthDeps } from '../../auth/deps.ts';
import type { MemberActor } from '../../platform/actor.ts';
import type { DbCtx } from '../../platform/context.ts';
import { serveTx } from '../../platform/http/serve.ts';
import type { Api } from '../../platform/http/serve.ts';
import { serveUpload } from '../../platform/http/upload.ts';
import { decideIdentity, listForConsole, lookAtIdentity } from './decide.ts';
import { getIdentity } from './get-identity.ts';
import { handInDocument, handInSelfie } from './hand-in.ts';
import { uploadIdentityPicture } from './pictures.ts';

/** What members hand in. */
export async function identityRoutes(api: Api, deps: AuthDeps & DbCtx): Promise<void> {
  serveTx(api, calls.identity, getIdentity);
  serveTx(api, calls.bindIdcard, handInDocument, deps);
  serveTx(api, calls.bindFace, handInSelfie);
  await serveUpload(api, calls.identityPicture, (actor, bytes) =>
    uploadIdentityPicture({ actor: actor as MemberActor, db: deps.db }, bytes),
  );
}

/** What operators of role risk see and decide. */
export function identityConsoleRoutes(api: Api): void {
  serveTx(api, consoleCalls.adminIdentities, listForConsole);
  serveTx(api, consoleCalls.adminIdentityLook, lookAtIdentity);
  serveTx(api, consoleCalls.adminIdentityDecide, decideIdentity);
}
