import { depositAddress, depositCheck, deposits } from '@openmere/core/deposit/contract.ts';
import { serve, serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { checkHash } from './check.ts';
import { issueAddress } from './issue-address.ts';
import type { IssueDeps } from './issue-address.ts';
import { listOwnDeposits } from './list.ts';

export function depositRoutes(api: Api, deps: IssueDeps): void {
  serve(api, depositAddress, issueAddress, deps);
  serveTx(api, deposits, listOwnDeposits, deps);
  serve(api, depositCheck, checkHash, deps);
}
