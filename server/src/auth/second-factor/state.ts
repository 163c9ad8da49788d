import type { secondFactorState } from '@openmere/core/auth/second-factor/contract.ts';
import type { CallResult } from '@openmere/core/kit/call.ts';
import type { MemberActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { factorProvedUntil } from './check.ts';
import { countRecoveryCodes, findTotp } from './factor-store.ts';

/** Users/SecondFactor: what the safety page shows. */
export async function showSecondFactor(ctx: Ctx<MemberActor>): Promise<CallResult<typeof secondFactorState>> {
  const { tx, actor } = ctx;
  const totp = await findTotp(tx, actor.id);
  return {
    totpsince: totp?.setAt.toISOString() ?? null,
    recoverycodes: await countRecoveryCodes(tx, actor.id),
    factorproveduntil: (await factorProvedUntil(ctx))?.toISOString() ?? null,
  };
}
