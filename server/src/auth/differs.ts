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
 * Refuses as login password what is the payment password: `auth.paypasswordslow` with `{ seconds }`, then `auth.passwordsame`. It
 * tells whether a guess is the payment password, so a look is counted and never given back; by itself, not among the tries of
 * checkPaypassword: a stolen session can use those up, and its owner could then set no login password. By a code that is used up
 * with the look nothing is counted, so that a reset always comes through: the codes are the limit, one wrong guess for each.
 */
export async function checkNotPayPassword(
  ctx: Pick<Ctx, 'tx' | 'now'> & AuthDeps,
  { memberId, password, isByCode = false }: { memberId: string; password: string; isByCode?: boolean },
): Promise<void> {
  const { tx, now, guards } = ctx;
  const owner = await findFamily(tx, memberId);
  const hash = await findPayHash(tx, owner);
  if (hash === undefined) return;
  const scope = { key: `paydiffers:${owner}`, policy: payPasswordAttempts };
  if (!isByCode) await guards.attempts.reserve(now, [scope], 'auth.paypasswordslow');
  await refuseSame(hash, password);
}

async function refuseSame(hash: string | undefined, password: string): Promise<void> {
  if (hash !== undefined && (await verifyPassword(hash, password))) throw new Refusal('auth.passwordsame');
}
