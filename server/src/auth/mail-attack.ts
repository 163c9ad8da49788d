import type { Member } from '../member/store.ts';
import type { Ctx, DbCtx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { toMail } from '../platform/outbox.ts';
import { lastAttackMailAt, makeFreezeLink } from './freeze-store.ts';

const DAY_MS = 24 * 3_600_000;

/** Tells the owner, at most once a day, that somebody tries passwords, with the way to freeze (rulebook §1). */
export async function mailAttack(
  ctx: DbCtx & Pick<Ctx, 'now'>,
  { member, origin }: { member: Member; origin: string },
): Promise<void> {
  const { db, now } = ctx;
  const { email } = member;
  if (email === null) return;
  await inTransaction(db, async (tx) => {
    const last = await lastAttackMailAt(tx, member.id);
    if (last !== undefined && now.getTime() - last.getTime() < DAY_MS) return;
    const link = await makeFreezeLink(tx, now, { memberId: member.id, origin, kind: 'attack' });
    const { locale, antiphishing } = member;
    await toMail(tx, { to: email, locale, template: 'auth.attack', params: { link }, antiphishing });
  });
}
