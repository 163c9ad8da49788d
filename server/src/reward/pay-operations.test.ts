import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceOf, memberBalance } from '../ledger/balances.ts';
import { postEntry } from '../ledger/post.ts';
import { findMember } from '../member/store.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { openTestApp, reasonIn } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addMember } from '../test/people.ts';
import { payFromOperations } from './pay-operations.ts';

let app: TestApp;
let [one, two] = ['', ''];
const HELD = 900n;

beforeAll(async () => {
  app = await openTestApp();
  [one, two] = [await app.operator('finance'), await app.operator('admin')];
  await inTransaction(app.owner, (tx) =>
    postEntry(tx, {
      key: 'sold',
      kind: 'node-sale',
      reference: 'test',
      actor: 'system:chain',
      postings: [
        { source: 'treasury:bsc', destination: 'pool:operations', asset: 'USDT', amount: HELD * oneCoin },
        { source: 'treasury:bsc', destination: 'pool:yield', asset: 'USDT', amount: HELD * oneCoin },
      ],
    }),
  );
}, 60_000);
afterAll(() => app.close());

const ask = (token: string, path: string, body: unknown) => app.post('console', path, body, { token });
const change = (value: string, subject = 'operations') => ({ kind: 'poolpay', subject, value });
const look = (value: string, subject?: string) => ask(one, 'Admin/DryRun', change(value, subject));
const addPayee = async (activated = true) => {
  const { id } = await addMember(app, { activated });
  const member = await findMember(app.db, id);
  return { id, nickname: member?.nickname ?? '', code: member?.invitationCode ?? '' };
};
type DryRun = { hash: string; changes: unknown; entries: unknown; members: unknown };
async function propose(value: string): Promise<{ id: string; hash: string; shown: DryRun }> {
  const shown = (await look(value)).envelope.data as DryRun;
  const { hash } = shown;
  const made = await ask(one, 'Admin/Propose', { ...change(value), reason: 'servers of May', hash });
  expect(reasonIn(made)).toBe('ok');
  return { id: (made.envelope.data as { id: string }).id, hash, shown };
}
const confirm = async (token: string, { id, hash }: { id: string; hash: string }) =>
  reasonIn(await ask(token, 'Admin/ProposalConfirm', { id, hash }));
const held = async (memberId: string) => ({
  pool: await balanceOf(app.db, 'pool:operations', 'USDT'),
  reserve: await balanceOf(app.db, 'treasury:bsc', 'USDT'),
  member: (await memberBalance(app.db, memberId, 'USDT')).available,
});

test('refuses: another pool, an amount that is none, a coin that the pool does not hold, more than it holds', async () => {
  const { code } = await addPayee();
  for (const [value, reason, subject] of [
    [`10 USDT ${code}`, 'operator.badvalue', 'yield'],
    [`10 USDT ${code}`, 'operator.badvalue', 'pool:operations'],
    [`0 USDT ${code}`, 'operator.badvalue'],
    [`-1 USDT ${code}`, 'operator.badvalue'],
    [`0.${'0'.repeat(18)}1 USDT ${code}`, 'operator.badvalue'],
    [`10 DOGE ${code}`, 'operator.badvalue'],
    [`10 USDT`, 'operator.badvalue'],
    [`10 OPEN ${code}`, 'ledger.insufficient'],
    [`${HELD}.000000000000000001 USDT ${code}`, 'ledger.insufficient'],
  ] as const)
    expect(reasonIn(await look(value, subject)), `${value} ${subject}`).toBe(reason);
});

test('refuses: a code of nobody, an account that is closed, not activated, or may only leave', async () => {
  const closed = await addPayee();
  await sql`update member set closed_at = now(), exit_only = true, email = null where id = ${closed.id}`.execute(
    app.owner,
  );
  const visitor = await addPayee(false);
  const leaving = await addPayee();
  await sql`update member set exit_only = true where id = ${leaving.id}`.execute(app.owner);
  for (const [code, reason] of [
    ['ZZZZZZ', 'operator.nomember'],
    [closed.code, 'operator.nomember'],
    [visitor.code, 'reward.payeenotactivated'],
    [leaving.code, 'transfer.receiverbarred'],
  ] as const)
    expect(reasonIn(await look(`10 USDT ${code}`)), reason).toBe(reason);
});

test('behavior: two operators pay out of the pool what both saw, once; its receiver reads it in words', async () => {
  const { id, nickname, code } = await addPayee();
  const before = await held(id);
  const made = await propose(`12.5 USDT ${code.toLowerCase()}`);
  expect(made.shown).toMatchObject({
    changes: [
      { what: 'poolpay', before: null, after: '12.5 USDT' },
      { what: 'poolpayto', before: null, after: `${code} (${nickname})` },
    ],
    entries: [
      {
        kind: 'pool-payment',
        reference: 'operations',
        postings: [
          {
            source: 'pool:operations',
            destination: `member:${id}:available`,
            coinid: 'USDT',
            amount: '12.5',
          },
        ],
      },
    ],
    members: [{ userid: id, nickname }],
  });
  expect(await held(id)).toEqual(before);
  expect(await confirm(one, made)).toBe('operator.secondperson');
  expect(await held(id)).toEqual(before);
  expect(await confirm(two, made)).toBe('ok');
  expect(await confirm(two, made)).toBe('operator.proposalended');
  const paid = (125n * oneCoin) / 10n;
  // The member is owed what the pool was: what all are owed together, and what must be there for it, stays.
  const after = { ...before, pool: before.pool - paid, member: paid };
  expect(await held(id)).toEqual(after);
  const again = { proposalId: made.id, onPosted: async () => expect.unreachable('it is paid') };
  await inTransaction(app.db, (tx) =>
    payFromOperations({ ...again, tx }, { pool: 'operations', value: `12.5 USDT ${code}` }),
  );
  expect(await held(id)).toEqual(after);
  const token = await app.session(id);
  const records = await app.post('member', 'trade/GetUserBalanceRecord', {}, { token });
  expect(records.envelope.list).toMatchObject([
    { kind: 'pool-payment', amount: '12.5', description: 'Payment from the operations pool' },
  ]);
  const audit = (await ask(one, 'Admin/Audit', {})).envelope.list as { action: string }[];
  expect(audit.slice(0, 2).map(({ action }) => action)).toEqual(['poolpay.confirm', 'poolpay.propose']);
});

test('refuses: to confirm a payment that the pool cannot make any more; the same proposed again is paid again', async () => {
  const { id, code } = await addPayee();
  const most = `${HELD - 13n} USDT ${code}`;
  const late = await propose(most);
  await inTransaction(app.owner, (tx) =>
    postEntry(tx, {
      key: 'gone',
      kind: 'test',
      reference: 'test',
      actor: 'system:test',
      postings: [{ source: 'pool:operations', destination: 'pool:yield', asset: 'USDT', amount: oneCoin }],
    }),
  );
  expect(await confirm(two, late)).toBe('ledger.insufficient');
  for (const _ of [1, 2]) expect(await confirm(two, await propose(`3 USDT ${code}`))).toBe('ok');
  expect((await held(id)).member).toBe(6n * oneCoin);
});
