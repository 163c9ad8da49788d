import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setHalt } from '../ledger/halt.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { createLog } from '../platform/log.ts';
import type { ComposedMail } from '../platform/mail/compose.ts';
import { sendBatch } from '../platform/mail/relay.ts';
import { toMails } from '../platform/outbox.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember } from '../test/people.ts';
import { request } from '../test/withdrawals.ts';
import { mailAlarms } from './alarm-mail.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
}, 60_000);
afterAll(() => context.close());

const people = ['ops@openmere.test', 'night@openmere.test'];

async function sendOnce(): Promise<ComposedMail[]> {
  const sent: ComposedMail[] = [];
  const sender = { send: async (mail: ComposedMail) => void sent.push(mail), close: () => undefined };
  const log = createLog('test', 'silent');
  await sendBatch({ db: context.db, sender, app: 'Openmere', log } as unknown as Parameters<
    typeof sendBatch
  >[0]);
  return sent;
}

test('behavior: a halt and an event on the contracts are mailed once, in two languages, before everything else that waits', async () => {
  const flood = Array.from({ length: 50 }, (_, index) => ({
    to: `member${index}@openmere.test`,
    locale: 'en' as const,
    template: 'member.activated' as const,
    params: { time: '2026-01-01T00:00:00Z' },
  }));
  await inTransaction(context.db, (tx) => toMails(tx, flood));
  await inTransaction(context.db, (tx) =>
    setHalt(tx, { kind: 'reserves', subject: 'USDT', facts: { ledger: '40', chain: '21', block: '7' } }),
  );
  const event = (alarmed: boolean, at: string, place: number) =>
    sql`insert into governance_event (chain_id, tx_hash, log_index, block_number, at, contract, event, subject, object, alarmed)
      values (31337, '0xabc', ${place}, 7, now() - ${at}::interval, '0xtimelock', 'CallScheduled', '0x1', '0xtreasury', ${alarmed})`.execute(
      context.owner,
    );
  // Read only now: the indexer stood still for more than a day.
  await event(true, '40 hours', 0);
  await event(false, '1 minute', 1);
  await event(true, '3 days', 2);
  expect(await mailAlarms({ db: context.db, now: new Date() }, [])).toBe(0);
  expect(await mailAlarms({ db: context.db, now: new Date() }, people)).toBe(2);
  expect(await mailAlarms({ db: context.db, now: new Date() }, people)).toBe(0);
  // Said once more that it is so: no new alarm.
  await inTransaction(context.db, (tx) =>
    setHalt(tx, { kind: 'reserves', subject: 'USDT', facts: { ledger: '40', chain: '20', block: '8' } }),
  );
  expect(await mailAlarms({ db: context.db, now: new Date() }, people)).toBe(0);
  const sent = await sendOnce();
  const alarms = sent.filter(({ to }) => people.includes(to));
  expect(alarms.map(({ to }) => to).toSorted()).toEqual(people.toSorted());
  expect(alarms[0]?.subject).toContain('CallScheduled at 0xtimelock');
  for (const part of [
    '2 alarms',
    '2 条警报',
    'USDT differs, ledger 40, chain 21 at block 7',
    'USDT 不一致，账本 40，链上 21，区块 7',
    'CallScheduled at 0xtimelock for 0xtreasury',
  ])
    expect(alarms[0]?.text).toContain(part);
});

test('behavior: a withdrawal that nobody decided in time is mailed once; one that still has time is not', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 2; count += 1)
    ids.push((await request(context, await addMember(context, { coins: 20 }), '20')).id);
  const [late = '', early = ''] = ids;
  await sql`update withdrawal set decide_by = now() - interval '1 minute' where id = ${late}`.execute(
    context.owner,
  );
  expect(await mailAlarms({ db: context.db, now: new Date() }, people)).toBe(1);
  expect(await mailAlarms({ db: context.db, now: new Date() }, people)).toBe(0);
  const alarm = (await sendOnce()).find(({ to, text }) => to === people[0] && text.includes(late));
  expect(alarm?.text).toContain(`withdrawal ${late} of 20 USDT was to be decided by`);
  expect(alarm?.text).toContain('20 USDT');
  expect(alarm?.text).not.toContain(early);
});

test('behavior: a payout that failed and whose money nobody gave back in time is mailed once, also after its late review was', async () => {
  const { id } = await request(context, await addMember(context, { coins: 20 }), '20');
  await inTransaction(context.owner, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update withdrawal set status = 'failed', reason = 'signer: no', status_at = now() - interval '25 hours' where id = ${id}`.execute(
      tx,
    );
    await sql`insert into alarm_told (kind, subject) values ('review', ${id})`.execute(tx);
  });
  expect(await mailAlarms({ db: context.db, now: new Date() }, people)).toBe(1);
  expect(await mailAlarms({ db: context.db, now: new Date() }, people)).toBe(0);
  const alarm = (await sendOnce()).find(({ to, text }) => to === people[0] && text.includes(id));
  expect(alarm?.text).toContain(`withdrawal ${id} of 20 USDT is not paid`);
});

test('behavior: of a halt that an operator pressed the mail says by whom and why', async () => {
  await inTransaction(context.db, (tx) =>
    setHalt(tx, { kind: 'other', subject: 'operator anna', facts: { detail: 'a key is in doubt' } }),
  );
  expect(await mailAlarms({ db: context.db, now: new Date() }, people)).toBe(1);
  const alarm = (await sendOnce()).find(({ to, text }) => to === people[0] && text.includes('anna'));
  expect(alarm?.text).toContain('payouts halted: a key is in doubt (operator anna)');
  expect(alarm?.text).toContain('付款已暂停：a key is in doubt（operator anna）');
});
