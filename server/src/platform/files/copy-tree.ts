import { chmod, chown, copyFile, mkdir, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Which files and folders of the tree are copied, by their path in it; the folder of files that are left out is made. */
export type Keeps = (path: string) => boolean;

const everything: Keeps = () => true;

/**
 * Copies a folder with rights and owners, and resolves when all of it is on disk. What goes away meanwhile, as files of a running
 * database may, is passed over.
 */
export async function copyTree(from: string, to: string, keeps: Keeps = everything): Promise<void> {
  await copyFolder({ from, to, keeps }, '');
}

async function copyFolder(tree: { from: string; to: string; keeps: Keeps }, folder: string): Promise<void> {
  const target = join(tree.to, folder);
  await mkdir(target, { recursive: true });
  await dressAs(await stat(join(tree.from, folder)), target);
  for (const entry of await readdir(join(tree.from, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (!tree.keeps(path)) continue;
    if (entry.isDirectory()) await copyFolder(tree, path);
    else if (entry.isFile()) await copyOne(join(tree.from, path), join(tree.to, path));
  }
}

async function copyOne(from: string, to: string): Promise<void> {
  try {
    const source = await stat(from);
    await copyFile(from, to);
    await dressAs(source, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const written = await open(to, 'r');
  try {
    await written.sync();
  } finally {
    await written.close();
  }
}

/** Only root may give a file to somebody, and only root copies what is somebody else's. */
async function dressAs(
  { mode, uid, gid }: { mode: number; uid: number; gid: number },
  path: string,
): Promise<void> {
  await chmod(path, mode & 0o777);
  if (process.getuid?.() === 0) await chown(path, uid, gid);
}
