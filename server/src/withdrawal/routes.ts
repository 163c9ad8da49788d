import { withdraw, withdrawCancel, withdrawQuote, withdrawals } from '@openmere/core/withdrawal/contract.ts';
import { serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { cancelWithdrawal } from './cancel.ts';
import { listWithdrawals } from './list.ts';
import { quoteRequest } from './quote.ts';
import { requestWithdrawal } from './request.ts';
import type { RequestDeps } from './request.ts';

export type WithdrawalDeps = RequestDeps;

export function withdrawalRoutes(api: Api, deps: WithdrawalDeps): void {
  serveTx(api, withdrawQuote, (tx, _now, actor, input) => quoteRequest(tx, actor, input, deps));
  serveTx(api, withdraw, (tx, now, actor, input) => requestWithdrawal(tx, now, actor, input, deps));
  serveTx(api, withdrawCancel, (tx, _now, actor, input) => cancelWithdrawal(tx, actor, input, deps));
  serveTx(api, withdrawals, (tx, _now, actor, input) => listWithdrawals(tx, actor, input));
}
