import type { Member } from '../member/store.ts';
import type { AskerCtx, AuthDeps } from './deps.ts';
import { checkFactorOfLogin } from './second-factor/check.ts';
import type { FactorProof } from './second-factor/check.ts';
import { hasTotp } from './second-factor/factor-store.ts';
import { openSession } from './sessions.ts';
import type { OpenedSession } from './sessions.ts';
import type { SessionKind } from './store.ts';

/** Opens a session of a member who is known, once the second factor is proved where one is on. Refusals: those of checkFactorOfLogin. */
export async function openWithFactor(
  ctx: AskerCtx & AuthDeps,
  { member, kind, proof }: { member: Member; kind: Exclude<SessionKind, 'switch'>; proof: FactorProof },
): Promise<OpenedSession> {
  const { from } = ctx.actor;
  const isAsked = await hasTotp(ctx.tx, member.id);
  // Written before it is asked: a refusal takes back what was written here.
  if (isAsked) await ctx.guards.noteStopped(ctx.now, { memberId: member.id, kind, from });
  const hasFactor = await checkFactorOfLogin(ctx, { memberId: member.id, kind, from, proof });
  return openSession(ctx, { member, kind, hasFactor });
}
