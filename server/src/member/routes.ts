import { bindPhone as bindPhoneCall, sendCodePhone } from '@openmere/core/auth/phone-contract.ts';
import * as addressCalls from '@openmere/core/member/address-contract.ts';
import * as calls from '@openmere/core/member/contract.ts';
import { gatherSigning, serveProved } from '../auth/contract-signature.ts';
import type { AskDeps } from '../auth/contract-signature.ts';
import type { WalletProof } from '../auth/wallet-message.ts';
import { serveGathered, serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { getActivation } from './activation.ts';
import { listMyAddresses, removeAddress, saveAddress } from './addresses.ts';
import { bindCountry } from './bind-country.ts';
import { bindEmail, confirmEmail } from './bind-email.ts';
import { bindPhone, sendCodeToPhone } from './bind-phone.ts';
import type { PhoneDeps } from './bind-phone.ts';
import { bindWallet, confirmWallet } from './bind-wallet.ts';
import type { MemberDeps } from './deps.ts';
import { familyRoutes } from './family/routes.ts';
import { findTarget } from './find-target.ts';
import { getInfo } from './info.ts';
import type { StandingDeps } from './info.ts';
import { payableRoutes } from './payable/routes.ts';
import { setAntiphishing } from './set-antiphishing.ts';
import { setProfile } from './set-profile.ts';
import type { OurAddress } from './wallet-address.ts';

/** Profile and bindings of the member who is logged in; of others only what AddressAny masks. */
export function memberRoutes(api: Api, deps: MemberDeps & PhoneDeps & StandingDeps): void {
  serveTx(api, calls.info, getInfo, deps);
  serveTx(api, calls.activation, getActivation);
  serveTx(api, calls.addressAny, findTarget, deps);
  serveTx(api, calls.setNicknameHeadpic, setProfile);
  serveProved(api, calls.bindEmail, bindEmail, deps);
  serveTx(api, calls.bindEmailConfirm, confirmEmail, deps);
  const gather = async (_ctx: unknown, { address }: { address: string }): Promise<OurAddress> => ({
    isOurAddress: await deps.gatherOurAddress(address),
  });
  serveGathered(api, calls.bindAddress, gather, bindWallet, deps);
  serveTx(api, sendCodePhone, sendCodeToPhone, deps);
  serveProved(api, bindPhoneCall, bindPhone, deps);
  const gatherSigned = async (_ctx: unknown, input: WalletProof): Promise<OurAddress & AskDeps> => ({
    ...(await gather(_ctx, input)),
    ...(await gatherSigning({ ...deps, db: api.pipeline.db }, input)),
  });
  serveGathered(api, calls.bindAddressConfirm, gatherSigned, confirmWallet, deps);
  serveTx(api, calls.bindCountry, bindCountry, deps);
  serveTx(api, calls.bindAntiWithdrawAddress, setAntiphishing, deps);
  serveTx(api, addressCalls.getMyAddress, listMyAddresses);
  serveTx(api, addressCalls.addEditAddress, saveAddress);
  serveTx(api, addressCalls.delAddress, removeAddress);
  familyRoutes(api, deps);
  payableRoutes(api, deps);
}
