import { checkAgreements, missingAgreements, publishedAmong } from '@openmere/core/auth/rules.ts';
import { refuse } from '@openmere/core/kit/refusal.ts';
import type { MemberActor, Origin } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { insertAcceptance, listAccepted } from './acceptance-store.ts';
import { findPublished } from './version-store.ts';

/**
 * Users/AcceptAgreements: accepts, by a member's own word, the versions that they name; with those of before these are all that are
 * published now. Refuses `auth.agreements` when one is missing: another was published since they read.
 */
export async function acceptPublished(
  ctx: Ctx<MemberActor>,
  { agreements }: { agreements: string },
): Promise<void> {
  const { tx, actor, now } = ctx;
  const published = await findPublished(tx);
  const before = await listAccepted(tx, actor.id);
  refuse(checkAgreements([...before, agreements].join(','), published));
  const accepted = publishedAmong(agreements, published);
  if (accepted === '') return;
  await insertAcceptance(tx, { member_id: actor.id, accepted, at: now, locale: actor.from.locale });
}

/**
 * Writes down what who registers accepted, by the versions that they name: one that was published since these were checked is not
 * among them, and is asked for.
 */
export async function acceptAgreements(
  ctx: Pick<Ctx, 'tx' | 'now'> & { actor?: { from: Pick<Origin, 'locale'> } },
  { memberId, agreements }: { memberId: string; agreements: string },
): Promise<void> {
  const { tx, now, actor } = ctx;
  const accepted = publishedAmong(agreements, await findPublished(tx));
  const locale = actor?.from.locale ?? null;
  await insertAcceptance(tx, { member_id: memberId, accepted, at: now, locale });
}

/** What the main account accepted of what is published now holds for its sub-account, too: it is the same person. */
export async function copyAcceptance(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const { tx, now } = ctx;
  const accepted = publishedAmong((await listAccepted(tx, from)).join(','), await findPublished(tx));
  if (accepted !== '') await insertAcceptance(tx, { member_id: to, accepted, at: now, locale: null });
}

/** The published versions that a member has not accepted yet, as a comma-separated list; empty when all are. */
export async function agreementsDue(ctx: Pick<Ctx, 'tx'>, memberId: string): Promise<string> {
  const { tx } = ctx;
  const accepted = await listAccepted(tx, memberId);
  return missingAgreements(accepted.join(','), await findPublished(tx)).join(',');
}
