import type { Member } from '../member/store.ts';
import type { ReadCtx } from '../platform/context.ts';
import { FREEZE_LINK_LIFE_MS } from './freeze-store.ts';
import type { Freeze } from './freeze-store.ts';
import { findLastPaySetting } from './password-store.ts';
import type { TotpSecret } from './second-factor/factor-store.ts';

/*
 * What stood before a freeze, and what may have come with its reason (decisions 0289, 0309). Whoever reads the mailbox resets the payment
 * password, or sets a first one, and sets the first second factor: a wallet from before outweighs these while the account is frozen.
 */

/** Since when its thief may have been at work: the oldest mail whose link could freeze is a week old. */
export function doubtedSince(freeze: Freeze): Date {
  return new Date(freeze.frozen_at.getTime() - FREEZE_LINK_LIFE_MS);
}

/** Whether a mailbox or a wallet, by the time of its binding, stood before that, or when two operators trusted it. */
export function isOlder(member: Member, freeze: Freeze, boundAt: Date | null): boolean {
  const since = freeze.trusted_at ?? doubtedSince(freeze);
  // What one registered with is nobody else's.
  return boundAt === null || boundAt <= since || boundAt.getTime() === member.registeredAt.getTime();
}

function hasOlderWallet(member: Member, freeze: Freeze): boolean {
  return member.walletAddress !== null && isOlder(member, freeze, member.walletBoundAt);
}

/** Whether the wallet stood before the freeze and before this factor. */
export function outweighsFactor(member: Member, freeze: Freeze, factor: Pick<TotpSecret, 'setAt'>): boolean {
  const { walletBoundAt } = member;
  return hasOlderWallet(member, freeze) && (walletBoundAt === null || walletBoundAt < factor.setAt);
}

type Doubted = { member: Member; freeze: Freeze };

/** Whether a payment password stood before, by whatever changes that took the former one. */
export async function hasOlderPay({ tx }: ReadCtx, { member, freeze }: Doubted): Promise<boolean> {
  const last = await findLastPaySetting(tx, member.id);
  return last !== undefined && last.at <= doubtedSince(freeze);
}

/** Whether the mailbox needs more beside it: its payment password is a new one, or where an older wallet is there, has not stood before. */
export async function isMailboxAlone(ctx: ReadCtx, { member, freeze }: Doubted): Promise<boolean> {
  if (hasOlderWallet(member, freeze)) return !(await hasOlderPay(ctx, { member, freeze }));
  const last = await findLastPaySetting(ctx.tx, member.id);
  return last?.kind === 'reset' && last.at > doubtedSince(freeze);
}
