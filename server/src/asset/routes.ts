import { balance, coinlist, creditDetail, locks, userBalanceRecord } from '@openmere/core/asset/contract.ts';
import { serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { listBalances } from './balance.ts';
import { listCoins } from './coinlist.ts';
import { listLocks } from './locks.ts';
import { listRecords } from './records.ts';
import type { RecordDeps } from './records.ts';

export function assetRoutes(api: Api, deps: RecordDeps): void {
  serveTx(api, balance, listBalances);
  serveTx(api, userBalanceRecord, listRecords, deps);
  serveTx(api, creditDetail, listRecords, deps);
  serveTx(api, locks, listLocks);
  serveTx(api, coinlist, listCoins);
}
