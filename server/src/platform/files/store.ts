import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { FILE_POLICY } from '../http/security-headers.ts';

/** Pictures under random names; nothing in a name comes from its sender. */
export type FileStore = {
  save(bytes: Buffer): Promise<string>;
  find(name: string): Promise<{ path: string; bytes: number } | undefined>;
  remove(name: string): Promise<void>;
  /** Everything in the folder, unfinished files too, that was last written before this moment. */
  listBefore(time: Date): Promise<string[]>;
};

const NAME = /^[0-9a-f]{32}\.webp$/;
/** What this store ever writes; anything else in the folder is somebody else's. */
const STORED = /^[0-9a-f]{32}\.webp(\.tmp)?$/;

export function createFileStore(folder: string): FileStore {
  return {
    async save(bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${randomBytes(16).toString('hex')}.webp`;
      const file = await open(join(folder, `${name}.tmp`), 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } catch (error) {
        await rm(join(folder, `${name}.tmp`), { force: true });
        throw error;
      } finally {
        await file.close();
      }
      await rename(join(folder, `${name}.tmp`), join(folder, name));
      return name;
    },
    async find(name) {
      if (!NAME.test(name)) return undefined;
      const path = join(folder, name);
      const found = await stat(path).catch(() => undefined);
      return found?.isFile() ? { path, bytes: found.size } : undefined;
    },
    async remove(name) {
      await rm(join(folder, name), { force: true });
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

/** Address of a stored picture, as it stands in answers; avatars are checked against this form. */
export function fileUrl(name: string): string {
  return `/files/${name}`;
}

/** Serves pictures so that nothing in them could ever run, even opened on their own. */
export function serveFiles(server: FastifyInstance, store: FileStore): void {
  server.get<{ Params: { name: string } }>('/files/:name', async (request, reply) => {
    const file = await store.find(request.params.name);
    if (!file) return reply.callNotFound();
    return reply
      .headers({
        'content-type': 'image/webp',
        'content-length': file.bytes,
        'content-disposition': 'attachment; filename="picture.webp"',
        'content-security-policy': FILE_POLICY,
        'cache-control': 'public, max-age=31536000, immutable',
      })
      .send(createReadStream(file.path));
  });
}
