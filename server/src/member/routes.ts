import * as calls from '@openmere/core/member/contract.ts';
import { serve, serveGathered, serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { getActivation } from './activation.ts';
import { bindCountry } from './bind-country.ts';
import { bindEmail, confirmEmail } from './bind-email.ts';
import { bindWallet, confirmWallet } from './bind-wallet.ts';
import type { MemberDeps } from './deps.ts';
import { findTarget } from './find-target.ts';
import { getInfo } from './info.ts';
import { setAntiphishing } from './set-antiphishing.ts';
import { setProfile } from './set-profile.ts';
import type { IsOurAddress } from './wallet-address.ts';

/** Profile and bindings of the member who is logged in; of others only what AddressAny masks. */
export function memberRoutes(api: Api, deps: MemberDeps): void {
  const { db } = api.pipeline;
  serve(api, calls.info, (actor, _input, now) => getInfo(db, now, actor));
  serve(api, calls.activation, (actor) => getActivation(db, actor));
  serve(api, calls.addressAny, (actor, input) => findTarget(db, actor, input, deps));
  serveTx(api, calls.setNicknameHeadpic, (tx, _now, actor, input) => setProfile(tx, actor, input));
  serveTx(api, calls.bindEmail, (tx, now, actor, input) => bindEmail(tx, now, actor, input, deps));
  serveTx(api, calls.bindEmailConfirm, (tx, now, actor, input) => confirmEmail(tx, now, actor, input, deps));
  const gather = (_actor: unknown, { address }: { address: string }): Promise<IsOurAddress> =>
    deps.gatherOurAddress(address);
  serveGathered(api, calls.bindAddress, gather, (tx, now, actor, input, isOurAddress) =>
    bindWallet(tx, now, actor, input, { ...deps, isOurAddress }),
  );
  serveGathered(api, calls.bindAddressConfirm, gather, (tx, now, actor, input, isOurAddress) =>
    confirmWallet(tx, now, actor, input, { ...deps, isOurAddress }),
  );
  serveTx(api, calls.bindCountry, (tx, now, actor, input) => bindCountry(tx, now, actor, input, deps));
  serveTx(api, calls.bindAntiWithdrawAddress, (tx, now, actor, input) =>
    setAntiphishing(tx, now, actor, input, deps),
  );
}
