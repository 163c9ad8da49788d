import type { Member } from '../member/store.ts';
import type { AskerCtx, AuthDeps } from './deps.ts';
import { checkFactorOfLogin } from './second-factor/check.ts';
import type { FactorProof } from './second-factor/check.ts';
import { openSession } from './sessions.ts';
import type { OpenedSession } from './sessions.ts';
import type { SessionKind } from './store.ts';

/** Opens a session of a member who is known, once the second factor is proved where one is on. Refusals: those of checkFactorOfLogin. */
export async function openWithFactor(
  ctx: AskerCtx & AuthDeps,
  { member, kind, proof }: { member: Member; kind: SessionKind; proof: FactorProof },
): Promise<OpenedSession> {
  const { from } = ctx.actor;
  const hasFactor = await checkFactorOfLogin(ctx, { memberId: member.id, kind, from, proof });
  return openSession(ctx, { member, kind, hasFactor });
}
