import type { Locale } from '@openmere/core/kit/language.ts';
import type { Generated } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { newId } from '../../platform/ids.ts';
import { fingerprint, open, seal } from '../../platform/secrets-box.ts';

declare module '../../platform/db/schema.ts' {
  interface Schema {
    push_subscription: {
      id: string;
      member_id: string;
      session_id: string;
      endpoint_hash: string;
      sealed: string;
      locale: Locale;
      created_at: Generated<Date>;
      hour_at: Generated<Date>;
      hour_count: Generated<number>;
    };
    push_message: {
      notice_id: string;
      subscription_id: string;
      attempts: Generated<number>;
      delivered: Generated<boolean>;
      next_at: Generated<Date>;
    };
  }
}

/** Where a browser takes messages, and the keys that only it can open them with. */
export type PushAddress = { endpoint: string; p256dh: string; auth: string };
export type Device = { id: string; memberId: string; sessionId: string };
export type DueMessage = {
  noticeId: string;
  subscriptionId: string;
  attempts: number;
  address: PushAddress;
  locale: Locale;
};

/** Devices of one member; the oldest goes when one more comes. */
const DEVICES_MAX = 10;
/** Messages to one device within an hour; what is beyond stays in the app. */
const HOUR_MAX = 30;
/** While a message is being sent nobody else takes it; one whose sender died is taken again after this time. */
const LEASE_SECONDS = 120;

const hashOf = (endpoint: string): string => fingerprint(`push:${endpoint}`);

/** Keeps a device. A browser has one address: who subscribes there now gets it, and nobody who was there before. */
export async function putSubscription(
  tx: Tx,
  device: { memberId: string; sessionId: string; locale: Locale; address: PushAddress },
): Promise<void> {
  const { memberId, sessionId, locale, address } = device;
  const hash = hashOf(address.endpoint);
  // Two pages of a browser ask at once. By itself, so that what follows sees what the other one kept.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`push ${hash}`}, 0))`.execute(tx);
  await sql`delete from push_subscription where endpoint_hash = ${hash}`.execute(tx);
  await tx
    .insertInto('push_subscription')
    .values({
      id: newId('psh'),
      member_id: memberId,
      session_id: sessionId,
      endpoint_hash: hash,
      sealed: seal(JSON.stringify(address)),
      locale,
    })
    .execute();
  // Index: push_subscription_of_member.
  await sql`delete from push_subscription where id in (
      select id from push_subscription where member_id = ${memberId} order by id desc offset ${DEVICES_MAX})`.execute(
    tx,
  );
}

export async function dropSubscription(
  tx: Tx,
  { memberId, endpoint }: { memberId: string; endpoint: string },
): Promise<void> {
  await sql`delete from push_subscription where endpoint_hash = ${hashOf(endpoint)} and member_id = ${memberId}`.execute(
    tx,
  );
}

export async function dropDevices(db: Db | Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await sql`delete from push_subscription where id = any(${[...ids]}::text[])`.execute(db);
}

/** When the account is closed. Index: push_subscription_of_member. */
export async function forgetDevices(tx: Tx, memberId: string): Promise<void> {
  await sql`delete from push_subscription where member_id = ${memberId}`.execute(tx);
}

/** The devices of these members that may get one more message within this hour. Index: push_subscription_of_member. */
export async function listDevices(tx: Tx, memberIds: readonly string[]): Promise<Device[]> {
  const { rows } = await sql<{ id: string; member_id: string; session_id: string }>`
    select id, member_id, session_id from push_subscription
    where member_id = any(${[...memberIds]}::text[])
      and (hour_count < ${HOUR_MAX} or hour_at < now() - interval '1 hour')`.execute(tx);
  return rows.map(({ id, member_id, session_id }) => ({ id, memberId: member_id, sessionId: session_id }));
}

