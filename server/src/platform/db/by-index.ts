import { sql } from 'kysely';
import type { Tx } from './connect.ts';

/**
 * For work on large communities page by page: until the transaction ends each named row is looked up by an index. The planner
 * finds it cheaper to read a whole table for some ten thousand of its rows, once a page, and that grows with the square.
 */
export async function useIndexes(tx: Tx): Promise<void> {
  await sql`select set_config(name, 'off', true)
    from unnest(array['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']) as s (name)`.execute(tx);
}
