import { noticeKindOf } from '@openmere/core/news/kinds.ts';
import { listMailableById } from '../member/store.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { NoticeRow } from '../platform/notices.ts';
import type { Mail } from '../platform/outbox.ts';
import { readableParams } from '../platform/text.ts';
import { listUnwanted } from './choice-store.ts';
import { unsubscribeLink } from './unsubscribe-link.ts';

/** The mails of notices, for those who have an address and want them. */
export async function composeMails(
  ctx: { tx: Tx; origin: string },
  rows: readonly NoticeRow[],
): Promise<Mail[]> {
  const { tx, origin } = ctx;
  if (rows.length === 0) return [];
  const memberIds = [...new Set(rows.map(({ member_id }) => member_id))];
  const unwanted = await listUnwanted(tx, memberIds);
  const mailable = await listMailableById(tx, memberIds);
  return rows.flatMap((row): Mail[] => {
    const member = mailable.get(row.member_id);
    const kind = noticeKindOf(row.template);
    if (!member || (kind !== 'security' && unwanted.get(row.member_id)?.mail.has(kind))) return [];
    const { email: to, locale, antiphishing } = member;
    return [
      {
        to,
        locale,
        antiphishing,
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
