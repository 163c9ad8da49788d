import { sql } from 'kysely';
import type { Tx } from './connect.ts';

/** Does what may fail without taking the transaction along: then what it wrote is undone. @returns whether it was done. */
export async function inSavepoint(tx: Tx, work: () => Promise<void>): Promise<boolean> {
  await sql`savepoint attempt`.execute(tx);
  try {
    await work();
    await sql`release savepoint attempt`.execute(tx);
    return true;
  } catch {
    await sql`rollback to savepoint attempt`.execute(tx);
    return false;
  }
}
