import type { Member } from '../member/store.ts';
import type { Ctx } from '../platform/context.ts';
import { toNotice } from '../platform/notices.ts';
import { toMail } from '../platform/outbox.ts';
import { makeFreezeLink } from './freeze-store.ts';
import type { SigningOrigin } from './wallet-message.ts';

export type AnnounceCtx = Pick<Ctx, 'tx' | 'now'> & { signing: Pick<SigningOrigin, 'origin'> };

type Told = {
  member: Pick<Member, 'id' | 'email' | 'locale' | 'antiphishing'>;
  template: `${string}.${string}`;
  /** Times as ISO texts: the mail says that they are UTC, and has the time and the link besides. */
  params?: Record<string, string>;
  /** The screen that shows more. */
  link?: string;
};

/**
 * Tells members what changed of what guards their account: by a mail with the way to freeze (`<domain>.<change>`), and by a notice in the
 * app (`<domain>.notice.<change>`), because who has no mailbox gets no mail, and who reads another's deletes it.
 */
export async function announceChange(
  { tx, now, signing }: AnnounceCtx,
  { member, template, params = {}, link: screen = '/pages/mine/safety/safety' }: Told,
): Promise<void> {
  await toNotice(tx, {
    memberId: member.id,
    template: template.replace('.', '.notice.') as Told['template'],
    params,
    link: screen,
    mailed: member.email !== null,
  });
  if (member.email === null) return;
  const link = await makeFreezeLink(tx, now, { memberId: member.id, origin: signing.origin, kind: 'notice' });
  await toMail(tx, {
    to: member.email,
    locale: member.locale,
    template,
    params: { time: now.toISOString(), link, ...params },
    antiphishing: member.antiphishing,
  });
}
