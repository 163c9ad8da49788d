import pg from 'pg';

const sockets = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
// Shut down by an operator or a crash, starting up, no connections left, statement cut off by either.
const states = new Set(['57P01', '57P02', '57P03', '53300', '08000', '08001', '08003', '08006', '25P03']);

/** Whether the server went away or is not there: what was under way is committed or not, nobody knows. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return states.has(error.code ?? '');
  if (!(error instanceof Error)) return false;
  if ('code' in error && sockets.has(String(error.code))) return true;
  return /connection (terminated|ended|timeout)|timeout (expired|exceeded)|not queryable|Client was closed|the connection is closed|connection error/i.test(
    error.message,
  );
}
