import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContext } from '../../test/context.ts';
import type { TestContext } from '../../test/context.ts';
import { inTransaction } from './connect.ts';
import type { Tx } from './connect.ts';
import { copyIn, copyText } from './copy-in.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

const line = (...values: (string | null)[]): string => `${values.map(copyText).join('\t')}\n`;
const table = (tx: Tx) =>
  sql`create temporary table copied (n int primary key, t text) on commit drop`.execute(tx);
const read = async (tx: Tx) =>
  (await sql<{ n: number; t: string | null }>`select n, t from copied order by n`.execute(tx)).rows;

test('property: every text comes out as it went in, and nothing as nothing', async () => {
  const texts = ['', '\\N', '\\', 'a\tb\nc\rd\be\vf\fg', '字 \u{1F600} é', '\\.', null];
  const rows = texts.map((t, n) => line(String(n), t)).join('');
  await inTransaction(context.db, async (tx) => {
    await table(tx);
    await copyIn(tx, 'copied (n, t)', rows);
    expect(await read(tx)).toEqual(texts.map((t, n) => ({ n, t })));
    await copyIn(tx, 'copied (n, t)', '');
    expect(await read(tx)).toHaveLength(texts.length);
  });
});

test('behavior: as many rows as one likes, more than a packet has room for', async () => {
  const rows = Array.from({ length: 50_000 }, (_, n) => line(String(n), 'x'.repeat(50))).join('');
  await inTransaction(context.db, async (tx) => {
    await table(tx);
    await copyIn(tx, 'copied', rows);
    expect(await read(tx)).toHaveLength(50_000);
  });
});

test('refuses: a row that the table does not take; nothing of its transaction stays, and the connection goes on', async () => {
  const work = inTransaction(context.db, async (tx) => {
    await table(tx);
    await copyIn(tx, 'copied', line('1', 'a') + line('1', 'b'));
  });
  await expect(work).rejects.toMatchObject({ code: '23505' });
  const wrong = inTransaction(context.db, (tx) => copyIn(tx, 'nothing_like_it', line('1')));
  await expect(wrong).rejects.toMatchObject({ code: '42P01' });
  for (let time = 0; time < 12; time += 1)
    expect((await sql`select 1`.execute(context.db)).rows).toHaveLength(1);
});
