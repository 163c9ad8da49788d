/**
 * All tables of the database, for typed queries. Each domain adds its own in its `store.ts`:
 *
 *     declare module '../platform/db/schema.ts' {
 *       interface Schema { withdrawal: WithdrawalTable }
 *     }
 */
export interface Schema {
  /** Kept by migrate.ts; here so that a health page can read it. */
  migration: { number: number; name: string; checksum: string; applied_at: Date };
}
