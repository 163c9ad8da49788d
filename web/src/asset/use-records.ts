import type { OutputOf } from '@openmere/core/calls.ts';
import { call } from '../platform/api-client.ts';
import { useCallPages } from '../platform/pages.ts';

export type BalanceRecord = OutputOf<'trade/GetUserBalanceRecord'>;

export const recordKinds = ['all', 'deposit', 'transfer', 'withdrawal'] as const;
/** Which records: of one coin or of all, of one kind or of all. */
export type RecordFilter = { coinid: string | undefined; kind: (typeof recordKinds)[number] };

function inputOf({ coinid, kind }: RecordFilter) {
  return { ...(coinid === undefined ? {} : { coinid }), ...(kind === 'all' ? {} : { kind }) };
}

/** Reads records page by page. */
export function useRecords(filter: RecordFilter) {
  return useCallPages('trade/GetUserBalanceRecord', inputOf(filter));
}

/** Every record, for the statement: page after page until the last. */
export async function allRecords(filter: RecordFilter): Promise<BalanceRecord[]> {
  const rows: BalanceRecord[] = [];
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const page = await call('trade/GetUserBalanceRecord', { ...inputOf(filter), cursor, pageSize: 1000 });
    rows.push(...page.list);
    cursor = page.cursor;
  }
  return rows;
}
