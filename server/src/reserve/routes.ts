import { reserveProof, reserves } from '@openmere/core/reserve/contract.ts';
import { serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { getReserveProof } from './get-reserve-proof.ts';
import { showReserves } from './show-reserves.ts';

export function reserveRoutes(api: Api): void {
  serveTx(api, reserves, showReserves);
  serveTx(api, reserveProof, getReserveProof);
}
