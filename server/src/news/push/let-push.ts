import { noticeKindOf } from '@openmere/core/news/kinds.ts';
import { listLivingIds } from '../../auth/session-store.ts';
import type { Tx } from '../../platform/db/connect.ts';
import type { NoticeRow } from '../../platform/notices.ts';
import type { Unwanted } from '../choice-store.ts';
import { dropDevices, listDevices, putMessages } from './push-store.ts';

/**
 * Lets notices be sent to the devices of their members, as far as these want them so; those of safety always. Devices whose session
 * has ended are forgotten. @returns the notices that at least one device gets.
 */
export async function letPush(
  ctx: { tx: Tx },
  { rows, unwanted }: { rows: readonly NoticeRow[]; unwanted: Unwanted },
): Promise<Set<string>> {
  const { tx } = ctx;
  const wanted = rows.filter(({ member_id, template }) => {
    const kind = noticeKindOf(template);
    return kind === 'security' || !unwanted.get(member_id)?.push.has(kind);
  });
  if (wanted.length === 0) return new Set();
  const devices = await listDevices(tx, [...new Set(wanted.map(({ member_id }) => member_id))]);
  const living = await listLivingIds(
    tx,
    devices.map(({ sessionId }) => sessionId),
  );
  await dropDevices(
    tx,
    devices.filter(({ sessionId }) => !living.has(sessionId)).map(({ id }) => id),
  );
  const byMember = Map.groupBy(
    devices.filter(({ sessionId }) => living.has(sessionId)),
    ({ memberId }) => memberId,
  );
  const messages = wanted.flatMap((row) =>
    (byMember.get(row.member_id) ?? []).map(({ id }) => ({ noticeId: row.id, subscriptionId: id })),
  );
  await putMessages(tx, messages);
  return new Set(messages.map(({ noticeId }) => noticeId));
}
