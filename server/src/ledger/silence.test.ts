import { oneCoin } from '@openmere/core/money/amount.ts';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabase } from '../platform/db/connect.ts';
import { cloneDatabase } from '../platform/db/test-setup.ts';
import { openSilentProxy } from '../platform/db/test-silent-proxy.ts';
import { balanceOf } from './balances.ts';
import { createGatherer } from './gather.ts';
import { fund, transferEntry } from './test-ledger.ts';

test('behavior: money that was on its way when the database fell silent is posted once, over a new connection', async () => {
  const testDatabase = await cloneDatabase();
  const proxy = await openSilentProxy(testDatabase.url);
  const database = createDatabase(proxy.through(testDatabase.urlOf('app')), 'app', {
    statementTimeoutMs: 500,
  });
  const gatherer = createGatherer(database);
  onTestFinished(async () => {
    proxy.close();
    await database.close();
    await testDatabase.drop();
  });
  await fund(testDatabase.connect('app').db, 'mem_rich', 100);
  const post = (key: string) => gatherer.post(transferEntry(key, 'mem_rich', 'mem_poor', oneCoin));
  await post('before');
  proxy.silence();
  await Promise.all([post('meanwhile 1'), post('meanwhile 2')]);
  expect(await post('meanwhile 1')).toMatchObject({ replayed: true });
  expect(await balanceOf(database.db, 'member:mem_poor:available', 'USDT')).toBe(3n * oneCoin);
  await gatherer.close();
}, 40_000);
