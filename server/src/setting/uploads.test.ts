import { mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pictureFiles, pictureOf } from '@openmere/core/kit/picture.ts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MemberActor } from '../platform/actor.ts';
import type { Database } from '../platform/db/connect.ts';
import type { TestDatabase } from '../platform/db/test-database.ts';
import { cloneDatabase } from '../platform/db/test-setup.ts';
import { redrawPicture } from '../platform/files/picture.ts';
import { createFileStore } from '../platform/files/store.ts';
import { removeOrphans } from './remove-orphans.ts';
import { uploadPicture } from './upload.ts';

const HOUR_MS = 60 * 60_000;
let folder: string;
let testDatabase: TestDatabase;
let database: Database;
let picture: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openmere-files-'));
  testDatabase = await cloneDatabase();
  database = testDatabase.connect('app', { max: 4 });
  picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#3070c0' } })
    .png()
    .toBuffer();
});
afterAll(async () => {
  await testDatabase.drop();
  await rm(folder, { recursive: true, force: true });
});

const actorOf = (id: string): MemberActor => ({
  kind: 'member',
  id,
  family: id,
  sessionId: 'ses_1',
  from: { ip: '127.0.0.1', country: null, device: '', locale: 'en' },
});

async function recorded(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from upload order by name`.execute(database.db);
  return rows.map(({ name }) => name);
}

test('refuses: uploads beyond the quota, and keeps no file of them', async () => {
  const deps = { db: database.db, files: createFileStore(folder) };
  const results = await Promise.allSettled(
    Array.from({ length: 70 }, () => uploadPicture({ actor: actorOf('mem_many'), ...deps }, picture)),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
  const files = (await recorded()).flatMap((name) => pictureFiles(name).map((file) => file.name));
  expect((await readdir(folder)).toSorted()).toEqual(files.toSorted());
});

test('behavior: files that were cut off before their row are removed after an hour; nothing else is', async () => {
  const files = createFileStore(folder);
  const { url } = await uploadPicture({ actor: actorOf('mem_one'), db: database.db, files }, picture);
  const kept = url.replace('/files/', '');
  const { name: young } = await files.save(await redrawPicture(picture));
  const { name: orphan } = await files.save(await redrawPicture(picture));
  const lighter = orphan.replace('.webp', '.avif');
  const torn = `${'a'.repeat(32)}.webp.tmp`;
  for (const name of [torn, 'README', 'evil.webp']) await writeFile(join(folder, name), 'x');
  const long = new Date(Date.now() - 2 * HOUR_MS);
  for (const name of [kept, kept.replace('.webp', '.avif'), orphan, lighter, torn, 'README', 'evil.webp'])
    await utimes(join(folder, name), long, long);
  expect(await removeOrphans({ db: database.db, now: new Date() }, files)).toBe(3);
  const left = await readdir(folder);
  expect(left).toEqual(
    expect.arrayContaining([kept, kept.replace('.webp', '.avif'), young, 'README', 'evil.webp']),
  );
  expect(left).not.toContain(orphan);
  expect(left).not.toContain(lighter);
  expect(left).not.toContain(torn);
  expect(
    await removeOrphans({ db: database.db, now: new Date() }, createFileStore('/nonexistent/files')),
  ).toBe(0);
});

test('behavior: a photo is kept in three widths of two formats, lighter for phones, and its name says its size', async () => {
  const files = createFileStore(folder);
  const photo = await sharp(Buffer.from(Array.from({ length: 1500 * 900 * 3 }, (_, at) => (at * at) % 251)), {
    raw: { width: 1500, height: 900, channels: 3 },
  })
    .blur(6)
    .jpeg()
    .toBuffer();
  const { url, width, height } = await uploadPicture(
    { actor: actorOf('mem_photo'), db: database.db, files },
    photo,
  );
  expect(url).toMatch(/^\/files\/[0-9a-f]{32}-1024x614\.webp$/);
  expect(pictureOf(url)).toMatchObject({ width, height });
  const sizes = new Map<string, number>();
  for (const file of pictureFiles(url.replace('/files/', ''))) {
    const found = await files.find(file.name);
    const facts = await sharp(await readFile(found?.path ?? ''))
      .metadata()
      .catch(() => undefined);
    // Our own process reads no AVIF: its kind is told by its first bytes.
    if (file.format === 'webp') expect(facts).toMatchObject({ format: 'webp', width: file.width });
    else expect((await readFile(found?.path ?? '')).toString('latin1', 4, 12)).toBe('ftypavif');
    sizes.set(`${file.format} ${file.width}`, found?.bytes ?? 0);
  }
  expect(sizes.get('webp 320')).toBeLessThan(sizes.get('webp 1024') ?? 0);
  expect([...sizes.keys()]).toHaveLength(6);
  await files.remove(url.replace('/files/', ''));
  for (const file of pictureFiles(url.replace('/files/', '')))
    expect(await files.find(file.name)).toBeUndefined();
});
