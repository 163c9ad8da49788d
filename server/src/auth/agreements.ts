import { checkAgreements, missingAgreements } from '@openmere/core/auth/rules.ts';
import { refuse } from '@openmere/core/kit/refusal.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { readSettings } from '../setting/read.ts';
import { insertAcceptance, listAccepted } from './agreement-store.ts';

/** Accepts, by a member's own word, what is published now. Refuses `auth.agreements` when a version is missing. */
export async function acceptPublished(
  ctx: Ctx<MemberActor>,
  { agreements }: { agreements: string },
): Promise<void> {
  const { tx, actor } = ctx;
  const { agreementVersions } = await readSettings(tx);
  refuse(checkAgreements(agreements, agreementVersions));
  await acceptAgreements(ctx, actor.id);
}

/** Writes down that a member accepted every agreement in the version that is published now. */
export async function acceptAgreements(ctx: Pick<Ctx, 'tx' | 'now'>, memberId: string): Promise<void> {
  const { tx, now } = ctx;
  const { agreementVersions: accepted } = await readSettings(tx);
  await insertAcceptance(tx, { member_id: memberId, accepted, at: now });
}

/** The published versions that a member has not accepted yet, as a comma-separated list; empty when all are. */
export async function agreementsDue(ctx: Pick<Ctx, 'tx'>, memberId: string): Promise<string> {
  const { tx } = ctx;
  const { agreementVersions } = await readSettings(tx);
  const accepted = await listAccepted(tx, memberId);
  return missingAgreements(accepted.join(','), agreementVersions).join(',');
}
