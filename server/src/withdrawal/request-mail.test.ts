import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freeze } from '../auth/freeze.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { open } from '../platform/secrets-box.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember } from '../test/people.ts';
import { request } from '../test/withdrawals.ts';
import { listWithdrawals } from './list.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

test('behavior: the link in the mail about a request freezes the account, and the request waits', async () => {
  const member = await addMember(context, { coins: 20 });
  await request(context, member, '20');
  const { rows } = await sql<{ sealed: string }>`select sealed from mail_outbox`.execute(context.owner);
  const mails = rows.map(
    ({ sealed }) => JSON.parse(open(sealed)) as { to: string; params: { link?: string } },
  );
  const [, link = ''] = (mails.find(({ to }) => to === `${member.id}@example.org`)?.params.link ?? '').split(
    'link=',
  );
  await inTransaction(context.db, (tx) => freeze({ tx, now: new Date() }, { link }));
  const { list } = await inTransaction(context.db, (tx) => listWithdrawals({ tx, actor: member }, {}));
  expect(list[0]?.waits).toEqual({ reason: 'frozen', until: null });
});
