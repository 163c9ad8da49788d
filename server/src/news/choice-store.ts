import type { NoticeKind } from '@openmere/core/news/kinds.ts';
import type { Generated } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/connect.ts';

declare module '../platform/db/schema.ts' {
  interface Schema {
    notice_choice: {
      member_id: string;
      kind: NoticeKind;
      mail: boolean;
      push: Generated<boolean>;
      changed_at: Generated<Date>;
    };
  }
}

export type Channel = 'mail' | 'push';
export type Unwanted = ReadonlyMap<string, Readonly<Record<Channel, ReadonlySet<NoticeKind>>>>;

/** The kinds that these members do not want by mail or push. Index: notice_choice_pkey. */
export async function listUnwanted(db: Db | Tx, memberIds: readonly string[]): Promise<Unwanted> {
  const { rows } = await sql<{ member_id: string; kind: NoticeKind; mail: boolean; push: boolean }>`
    select member_id, kind, mail, push from notice_choice where member_id = any(${[...memberIds]}::text[])`.execute(
    db,
  );
  const byMember = Map.groupBy(rows, ({ member_id }) => member_id);
  const unwanted = (list: typeof rows, channel: Channel) =>
    new Set(list.filter((row) => !row[channel]).map(({ kind }) => kind));
  return new Map(
    [...byMember].map(([id, list]) => [id, { mail: unwanted(list, 'mail'), push: unwanted(list, 'push') }]),
  );
}

/** Keeps what was chosen; what was not said stays as it is. */
export async function putChoice(
  tx: Tx,
  { memberId, kind, ...chosen }: { memberId: string; kind: NoticeKind } & Partial<Record<Channel, boolean>>,
): Promise<void> {
  const { mail = null, push = null } = chosen;
  await sql`insert into notice_choice as c (member_id, kind, mail, push)
    values (${memberId}, ${kind}, coalesce(${mail}::boolean, true), coalesce(${push}::boolean, true))
    on conflict (member_id, kind) do update set mail = coalesce(${mail}::boolean, c.mail),
      push = coalesce(${push}::boolean, c.push), changed_at = now()`.execute(tx);
}
