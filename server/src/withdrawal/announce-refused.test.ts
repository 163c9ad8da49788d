import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember, addOperator, newWallet } from '../test/people.ts';
import { request } from '../test/withdrawals.ts';
import { announceRefused } from './announce-refused.ts';
import { decideWithdrawal } from './decide.ts';
import { signPayout } from './sign.ts';
import { startPayouts } from './test-payout.ts';
import type { Payouts } from './test-payout.ts';

let context: TestContext;
let payouts: Payouts;
beforeAll(async () => {
  context = await openTestContext();
  payouts = await startPayouts(context);
}, 60_000);
afterAll(async () => {
  await payouts.close();
  await context.close();
});

test('behavior: what the signer refuses for good is told to its member once, by push, notice and mail', async () => {
  const member = await addMember(context, { coins: 20 });
  const { id } = await request(context, member, '20');
  const operator = await addOperator(context);
  await inTransaction(context.db, (tx) =>
    decideWithdrawal({ tx, actor: operator }, { id, decision: 'approve', reason: 'looked at it' }),
  );
  await inTransaction(context.owner, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update withdrawal set address = ${newWallet()} where id = ${id}`.execute(tx);
  });
  expect(await signPayout(payouts.signer, id)).toMatchObject({ kind: 'refused' });
  const told = async () => {
    const { rows } = await sql<{ pushes: number; notices: number; mails: number }>`select
        (select count(*)::int from socket_message where member_id = ${member.id} and data->>'status' = 'failed') as pushes,
        (select count(*)::int from notice where member_id = ${member.id} and template = 'withdrawal.notice.failed') as notices,
        (select count(*)::int from mail_outbox) as mails`.execute(context.owner);
    return rows[0];
  };
  const before = await told();
  expect(before).toMatchObject({ pushes: 0, notices: 0 });
  await announceRefused({ db: context.db });
  await announceRefused({ db: context.db });
  expect(await told()).toEqual({ pushes: 1, notices: 1, mails: (before?.mails ?? 0) + 1 });
  const row = await context.db
    .selectFrom('withdrawal')
    .select(['status', 'blocked'])
    .where('id', '=', id)
    .executeTakeFirst();
  expect(row).toEqual({ status: 'failed', blocked: null });
});
