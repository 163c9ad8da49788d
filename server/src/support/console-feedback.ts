import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { adminFeedback, adminFeedbackRead } from '@openmere/core/support/console-contract.ts';
import { listNicknames } from '../member/store.ts';
import { recordAudit } from '../operator/audit-store.ts';
import { findAccounts } from '../operator/operator-store.ts';
import type { OperatorActor } from '../platform/actor.ts';
import { businessNow } from '../platform/business-clock.ts';
import type { Ctx } from '../platform/context.ts';
import { readPage } from '../platform/cursor.ts';
import { listFeedback, setRead } from './feedback-store.ts';

const PAGE_SIZE = 50;

/** Admin/Feedback: what nobody has read, oldest first; what was read, newest first. */
export async function listFeedbackForConsole(
  { tx }: Pick<Ctx, 'tx'>,
  input: CallParsed<typeof adminFeedback>,
): Promise<CallResult<typeof adminFeedback>> {
  const read = input.read === '1';
  const page = await readPage(
    { ...input, list: `feedback ${read ? 'read' : 'new'}`, size: PAGE_SIZE },
    (after, limit) => listFeedback(tx, { read, after, limit }),
    ({ id }) => id,
  );
  const nicknames = await listNicknames(
    tx,
    page.list.flatMap(({ member_id }) => member_id ?? []),
  );
  const accounts = await findAccounts(
    tx,
    page.list.flatMap(({ read_by }) => read_by ?? []),
  );
  return {
    ...page,
    list: page.list.map((row) => ({
      id: row.id,
      time: row.at.toISOString(),
      userid: row.member_id ?? '',
      nickname: nicknames.get(row.member_id ?? '') ?? '',
      text: row.text,
      contact: row.contact,
      pictures: row.pictures,
      lang: row.lang,
      readby: row.read_by === null ? null : (accounts.get(row.read_by) ?? null),
    })),
  };
}

/** Admin/FeedbackRead. Refuses nofeedback. Stands in the audit log. */
export async function readFeedback(
  ctx: Pick<Ctx<OperatorActor>, 'tx' | 'actor'>,
  { id }: CallParsed<typeof adminFeedbackRead>,
): Promise<CallResult<typeof adminFeedbackRead>> {
  const { tx, actor } = ctx;
  if (!(await setRead(tx, id, { operatorId: actor.id, at: await businessNow(tx) })))
    throw new Refusal('support.nofeedback');
  await recordAudit(tx, actor, { action: 'feedback.read', subject: id, detail: {} });
  return { id };
}
