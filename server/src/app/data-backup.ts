import { mkdir, readFile, readdir, realpath, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { RESTORED_COPY } from '@openmere/core/ledger/halt.ts';
import { z } from 'zod';
import { readChainHeads } from '../ledger/chain.ts';
import { setHalt } from '../ledger/halt.ts';
import { reconcileLedger } from '../ledger/reconcile.ts';
import { replayBalances } from '../ledger/replay.ts';
import { verifyAudit } from '../operator/verify-audit.ts';
import { createDatabase, inTransaction } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';
import { copyCluster } from '../platform/db/copy-cluster.ts';
import { prepareEmbedded, startEmbedded } from '../platform/db/embedded.ts';
import { migrate } from '../platform/db/migrate.ts';
import { copyTree } from '../platform/files/copy-tree.ts';
import type { Config } from './config.ts';
import { findForeign } from './installation.ts';
import { SecretsFault } from './secrets.ts';

/** A copy cannot be made or put back; the message is one sentence for the person at the terminal. */
export class CopyFault extends Error {}

type Say = (line: string) => void;

/**
 * Stands in a copy where an installation has `version.json`, and is written last: without it the copy is not whole, and without
 * `version.json` no start takes a folder for an installation. So nothing can run on a copy before it was put back and checked.
 */
const MARK_FILE = 'copy.json';
const VERSION_FILE = 'version.json';
const CLUSTER = 'postgres';
/**
 * What belongs to the processes that run now; the cluster, which has a way of its own; and what the signer remembers: an old memory
 * would swear that it never signed what it signed since.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  CLUSTER,
  VERSION_FILE,
  'openmere.lock',
  'log',
  'signer-journal.jsonl',
]);
const STATEMENT_TIMEOUT_MS = 600_000;
const markSchema = z.object({ version: z.number().int(), made: z.iso.datetime() });

/**
 * Copies the installation in `dataDir`, running or stopped, to `target`, which must be new or empty. @returns the links in it: what
 * they lead to is not in the copy.
 */
export async function makeCopy(dataDir: string, target: string): Promise<string[]> {
  const cluster = join(dataDir, CLUSTER);
  if (!(await prepareEmbedded(cluster)).exists) throw new CopyFault(`There is no database in ${cluster}.`);
  const text = await readFile(join(dataDir, VERSION_FILE), 'utf8').catch(() => {
    throw new CopyFault(`${dataDir} is no installation: it has no ${VERSION_FILE}.`);
  });
  const { version } = z.object({ version: z.number().int() }).parse(JSON.parse(text));
  await needNew(target);
  const real = join(await realpath(dirname(resolve(target))), basename(target));
  if (`${real}${sep}`.startsWith(`${await realpath(dataDir)}${sep}`))
    throw new CopyFault(`${target} is inside of what is to be copied: choose a folder elsewhere.`);
  const made = new Date().toISOString();
  await mkdir(real, { recursive: true, mode: 0o700 });
  const embedded = await startEmbedded(cluster, () => undefined);
  try {
    await copyCluster(embedded.url, cluster, join(real, CLUSTER));
  } finally {
    await embedded.stop();
  }
  const links = await listLinks(dataDir);
  // After the database: a file too many hurts nobody.
  await copyTree(dataDir, real, (path) => !LEFT_OUT.has(path));
  await writeFile(join(real, MARK_FILE), `${JSON.stringify({ version, made })}\n`, {
    mode: 0o600,
    flush: true,
  });
  return links;
}

async function listLinks(dataDir: string, folder = ''): Promise<string[]> {
  const links: string[] = [];
  for (const entry of await readdir(join(dataDir, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    // In the cluster that runs folders come and go.
    if (LEFT_OUT.has(path)) continue;
    if (entry.isSymbolicLink()) links.push(path);
    if (entry.isDirectory()) links.push(...(await listLinks(dataDir, path)));
  }
  return links;
}

/**
 * Puts a copy back into `dataDir`, which must be new or empty, and checks it. @returns what is wrong with it; where something is, the
 * folder stays one that nothing starts on.
 */
export async function restoreCopy(
  copy: string,
  { dataDir, secretsFile }: Pick<Config, 'dataDir' | 'secretsFile'>,
  say: Say,
): Promise<string[]> {
  const { version, made } = await readMark(copy);
  await needNew(dataDir);
  say(`the copy of ${made} is put back into ${dataDir}`);
  await copyTree(copy, dataDir, (path) => path !== MARK_FILE);
  const embedded = await startEmbedded(join(dataDir, CLUSTER), say);
  let wrong: string[];
  try {
    wrong = await checkRestored({ url: embedded.url, secretsFile }, `the copy of ${made}`, say);
  } catch (error) {
    if (!(error instanceof CopyFault)) throw error;
    throw new CopyFault(
      `${error.message} To put a copy back, OPENMERE_DATA names another new folder; without OPENMERE_SECRETS the secrets.json in the copy is taken.`,
      { cause: error },
    );
  } finally {
    await embedded.stop();
  }
  if (wrong.length === 0)
    await writeFile(join(dataDir, VERSION_FILE), `${JSON.stringify({ version, restored: made })}\n`, {
      mode: 0o600,
      flush: true,
    });
  return wrong;
}

/**
 * Halts payouts in a database that was put back, before any process runs on it, then brings its tables to this program's and
 * recomputes ledger and audit log from their first row. One that belongs to other secrets is halted only, with a {@link CopyFault}.
 * `url` is the owner's. @returns what is wrong.
 */
export async function checkRestored(
  { url, secretsFile }: { url: string; secretsFile: string },
  what: string,
  say: Say,
): Promise<string[]> {
  const database = createDatabase(url, 'owner', { max: 2, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  const { db } = database;
  try {
    await inTransaction(db, (tx) =>
      setHalt(tx, {
        kind: 'other',
        subject: RESTORED_COPY,
        facts: { detail: `The database was put back: ${what}.` },
      }),
    );
    say('payouts are halted until two operators end it');
    const foreign = await findForeign(db, { secretsFile }).catch(explainSecrets);
    // No word about the copy: it may well be whole.
    if (foreign !== undefined) throw new CopyFault(foreign);
    const applied = await migrate(url);
    say(
      applied.length === 0
        ? 'all migrations were applied before'
        : `migrations applied: ${applied.join(', ')}`,
    );
    return [...(await checkLedger(db, say)), ...(await checkAudit(db, say))];
  } finally {
    await database.close();
  }
}

function explainSecrets(error: unknown): string {
  if (error instanceof SecretsFault)
    return `${error.message} Name the data folder of this database in OPENMERE_DATA, or its secrets.json in OPENMERE_SECRETS.`;
  throw error;
}

async function checkLedger(db: Db, say: Say): Promise<string[]> {
  const { rows, accounts, findings } = await reconcileLedger(db);
  say(`${rows} rows of the journal over ${accounts} accounts: ${findings.length} findings`);
  const { differences } = await replayBalances(db);
  for (const { lane, batch, hash } of await readChainHeads(db)) say(`lane ${lane}, batch ${batch}: ${hash}`);
  return [
    ...findings.map(({ invariant, what }) => `${invariant}  ${what}`),
    ...differences.map(({ account, asset }) => `${account} ${asset}: another balance when replayed`),
  ];
}

async function checkAudit(db: Db, say: Say): Promise<string[]> {
  const audit = await verifyAudit({ tx: db });
  if (!audit.ok) return [`audit log, row ${audit.seq}: ${audit.problem}`];
  say(`${audit.rows} rows of the audit log: in order`);
  return [];
}

async function readMark(copy: string): Promise<z.infer<typeof markSchema>> {
  const text = await readFile(join(copy, MARK_FILE), 'utf8').catch(() => {
    throw new CopyFault(`${copy} is no whole copy: it has no ${MARK_FILE}.`);
  });
  return markSchema.parse(JSON.parse(text));
}

async function needNew(dir: string): Promise<void> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.length > 0)
    throw new CopyFault(`${dir} is not empty: nothing is written over. Choose a new folder.`);
}
