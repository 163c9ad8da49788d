import { noticeKindOf } from '@openmere/core/news/kinds.ts';
import { listMailableById, listMainMailable } from '../member/store.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { NoticeRow } from '../platform/notices.ts';
import type { Mail } from '../platform/outbox.ts';
import { readableParams } from '../platform/text.ts';
import { listUnwanted } from './choice-store.ts';
import { unsubscribeLink } from './unsubscribe-link.ts';

/** The mails of notices, for those who have an address and want them. Of a sub-account without one the main account reads what has a deadline. */
export async function composeMails(
  ctx: { tx: Tx; origin: string },
  rows: readonly NoticeRow[],
): Promise<Mail[]> {
  const { tx, origin } = ctx;
  if (rows.length === 0) return [];
  const memberIds = [...new Set(rows.map(({ member_id }) => member_id))];
  const unwanted = await listUnwanted(tx, memberIds);
  const mailable = await listMailableById(tx, memberIds);
  const waiting = rows.filter(hasDeadline).map(({ member_id }) => member_id);
  const mains = await listMainMailable(tx, waiting);
  return rows.flatMap((row): Mail[] => {
    const main = hasDeadline(row) ? mains.get(row.member_id) : undefined;
    const member = mailable.get(row.member_id) ?? main;
    const kind = noticeKindOf(row.template);
    if (!member || (kind !== 'security' && unwanted.get(row.member_id)?.mail.has(kind))) return [];
    const { email: to, locale, antiphishing } = member;
    return [
      {
        to,
        locale,
        antiphishing,
        ...(main ? { account: main.account } : {}),
        template: row.template as Mail['template'],
        params: readableParams(locale, row.params),
        isNotice: true,
        ...(kind === 'security'
          ? {}
          : { unsubscribe: unsubscribeLink(origin, { memberId: row.member_id, kind, locale }) }),
      },
    ];
  });
}

/** It has to be answered until then. */
const hasDeadline = ({ params }: NoticeRow): boolean => params['by'] !== undefined;
