import type { OutputOf } from '@openmere/core/calls.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clearHalt, endHalt, listHalts, setHalt } from '../ledger/halt.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { newId } from '../platform/ids.ts';
import { openTestApp } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addMember, addOperator, newWallet } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';

let app: TestApp;
let member: TestMember;
let now = new Date();
beforeAll(async () => {
  app = await openTestApp({ clock: () => now });
  member = await addMember(app);
}, 60_000);
afterAll(() => app.close());

/** What a visitor reads, a quarter of a minute after the last look. */
async function look(lang = '2'): Promise<OutputOf<'Wallet/Status'>> {
  now = new Date(now.getTime() + 15_000);
  const heard = await app.post('member', 'Wallet/Status', {}, { headers: { lang } });
  return heard.envelope.data as OutputOf<'Wallet/Status'>;
}

type Past = { status: 'reviewing' | 'approved' | 'rejected'; decider: 'none' | 'operator'; minutes?: number };

/** A withdrawal as it stands after so many minutes of review. Written beside the triggers. */
async function add({ status, decider, minutes = 0 }: Past): Promise<void> {
  const id = newId('wdr');
  const operator = await addOperator(app);
  await inTransaction(app.owner, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into withdrawal (id, payout_id, member_id, family_id, request_id, coin_id, chain_id, amount, fee, received,
        minimum, multiple, address, status, decider, score, checks, reason, requested_at)
      values (${id}, ${`0x${newWallet().slice(2).padStart(64, '0')}`}, ${member.id}, ${member.id}, gen_random_uuid(), 'USDT', 31337,
        20, 1, 19, 20, 20, ${newWallet()}, ${status}, ${decider}, 0, '[]', ${status === 'rejected' ? 'test' : null},
        now() - interval '2 days')`.execute(tx);
    if (status === 'reviewing') return;
    await sql`insert into withdrawal_step (withdrawal_id, status, at)
      values (${id}, ${status}, now() - interval '2 days' + make_interval(mins => ${minutes}))`.execute(tx);
    if (decider === 'none') return;
    await sql`insert into withdrawal_approval (withdrawal_id, operator_id, decision, reason)
      values (${id}, ${operator.id}, ${status === 'rejected' ? 'reject' : 'approve'}, 'looked at it')`.execute(
      tx,
    );
  });
}

test('refuses: a median of fewer than ten, and to count what no person decides', async () => {
  expect((await look()).reviews).toEqual({ waiting: 0, medianseconds: null });
  await add({ status: 'reviewing', decider: 'operator' });
  await add({ status: 'reviewing', decider: 'none' });
  for (let i = 0; i < 20; i += 1) await add({ status: 'approved', decider: 'none', minutes: 1 });
  for (let minutes = 10; minutes < 19; minutes += 1)
    await add({ status: minutes % 2 === 0 ? 'approved' : 'rejected', decider: 'operator', minutes });
  expect((await look()).reviews).toEqual({ waiting: 1, medianseconds: null });
  await add({ status: 'approved', decider: 'operator', minutes: 500 });
  expect((await look()).reviews).toEqual({ waiting: 1, medianseconds: 14 * 60 });
});

test('refuses: to tell who halted and why; kind, words, beginning and end are everybody’s', async () => {
  const halt = (subject: string, facts: Record<string, string>) =>
    inTransaction(app.db, (tx) => setHalt(tx, { kind: 'other', subject, facts }));
  await halt('operator first', { detail: 'a secret reason' });
  const [first] = await listHalts(app.db);
  await inTransaction(app.db, (tx) => endHalt(tx, first?.id ?? 0n, 'gone by two'));
  await halt('operator second', {});
  const { halts } = await look();
  const reason = 'We are checking something before we go on paying.';
  expect(halts).toEqual([
    { kind: 'other', reason, since: expect.any(String), ended: null },
    { kind: 'other', reason, since: first?.since.toISOString(), ended: expect.any(String) },
  ]);
  expect((await look('0')).halts[0]?.reason).not.toBe(reason);
  await inTransaction(app.db, clearHalt);
  // Ninety days later nothing is said of it.
  await inTransaction(app.owner, async (tx) => {
    await sql`update ledger.halt set since = since - interval '91 days', ended_at = ended_at - interval '91 days'`.execute(
      tx,
    );
  });
  expect((await look()).halts).toEqual([]);
});

test('behavior: the last changes of rules that members see, with what stood before; nothing else', async () => {
  const put = (idx: string, val: string, version: number) =>
    sql`insert into config_history (idx, version, val, changed_at, changed_by)
      values (${idx}, ${version}, ${val}, now() + make_interval(secs => ${version}), 'opr_somebody')`.execute(
      app.owner,
    );
  const before = (await look()).changes.length;
  await put('withdraw.multiple', '30', 1);
  await put('withdraw.multiple', '40', 2);
  await put('signer.capDay', '1', 1);
  await put('app.name', 'Elsewhere', 1);
  const { changes } = await look();
  expect(changes.slice(0, changes.length - before)).toEqual([
    { idx: 'withdraw.multiple', type: 'amount', before: '30', after: '40', time: expect.any(String) },
    { idx: 'withdraw.multiple', type: 'amount', before: '20', after: '30', time: expect.any(String) },
  ]);
  expect(JSON.stringify(changes)).not.toContain('opr_');
});
