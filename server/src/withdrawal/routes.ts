import { withdraw, withdrawCancel, withdrawQuote, withdrawals } from '@openmere/core/withdrawal/contract.ts';
import { serveGathered, serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { cancelWithdrawal } from './cancel.ts';
import type { Cover, ReadCover } from './cover.ts';
import { listWithdrawals } from './list.ts';
import { quoteRequest } from './quote.ts';
import { requestWithdrawal } from './request.ts';
import type { RequestDeps } from './request.ts';

export type WithdrawalDeps = Omit<RequestDeps, 'cover'> & { readCover?: ReadCover | undefined };

export function withdrawalRoutes(api: Api, deps: WithdrawalDeps): void {
  const gather = async (_ctx: unknown, { coinid }: { coinid: string }): Promise<{ cover: Cover | null }> => ({
    cover: (await deps.readCover?.(coinid)) ?? null,
  });
  serveGathered(api, withdrawQuote, gather, quoteRequest, deps);
  serveGathered(api, withdraw, gather, requestWithdrawal, deps);
  serveTx(api, withdrawCancel, cancelWithdrawal, deps);
  serveTx(api, withdrawals, listWithdrawals);
}
