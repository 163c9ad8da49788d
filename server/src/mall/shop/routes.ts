import type { CallParsed } from '@openmere/core/kit/call.ts';
import {
  adminDispute,
  adminDisputeDecide,
  adminDisputes,
  adminShopApplicationLook,
  adminShopApplications,
  adminShopDecide,
  adminShops,
  adminShopSuspend,
} from '@openmere/core/mall/console-contract.ts';
import {
  shopGoods,
  shopGoodsFirst,
  shopGoodsImport,
  shopGoodsSave,
  shopSave,
  shopStock,
  shopTypes,
} from '@openmere/core/mall/own-goods-contract.ts';
import { applyShop, shopInfo, shopLicence } from '@openmere/core/mall/shop-contract.ts';
import {
  commentAnswer,
  shopComments,
  shopSold,
  shopStatement,
} from '@openmere/core/mall/shop-desk-contract.ts';
import type { OnPosted } from '../../ledger/post.ts';
import type { MemberActor } from '../../platform/actor.ts';
import type { DbCtx } from '../../platform/context.ts';
import { serveTx } from '../../platform/http/serve.ts';
import type { Api } from '../../platform/http/serve.ts';
import { serveUpload } from '../../platform/http/upload.ts';
import { decideAsOperator, getDispute, listDisputes } from '../order/decide-dispute.ts';
import { getStatement, listSoldOf } from '../order/statement.ts';
import { answerComment, listOwnComments } from './answer-comment.ts';
import { applyForShop } from './apply.ts';
import { changeStock } from './change-stock.ts';
import { decideApplication, lookAtApplication, suspendShop } from './decide.ts';
import { getShopInfo } from './get-info.ts';
import { importFile } from './import-goods.ts';
import { listShopApplications } from './list-applications.ts';
import { getOwnGoods, listGoodsOfShop, listTypeNames } from './list-own-goods.ts';
import { listShopsForConsole } from './list-shops.ts';
import { saveGoods } from './save-goods.ts';
import { saveShop } from './save-shop.ts';
import { uploadLicence } from './upload-licence.ts';

/** What owners of shops do, and those who want to be. */
export async function shopRoutes(api: Api, deps: DbCtx): Promise<void> {
  serveTx(api, shopInfo, getShopInfo);
  serveTx(api, applyShop, applyForShop);
  serveTx(api, shopTypes, listTypeNames);
  serveTx(api, shopGoods, listGoodsOfShop);
  serveTx(api, shopGoodsFirst, getOwnGoods);
  serveTx(api, shopGoodsSave, saveGoods);
  serveTx(api, shopStock, changeStock);
  serveTx(api, shopSave, saveShop);
  serveTx(api, shopComments, listOwnComments);
  serveTx(api, commentAnswer, answerComment);
  serveTx(api, shopStatement, getStatement);
  serveTx(api, shopSold, listSoldOf);
  await serveUpload(api, shopGoodsImport, (actor, bytes, input) =>
    importFile(
      { ...deps, actor: actor as MemberActor },
      { ...(input as CallParsed<typeof shopGoodsImport>), bytes },
    ),
  );
  await serveUpload(api, shopLicence, (actor, bytes) =>
    uploadLicence({ actor: actor as MemberActor, ...deps }, bytes),
  );
}

/** What operators decide about shops. */
export function shopConsoleRoutes(api: Api, deps: { onPosted?: OnPosted }): void {
  serveTx(api, adminShopApplications, listShopApplications);
  serveTx(api, adminShopApplicationLook, lookAtApplication);
  serveTx(api, adminShopDecide, decideApplication);
  serveTx(api, adminShops, listShopsForConsole);
  serveTx(api, adminShopSuspend, suspendShop);
  serveTx(api, adminDisputes, listDisputes);
  serveTx(api, adminDispute, getDispute);
  serveTx(api, adminDisputeDecide, decideAsOperator, deps);
}
