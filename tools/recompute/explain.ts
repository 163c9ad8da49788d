import { BaseError } from 'viem';

/** What PostgreSQL says of a table that is not there. */
const NO_TABLE = '42P01';

/** Why nothing could be computed: one sentence where it is the surroundings, else a bug, which shows where. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  if (code === NO_TABLE) return `Openmere is not installed in this database: ${error.message}.`;
  if (error instanceof BaseError) return `The node of the chain gave no answer: ${error.shortMessage}`;
  // Of PostgreSQL and of the system: both have a code.
  const isPlain = typeof code === 'string' || error.constructor.name.endsWith('Fault');
  return isPlain ? error.message : (error.stack ?? error.message);
}
