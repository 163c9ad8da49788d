import { checkWayIn } from '@openmere/core/deposit/rules.ts';
import { refuse } from '@openmere/core/kit/refusal.ts';
import type { MemberActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { readDepositor } from '../depositor.ts';

/** Who may deposit on chain may by bank. Refusals as checkWayIn. */
export async function checkFiatDepositor(ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor' | 'now'>): Promise<void> {
  refuse(checkWayIn(await readDepositor(ctx)));
}
