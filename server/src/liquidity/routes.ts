import { liquidityPosition, liquidityRecords } from '@openmere/core/liquidity/contract.ts';
import { serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { getPosition } from './get-position.ts';
import type { PositionDeps } from './get-position.ts';
import { listLiquidityRecords } from './list-records.ts';

export type LiquidityRouteDeps = PositionDeps;

export function liquidityRoutes(api: Api, deps: LiquidityRouteDeps): void {
  serveTx(api, liquidityPosition, getPosition, deps);
  serveTx(api, liquidityRecords, listLiquidityRecords, deps);
}
