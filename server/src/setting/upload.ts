import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { MemberActor } from '../platform/actor.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { redrawPicture } from '../platform/files/picture.ts';
import { fileUrl } from '../platform/files/store.ts';
import type { FileStore } from '../platform/files/store.ts';
import { readSettings } from './read.ts';
import { lockUploads, insertUpload, countUploads } from './upload-store.ts';

export type UploadDeps = { db: Db; files: FileStore };

/**
 * Takes a picture: quota → redraw → store → record. Refuses `setting.uploadquota`, `setting.notpicture`,
 * `setting.picturetoobig`. The quota counts the last 24 hours by the database's clock.
 */
export async function uploadPicture(
  ctx: { actor: Pick<MemberActor, 'id'> } & UploadDeps,
  bytes: Buffer,
): Promise<{ url: string; width: number; height: number }> {
  const { actor } = ctx;
  await checkQuota(ctx.db, actor.id);
  const picture = await redrawPicture(bytes);
  const { name, bytes: size } = await ctx.files.save(picture);
  const recorded = inTransaction(ctx.db, async (tx) => {
    await lockUploads(tx, actor.id);
    await checkQuota(tx, actor.id);
    await insertUpload(tx, { name, memberId: actor.id, bytes: size });
  });
  await recorded.catch(async (error: unknown) => {
    // Where the answer of the commit was lost, the row may be there: remove-orphans.ts knows later.
    if (error instanceof Refusal) await ctx.files.remove(name);
    throw error;
  });
  return { url: fileUrl(name), width: picture.width, height: picture.height };
}

async function checkQuota(db: Db | Tx, memberId: string): Promise<void> {
  const { uploadsPerDay } = await readSettings(db);
  if ((await countUploads(db, memberId)) >= BigInt(uploadsPerDay))
    throw new Refusal('setting.uploadquota', { most: uploadsPerDay });
}
