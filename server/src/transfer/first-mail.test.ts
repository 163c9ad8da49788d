import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freeze } from '../auth/freeze.ts';
import * as entries from '../ledger/entries.ts';
import { createGatherer } from '../ledger/gather.ts';
import type { Gatherer } from '../ledger/gather.ts';
import { findMember } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { open } from '../platform/secrets-box.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember, RIGHT_PAYPASSWORD } from '../test/people.ts';
import { uncounted } from '../test/withdrawals.ts';
import { sendTransfer } from './send.ts';
import type { SendDeps } from './send.ts';

let context: TestContext;
let gatherer: Gatherer;
beforeAll(async () => {
  context = await openTestContext();
  gatherer = createGatherer(context.database, {});
});
afterAll(async () => {
  await gatherer.close();
  await context.close();
});

async function send(
  from: MemberActor,
  to: MemberActor,
  amount = '20',
  requestId: string = randomUUID(),
  log?: SendDeps['log'],
) {
  const target = (await findMember(context.db, to.id))?.invitationCode ?? '';
  const origin = 'https://openmere.example';
  const deps = { db: context.db, gatherer, paypassword: uncounted, origin, log };
  const input = { requestId, coinid: 'USDT', amount, target, paypassword: RIGHT_PAYPASSWORD };
  return sendTransfer({ ...deps, actor: from, now: new Date() }, input);
}
type Mail = { to: string; template: string; params: Record<string, string>; account?: string };
async function mailsTo(member: MemberActor): Promise<Mail[]> {
  const { rows } = await sql<{ sealed: string }>`select sealed from mail_outbox order by id`.execute(
    context.owner,
  );
  return rows
    .map(({ sealed }) => JSON.parse(open(sealed)) as Mail)
    .filter(({ to }) => to === `${member.id}@example.org`);
}

test('refuses: a mail of a transfer that did not go, of one sent again, and to whom was paid before', async () => {
  const [from, to] = [await addMember(context, { coins: 60 }), await addMember(context)];
  await expect(send(from, to, '5000')).rejects.toThrow('ledger.insufficient');
  expect(await mailsTo(from)).toEqual([]);
  const id = randomUUID();
  await send(from, to, '20', id);
  await send(from, to, '20', id);
  await send(from, to, '20');
  expect((await mailsTo(from)).map(({ template }) => template)).toEqual(['transfer.mail.first']);
  expect(await mailsTo(to)).toEqual([]);
});

test('refuses: a failure for a transfer that went, because its mail could not be written', async () => {
  const [from, to] = [await addMember(context, { coins: 60 }), await addMember(context)];
  await sql`alter table mail_outbox rename to mail_outbox_gone`.execute(context.owner);
  const failed: unknown[] = [];
  const log = { error: (facts: object) => void failed.push(facts) } as unknown as SendDeps['log'];
  try {
    const record = await send(from, to, '20', randomUUID(), log);
    expect(record).toMatchObject({ amount: '20', status: 'done' });
    expect(failed).toMatchObject([{ transfer: record.id }]);
  } finally {
    await sql`alter table mail_outbox_gone rename to mail_outbox`.execute(context.owner);
  }
});

test('refuses: more than ten such mails at once, however many are paid', async () => {
  const from = await addMember(context, { coins: 400 });
  for (let paid = 0; paid < 12; paid += 1) await send(from, await addMember(context));
  expect(await mailsTo(from)).toHaveLength(10);
});

test('behavior: whom one paid already is not looked up again', async () => {
  const [from, to] = [await addMember(context, { coins: 100 }), await addMember(context)];
  const reads = vi.spyOn(entries, 'listMemberEntries');
  for (let times = 0; times < 3; times += 1) await send(from, to);
  expect(reads).toHaveBeenCalledTimes(1);
  reads.mockRestore();
});

test('behavior: the mail names whom and how much, and its link freezes the account', async () => {
  const [from, to] = [await addMember(context, { coins: 60 }), await addMember(context)];
  const record = await send(from, to, '20');
  const [mail] = await mailsTo(from);
  expect(mail?.params).toMatchObject({
    id: record.id,
    amount: '20',
    coin: 'USDT',
    name: expect.stringMatching(/^M\*\*\*/),
  });
  expect(mail?.params['target']).toBe((await findMember(context.db, to.id))?.invitationCode);
  const [, link = ''] = (mail?.params['link'] ?? '').split('link=');
  await inTransaction(context.db, (tx) => freeze({ tx, now: new Date() }, { link }));
  await expect(send(from, to, '20')).rejects.toThrow('ledger.frozen');
});

test('behavior: of several that go to somebody new at once, one is told', async () => {
  const [from, to] = [await addMember(context, { coins: 100 }), await addMember(context)];
  await Promise.all([send(from, to), send(from, to), send(from, to)]);
  expect(await mailsTo(from)).toHaveLength(1);
});

test('behavior: of a sub-account, which has no mailbox, its main account is told', async () => {
  const main = await addMember(context);
  const sub = await addMember(context, { main, coins: 60 });
  await sql`update member set email = null where id = ${sub.id}`.execute(context.owner);
  await send(sub, await addMember(context));
  const account = (await findMember(context.db, sub.id))?.nickname;
  expect(await mailsTo(main)).toMatchObject([{ template: 'transfer.mail.first', account }]);
});
