import {
  adminShopApplicationLook,
  adminShopApplications,
  adminShopDecide,
  adminShops,
  adminShopSuspend,
} from '@openmere/core/mall/console-contract.ts';
import { applyShop, shopInfo, shopLicence } from '@openmere/core/mall/shop-contract.ts';
import type { MemberActor } from '../../platform/actor.ts';
import type { DbCtx } from '../../platform/context.ts';
import { serveTx } from '../../platform/http/serve.ts';
import type { Api } from '../../platform/http/serve.ts';
import { serveUpload } from '../../platform/http/upload.ts';
import { applyForShop } from './apply.ts';
import { decideApplication, lookAtApplication, suspendShop } from './decide.ts';
import { getShopInfo } from './get-info.ts';
import { listShopApplications } from './list-applications.ts';
import { listShopsForConsole } from './list-shops.ts';
import { uploadLicence } from './upload-licence.ts';

/** What owners of shops do, and those who want to be. */
export async function shopRoutes(api: Api, deps: DbCtx): Promise<void> {
  serveTx(api, shopInfo, getShopInfo);
  serveTx(api, applyShop, applyForShop);
  await serveUpload(api, shopLicence, (actor, bytes) =>
    uploadLicence({ actor: actor as MemberActor, ...deps }, bytes),
  );
}

/** What operators decide about shops. */
export function shopConsoleRoutes(api: Api): void {
  serveTx(api, adminShopApplications, listShopApplications);
  serveTx(api, adminShopApplicationLook, lookAtApplication);
  serveTx(api, adminShopDecide, decideApplication);
  serveTx(api, adminShops, listShopsForConsole);
  serveTx(api, adminShopSuspend, suspendShop);
}
