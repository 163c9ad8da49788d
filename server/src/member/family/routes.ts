import * as calls from '@openmere/core/member/family-contract.ts';
import { serveTx } from '../../platform/http/serve.ts';
import type { Api } from '../../platform/http/serve.ts';
import type { MemberDeps } from '../deps.ts';
import { createSubAccount } from './create-sub-account.ts';
import { getMyAccount } from './my-account.ts';
import { switchAccount } from './switch.ts';

/** Main account and sub-accounts. */
export function familyRoutes(api: Api, deps: MemberDeps): void {
  serveTx(api, calls.myAccount, getMyAccount);
  serveTx(api, calls.createChildAccount, createSubAccount, deps);
  serveTx(api, calls.tabUser, switchAccount);
}
