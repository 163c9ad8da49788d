import * as calls from '@openmere/core/member/payable-contract.ts';
import type { AuthDeps } from '../../auth/deps.ts';
import { serveTx } from '../../platform/http/serve.ts';
import type { Api } from '../../platform/http/serve.ts';
import { bindAlipay, listMyPayables, lookAtPayables, removePayable, setPayable } from './payables.ts';

/** What a member is paid to outside the chain. */
export function payableRoutes(api: Api, deps: AuthDeps): void {
  serveTx(api, calls.payableList, listMyPayables);
  serveTx(api, calls.payableSet, setPayable, deps);
  serveTx(api, calls.bindAlipayAccount, bindAlipay, deps);
  serveTx(api, calls.payableDel, removePayable);
}

/** What operators of finance see, to send money back. */
export function payableConsoleRoutes(api: Api): void {
  serveTx(api, calls.adminPayables, lookAtPayables);
}
