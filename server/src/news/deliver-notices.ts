import { noticeKindOf } from '@openmere/core/news/kinds.ts';
import { listMailableById } from '../member/store.ts';
import type { DbCtx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Tx } from '../platform/db/connect.ts';
import { takeUndelivered } from '../platform/notices.ts';
import type { NoticeRow } from '../platform/notices.ts';
import { toMails } from '../platform/outbox.ts';
import type { Mail } from '../platform/outbox.ts';
import { readableParams } from '../platform/text.ts';
import { listUnwanted } from './choice-store.ts';
import { unsubscribeLink } from './unsubscribe-link.ts';

const BATCH = 200;

/**
 * Mails what members were told and want by mail; what is mailed anyway, or of who has no address, stays in the app. A notice and its
 * mail are one transaction: none is mailed twice. @returns how many were mailed.
 */
export async function deliverNotices(ctx: DbCtx & { origin: string }, signal?: AbortSignal): Promise<number> {
  const { db, origin } = ctx;
  let mailed = 0;
  let taken = BATCH;
  while (taken === BATCH && !signal?.aborted) {
    const outcome = await inTransaction(db, async (tx) => {
      const rows = await takeUndelivered(tx, BATCH);
      const mails = await composeMails(
        tx,
        rows.filter((row) => !row.mailed),
        origin,
      );
      await toMails(tx, mails);
      return { taken: rows.length, mailed: mails.length };
    });
    taken = outcome.taken;
    mailed += outcome.mailed;
  }
  return mailed;
}

async function composeMails(tx: Tx, rows: readonly NoticeRow[], origin: string): Promise<Mail[]> {
  if (rows.length === 0) return [];
  const memberIds = [...new Set(rows.map(({ member_id }) => member_id))];
  const unwanted = await listUnwanted(tx, memberIds);
  const mailable = await listMailableById(tx, memberIds);
  return rows.flatMap((row): Mail[] => {
    const member = mailable.get(row.member_id);
    const kind = noticeKindOf(row.template);
    if (!member || (kind !== 'security' && unwanted.get(row.member_id)?.has(kind))) return [];
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
