import { accountAttempts, accountPrefixAttempts, prefixAttempts } from '@openmere/core/auth/rules.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { findMemberByAccount } from '../member/find.ts';
import type { Origin } from '../platform/actor.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';
import { addressPrefix } from '../platform/http/limits.ts';
import { verifyPassword } from '../platform/passwords.ts';
import { fingerprint } from '../platform/secrets-box.ts';
import { isKnownNetwork } from './device.ts';
import type { AuthDeps } from './deps.ts';
import { openSession } from './sessions.ts';
import type { OpenedSession } from './sessions.ts';

/**
 * Logs in by account and password. Refusals in order: `auth.slowdown` `{ seconds }` (growing with wrong tries, per account,
 * per network and per both; never a lock that others could set off: who logged in from this network before is not held up
 * by strangers), `auth.badlogin`. An unknown account takes the same path and the same work (T01, T02).
 * The password is looked at outside a transaction: waiting for argon2id must not hold the database's connections (T28).
 */
export async function loginPassword(
  db: Db,
  now: Date,
  from: Origin,
  input: { account: string; password: string },
  deps: AuthDeps,
): Promise<OpenedSession> {
  const member = await findMemberByAccount(db, input.account);
  const stored = await db
    .selectFrom('login_password')
    .select('hash')
    .where('member_id', '=', member?.id ?? '')
    .executeTakeFirst();
  const isKnown = await isKnownNetwork(db, member?.id, from);
  const account = fingerprint(`account:${input.account.trim().toLowerCase()}`);
  const prefix = addressPrefix(from.ip);
  const own = [
    { key: `login:${account}:${prefix}`, policy: accountPrefixAttempts },
    ...(isKnown ? [] : [{ key: `login:${account}`, policy: accountAttempts }]),
  ];
  const shared = { key: `login:from:${prefix}`, policy: prefixAttempts };
  await deps.guards.attempts.reserve(now, [...own, shared], 'auth.slowdown');
  const isRight = await verifyPassword(stored?.hash, input.password);
  if (!isRight || !member) throw new Refusal('auth.badlogin');
  await deps.guards.attempts.settle(
    own.map((scope) => scope.key),
    [shared.key],
  );
  return inTransaction(db, (tx) => openSession(tx, now, member, from, 'password'));
}
