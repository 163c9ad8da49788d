import { activityInfo } from '@openmere/core/activity/contract.ts';
import { serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { getInfo } from './get-info.ts';

export function activityRoutes(api: Api): void {
  serveTx(api, activityInfo, getInfo);
}
