import {
  adminWithdrawalDecide,
  adminWithdrawalRelease,
  adminWithdrawals,
} from '@openmere/core/withdrawal/contract.ts';
import type { OnPosted } from '../ledger/post.ts';
import { serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { listForConsole } from './console-list.ts';
import { decideWithdrawal } from './decide.ts';
import { releaseWithdrawal } from './release.ts';

export function withdrawalConsoleRoutes(api: Api, deps: { onPosted?: OnPosted }): void {
  serveTx(api, adminWithdrawals, (tx, _now, actor, input) => listForConsole(tx, actor, input));
  serveTx(api, adminWithdrawalDecide, (tx, _now, actor, input) => decideWithdrawal(tx, actor, input, deps));
  serveTx(api, adminWithdrawalRelease, (tx, _now, actor, input) => releaseWithdrawal(tx, actor, input, deps));
}
