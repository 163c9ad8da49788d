import { sql } from 'kysely';
import type { Tx } from '../platform/db/connect.ts';

declare module '../platform/db/schema.ts' {
  interface Schema {
    alarm_told: { kind: AlarmKind; subject: string };
  }
}

export type AlarmKind = 'halt' | 'contracts' | 'reserve' | 'review';
type Told = { kind: AlarmKind; subject: string };

export async function insertTold(tx: Tx, told: readonly Told[]): Promise<void> {
  await tx.insertInto('alarm_told').values(told).execute();
}

/** Which of these were told already. */
export async function listTold(tx: Tx, subjects: readonly string[]): Promise<Told[]> {
  return tx
    .selectFrom('alarm_told')
    .select(['kind', 'subject'])
    .where('subject', '=', sql<string>`any(${[...subjects]}::text[])`)
    .execute();
}
