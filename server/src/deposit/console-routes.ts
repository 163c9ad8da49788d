import { adminDeposits } from '@openmere/core/deposit/contract.ts';
import { serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { listAllDeposits } from './list.ts';
import type { ListDeps } from './list.ts';

export function depositConsoleRoutes(api: Api, deps: ListDeps): void {
  serveTx(api, adminDeposits, listAllDeposits, deps);
}
