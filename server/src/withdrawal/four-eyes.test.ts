import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember, addOperator } from '../test/people.ts';
import type { TestOperator } from '../test/people.ts';
import { request } from '../test/withdrawals.ts';
import { decideWithdrawal } from './decide.ts';
import { showDecision } from './decision-dry-run.ts';
import { automaticToday, sumUnseenByTwo } from './risk-store.ts';
import { signPayout } from './sign.ts';
import { startPayouts } from './test-payout.ts';
import type { Payouts } from './test-payout.ts';

let context: TestContext;
let payouts: Payouts;
let first: TestOperator;
let second: TestOperator;
beforeAll(async () => {
  context = await openTestContext();
  payouts = await startPayouts(context);
  first = await addOperator(context);
  second = await addOperator(context);
}, 60_000);
afterAll(async () => {
  await payouts.close();
  await context.close();
});

const decide = (operator: TestOperator, id: string, hash?: string) =>
  inTransaction(context.db, (tx) =>
    decideWithdrawal({ tx, actor: operator }, { id, decision: 'approve', reason: 'looked at it', hash }),
  );
const statusOf = async (id: string): Promise<string | undefined> =>
  (await context.db.selectFrom('withdrawal').select('status').where('id', '=', id).executeTakeFirst())
    ?.status;

/** Writes behind the triggers: what is past cannot be waited for. */
const forge = (change: ReturnType<typeof sql>) =>
  inTransaction(context.owner, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await change.execute(tx);
  });

test('behavior: what the signer counts more than the server gets its missing approval while it waits, from somebody else', async () => {
  const member = await addMember(context, { coins: 400 });
  const tight = {
    ...payouts.signer,
    policy: { ...payouts.signer.policy, twoOperatorsFrom: 40n * oneCoin },
  };
  const [{ id: before }, { id }] = [
    await request(context, member, '20'),
    await request(context, member, '20'),
  ];
  for (const one of [before, id]) await decide(first, one);
  expect(await signPayout(tight, before)).toEqual({ kind: 'signed' });
  // Nothing waits for an approval yet.
  await expect(decide(second, id)).rejects.toThrow('withdrawal.notreviewing');
  expect(await signPayout(tight, id)).toEqual({ kind: 'waiting', reason: 'approvals' });
  await expect(decide(first, id)).rejects.toThrow('withdrawal.twopersons');
  await expect(decide(second, id)).rejects.toThrow('operator.proposalchanged');
  const reject = inTransaction(context.db, (tx) =>
    decideWithdrawal({ tx, actor: second }, { id, decision: 'reject', reason: 'too late', hash: undefined }),
  );
  await expect(reject).rejects.toThrow('withdrawal.notreviewing');
  const { hash } = await showDecision(context, { id, action: 'approve' });
  expect((await decide(second, id, hash)).approvals).toHaveLength(2);
  expect(await statusOf(id)).toBe('approved');
  expect(await signPayout(tight, id)).toEqual({ kind: 'signed' });
  await expect(decide(await addOperator(context), id)).rejects.toThrow('withdrawal.notreviewing');
  const late = sql`insert into withdrawal_approval (withdrawal_id, operator_id, decision, reason)
    values (${id}, ${(await addOperator(context)).id}, 'approve', 'because')`;
  await expect(late.execute(context.db)).rejects.toThrow(/nothing to approve/);
});

test('behavior: what was signed within 24 hours counts for the next request, however long ago it was asked for', async () => {
  const member = await addMember(context, { coins: 400 });
  const [byOperator, byRule] = [await request(context, member, '20'), await request(context, member, '20')];
  for (const { id } of [byOperator, byRule]) {
    await decide(first, id);
    expect(await signPayout(payouts.signer, id)).toEqual({ kind: 'signed' });
    await forge(
      sql`update withdrawal set requested_at = now() - interval '30 hours', status = 'sent' where id = ${id}`,
    );
  }
  await forge(sql`update withdrawal set decider = 'none' where id = ${byRule.id}`);
  await forge(
    sql`update withdrawal_step set at = now() - interval '25 hours' where withdrawal_id = ${byRule.id}`,
  );
  const counted = () =>
    inTransaction(context.db, async (tx) => ({
      unseen: await sumUnseenByTwo(tx, member.family, (_coin, amount) => amount),
      automatic: (await automaticToday(tx, member.family, (_coin, amount) => amount)).family,
    }));
  expect(await counted()).toEqual({ unseen: 40n * oneCoin, automatic: 20n * oneCoin });
  await forge(sql`update withdrawal set status = 'failed', reason = 'reverted' where id = ${byOperator.id}`);
  expect((await counted()).unseen).toBe(40n * oneCoin);
  await forge(sql`update payout set signed_at = now() - interval '25 hours'
      where withdrawal_id = any(${[byOperator.id, byRule.id]}::text[])`);
  expect(await counted()).toEqual({ unseen: 0n, automatic: 0n });
});

test('refuses: the approval of an operator who has no access any more as one of the two', async () => {
  const member = await addMember(context, { coins: 400 });
  const { id } = await request(context, member, '20');
  await forge(sql`update withdrawal set decider = 'twooperators' where id = ${id}`);
  const gone = await addOperator(context);
  await decide(gone, id);
  await sql`update operator set disabled_at = now() where id = ${gone.id}`.execute(context.owner);
  await decide(first, id);
  expect(await statusOf(id)).toBe('reviewing');
  const { hash } = await showDecision(context, { id, action: 'approve' });
  await decide(second, id, hash);
  expect(await statusOf(id)).toBe('approved');
});
