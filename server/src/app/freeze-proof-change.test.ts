import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { announceBalances } from '../asset/announce.ts';
import { freezeAccount } from '../auth/freeze.ts';
import { lockMember } from '../member/store.ts';
import { confirmProposal, propose, showDryRun } from '../operator/propose.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember, addOperator } from '../test/people.ts';
import { freezeProofChange } from './freeze-proof-change.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

test('refuses: to trust a mailbox that took the place of the one that was looked at', async () => {
  const [one, two] = [await addOperator(context, 'admin'), await addOperator(context, 'admin')];
  const { id } = await addMember(context);
  await sql`update member set email = 'anna@example.org' where id = ${id}`.execute(context.owner);
  await inTransaction(context.db, async (tx) => {
    const member = await lockMember(tx, id);
    if (member) await freezeAccount({ tx, now: new Date() }, member, 'auth.frozenbystaff');
  });
  const asked = { kind: 'freezeproof', subject: id, value: '' } as const;
  const deps = { db: context.db, kinds: [freezeProofChange], now: new Date() };
  const look = () => showDryRun({ ...deps, actor: one }, asked);
  const { hash, changes } = await look();
  expect(changes).toContainEqual({
    what: 'proofemail',
    before: null,
    after: expect.stringMatching(/^a\*\*\*@example\.org /),
  });
  const made = await propose({ ...deps, actor: one }, { ...asked, hash, reason: 'seen by video' });
  await sql`update member set email = 'anton@example.org', email_bound_at = now() where id = ${id}`.execute(
    context.owner,
  );
  const confirm = (shown: string) =>
    confirmProposal({ ...deps, actor: two, onPosted: announceBalances }, { id: made.id, hash: shown });
  await expect(confirm(hash)).rejects.toThrow('operator.proposalchanged');
  expect((await look()).hash).not.toBe(hash);
  const { rows } = await sql`select trusted_at from auth_freeze where member_id = ${id}`.execute(
    context.owner,
  );
  expect(rows).toEqual([{ trusted_at: null }]);
});
