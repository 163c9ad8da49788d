import { mkdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import {
  EMBEDDED_USER,
  checkDataFolder,
  explainFileError,
  initCluster,
  makeSocketFolder,
  readPassword,
} from './embedded-files.ts';
import { findRunner } from './embedded-program.ts';
import type { Runner } from './embedded-program.ts';
import { EMBEDDED_DATABASE, joinServer, leaveServer } from './embedded-server.ts';
import type { Cluster } from './embedded-server.ts';

/** A running embedded server. `url` is for any client on this machine; `stop` leaves it, and the last owner stops it. */
export type Embedded = { url: string; stop: () => Promise<void> };

/** Between two tries to bring back a server that died. */
const RECOVER_PAUSE_MS = 500;

/** What was found out before anything is started: the cluster's folder, whether it is there, and who runs it. */
export type Prepared = { cluster: string; exists: boolean; runner: Runner };

/**
 * Finds out whether the bundled PostgreSQL can run on `dir`. Takes milliseconds, so that a start says at once what it
 * cannot do. Throws `EmbeddedFault` with one sentence for the terminal.
 */
export async function prepareEmbedded(dir: string): Promise<Prepared> {
  const parent = dirname(resolve(dir));
  await mkdir(parent, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw explainFileError(error, parent);
  });
  const cluster = join(await realpath(parent), basename(resolve(dir)));
  const exists = await checkDataFolder(cluster);
  return { cluster, exists, runner: await findRunner(cluster) };
}

/**
 * Starts the bundled PostgreSQL on `dir`, or joins the one that runs there already. Unix socket only, scram, fsync on.
 * A server that dies while it is owned is started again. Throws `EmbeddedFault` with one sentence for the terminal.
 */
export async function startEmbedded(dir: string, log: (message: string) => void): Promise<Embedded> {
  const { cluster, exists, runner } = await prepareEmbedded(dir);
  const sockets = await makeSocketFolder(runner, cluster);
  if (!exists) {
    log('making the database');
    await initCluster(runner, cluster, sockets);
  }
  return ownServer({ dir: cluster, sockets, runner, password: await readPassword(cluster), log });
}

/** Keeps one connection open as the sign of ownership; when it breaks, the server is brought up again. */
async function ownServer(cluster: Cluster): Promise<Embedded> {
  let stopping = false;
  let recovering = Promise.resolve();
  let owner = await joinServer(cluster);
  const watch = (client: pg.Client): void => {
    client.once('end', () => {
      if (stopping) return;
      cluster.log('the database went away: bringing it back');
      recovering = recover();
    });
  };
  const recover = async (): Promise<void> => {
    while (!stopping) {
      try {
        owner = await joinServer(cluster);
        return watch(owner);
      } catch (error) {
        cluster.log(`the database does not come back yet: ${String(error)}`);
        await wait(RECOVER_PAUSE_MS);
      }
    }
  };
  watch(owner);
  const host = encodeURIComponent(cluster.sockets);
  return {
    url: `postgres://${EMBEDDED_USER}:${cluster.password}@localhost/${EMBEDDED_DATABASE}?host=${host}`,
    stop: async () => {
      if (stopping) return;
      stopping = true;
      await recovering;
      await leaveServer(cluster, owner);
    },
  };
}
