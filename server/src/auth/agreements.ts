import { checkAgreements, missingAgreements } from '@openmere/core/auth/rules.ts';
import { refuse } from '@openmere/core/kit/refusal.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';

/** Accepts, by a member's own word, what is published now. Refuses `auth.agreements` when a version is missing. */
export async function acceptPublished(
  tx: Tx,
  now: Date,
  memberId: string,
  agreements: string,
): Promise<void> {
  const { agreementVersions } = await readSettings(tx);
  refuse(checkAgreements(agreements, agreementVersions));
  await acceptAgreements(tx, now, memberId);
}

/** Writes down that a member accepted every agreement in the version that is published now. */
export async function acceptAgreements(tx: Tx, now: Date, memberId: string): Promise<void> {
  const { agreementVersions: accepted } = await readSettings(tx);
  await tx.insertInto('agreement_acceptance').values({ member_id: memberId, accepted, at: now }).execute();
}

/** The published versions that a member has not accepted yet, as a comma-separated list; empty when all are. */
export async function agreementsDue(db: Db, memberId: string): Promise<string> {
  const { agreementVersions } = await readSettings(db);
  const rows = await db
    .selectFrom('agreement_acceptance')
    .select('accepted')
    .where('member_id', '=', memberId)
    .execute();
  return missingAgreements(rows.map(({ accepted }) => accepted).join(','), agreementVersions).join(',');
}
