import { pictureOfFile } from '@openmere/core/kit/picture.ts';
import type { Ctx, DbCtx } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import type { FileStore } from '../platform/files/store.ts';
import type { Log } from '../platform/log.ts';
import { listUploadNames } from './upload-store.ts';

/** A file is written before its row: younger ones may still get theirs. */
const GRACE_MS = 60 * 60_000;
const EVERY_MS = 60 * 60_000;
/** Names asked for in one question. */
const BATCH = 1_000;

/**
 * Removes files that no upload stands for: what was cut off between writing the file and recording it (a refused quota takes
 * its file back at once). @returns how many.
 */
export async function removeOrphans(ctx: DbCtx & Pick<Ctx, 'now'>, files: FileStore): Promise<number> {
  const { db, now } = ctx;
  const old = await files.listBefore(new Date(now.getTime() - GRACE_MS));
  let removed = 0;
  for (let at = 0; at < old.length; at += BATCH) {
    const names = old.slice(at, at + BATCH);
    const known = await listUploadNames(db, [...new Set(names.map(pictureOfFile))]);
    const orphans = names.filter((name) => !known.has(pictureOfFile(name)));
    for (const name of orphans) await files.remove(name);
    removed += orphans.length;
  }
  return removed;
}

/** Does so every hour, in the process that writes the files: whoever settles may not see the folder. @returns how to stop. */
export function startRemovingOrphans(db: Db, files: FileStore, log: Log): () => void {
  const timer = setInterval(() => {
    removeOrphans({ db, now: new Date() }, files).then(
      (removed) => removed > 0 && log.info({ removed }, 'removed files that no upload stands for'),
      (error: unknown) => log.warn({ error }, 'looking for files without an upload'),
    );
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
