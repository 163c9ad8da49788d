import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import { openTestApp } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addMember, addOperator } from '../test/people.ts';
import { request } from '../test/withdrawals.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await openTestApp();
  token = await app.operator('admin');
}, 60_000);
afterAll(() => app.close());

const ask = async (path: string, body: Record<string, unknown>) =>
  (await app.post('console', path, body, { token })).envelope;

test('behavior: the queue of withdrawals is what a person is to decide: not what the rules let pass, but what was not paid', async () => {
  type Row = { name: string; waiting: number; id: string };
  const waiting = async (): Promise<[count: number, ids: string[]]> => {
    const queues = (await ask('Admin/Queues', {})).list as Row[];
    const { list } = await ask('Admin/Withdrawals', { status: 'waiting', pageSize: '100' });
    const count = queues.find(({ name }) => name === 'withdrawals')?.waiting ?? 0;
    return [count, (list as Row[]).map(({ id }) => id)];
  };
  const [before] = await waiting();
  const ids: string[] = [];
  for (let count = 0; count < 6; count += 1)
    ids.push((await request(app, await addMember(app, { coins: 20 }), '20')).id);
  await inTransaction(app.owner, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const [at, change] of [
      sql`decider = 'operator'`,
      sql`decider = 'none'`,
      sql`status = 'failed', reason = 'signer: no'`,
      sql`status = 'failed', reason = 'signer: no', released_at = now()`,
      sql`status = 'approved', blocked = 'approvals'`,
      sql`status = 'approved', blocked = 'gas'`,
    ].entries())
      await sql`update withdrawal set ${change} where id = ${ids[at]}`.execute(tx);
  });
  const [after, shown] = await waiting();
  expect(after - before).toBe(3);
  expect(shown.filter((id) => ids.includes(id)).toSorted()).toEqual([ids[0], ids[2], ids[4]].toSorted());
  // What somebody wants to give back waits for the second one.
  const operator = await addOperator(app);
  await sql`insert into withdrawal_release (withdrawal_id, operator_id, reason) values (${ids[5]}, ${operator.id}, 'because')`.execute(
    app.owner,
  );
  expect((await waiting())[0] - after).toBe(1);
});
