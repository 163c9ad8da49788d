import { readFile } from 'node:fs/promises';
import type { DbCtx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { loadSanctions } from './sanctions-store.ts';

/**
 * Loads the list from a file, whose place no operator can change from the console. Without the file nothing changes: what
 * was loaded before goes on listing, and a day later it no longer clears. @returns how many it names; undefined without a
 * file.
 */
export async function readSanctionsFile(ctx: DbCtx, path: string): Promise<number | undefined> {
  const { db } = ctx;
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : inTransaction(db, (tx) => loadSanctions(tx, 'file', text));
}
