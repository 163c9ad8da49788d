import type { NoticeKind } from '@openmere/core/news/kinds.ts';
import type { Generated } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/connect.ts';

declare module '../platform/db/schema.ts' {
  interface Schema {
    notice_choice: { member_id: string; kind: NoticeKind; mail: boolean; changed_at: Generated<Date> };
  }
}

/** The kinds that these members do not want by mail. Index: notice_choice_pkey. */
export async function listUnwanted(
  db: Db | Tx,
  memberIds: readonly string[],
): Promise<Map<string, Set<NoticeKind>>> {
  const { rows } = await sql<{ member_id: string; kind: NoticeKind }>`
    select member_id, kind from notice_choice where member_id = any(${[...memberIds]}::text[]) and not mail`.execute(
    db,
  );
  const unwanted = new Map<string, Set<NoticeKind>>();
  for (const { member_id, kind } of rows)
    unwanted.set(member_id, (unwanted.get(member_id) ?? new Set()).add(kind));
  return unwanted;
}

export async function putChoice(
  tx: Tx,
  { memberId, kind, mail }: { memberId: string; kind: NoticeKind; mail: boolean },
): Promise<void> {
  await sql`insert into notice_choice (member_id, kind, mail) values (${memberId}, ${kind}, ${mail})
    on conflict (member_id, kind) do update set mail = excluded.mail, changed_at = now()`.execute(tx);
}
