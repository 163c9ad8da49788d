import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MemberActor } from '../platform/actor.ts';
import type { Database } from '../platform/db/connect.ts';
import type { TestDatabase } from '../platform/db/test-database.ts';
import { cloneDatabase } from '../platform/db/test-setup.ts';
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
  expect((await readdir(folder)).sort()).toEqual((await recorded()).filter((name) => name.endsWith('.webp')));
});

test('behavior: files that were cut off before their row are removed after an hour; nothing else is', async () => {
  const files = createFileStore(folder);
  const { url } = await uploadPicture({ actor: actorOf('mem_one'), db: database.db, files }, picture);
  const kept = url.replace('/files/', '');
  const young = await files.save(picture);
  const orphan = await files.save(picture);
  const torn = `${'a'.repeat(32)}.webp.tmp`;
  for (const name of [torn, 'README', 'evil.webp']) await writeFile(join(folder, name), 'x');
  const long = new Date(Date.now() - 2 * HOUR_MS);
  for (const name of [kept, orphan, torn, 'README', 'evil.webp'])
    await utimes(join(folder, name), long, long);
  expect(await removeOrphans({ db: database.db, now: new Date() }, files)).toBe(2);
  const left = await readdir(folder);
  expect(left).toEqual(expect.arrayContaining([kept, young, 'README', 'evil.webp']));
  expect(left).not.toContain(orphan);
  expect(left).not.toContain(torn);
  expect(
    await removeOrphans({ db: database.db, now: new Date() }, createFileStore('/nonexistent/files')),
  ).toBe(0);
});
