import { balance, coinlist, creditDetail, locks, userBalanceRecord } from '@openmere/core/asset/contract.ts';
import { serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { listBalances } from './balance.ts';
import { listCoins } from './coinlist.ts';
import { listLocks } from './locks.ts';
import { listRecords } from './records.ts';

export function assetRoutes(api: Api): void {
  serveTx(api, balance, listBalances);
  serveTx(api, userBalanceRecord, listRecords);
  serveTx(api, creditDetail, listRecords);
  serveTx(api, locks, listLocks);
  serveTx(api, coinlist, listCoins);
}
