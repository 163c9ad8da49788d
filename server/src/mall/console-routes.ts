import {
  adminGoodsTypeDel,
  adminGoodsTypes,
  adminGoodsTypeSave,
} from '@openmere/core/mall/console-goods-contract.ts';
import { serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { listTypeTree, removeType, saveType } from './goods/change-types.ts';

/** What operators look after in the mall, shops and their disputes apart. */
export function mallConsoleRoutes(api: Api): void {
  serveTx(api, adminGoodsTypes, listTypeTree);
  serveTx(api, adminGoodsTypeSave, saveType);
  serveTx(api, adminGoodsTypeDel, removeType);
}
