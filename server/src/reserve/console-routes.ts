import { adminReorg, adminReorgDecide } from '@openmere/core/reserve/contract.ts';
import { serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { decideReorg } from './decide-reorg.ts';
import type { DecideDeps } from './decide-reorg.ts';
import { showReorg } from './show-reorg.ts';

export function reserveConsoleRoutes(api: Api, deps: DecideDeps): void {
  serveTx(api, adminReorg, (tx) => showReorg(tx, deps));
  serveTx(api, adminReorgDecide, (tx, now, actor, input) => decideReorg(tx, now, actor, input, deps));
}
