import { assert } from '@openmere/core/kit/fault.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import { formatPush } from '@openmere/core/kit/push.ts';
import type { Push, PushData } from '@openmere/core/kit/push.ts';
import { sql } from 'kysely';
import type { Tx } from './db/connect.ts';
import { seal } from './secrets-box.ts';

/** Channel on which processes hear, after commit, that a member has new messages; the payload is the member's id. */
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

/** Pushes to a member's sockets. It leaves after commit, numbered per member, and can be asked for again. */
export function toMember<P extends Push<string, 'member'>>(
  tx: Tx,
  push: P,
  memberId: string,
  data: PushData<P>,
): Promise<void> {
  return toMembers(tx, push, [{ memberId, data }]);
}

/**
 * Pushes to many members in two statements. Rows of socket_sequence are locked in the order of member ids, so that two
 * writers of many never wait for each other in a ring.
 */
export async function toMembers<P extends Push<string, 'member'>>(
  tx: Tx,
  push: P,
  pushes: readonly { memberId: string; data: PushData<P> }[],
): Promise<void> {
  const messages = pushes.map(({ memberId, data }) => ({ memberId, ...write(push, data) }));
  if (messages.length === 0) return;
  const counts = new Map<string, number>();
  for (const { memberId } of messages) counts.set(memberId, (counts.get(memberId) ?? 0) + 1);
  const memberIds = [...counts.keys()].sort();
  const last = await sql<{ member_id: string; seq: bigint }>`
    insert into socket_sequence as s (member_id, seq)
    select member_id, n from unnest(${memberIds}::text[], ${memberIds.map((id) => counts.get(id))}::int8[]) as t(member_id, n) order by member_id
    on conflict (member_id) do update set seq = s.seq + excluded.seq
    returning member_id, seq`.execute(tx);
  const next = new Map(
    last.rows.map((row) => [row.member_id, row.seq - BigInt(counts.get(row.member_id) ?? 0)]),
  );
  const seqs = messages.map(({ memberId }) => {
    const seq = (next.get(memberId) ?? 0n) + 1n;
    next.set(memberId, seq);
    return seq;
  });
  await sql`
    with written as (
      insert into socket_message (member_id, seq, type, data)
      select * from unnest(${messages.map((message) => message.memberId)}::text[], ${seqs}::int8[],
        ${messages.map((message) => message.type)}::text[],
        ${messages.map((message) => JSON.stringify(message.data))}::jsonb[])
      returning member_id)
    select pg_notify(${SOCKET_CHANNEL}, member_id) from (select distinct member_id from written) w`.execute(
    tx,
  );
}

/** PostgreSQL carries notifications up to 8,000 bytes. */
const EVERYONE_BYTES_MAX = 7_900;

/** Pushes to all open sockets what is not kept (a trade, a candle): `seq` is 0. */
export async function toEveryone<P extends Push<string, 'everyone'>>(
  tx: Tx,
  push: P,
  data: PushData<P>,
): Promise<void> {
  const text = JSON.stringify({ ...write(push, data), seq: 0 });
  assert(Buffer.byteLength(text) <= EVERYONE_BYTES_MAX, `a message to everyone is too long: ${push.push}`);
  await sql`select pg_notify(${EVERYONE_CHANNEL}, ${text})`.execute(tx);
}

/** A mail by its template: keys `<template>.subject` and `<template>.text` in the asked language. */
export type Mail = {
  to: string;
  locale: Locale;
  template: `${string}.${string}`;
  params: Record<string, string | number>;
  /** The member's own word, shown at the top so that a forged mail is recognised. */
  antiphishing?: string;
  /** The same once more below, for readers of more than one language. */
  also?: Locale;
  /** Its parameters there, where they are words. */
  alsoParams?: Record<string, string | number>;
  /** Goes before everything that is not: people are called. */
  urgent?: boolean;
};

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
