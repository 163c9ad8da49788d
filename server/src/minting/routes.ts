import * as calls from '@openmere/core/minting/contract.ts';
import { serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { getCastInfo } from './get-cast-info.ts';
import type { InfoDeps } from './get-cast-info.ts';
import { getEnergy } from './get-energy.ts';
import { getUsdoInfo } from './get-usdo-info.ts';
import { listPowerDeductions } from './list-deductions.ts';
import { listPowerGrants } from './list-grants.ts';
import { listCastRecords, listUsdoRecords } from './list-records.ts';

/** Hash power and USDO of the member who is logged in. */
export function mintingRoutes(api: Api, deps: InfoDeps): void {
  serveTx(api, calls.getMyEnergy, getEnergy, deps);
  serveTx(api, calls.castInfo, getCastInfo, deps);
  serveTx(api, calls.castRecords, listCastRecords, deps);
  serveTx(api, calls.castDeductions, listPowerDeductions);
  serveTx(api, calls.castGrants, listPowerGrants);
  serveTx(api, calls.usdoInfo, getUsdoInfo, deps);
  serveTx(api, calls.usdoRecords, listUsdoRecords, deps);
}
