import { adminReorg } from '@openmere/core/reserve/contract.ts';
import { serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import type { LossDeps } from './losses.ts';
import { showReorg } from './show-reorg.ts';

export function reserveConsoleRoutes(api: Api, deps: LossDeps): void {
  serveTx(api, adminReorg, showReorg, deps);
}
