import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { Ctx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { verifyPassword } from '../platform/passwords.ts';

/** Refuses as payment password what is the login password: who has seen one must not have both. */
export async function checkNotLoginPassword(
  ctx: Pick<Ctx, 'tx'>,
  { memberId, password }: { memberId: string; password: string },
): Promise<void> {
  const { tx } = ctx;
  await refuseSame(tx, 'login_password', memberId, password);
}

/** Refuses as login password what is the payment password. */
export async function checkNotPayPassword(
  ctx: Pick<Ctx, 'tx'>,
  { memberId, password }: { memberId: string; password: string },
): Promise<void> {
  const { tx } = ctx;
  await refuseSame(tx, 'pay_password', memberId, password);
}

async function refuseSame(
  tx: Tx,
  table: 'login_password' | 'pay_password',
  memberId: string,
  password: string,
): Promise<void> {
  const row = await tx.selectFrom(table).select('hash').where('member_id', '=', memberId).executeTakeFirst();
  if (row && (await verifyPassword(row.hash, password))) throw new Refusal('auth.passwordsame');
}
