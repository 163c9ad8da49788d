import { assert } from '@openmere/core/kit/fault.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import { formatPush } from '@openmere/core/kit/push.ts';
import type { Push, PushData } from '@openmere/core/kit/push.ts';
import { sql } from 'kysely';
import { int4Array, textArray } from './db/binary-array.ts';
import type { Tx } from './db/connect.ts';
import { seal } from './secrets-box.ts';

/** Channel on which processes hear, after commit, that members have new messages; the payload is their ids (`unpackMembers`). */
export const SOCKET_CHANNEL = 'socket_message';
/** Channel of what everyone is told: the payload is the message itself. */
export const EVERYONE_CHANNEL = 'socket_everyone';
/** Channel on which a session's end is told; the payload is the session's id. */
export const REVOKED_CHANNEL = 'session_revoked';
/** Channel that wakes the mail relay. */
export const MAIL_CHANNEL = 'mail_outbox';

/** A slip in what is pushed is a bug that a test or a developer must see; in production the member's screen copes. */
const isChecked = process.env['OPENMERE_ENV'] !== 'production';

function write<P extends Push>(push: P, data: PushData<P>): { type: string; data: object } {
  if (isChecked) {
    const { error } = push.data.safeParse(data);
    assert(error === undefined, `the push ${push.push} is not as its contract says: ${error?.message}`);
  }
  return formatPush(push, data);
}

/** A push to one member, ready to be written. */
export type MemberMessage = { memberId: string; type: string; data: object };

export function messageTo<P extends Push<string, 'member'>>(
  push: P,
  memberId: string,
  data: PushData<P>,
): MemberMessage {
  return { memberId, ...write(push, data) };
}

/** Pushes to a member's sockets. It leaves after commit, numbered per member, and can be asked for again. */
export function toMember<P extends Push<string, 'member'>>(
  tx: Tx,
  push: P,
  memberId: string,
  data: PushData<P>,
): Promise<void> {
  return writeMessages(tx, [messageTo(push, memberId, data)]);
}

/** Pushes the same kind of message to many members. */
export function toMembers<P extends Push<string, 'member'>>(
  tx: Tx,
  push: P,
  pushes: readonly { memberId: string; data: PushData<P> }[],
): Promise<void> {
  return writeMessages(
    tx,
    pushes.map(({ memberId, data }) => messageTo(push, memberId, data)),
  );
}

/**
 * Writes messages in one statement, each member's in this order. Rows of socket_sequence are locked in the order of member
 * ids, so that two writers of many never wait for each other in a ring.
 */
export async function writeMessages(tx: Tx, messages: readonly MemberMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const counts = new Map<string, number>();
  // Which of the member's new ones each is, from 1.
  const places = messages.map(({ memberId }) => {
    const place = (counts.get(memberId) ?? 0) + 1;
    counts.set(memberId, place);
    return place;
  });
  const memberIds = [...counts.keys()];
  await sql`
    with last as (
      insert into socket_sequence as s (member_id, seq)
      select * from unnest(${textArray(memberIds)}::text[], ${int4Array([...counts.values()])}::int4[]) as t(member_id, count) order by member_id
      on conflict (member_id) do update set seq = s.seq + excluded.seq
      returning member_id, seq),
    written as (
      insert into socket_message (member_id, seq, type, data)
      select m.member_id, last.seq - m.after, m.type, m.data::json
      from unnest(${textArray(messages.map(({ memberId }) => memberId))}::text[],
        ${int4Array(messages.map(({ memberId }, index) => (counts.get(memberId) ?? 0) - (places[index] ?? 0)))}::int4[],
        ${textArray(messages.map(({ type }) => type))}::text[],
        ${textArray(messages.map(({ data }) => JSON.stringify(data)))}::text[]) as m(member_id, after, type, data)
      join last using (member_id))
    select pg_notify(${SOCKET_CHANNEL}, members) from unnest(${textArray(packMembers(memberIds))}::text[]) as p(members)`.execute(
    tx,
  );
}

/** PostgreSQL carries notifications up to 8,000 bytes. */
const NOTIFICATION_BYTES_MAX = 7_900;

/** Ids of members as the payloads of few notifications: each costs every listening process. */
export function packMembers(memberIds: readonly string[]): string[] {
  const payloads: string[] = [];
  let payload = '';
  for (const id of memberIds) {
    if (payload !== '' && payload.length + 1 + id.length > NOTIFICATION_BYTES_MAX) {
      payloads.push(payload);
      payload = '';
    }
    payload = payload === '' ? id : `${payload} ${id}`;
  }
  return payload === '' ? payloads : [...payloads, payload];
}

export function unpackMembers(payload: string): string[] {
  return payload.split(' ');
}

/** Pushes to all open sockets what is not kept (a trade, a candle): `seq` is 0. */
export async function toEveryone<P extends Push<string, 'everyone'>>(
  tx: Tx,
  push: P,
  data: PushData<P>,
): Promise<void> {
  const text = JSON.stringify({ ...write(push, data), seq: 0 });
  assert(
    Buffer.byteLength(text) <= NOTIFICATION_BYTES_MAX,
    `a message to everyone is too long: ${push.push}`,
  );
  await sql`select pg_notify(${EVERYONE_CHANNEL}, ${text})`.execute(tx);
}

/** A mail by its template: keys `<template>.subject` (of a notice `.title`) and `<template>.text` in the asked language. */
export type Mail = {
  to: string;
  locale: Locale;
  template: `${string}.${string}`;
  params: Record<string, string | number>;
  /** The member's own word, shown at the top so that a forged mail is recognised. */
  antiphishing?: string;
  /** The name of the sub-account that it is about, where the main account reads it. */
  account?: string;
  /** The same once more below, for readers of more than one language. */
  also?: Locale;
  /** Its parameters there, where they are words. */
  alsoParams?: Record<string, string | number>;
  /** What it says is a notice: its subject is the notice's title. */
  isNotice?: boolean;
  /** Where one click ends mails of this kind; without it nothing can. */
  unsubscribe?: string;
  /** Goes before everything that is not: people are called. */
  urgent?: boolean;
};

/** A message to a phone by its template: key `<template>.text`. `to` is E.164. */
export type Sms = Pick<Mail, 'to' | 'locale' | 'template' | 'params'> & { phone: true };

/** Writes a message to a phone into the outbox of the mails: the same relay hands it to the carrier. */
export async function toSms(tx: Tx, sms: Omit<Sms, 'phone'>): Promise<void> {
  const message: Sms = { ...sms, phone: true };
  await sql`insert into mail_outbox (sealed, urgent) values (${seal(JSON.stringify(message))}, false)`.execute(
    tx,
  );
  await sql`select pg_notify(${MAIL_CHANNEL}, '')`.execute(tx);
}

/** Writes a mail, sealed with the field key. The relay of the settler sends it after commit and deletes the row. */
export function toMail(tx: Tx, mail: Mail): Promise<void> {
  return toMails(tx, [mail]);
}

/** The same for many mails, in one statement. */
export async function toMails(tx: Tx, mails: readonly Mail[]): Promise<void> {
  if (mails.length === 0) return;
  await sql`insert into mail_outbox (sealed, urgent)
    select * from unnest(${mails.map((mail) => seal(JSON.stringify(mail)))}::text[],
      ${mails.map(({ urgent = false }) => urgent)}::boolean[])`.execute(tx);
  await sql`select pg_notify(${MAIL_CHANNEL}, '')`.execute(tx);
}
