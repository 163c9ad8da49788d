import { chown, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { copyTree } from '../files/copy-tree.ts';
import { connectionConfig } from './connect.ts';

/** A checkpoint of a busy server may take minutes. */
const STATEMENT_TIMEOUT_MS = 600_000;
/** What a server makes anew at its start (PostgreSQL: "Making a Base Backup Using the Low Level API"). */
const MADE_ANEW =
  /^(?:(?:pg_wal|pg_dynshmem|pg_notify|pg_replslot|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)[/]|postmaster\.|server\.log$|backup_label)|(?:^|[/])(?:pgsql_tmp|pg_internal\.init)/;
const LABEL_FILE = 'backup_label';

/**
 * Copies the files of a running server without stopping it. A server that starts on the copy has everything that was committed before
 * this returned, and nothing half. `url` is the owner's, `dir` the server's folder, and `target` is made.
 */
export async function copyCluster(url: string, dir: string, target: string): Promise<void> {
  const client = new pg.Client(connectionConfig(url, 'owner', { statementTimeoutMs: STATEMENT_TIMEOUT_MS }));
  client.on('error', () => undefined);
  await client.connect();
  try {
    // Without it the log that belongs to the copy could be written over meanwhile; it goes with this connection.
    await client.query("select pg_create_physical_replication_slot('openmere_copy', true, true)");
    const begun = await client.query<{ file: string }>(
      "select pg_walfile_name(pg_backup_start('openmere', true)) as file",
    );
    await copyTree(dir, target, (path) => !MADE_ANEW.test(path));
    const ended = await client.query<{ label: string; file: string }>(
      'select labelfile as label, pg_walfile_name(lsn) as file from pg_backup_stop(false)',
    );
    const [first, last] = [begun.rows[0]?.file ?? '', ended.rows[0]?.file ?? ''];
    const isNeeded = (name: string): boolean => name.length === first.length && name >= first && name <= last;
    await copyTree(join(dir, 'pg_wal'), join(target, 'pg_wal'), isNeeded);
    await writeLabel(target, ended.rows[0]?.label ?? '');
  } finally {
    await client.end();
  }
}

/** By it the next start knows that these files are a copy, and from where on the log makes them whole. */
async function writeLabel(target: string, text: string): Promise<void> {
  const path = join(target, LABEL_FILE);
  await writeFile(path, text, { mode: 0o600, flush: true });
  const { uid, gid } = await stat(target);
  if (process.getuid?.() === 0) await chown(path, uid, gid);
}
