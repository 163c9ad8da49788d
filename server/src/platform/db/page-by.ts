import type { ReferenceExpression, SelectQueryBuilder } from 'kysely';

/** Where a page of rows begins and how many there are at most, as `readPage` asks for it (`platform/cursor.ts`). */
type PageAt<K = string> = { readonly after: K | undefined; readonly limit: number };

/**
 * The rows of one page, in the order of a column that no two rows share: those behind the one with `after`, newest first; oldest
 * first by `asc`. For `$call`.
 */
export function pageBy<DB, TB extends keyof DB, O, K>(
  rows: SelectQueryBuilder<DB, TB, O>,
  column: ReferenceExpression<DB, TB>,
  { after, limit }: PageAt<K>,
  order: 'asc' | 'desc' = 'desc',
): SelectQueryBuilder<DB, TB, O> {
  const behind = after === undefined ? rows : rows.where(column, order === 'desc' ? '<' : '>', after);
  return behind.orderBy(column, order).limit(limit);
}
