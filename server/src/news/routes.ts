import * as calls from '@openmere/core/news/contract.ts';
import { serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { listMyNotices, readNotices } from './list-notices.ts';

export function newsRoutes(api: Api): void {
  serveTx(api, calls.notices, listMyNotices);
  serveTx(api, calls.noticeRead, readNotices);
}
