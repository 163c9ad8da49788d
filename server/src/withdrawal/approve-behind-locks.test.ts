import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freezeOutbound, thawOutbound } from '../ledger/outbound.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember, addOperator } from '../test/people.ts';
import { addPast, request } from '../test/withdrawals.ts';
import { approveAutomatic } from './approve.ts';
import { cancelWithdrawal } from './cancel.ts';
import { listForConsole } from './console-list.ts';
import { decideWithdrawal } from './decide.ts';
import { showDecision } from './decision-dry-run.ts';

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

test('refuses: the approval of an operator while the account is frozen: lifting the freeze pays nothing, its owner can still cancel', async () => {
  const member = await addMember(context, { coins: 100 });
  const operator = await addOperator(context);
  const { id } = await request(context, member, '20');
  const locksShown = async () => {
    const { list } = await inTransaction(context.db, (tx) =>
      listForConsole({ tx, actor: operator }, { search: id }),
    );
    return list.map(({ lock }) => lock);
  };
  expect(await locksShown()).toEqual([null]);
  await inTransaction(context.db, (tx) => freezeOutbound(tx, member.family));
  expect(await locksShown()).toEqual([{ until: null }]);
  const decide = (withdrawal: string, decision: 'approve' | 'reject') =>
    inTransaction(context.db, (tx) =>
      decideWithdrawal({ tx, actor: operator }, { id: withdrawal, decision, reason: 'looked at it' }),
    );
  await expect(decide(id, 'approve')).rejects.toThrow('withdrawal.locked');
  await expect(showDecision(context, { id, action: 'approve' })).rejects.toThrow('withdrawal.locked');
  await inTransaction(context.db, (tx) => thawOutbound(tx, member.family));
  expect(await statusOf(id)).toBe('reviewing');
  await inTransaction(context.db, (tx) => cancelWithdrawal({ tx, actor: member }, { id }));
  expect(await statusOf(id)).toBe('cancelled');
  // Whoever is sure that it is a theft sends the money back at once, and a lock that is over stops nobody.
  const [theft, later] = [await request(context, member, '20'), await request(context, member, '20')];
  await inTransaction(context.db, (tx) => freezeOutbound(tx, member.family));
  expect((await decide(theft.id, 'reject')).status).toBe('rejected');
  await inTransaction(context.db, (tx) => thawOutbound(tx, member.family));
  expect((await decide(later.id, 'approve')).status).toBe('approved');
});
