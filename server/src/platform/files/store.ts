import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pictureFiles } from '@openmere/core/kit/picture.ts';
import type { FastifyInstance } from 'fastify';
import { FILE_POLICY } from '../http/security-headers.ts';
import { drawSizes } from './picture.ts';
import type { Picture } from './picture.ts';

/** Pictures under random names; nothing in a name comes from its sender but the size that was drawn (core/kit/picture.ts). */
export type FileStore = {
  /** Draws the sizes of a picture and keeps all its files. @returns the name of the largest, by which the picture is known. */
  save(picture: Picture): Promise<{ name: string; bytes: number }>;
  find(name: string): Promise<{ path: string; bytes: number } | undefined>;
  /** With the largest file of a picture go all others. */
  remove(name: string): Promise<void>;
  /** Everything in the folder, unfinished files too, that was last written before this moment. */
  listBefore(time: Date): Promise<string[]>;
};

const NAME = /^[0-9a-f]{32}(-\d{1,4}x\d{1,4}(-\d{1,4})?\.(webp|avif)|\.webp)$/;
/** What this store ever writes; anything else in the folder is somebody else's. */
const STORED = /^[0-9a-f]{32}(-\d{1,4}x\d{1,4}(-\d{1,4})?\.(webp|avif)|\.webp)(\.tmp)?$/;

export function createFileStore(folder: string): FileStore {
  return {
    async save(picture) {
      const { files } = await drawSizes(picture, randomBytes(16).toString('hex'));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // The largest stands last: where it is, all others are.
      for (const file of files) await writeWhole(join(folder, file.name), file.bytes);
      const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
      return { name: files.at(-1)?.name ?? '', bytes };
    },
    async find(name) {
      if (!NAME.test(name)) return undefined;
      const path = join(folder, name);
      const found = await stat(path).catch(() => undefined);
      return found?.isFile() ? { path, bytes: found.size } : undefined;
    },
    async remove(name) {
      const files = pictureFiles(name).toReversed();
      for (const file of files) await rm(join(folder, file.name), { force: true });
    },
    async listBefore(time) {
      const names = await readdir(folder).catch(() => []);
      const old: string[] = [];
      for (const name of names.filter((one) => STORED.test(one))) {
        const found = await stat(join(folder, name)).catch(() => undefined);
        if (found?.isFile() && found.mtime < time) old.push(name);
      }
      return old;
    },
  };
}

/** A file is there as a whole or not at all, also after a power loss. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const unfinished = `${path}.tmp`;
  const file = await open(unfinished, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}

/** Address of a stored picture, as it stands in answers; avatars are checked against this form. */
export function fileUrl(name: string): string {
  return `/files/${name}`;
}

/** Serves pictures so that nothing in them could ever run, even opened on their own. */
export function serveFiles(server: FastifyInstance, store: FileStore): void {
  server.get<{ Params: { name: string } }>('/files/:name', async (request, reply) => {
    const file = await store.find(request.params.name);
    if (!file) return reply.callNotFound();
    const format = request.params.name.endsWith('.avif') ? 'avif' : 'webp';
    return reply
      .headers({
        'content-type': `image/${format}`,
        'content-length': file.bytes,
        'content-disposition': `attachment; filename="picture.${format}"`,
        'content-security-policy': FILE_POLICY,
        'cache-control': 'public, max-age=31536000, immutable',
      })
      .send(createReadStream(file.path));
  });
}
