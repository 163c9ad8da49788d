import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from './db/connect.ts';
import type { TestDatabase } from './db/test-database.ts';
import { cloneDatabase } from './db/test-setup.ts';
import { createListener } from './notify.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await cloneDatabase();
  database = testDatabase.connect('app');
});
afterAll(() => testDatabase.drop());

test('behavior: many may begin to listen at once; their questions wait for one another', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  process.on('warning', note);
  const listener = await createListener(testDatabase.urlOf('app'), 'app');
  const channels = ['one', 'two', 'three', 'four', 'five'];
  const heard: string[] = [];
  await Promise.all(channels.map((channel) => listener.on(channel, (payload) => heard.push(payload))));
  for (const channel of channels) await sql`select pg_notify(${channel}, ${channel})`.execute(database.db);
  await expect.poll(() => heard).toEqual(channels);
  // Node says a warning in its next turn.
  await wait(0);
  process.off('warning', note);
  await listener.close();
  expect(warnings).toEqual([]);
});
