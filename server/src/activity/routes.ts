import * as calls from '@openmere/core/activity/contract.ts';
import { serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { getActivityPool, getBuyBackBasis, listConsoleBuyBacks } from './buy-back/show.ts';
import { getInfo, listConsoleBonuses } from './get-info.ts';
import { listPlaces } from './list-places.ts';

export function activityRoutes(api: Api): void {
  serveTx(api, calls.activityInfo, getInfo);
  serveTx(api, calls.activityPool, getActivityPool);
  serveTx(api, calls.listActivityPlaces, listPlaces);
}

export function activityConsoleRoutes(api: Api, deps: { chainId: number }): void {
  serveTx(api, calls.adminBonuses, listConsoleBonuses);
  serveTx(api, calls.adminBuyBacks, listConsoleBuyBacks);
  serveTx(api, calls.adminBuyBackBasis, getBuyBackBasis, deps);
}
