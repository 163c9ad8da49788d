import { assert } from '@openmere/core/kit/fault.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import { sql } from 'kysely';
import type { Tx } from './db/connect.ts';
import { seal } from './secrets-box.ts';

/** Types of socket messages (calls.md, Socket). */
export type SocketType =
  | 'balance'
  | 'notice'
  | 'deposit'
  | 'withdrawal'
  | 'reward'
  | 'order'
  | 'ticket'
  | 'trade'
  | 'candle'
  | 'tx'
  | 'halt'
  | 'version';

export type SocketMessage = { memberId: string; type: SocketType; data: object };

/** Channel on which processes hear, after commit, that a member has new messages; the payload is the member's id. */
export const SOCKET_CHANNEL = 'socket_message';
/** Channel of what everyone is told: the payload is the message itself. */
export const EVERYONE_CHANNEL = 'socket_everyone';
/** Channel on which a session's end is told; the payload is the session's id. */
export const REVOKED_CHANNEL = 'session_revoked';
/** Channel that wakes the mail relay. */
export const MAIL_CHANNEL = 'mail_outbox';

/** Writes one message to a member's socket. It leaves after commit, numbered per member, and can be asked for again. */
export function toSocket(tx: Tx, memberId: string, type: SocketType, data: object): Promise<void> {
  return toSockets(tx, [{ memberId, type, data }]);
}

/**
 * Writes many messages in two statements. Rows of socket_sequence are locked in the order of member ids, so that two
 * writers of many never wait for each other in a ring.
 */
export async function toSockets(tx: Tx, messages: readonly SocketMessage[]): Promise<void> {
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

/** Tells all open sockets something that is not kept (a trade, a candle, a version): `seq` is 0. */
export async function toEveryone(tx: Tx, type: SocketType, data: object): Promise<void> {
  const text = JSON.stringify({ type, data, seq: 0 });
  assert(Buffer.byteLength(text) <= EVERYONE_BYTES_MAX, `a message to everyone is too long: ${type}`);
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
};

/** Writes a mail, sealed with the field key. The relay of the settler sends it after commit and deletes the row. */
export async function toMail(tx: Tx, mail: Mail): Promise<void> {
  await sql`insert into mail_outbox (sealed) values (${seal(JSON.stringify(mail))})`.execute(tx);
  await sql`select pg_notify(${MAIL_CHANNEL}, '')`.execute(tx);
}
