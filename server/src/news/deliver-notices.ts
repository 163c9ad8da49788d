import { noticeKindOf } from '@openmere/core/news/kinds.ts';
import type { DbCtx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { takeUndelivered } from '../platform/notices.ts';
import type { NoticeRow } from '../platform/notices.ts';
import { toMails } from '../platform/outbox.ts';
import { listUnwanted } from './choice-store.ts';
import { composeMails } from './compose-mails.ts';
import { letPush } from './push/let-push.ts';

const BATCH = 200;

/**
 * Sends what members were told: to their devices where they have some, else by mail; what is mailed anyway, or of who has neither,
 * stays in the app. A notice and what is sent of it are one transaction: none is sent twice. @returns how many were mailed.
 */
export async function deliverNotices(
  ctx: DbCtx & { origin: string; pushes?: boolean },
  signal?: AbortSignal,
): Promise<number> {
  const { db, origin, pushes = false } = ctx;
  let mailed = 0;
  let taken = BATCH;
  while (taken === BATCH && !signal?.aborted) {
    const outcome = await inTransaction(db, async (tx) => {
      const rows = await takeUndelivered(tx, BATCH);
      const unwanted = await listUnwanted(tx, [...new Set(rows.map(({ member_id }) => member_id))]);
      const pushed = pushes ? await letPush({ tx }, { rows, unwanted }) : new Set<string>();
      // Those of safety come both ways.
      const isMailed = ({ id, mailed: elsewhere, template }: NoticeRow): boolean =>
        !elsewhere && (!pushed.has(id) || noticeKindOf(template) === 'security');
      const mails = await composeMails({ tx, origin }, rows.filter(isMailed));
      await toMails(tx, mails);
      return { taken: rows.length, mailed: mails.length };
    });
    taken = outcome.taken;
    mailed += outcome.mailed;
  }
  return mailed;
}
