import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { readSettingsNow } from './read.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
}, 60_000);
afterAll(() => context.close());

const migration = new URL('../migrations/0794-something-arrives.sql', import.meta.url);

test('behavior: an installation whose transfers were all fee starts, with the most that leaves something', async () => {
  const put = (value: string) =>
    sql`insert into config (idx, val, version, changed_at, changed_by) values ('transfer.feeBps', ${value}, 1, now(), 'operator')
      on conflict (idx) do update set val = excluded.val, version = config.version + 1`.execute(
      context.owner,
    );
  const migrate = async () => sql.raw(await readFile(migration, 'utf8')).execute(context.owner);
  const feeBps = async () => (await readSettingsNow(context)).settings.transferFeeBps;
  await put('10000');
  await expect(feeBps()).rejects.toThrow('transfer.feeBps');
  await migrate();
  expect(await feeBps()).toBe(9_999);
  await put('50');
  await migrate();
  expect(await feeBps()).toBe(50);
});