/** Lets messages be sent, and counts them for their devices. */
export async function putMessages(
  tx: Tx,
  messages: readonly { noticeId: string; subscriptionId: string }[],
): Promise<void> {
  if (messages.length === 0) return;
  await sql`with asked as (
      select * from unnest(${messages.map(({ noticeId }) => noticeId)}::text[],
        ${messages.map(({ subscriptionId }) => subscriptionId)}::text[]) as a(notice_id, subscription_id)),
    counted as (
      update push_subscription s set
        hour_count = case when s.hour_at < now() - interval '1 hour' then n.count else s.hour_count + n.count end,
        hour_at = case when s.hour_at < now() - interval '1 hour' then now() else s.hour_at end
      from (select subscription_id, count(*)::int as count from asked group by subscription_id) n
      where s.id = n.subscription_id)
    insert into push_message (notice_id, subscription_id) select notice_id, subscription_id from asked
    on conflict do nothing`.execute(tx);
}

/** Takes what is due, so that nobody else sends it meanwhile. Index: push_message_due. */
export async function takeDue(tx: Tx, limit: number): Promise<DueMessage[]> {
  type Row = {
    notice_id: string;
    subscription_id: string;
    attempts: number;
    sealed: string;
    locale: Locale;
  };
  const { rows } = await sql<Row>`
    update push_message m set attempts = m.attempts + 1, next_at = now() + make_interval(secs => ${LEASE_SECONDS})
    from (select notice_id, subscription_id from push_message where next_at <= now() and not delivered
        order by next_at limit ${limit} for update skip locked) due, push_subscription s
    where m.notice_id = due.notice_id and m.subscription_id = due.subscription_id and s.id = m.subscription_id
    returning m.notice_id, m.subscription_id, m.attempts, s.sealed, s.locale`.execute(tx);
  return rows.map((row) => ({
    noticeId: row.notice_id,
    subscriptionId: row.subscription_id,
    attempts: row.attempts,
    address: JSON.parse(open(row.sealed)) as PushAddress,
    locale: row.locale,
  }));
}

type Key = { noticeId: string; subscriptionId: string };

/** Tries again later. */
export async function putOff(
  tx: Tx,
  { noticeId, subscriptionId, seconds }: Key & { seconds: number },
): Promise<void> {
  await sql`update push_message set next_at = now() + make_interval(secs => ${seconds})
    where notice_id = ${noticeId} and subscription_id = ${subscriptionId}`.execute(tx);
}

/** It is there. */
export async function markDelivered(tx: Tx, { noticeId, subscriptionId }: Key): Promise<void> {
  await sql`update push_message set delivered = true
    where notice_id = ${noticeId} and subscription_id = ${subscriptionId}`.execute(tx);
}

/** It never gets there. */
export async function dropMessage(tx: Tx, { noticeId, subscriptionId }: Key): Promise<void> {
  await sql`delete from push_message where notice_id = ${noticeId} and subscription_id = ${subscriptionId}`.execute(
    tx,
  );
}

/** What was still to be sent to a device. Index: push_message_of_subscription. */
export async function listWaitingFor(tx: Tx, subscriptionIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ notice_id: string }>`
    select notice_id from push_message where subscription_id = any(${[...subscriptionIds]}::text[])`.execute(
    tx,
  );
  return rows.map(({ notice_id }) => notice_id);
}

/** Of these notices, those that are done with: removed where they reached a device. @returns those that reached none. */
export async function endNotices(tx: Tx, noticeIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ notice_id: string; done: boolean }>`
    select notice_id, bool_and(delivered) as done from push_message
    where notice_id = any(${[...noticeIds]}::text[]) group by notice_id`.execute(tx);
  const done = rows.filter((row) => row.done).map(({ notice_id }) => notice_id);
  if (done.length > 0) await sql`delete from push_message where notice_id = any(${done}::text[])`.execute(tx);
  const known = new Set(rows.map(({ notice_id }) => notice_id));
  return [...new Set(noticeIds)].filter((id) => !known.has(id));
}
