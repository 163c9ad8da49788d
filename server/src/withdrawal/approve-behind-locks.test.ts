import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freezeOutbound } from '../ledger/outbound.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember } from '../test/people.ts';
import { addPast, request } from '../test/withdrawals.ts';
import { approveAutomatic } from './approve.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

const MANY = 450;

async function statusOf(id: string): Promise<string | undefined> {
  return (await context.db.selectFrom('withdrawal').select('status').where('id', '=', id).executeTakeFirst())
    ?.status;
}

test('refuses: to let what waits for a frozen account, however much, keep the requests of all others waiting', async () => {
  const [frozen, other] = [
    await addMember(context, { coins: 100 }),
    await addMember(context, { coins: 100 }),
  ];
  for (const member of [frozen, other]) await addPast(context, member);
  const { id } = await request(context, frozen, '20');
  await inTransaction(context.db, (tx) => freezeOutbound(tx, frozen.family));
  // Older ones of the same kind, as they gather over the years: a freeze has no end.
  await inTransaction(context.owner, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into withdrawal select (jsonb_populate_record(w, jsonb_build_object('id', 'wdr_' || lpad(n::text, 26, '0'),
        'payout_id', '0x' || lpad(n::text, 64, '0'), 'request_id', gen_random_uuid()))).*
      from withdrawal w, generate_series(1, ${MANY}) n where w.id = ${id}`.execute(tx);
  });
  const asked = await request(context, other, '20');
  expect(await approveAutomatic({ db: context.db })).toBe(1);
  expect([await statusOf(asked.id), await statusOf(id)]).toEqual(['approved', 'reviewing']);
});
