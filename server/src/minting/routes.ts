import * as calls from '@openmere/core/minting/contract.ts';
import { serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { getEnergy } from './get-energy.ts';

/** Hash power and USDO of the member who is logged in. */
export function mintingRoutes(api: Api): void {
  serveTx(api, calls.getMyEnergy, getEnergy);
}
