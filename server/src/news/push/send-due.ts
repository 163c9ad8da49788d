import { noticeKindOf } from '@openmere/core/news/kinds.ts';
import type { DbCtx } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/connect.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { listNoticesById } from '../../platform/notices.ts';
import type { NoticeRow } from '../../platform/notices.ts';
import { toMails } from '../../platform/outbox.ts';
import { readableParams, translate } from '../../platform/text.ts';
import { composeMails } from '../compose-mails.ts';
import {
  dropDevices,
  dropMessage,
  endNotices,
  listWaitingFor,
  markDelivered,
  putOff,
  takeDue,
} from './push-store.ts';
import type { DueMessage, PushAddress } from './push-store.ts';

/** How one message went: it is there, its device is gone, it is wrong for good, or the service may take it in so many seconds. */
export type PushOutcome = 'sent' | 'gone' | 'refused' | { laterSeconds: number };
/** Hands one message to the push service of a browser. Never throws. */
export type SendPush = (address: PushAddress, text: string, isUrgent: boolean) => Promise<PushOutcome>;

const BATCH = 20;
/** 6 tries: after 30 s, 2 min, 8 min, 32 min, 2 h. */
const ATTEMPTS_MAX = 6;
const RETRY_SECONDS = 30;
const TEXT_MAX = 400;

/** Sends what is due to devices; what reached none of them is mailed, where that is wanted. @returns how many were sent. */
export async function sendDuePushes(
  ctx: DbCtx & { origin: string; send: SendPush },
  signal?: AbortSignal,
): Promise<number> {
  const { db, origin, send } = ctx;
  let sent = 0;
  let taken = BATCH;
  while (taken === BATCH && !signal?.aborted) {
    const { due, notices } = await inTransaction(db, async (tx) => {
      const messages = await takeDue(tx, BATCH);
      const ids = messages.map(({ noticeId }) => noticeId);
      return { due: messages, notices: await listNoticesById(tx, ids) };
    });
    taken = due.length;
    // One slow service holds up nobody else; nothing is open in the database meanwhile.
    const outcomes = await Promise.all(due.map((message) => sendOne(send, message, notices)));
    sent += outcomes.filter((outcome) => outcome === 'sent').length;
    await inTransaction(db, (tx) => settle(tx, { due, outcomes, origin }));
  }
  return sent;
}

async function sendOne(
  send: SendPush,
  { noticeId, address, locale }: DueMessage,
  notices: ReadonlyMap<string, NoticeRow>,
): Promise<PushOutcome> {
  const notice = notices.get(noticeId);
  // Who has read it in the app needs no message.
  if (!notice || notice.read_at !== null) return 'sent';
  const { id, template, link } = notice;
  const params = readableParams(locale, notice.params);
  const text = JSON.stringify({
    id,
    title: translate(locale, `${template}.title`, params),
    text: translate(locale, `${template}.text`, params).slice(0, TEXT_MAX),
    link: link ?? '/pages/news/news?tab=personal',
  });
  return send(address, text, ['security', 'money'].includes(noticeKindOf(template)));
}

type Sent = { due: readonly DueMessage[]; outcomes: readonly PushOutcome[]; origin: string };

async function settle(tx: Tx, { due, outcomes, origin }: Sent): Promise<void> {
  const touched = new Set(due.map(({ noticeId }) => noticeId));
  const gone = due.filter((_, at) => outcomes[at] === 'gone').map(({ subscriptionId }) => subscriptionId);
  // A device that is gone takes what else was meant for it along.
  for (const noticeId of await listWaitingFor(tx, gone)) touched.add(noticeId);
  await dropDevices(tx, gone);
  for (const [at, message] of due.entries()) {
    const outcome = outcomes[at];
    if (outcome === 'sent') await markDelivered(tx, message);
    else if (outcome === 'refused' || message.attempts >= ATTEMPTS_MAX) await dropMessage(tx, message);
    else if (typeof outcome === 'object') {
      const usual = RETRY_SECONDS * 4 ** (message.attempts - 1);
      await putOff(tx, { ...message, seconds: Math.max(usual, outcome.laterSeconds) });
    }
  }
  const unreached = await endNotices(tx, [...touched]);
  const notices = [...(await listNoticesById(tx, unreached)).values()];
  await toMails(
    tx,
    await composeMails(
      { tx, origin },
      // Those of safety were mailed beside.
      notices.filter((row) => !row.mailed && noticeKindOf(row.template) !== 'security'),
    ),
  );
}
