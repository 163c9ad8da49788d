import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import { newId } from '../platform/ids.ts';
import { openTestApp } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addOffer, addPerson, order } from '../test/orders.ts';
import { addOperator } from '../test/people.ts';
import { addPast } from '../test/withdrawals.ts';
import { recordAudit } from './audit-store.ts';
import { addProposal } from './proposal-store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
}, 60_000);
afterAll(() => app.close());

/** One row of a table, of this member; what else is in it does not matter here. */
async function addRow(table: string, columns: Record<string, unknown>): Promise<string> {
  await inTransaction(app.owner, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
    await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(Object.values(columns))})`.execute(
      tx,
    );
  });
  return String(columns['id']);
}

const hash = 'ab'.repeat(32);
const address = `0x${'a'.repeat(40)}`;
const now = new Date();

test('behavior: the log about a member has what was decided on what is theirs, and nothing of others', async () => {
  const { seller, goods } = await addOffer(app);
  const [buyer, other] = [await addPerson(app, { activated: true }), await addPerson(app)];
  await addPast(app, buyer.member);
  const { rows } = await sql<{
    id: string;
  }>`select id from withdrawal where member_id = ${buyer.id}`.execute(app.owner);
  const bought = await order(buyer, goods);
  expect(bought.reason).toBe('ok');
  const [made] = bought.list.length > 0 ? bought.list : [bought.data];
  const sale = newId('aft');
  await sql`insert into after_sale (id, order_id, request_id, kind, amount, given, status, text, created_at, ended_at, left_ms)
    values (${sale}, ${made?.id}, ${randomUUID()}, 'refund', 1, 1, 'decided', 'broken', ${now}, ${now}, 0)`.execute(
    app.owner,
  );
  const waiting = { status: 'open', waiting_since: now, opened_at: now, updated_at: now };
  const theirs = {
    'withdrawal.reject': rows[0]?.id ?? '',
    'deposit.confirm': await addRow('deposit', {
      member_id: buyer.id,
      id: newId('dep'),
      chain_id: 1,
      coin_id: 'USDT',
      token: address,
      address,
      sender: address,
      amount: 1,
      tx_hash: `0x${hash}`,
      log_index: 0,
      block_number: 1,
      block_hash: `0x${hash}`,
      status: 'seen',
    }),
    'ticket.close': await addRow('ticket', {
      member_id: buyer.id,
      id: newId('tkt'),
      request_id: randomUUID(),
      request_hash: hash,
      kind: 'question',
      lang: 'en',
      preview: 'Hello',
      preview_by: 'member',
      ...waiting,
    }),
    'payment.match': await addRow('unmatched_payment', {
      id: newId('unm'),
      chain_id: 1,
      tx_hash: `0x${hash}`,
      log_index: 0,
      block_number: 1,
      payout_id: `0x${hash}`,
      token: address,
      receiver: address,
      amount: 1,
      doubt: 'unknownid',
      status: 'matched',
      settled_at: now,
      matched_id: rows[0]?.id,
    }),
    'order.decide': sale,
  };
  const actor = await addOperator(app, 'risk');
  await inTransaction(app.db, async (tx) => {
    for (const [action, subject] of Object.entries(theirs))
      await recordAudit(tx, actor, { action, subject, detail: {} });
    await recordAudit(tx, actor, { action: 'goods.hide', subject: goods.goodsid, detail: {} });
  });
  const token = await app.operator('support');
  const about = async (id: string) => {
    const heard = await app.post('console', 'Admin/Audit', { about: id }, { token });
    return (heard.envelope.list as { action: string }[]).map(({ action }) => action);
  };
  expect(await about(buyer.id)).toEqual(Object.keys(theirs).toReversed());
  expect(await about(seller.id)).toEqual(['goods.hide', 'order.decide']);
  expect(await about(other.id)).toEqual([]);
  expect(await about(sale)).toEqual(['order.decide']);
});

test('behavior: the log about a member has what was proposed under another name than theirs', async () => {
  const [who, everybody] = [await addPerson(app), await addPerson(app)];
  const maker = await addOperator(app, 'finance');
  const token = await app.operator('admin');
  const expiresAt = new Date(now.getTime() + 3_600_000);
  const changes = [{ what: 'deposit', before: 'barred', after: 'returning' }];
  const dryRun = { hash, changes, entries: [], members: [{ userid: who.id, nickname: '' }], everyone: false };
  const both = [...dryRun.members, { userid: everybody.id, nickname: '' }];
  for (const [subject, members] of [
    [address, dryRun.members],
    [`0x${'b'.repeat(40)}`, both],
  ] as const) {
    const change = {
      kind: 'goldpermit',
      subject,
      value: '30',
      reason: 'as asked',
      maker,
      now,
      expiresAt,
    } as const;
    const id = await inTransaction(app.db, (tx) =>
      addProposal(tx, { ...change, dryRun: { ...dryRun, members } }),
    );
    const heard = await app.post('console', 'Admin/ProposalRefuse', { id, reason: 'not theirs' }, { token });
    expect(heard.envelope.success).toBe(true);
  }
  const about = async (id: string) =>
    (await app.post('console', 'Admin/Audit', { about: id }, { token })).envelope.list;
  expect(await about(who.id)).toMatchObject([{ action: 'goldpermit.refuse', subject: address }]);
  expect(await about(everybody.id)).toEqual([]);
});
