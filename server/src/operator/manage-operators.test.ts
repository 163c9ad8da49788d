import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import { verifyPassword } from '../platform/passwords.ts';
import { open } from '../platform/secrets-box.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addOperator, disableOperator, OperatorProblem, resetOperator } from './manage-operators.ts';
import { findOperator, insertSession } from './operator-store.ts';
import { addProposal, listProposals, lockProposal } from './proposal-store.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
  for (const account of ['first', 'second']) await add(account, 'admin');
});
afterAll(() => context.close());

const now = new Date();
const add = (account: string, role: string) =>
  inTransaction(context.owner, (tx) => addOperator({ tx }, { account, role }));
const reset = (account: string) => inTransaction(context.owner, (tx) => resetOperator({ tx, now }, account));
const disable = (account: string) =>
  inTransaction(context.owner, (tx) => disableOperator({ tx, now }, account));
const problem = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) =>
      error instanceof OperatorProblem ? error.message : `another error: ${String(error)}`,
  );

async function openSession(operatorId: string): Promise<void> {
  await inTransaction(context.owner, (tx) =>
    insertSession(tx, {
      id: `ops_${operatorId.slice(4)}`,
      token_hash: `hash of ${operatorId}`,
      operator_id: operatorId,
      ip: '192.0.2.1',
      device: 'test',
      created_at: now,
      last_used_at: now,
      ended_at: null,
    }),
  );
}
async function countOpen(operatorId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from operator_session
    where operator_id = ${operatorId} and ended_at is null`.execute(context.owner);
  return rows[0]?.n ?? -1;
}

test.each([
  ['ab', 'support', '3 to 64 characters'],
  ['Mira', 'support', '3 to 64 characters'],
  ['mira one', 'support', '3 to 64 characters'],
  ["mira'; drop table operator", 'support', '3 to 64 characters'],
  ['mira', 'boss', 'support, content, risk, finance, admin'],
  ['first', 'support', 'never passes to another person'],
])('refuses: to add %s as %s', async (account, role, told) => {
  expect(await problem(add(account, role))).toContain(told);
});

test('refuses: fewer than two administrators, also when two are disabled at the same moment', async () => {
  expect(await problem(disable('first'))).toContain('two administrators must stay');
  await add('third', 'admin');
  const both = await Promise.all([problem(disable('first')), problem(disable('third'))]);
  expect(both.toSorted()).toEqual(['done', expect.stringContaining('two administrators must stay')]);
  await reset('first');
  await reset('third');
});

test.each(['disabled', 'made anew'])(
  'refuses: to leave open what somebody proposed whose access is %s',
  async (how) => {
    const account = how.replace(' ', '-');
    const { id } = await add(account, 'finance');
    const dryRun = { changes: [], entries: [], members: [], everyone: false, hash: 'a'.repeat(64) };
    const proposal = await inTransaction(context.owner, (tx) =>
      addProposal(tx, {
        kind: 'halt',
        subject: account,
        value: 'gone',
        reason: 'looked at it',
        maker: { id, account },
        now,
        expiresAt: new Date(now.getTime() + 3_600_000),
        dryRun,
      }),
    );
    await (how === 'disabled' ? disable(account) : reset(account));
    const left = await inTransaction(context.owner, (tx) => lockProposal(tx, proposal ?? ''));
    expect(left).toMatchObject({ status: 'withdrawn', end_reason: expect.stringContaining('operator.') });
    // It was not taken back by its maker.
    const [shown] = await listProposals(context.db, now, { id: proposal ?? '', status: 'all', limit: 1 });
    expect(shown?.checker).toBeNull();
  },
);

test('refuses: an account that is not there, and one that is disabled already', async () => {
  expect(await problem(reset('nobody'))).toContain('no operator "nobody"');
  await add('leaving', 'content');
  expect(await problem(disable('leaving'))).toBe('done');
  expect(await problem(disable('leaving'))).toContain('disabled already');
  expect(await findOperator(context.db, 'leaving')).toBeUndefined();
});

test('behavior: a new one has a one-time password, an authenticator and the role; the audit log says so without either', async () => {
  const made = await add('mira', 'risk');
  const found = await findOperator(context.db, 'mira');
  expect(found).toMatchObject({ role: 'risk', must_change: true });
  expect(await verifyPassword(found?.password_hash, made.password)).toBe(true);
  expect(open(found?.totp_secret ?? '')).toBe(made.totpSecret);
  const { rows } = await sql<{ text: string }>`select row_to_json(a)::text as text from audit_log a
    where subject = 'mira'`.execute(context.owner);
  expect(rows.map(({ text }) => text)).toEqual([expect.stringContaining('operator.create')]);
  for (const { text } of rows) {
    expect(text).not.toContain(made.password);
    expect(text).not.toContain(made.totpSecret);
  }
});

test('behavior: a reset ends every session and both secrets, and a used step stays used', async () => {
  const made = await add('lost', 'finance');
  await openSession(made.id);
  await sql`update operator set totp_step = 77 where id = ${made.id}`.execute(context.owner);
  const renewed = await reset('lost');
  const found = await findOperator(context.db, 'lost');
  expect(await countOpen(made.id)).toBe(0);
  expect(found).toMatchObject({ id: made.id, must_change: true, totp_step: 77n });
  expect(await verifyPassword(found?.password_hash, made.password)).toBe(false);
  expect(await verifyPassword(found?.password_hash, renewed.password)).toBe(true);
  expect(new TOTP({ secret: open(found?.totp_secret ?? '') }).generate()).toBe(
    new TOTP({ secret: renewed.totpSecret }).generate(),
  );
});

test('behavior: who is disabled is out at once, and comes back by a reset', async () => {
  const made = await add('leave', 'support');
  await openSession(made.id);
  expect(await problem(disable('leave'))).toBe('done');
  expect([await countOpen(made.id), await findOperator(context.db, 'leave')]).toEqual([0, undefined]);
  await reset('leave');
  expect(await findOperator(context.db, 'leave')).toMatchObject({ id: made.id, must_change: true });
});
