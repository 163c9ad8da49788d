import { Fault } from '@openmere/core/kit/fault.ts';
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { runJob } from '../jobs.ts';
import type { Job } from '../jobs.ts';
import type { Log } from '../log.ts';
import type { Listener } from '../notify.ts';
import { MAIL_CHANNEL } from '../outbox.ts';
import type { Mail, Sms } from '../outbox.ts';
import { open } from '../secrets-box.ts';
import { translate } from '../text.ts';
import { composeMail } from './compose.ts';
import type { MailSender } from './sender.ts';
import { SmsRefused } from './sms.ts';
import type { SmsSender } from './sms.ts';

export type MailRelayOptions = {
  db: Db;
  listener: Listener;
  sender: MailSender;
  /** None: there is no carrier, and nobody writes messages to phones. */
  sms?: SmsSender | undefined;
  app: string;
  log: Log;
  everyMs?: number;
};

type Waiting = { id: bigint; sealed: string; attempts: number };

const BATCH = 20;
/** While a mail is being sent nobody else takes it; a relay that died gives it back after this time. */
const LEASE_SECONDS = 120;
/** 8 tries: after 15 s, 30 s, … 16 min; about half an hour in all. */
const ATTEMPTS_MAX = 8;
const RETRY_SECONDS = 15;
const EVERY_MS = 2_000;
const TIMEOUT_MS = 300_000;
/** Longer than the longest run. */
const LATE_MS = 360_000;

/** Sends what waits in the outbox, again and again; woken at once when something is written. */
export function runMailRelay(options: MailRelayOptions): Job {
  const { db, listener, log, everyMs = EVERY_MS } = options;
  const wakeOn = { listener, channel: MAIL_CHANNEL };
  return runJob(
    { db, name: 'mail', everyMs, timeoutMs: TIMEOUT_MS, lateMs: LATE_MS, leader: true, log, wakeOn },
    async (signal) => {
      while (!signal.aborted && (await sendBatch(options)) === BATCH) log.debug('more mails wait');
    },
  );
}

/**
 * A mail is deleted once handed over: at least once, rarely twice, never lost. @returns how many were taken. Fault when the
 * mail server could be reached for none of them: the relay does not work then, whatever stays in the queue.
 */
export async function sendBatch(options: MailRelayOptions): Promise<number> {
  const { rows } = await sql<Waiting>`
    update mail_outbox set attempts = attempts + 1, next_at = now() + make_interval(secs => ${LEASE_SECONDS})
    where id in (
      select id from mail_outbox where dead_at is null and next_at <= now()
      order by urgent desc, next_at limit ${BATCH} for update skip locked)
    returning id, sealed, attempts`.execute(options.db);
  // One broken mail or one slow server must not hold up the others.
  const outcomes = await Promise.all(rows.map((row) => sendOne(options, row)));
  if (rows.length > 0 && outcomes.every((outcome) => outcome === 'unreachable'))
    throw new Fault('mail.unreachable', { retry: true });
  return rows.length;
}

type Outcome = 'sent' | 'refused' | 'unreachable';

async function sendOne(options: MailRelayOptions, row: Waiting): Promise<Outcome> {
  const { db, log } = options;
  try {
    await handOver(options, JSON.parse(open(row.sealed)) as Mail | Sms);
    await sql`delete from mail_outbox where id = ${row.id}`.execute(db);
    return 'sent';
  } catch (error) {
    const isDead = row.attempts >= ATTEMPTS_MAX || error instanceof SmsRefused;
    // The server's words may repeat the address; its code is enough.
    const text = reasonOf(error);
    log[isDead ? 'error' : 'warn'](
      { mail: String(row.id), attempts: row.attempts, reason: text },
      isDead ? 'mail given up' : 'mail not sent',
    );
    const pause = RETRY_SECONDS * 2 ** (row.attempts - 1);
    await sql`update mail_outbox set last_error = ${text}, next_at = now() + make_interval(secs => ${pause}),
      dead_at = case when ${isDead} then now() end where id = ${row.id}`.execute(db);
    // A server that answers with a code has read the mail: it works, and does not want this one.
    return error instanceof Error && 'responseCode' in error ? 'refused' : 'unreachable';
  }
}

async function handOver({ sender, sms, app }: MailRelayOptions, message: Mail | Sms): Promise<void> {
  if (!('phone' in message)) return sender.send(composeMail(message, app));
  if (!sms) throw new Fault('sms.nocarrier', { retry: true });
  const { to, locale, template, params } = message;
  await sms.send({ to, locale, text: translate(locale, `${template}.text`, params) });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error ? String(error.code) : error.name;
  return 'responseCode' in error ? `${code} ${String(error.responseCode)}` : code;
}
