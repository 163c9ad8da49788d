import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import { openTestApp } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addMember, addOperator } from '../test/people.ts';
import { recordAudit } from './audit-store.ts';
import { addProposal } from './proposal-store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
}, 60_000);
afterAll(() => app.close());

async function listFor<Row>(token: string, path: string, body: object): Promise<Row[]> {
  return (await app.post('console', path, body, { token })).envelope.list as Row[];
}

test('refuses: members and amounts of a proposal to a role that reads them nowhere else', async () => {
  const maker = await addOperator(app, 'admin');
  const dryRun = { hash: 'ab'.repeat(32), changes: [], entries: [], members: [], everyone: false };
  const now = new Date();
  const expiresAt = new Date(now.getTime() + 3_600_000);
  await inTransaction(app.db, async (tx) => {
    for (const kind of ['agreement', 'halt', 'deposit', 'poolpay', 'fiatcredit', 'setting'] as const)
      await addProposal(tx, { kind, subject: kind, value: '', reason: 'why', maker, now, expiresAt, dryRun });
  });
  const reads = {
    content: ['agreement', 'halt'],
    support: ['agreement', 'deposit', 'halt'],
    risk: ['agreement', 'deposit', 'fiatcredit', 'halt', 'poolpay', 'setting'],
  } as const;
  for (const role of ['content', 'support', 'risk'] as const) {
    const token = await app.operator(role);
    const shown = await listFor<{ kind: string }>(token, 'Admin/Proposals', {});
    expect(shown.map(({ kind }) => kind).toSorted(), role).toEqual(reads[role]);
    const queues = await listFor<{ name: string; waiting: number }>(token, 'Admin/Queues', {});
    expect(queues.find(({ name }) => name === 'proposals')?.waiting, role).toBe(reads[role].length);
  }
  const content = await app.operator('content');
  expect(await listFor(content, 'Admin/Proposals', { kind: 'poolpay' })).toEqual([]);
  expect(await listFor(content, 'Admin/Proposals', { kind: 'poolpay', subject: 'poolpay' })).toEqual([]);
});

test('behavior: what is proposed for one thing is found beside however much else of its kind waits', async () => {
  const token = await app.operator('finance');
  const of = (subject: string) => listFor(token, 'Admin/Proposals', { kind: 'setting', subject });
  expect(await of('setting')).toMatchObject([{ kind: 'setting', subject: 'setting' }]);
  expect(await of('another')).toEqual([]);
});

test('behavior: the log is searched by what it is about, also where the id stands in its detail', async () => {
  const actor = await addOperator(app, 'risk');
  const member = await addMember(app);
  await inTransaction(app.db, async (tx) => {
    for (const [action, subject, detail] of [
      ['member.freeze', member.id, { member: member.id, reason: 'calls for help' }],
      ['identity.look', 'idc_1', { member: member.id }],
      ['order.decide', 'aft_1', { order: 'ord_1' }],
      ['payment.match', '7', { withdrawal: 'wdr_1' }],
    ] as const)
      await recordAudit(tx, actor, { action, subject, detail });
  });
  const token = await app.operator('risk');
  const about = async (body: object) =>
    (await listFor<{ action: string }>(token, 'Admin/Audit', body)).map(({ action }) => action);
  expect(await about({ about: member.id })).toEqual(['identity.look', 'member.freeze']);
  expect(await about({ about: member.id, action: 'member.freeze' })).toEqual(['member.freeze']);
  expect(await about({ about: 'ord_1' })).toEqual(['order.decide']);
  expect(await about({ about: 'wdr_1' })).toEqual(['payment.match']);
  expect(await about({ about: 'wdr_2' })).toEqual([]);
  const [newest] = await listFor<{ action: string }>(token, 'Admin/Audit', {
    about: member.id,
    pageSize: '1',
  });
  expect(newest?.action).toBe('identity.look');
});
