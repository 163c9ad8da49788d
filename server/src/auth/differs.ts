import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { Ctx } from '../platform/context.ts';
import { verifyPassword } from '../platform/passwords.ts';
import { findLoginHash, findPayHash } from './password-store.ts';

/** Refuses as payment password what is the login password: who has seen one must not have both. */
export async function checkNotLoginPassword(
  ctx: Pick<Ctx, 'tx'>,
  { memberId, password }: { memberId: string; password: string },
): Promise<void> {
  const { tx } = ctx;
  await refuseSame(await findLoginHash(tx, memberId), password);
}

/** Refuses as login password what is the payment password. */
export async function checkNotPayPassword(
  ctx: Pick<Ctx, 'tx'>,
  { memberId, password }: { memberId: string; password: string },
): Promise<void> {
  const { tx } = ctx;
  await refuseSame(await findPayHash(tx, memberId), password);
}

async function refuseSame(hash: string | undefined, password: string): Promise<void> {
  if (hash !== undefined && (await verifyPassword(hash, password))) throw new Refusal('auth.passwordsame');
}
