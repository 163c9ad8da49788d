import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { locales, indexOfLocale } from '@openmere/core/kit/language.ts';
import { pictureFiles } from '@openmere/core/kit/picture.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import { openTestApp } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addMember } from '../test/people.ts';
import { seedDemoGoods } from './demo-goods.ts';

const BYTES_MAX = 15 * 1024;
let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await openTestApp();
  folder = await mkdtemp(join(tmpdir(), 'openmere-demo-'));
  const owners = [app.root.id, (await addMember(app, { activated: true })).id] as const;
  const seed = (): Promise<void> =>
    inTransaction(app.owner, (tx) => seedDemoGoods({ tx, filesFolder: folder }, owners));
  await seed();
  await seed();
}, 120_000);
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

type Row = { id: string; name: string; picurl: string; bannerpicurl: string };
async function list(path: string, body: object, lang: number): Promise<Row[]> {
  const { envelope } = await app.post(
    'member',
    path,
    { pageSize: 1000, ...body },
    { headers: { lang: String(lang) } },
  );
  return envelope.list as Row[];
}

test('behavior: 24 goods of two shops that say demo, named in nine languages, and types that all have goods; once', async () => {
  for (const locale of locales) {
    const goods = await list('Goods/GetGoodsPage', {}, indexOfLocale(locale));
    expect(goods).toHaveLength(24);
    expect(new Set(goods.map((row) => row.name)).size).toBe(24);
    for (const { name } of goods) expect(name).toMatch(/demo|演示|示範|데모|デモ|dùng thử|ตัวอย่าง/i);
  }
  const types = await list('Goods/GetGoodsTypePage', { pid: '0' }, 2);
  expect(types).toHaveLength(4);
  for (const type of types)
    expect((await list('Goods/GetGoodsPage', { pid: type.id }, 2)).length).toBeGreaterThan(2);
});

test('behavior: each goods has a light picture in every size, kept as an upload of its shop’s owner', async () => {
  const goods = await list('Goods/GetGoodsPage', {}, 2);
  const names = goods.map((row) => row.picurl.replace('/files/', ''));
  const files = names.flatMap((name) => pictureFiles(name).map((file) => file.name));
  expect((await readdir(folder)).toSorted()).toEqual(files.toSorted());
  for (const file of files) expect((await stat(join(folder, file))).size).toBeLessThan(BYTES_MAX);
  const known = await app.owner.selectFrom('goods').select('pictures').execute();
  expect(known).toHaveLength(24);
});
