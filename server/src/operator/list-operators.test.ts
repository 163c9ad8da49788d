import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import { newId } from '../platform/ids.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { listOperators } from './list-operators.ts';
import { addOperator, disableOperator } from './manage-operators.ts';
import { insertSession } from './operator-store.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

const now = new Date('2026-11-26T12:00:00.000Z');
const before = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);

async function openSession(operatorId: string, made: number, used: number, ended?: number): Promise<void> {
  const id = newId('ops');
  const session = {
    id,
    token_hash: `hash of ${id}`,
    operator_id: operatorId,
    ip: '192.0.2.1',
    device: 'test',
    created_at: before(made),
    last_used_at: before(used),
    ended_at: ended === undefined ? null : before(ended),
  };
  await inTransaction(context.owner, (tx) => insertSession(tx, session));
}

test('behavior: everybody by account, with the newest login and the sessions that are open and no others', async () => {
  const add = (account: string, role: string) =>
    inTransaction(context.owner, (tx) => addOperator({ tx }, { account, role }));
  const zoe = await add('zoe', 'admin');
  const anna = await add('anna', 'admin');
  await add('mira', 'risk');
  await add('otto', 'support');
  await inTransaction(context.owner, (tx) => disableOperator({ tx, now }, 'otto'));
  await openSession(anna.id, 300, 2);
  await openSession(anna.id, 10, 1);
  await openSession(anna.id, 200, 16);
  await openSession(anna.id, 721, 1);
  await openSession(anna.id, 5, 4, 3);
  await openSession(zoe.id, 90_000, 89_000);

  const { list, total } = await inTransaction(context.db, (tx) => listOperators({ tx, now }));
  expect(total).toBe(4);
  expect(list.map(({ account, role, state, sessions }) => [account, role, state, sessions])).toEqual([
    ['anna', 'admin', 'new', 2],
    ['mira', 'risk', 'new', 0],
    ['otto', 'support', 'disabled', 0],
    ['zoe', 'admin', 'new', 0],
  ]);
  expect(list.map(({ lastlogin }) => lastlogin)).toEqual([
    before(5).toISOString(),
    null,
    null,
    before(90_000).toISOString(),
  ]);
  expect(list[2]?.disabled).toBe(now.toISOString());
});
