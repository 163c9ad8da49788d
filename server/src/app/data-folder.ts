import { access, constants, mkdir, readFile, readdir, statfs, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { hold } from '../development-chain/hold.ts';

/** The start cannot go on; the message is one sentence for the person at the terminal. */
export class StartFault extends Error {}

/** Layout of the data folder; raised when an older one can no longer be used as it is. */
const VERSION = 1;
const FREE_BYTES_MIN = 500_000_000;
const PORT_WAIT_MS = 12_000;
const PORT_POLL_MS = 100;
const VERSION_FILE = 'version.json';
const LOCK_FILE = 'openmere.lock';

export type DataFolder = {
  /** Gives the folder back. */
  release: () => Promise<void>;
  /** The last start here did not stop by itself: processes of it may still be leaving. */
  wasLeft: boolean;
};

function explain(error: NodeJS.ErrnoException, dir: string): Error {
  if (error.code === 'EACCES' || error.code === 'EPERM' || error.code === 'EROFS') {
    return new StartFault(`No permission to write in ${dir}: choose another folder in OPENMERE_DATA.`);
  }
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') return noSpace(dir);
  if (error.code === 'ENOTDIR' || error.code === 'EEXIST')
    return new StartFault(`${dir} is not a folder: choose another one in OPENMERE_DATA.`);
  return error;
}

function noSpace(dir: string): StartFault {
  return new StartFault(
    `There is no space left for ${dir}: free ${FREE_BYTES_MIN / 1_000_000} MB, or choose another folder in OPENMERE_DATA.`,
  );
}

async function checkVersion(dir: string): Promise<void> {
  const text = await readFile(join(dir, VERSION_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw explain(error, dir);
  });
  if (text === undefined) {
    const names = (await readdir(dir)).filter((name) => !name.startsWith('.') && name !== LOCK_FILE);
    if (names.length > 0) {
      throw new StartFault(
        `${dir} is not a data folder of this version (it has no ${VERSION_FILE}): choose an empty one in OPENMERE_DATA.`,
      );
    }
    await writeFile(join(dir, VERSION_FILE), `{"version":${VERSION}}\n`, { mode: 0o600 });
    return;
  }
  const found = Number(/"version"\s*:\s*(\d+)/.exec(text)?.[1]);
  if (found !== VERSION) {
    throw new StartFault(
      `${dir} has data of version ${found || 'unknown'}, this program writes version ${VERSION}: start the matching release, or choose another folder in OPENMERE_DATA.`,
    );
  }
}

/**
 * Opens the data folder for this process alone. Throws {@link StartFault} for no permission, no space, another
 * version, and a second start on the same folder.
 */
export async function openDataFolder(dir: string): Promise<DataFolder> {
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await access(dir, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = await statfs(dir);
    if (bavail * bsize < FREE_BYTES_MIN) throw noSpace(dir);
    const lock = join(dir, LOCK_FILE);
    const wasLeft = await access(lock).then(
      () => true,
      () => false,
    );
    const release = await hold(lock, 0);
    if (typeof release === 'number') {
      throw new StartFault(`Openmere already runs on ${dir} (process ${release}): stop it first.`);
    }
    await checkVersion(dir).catch(async (error: unknown) => {
      await release();
      throw error;
    });
    return { release, wasLeft };
  } catch (error) {
    throw explain(error as NodeJS.ErrnoException, dir);
  }
}

async function tryListen(host: string, port: number): Promise<number | NodeJS.ErrnoException> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', (error) => resolve(error));
    server.listen({ host, port, exclusive: true }, () => {
      const { port: got } = server.address() as AddressInfo;
      server.close(() => resolve(got));
    });
  });
}

/**
 * Makes sure that a port can be listened on, 0 choosing a free one. Processes of an installation that was ended by
 * force need some seconds to leave theirs, so a taken port is asked again with patience when `patient`.
 */
export async function claimPort(
  host: string,
  port: number,
  variable: string,
  patient: boolean,
): Promise<number> {
  const limit = Date.now() + (patient ? PORT_WAIT_MS : 0);
  for (;;) {
    const answer = await tryListen(host, port);
    if (typeof answer === 'number') return answer;
    if (answer.code === 'EACCES')
      throw new StartFault(`Port ${port} needs more rights: choose another one in ${variable}.`);
    if (answer.code === 'EADDRNOTAVAIL' || answer.code === 'ENOTFOUND') {
      throw new StartFault(`HOST ${host} is not an address of this machine.`);
    }
    if (answer.code !== 'EADDRINUSE') throw answer;
    if (Date.now() >= limit)
      throw new StartFault(
        `Port ${port} is taken: stop what listens there, or choose another one in ${variable}.`,
      );
    await wait(PORT_POLL_MS);
  }
}
