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
  const gather = async (_actor: unknown, { coinid }: { coinid: string }): Promise<Cover | null> =>
    (await deps.readCover?.(coinid)) ?? null;
  serveGathered(api, withdrawQuote, gather, (tx, now, actor, input, cover) =>
    quoteRequest(tx, now, actor, input, { chainId: deps.chainId, cover }),
  );
  serveGathered(api, withdraw, gather, (tx, now, actor, input, cover) =>
    requestWithdrawal(tx, now, actor, input, { ...deps, cover }),
  );
  serveTx(api, withdrawCancel, (tx, _now, actor, input) => cancelWithdrawal(tx, actor, input, deps));
  serveTx(api, withdrawals, (tx, _now, actor, input) => listWithdrawals(tx, actor, input));
}
