import { adminGoldPermits, nodeAllow, nodeMine, nodeTypesCall } from '@openmere/core/node/contract.ts';
import { serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { getAllow } from './get-allow.ts';
import { getMine } from './get-mine.ts';
import type { MineDeps } from './get-mine.ts';
import { listGoldPermits } from './list-permits.ts';
import { listTypes } from './list-types.ts';

export function nodeRoutes(api: Api, deps: MineDeps): void {
  serveTx(api, nodeTypesCall, listTypes, deps);
  serveTx(api, nodeMine, getMine, deps);
  serveTx(api, nodeAllow, getAllow, deps);
}

export function nodeConsoleRoutes(api: Api): void {
  serveTx(api, adminGoldPermits, listGoldPermits);
}
