import pg from 'pg';

/** Whether the database refused a row because somebody else has that value already. The transaction is lost then. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505';
}
