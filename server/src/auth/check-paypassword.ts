import { payPasswordAttempts } from '@openmere/core/auth/rules.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Db } from '../platform/db/connect.ts';
import { verifyPassword } from '../platform/passwords.ts';
import type { Attempts } from './attempts.ts';

export type PaypasswordDeps = { attempts: Attempts };

/**
 * Checks the payment password of the acting account (rulebook §5). Refusals in order: `auth.nopaypassword`,
 * `auth.paypasswordslow` with `{ seconds }`, `auth.wrongpaypassword`. Wrong tries are counted outside the transaction.
 * Ask it before a transaction is opened where that is possible: argon2id takes its time, and a waiting transaction holds one
 * of the database's connections.
 */
export async function checkPaypassword(
  tx: Db,
  now: Date,
  actor: Pick<MemberActor, 'id'>,
  value: string,
  deps: PaypasswordDeps,
): Promise<void> {
  const row = await tx
    .selectFrom('pay_password')
    .select('hash')
    .where('member_id', '=', actor.id)
    .executeTakeFirst();
  if (!row) throw new Refusal('auth.nopaypassword');
  const key = `pay:${actor.id}`;
  await deps.attempts.reserve(now, [{ key, policy: payPasswordAttempts }], 'auth.paypasswordslow');
  if (!(await verifyPassword(row.hash, value))) throw new Refusal('auth.wrongpaypassword');
  await deps.attempts.settle([key]);
}
