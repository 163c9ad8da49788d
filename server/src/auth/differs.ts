import { payPasswordAttempts } from '@openmere/core/auth/rules.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { findFamily } from '../member/store.ts';
import type { Ctx } from '../platform/context.ts';
import { verifyPassword } from '../platform/passwords.ts';
import type { AuthDeps } from './deps.ts';
import { findLoginHash, findPayHash } from './password-store.ts';

/** Refuses as payment password what is the login password: who has seen one must not have both. */
export async function checkNotLoginPassword(
  ctx: Pick<Ctx, 'tx'>,
  { memberId, password }: { memberId: string; password: string },
): Promise<void> {
  const { tx } = ctx;
  await refuseSame(await findLoginHash(tx, memberId), password);
}

/**
 * Refuses as login password what is the payment password. It tells whether a guess is the payment password, so it counts among the
 * tries of that one (checkPaypassword) and is never given back: `auth.paypasswordslow` with `{ seconds }`, then `auth.passwordsame`.
 */
export async function checkNotPayPassword(
  ctx: Pick<Ctx, 'tx' | 'now'> & AuthDeps,
  { memberId, password }: { memberId: string; password: string },
): Promise<void> {
  const { tx, now, guards } = ctx;
  const owner = await findFamily(tx, memberId);
  const hash = await findPayHash(tx, owner);
  if (hash === undefined) return;
  const scope = { key: `pay:${owner}`, policy: payPasswordAttempts };
  await guards.attempts.reserve(now, [scope], 'auth.paypasswordslow');
  await refuseSame(hash, password);
}

async function refuseSame(hash: string | undefined, password: string): Promise<void> {
  if (hash !== undefined && (await verifyPassword(hash, password))) throw new Refusal('auth.passwordsame');
}
