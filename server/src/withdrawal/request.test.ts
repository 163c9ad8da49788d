import { randomUUID } from 'node:crypto';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { memberBalance } from '../ledger/balances.ts';
import { freezeOutbound, setOutboundLock } from '../ledger/outbound.ts';
import { fund } from '../ledger/test-ledger.ts';
import { loadSanctions } from '../member/sanctions-store.ts';
import { verifyAudit } from '../operator/verify-audit.ts';
import type { MemberActor } from '../platform/actor.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { SettingName } from '../setting/definitions.ts';
import { forgetSettings } from '../setting/read.ts';
import { writeSetting } from '../setting/write.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember, addOperator, RIGHT_PAYPASSWORD } from '../test/people.ts';
import type { TestOperator } from '../test/people.ts';
import { addPast, request, requestDeps } from '../test/withdrawals.ts';
import { approveAutomatic } from './approve.ts';
import { cancelWithdrawal } from './cancel.ts';
import { listForConsole } from './console-list.ts';
import { decideWithdrawal } from './decide.ts';
import { showDecision } from './decision-dry-run.ts';
import { listWithdrawals } from './list.ts';
import { quoteRequest } from './quote.ts';
import { requestWithdrawal } from './request.ts';

let context: TestContext;
let first: TestOperator;
let second: TestOperator;
beforeAll(async () => {
  context = await openTestContext();
  first = await addOperator(context);
  second = await addOperator(context, 'risk');
});
afterAll(() => context.close());

const quote = (member: MemberActor, amount: string, coinid = 'USDT') =>
  inTransaction(context.db, (tx) =>
    quoteRequest(
      { tx, now: new Date(), actor: member, chainId: requestDeps.chainId, cover: null },
      { coinid, amount },
    ),
  );
const cancel = (member: MemberActor, id: string) =>
  inTransaction(context.db, (tx) => cancelWithdrawal({ tx, actor: member }, { id }));
const decide = (
  operator: TestOperator,
  id: string,
  decision: 'approve' | 'reject' = 'approve',
  reason = 'looked at it',
) => inTransaction(context.db, (tx) => decideWithdrawal({ tx, actor: operator }, { id, decision, reason }));
const changeSettings = async (texts: Partial<Record<SettingName, string>>): Promise<void> => {
  await inTransaction(context.owner, async (tx) => {
    for (const [name, text] of Object.entries(texts) as [SettingName, string][])
      await writeSetting({ tx }, { name, text, changedBy: 'installation' });
  });
  forgetSettings();
};
const balance = (member: MemberActor) => memberBalance(context.db, member.id, 'USDT');

describe('a request', () => {
  test.each([
    ['withdrawal.badcoin', '20', 'OUSD'],
    ['withdrawal.badcoin', 'nonsense', 'POY'],
    ['withdrawal.badamount', '20.000', 'USDT'],
    ['withdrawal.badamount', '-20', 'USDT'],
    ['withdrawal.toosmall', '19.99', 'USDT'],
    ['withdrawal.notmultiple', '30', 'USDT'],
    ['withdrawal.toomuch', '10020', 'USDT'],
    ['withdrawal.toomuch', '10020', 'OPEN'],
    ['ledger.insufficient', '40', 'USDT'],
    ['ledger.insufficient', '20', 'USDO'],
  ])('refuses: %s for %s %s, and writes nothing', async (code, amount, coinid) => {
    const member = await addMember(context, { coins: 20 });
    await expect(request(context, member, amount, randomUUID(), coinid)).rejects.toThrow(code);
    await expect(quote(member, amount, coinid)).rejects.toThrow(code);
    expect(await balance(member)).toEqual({ available: 20n * oneCoin, held: 0n });
    const rows = await context.db
      .selectFrom('withdrawal')
      .select('id')
      .where('member_id', '=', member.id)
      .execute();
    expect(rows).toEqual([]);
  });

  test('behavior: OPEN goes by minimum, multiple, maximum and fee of its own', async () => {
    const terms = {
      withdrawOpenMin: '5',
      withdrawOpenMultiple: '5',
      withdrawOpenMax: '15',
      withdrawOpenFee: '2',
    };
    await changeSettings(terms);
    try {
      const member = await addMember(context, { coins: 100, asset: 'OPEN' });
      await expect(request(context, member, '2.5', randomUUID(), 'OPEN')).rejects.toThrow(
        'withdrawal.toosmall',
      );
      await expect(request(context, member, '20', randomUUID(), 'OPEN')).rejects.toThrow(
        'withdrawal.toomuch',
      );
      const made = await request(context, member, '15', randomUUID(), 'OPEN');
      expect(made).toMatchObject({ amount: '15', fee: '2', received: '13' });
    } finally {
      await changeSettings({
        withdrawOpenMin: '20',
        withdrawOpenMultiple: '20',
        withdrawOpenMax: '10000',
        withdrawOpenFee: '1',
      });
    }
  });

  test('refuses: without a bound wallet, and to an address of our own', async () => {
    const none = await addMember(context, { coins: 20, wallet: null });
    await expect(request(context, none, '20')).rejects.toThrow('withdrawal.nowallet');
    const other = await addMember(context);
    const address = `0x${'77'.repeat(20)}`;
    await sql`insert into deposit_address (member_id, chain_id, address, salt, factory)
      values (${other.id}, 31337, ${address}, ${`0x${'1'.repeat(64)}`}, ${`0x${'2'.repeat(40)}`})`.execute(
      context.owner,
    );
    const member = await addMember(context, { coins: 20, wallet: address });
    await expect(request(context, member, '20')).rejects.toThrow('withdrawal.badaddress');
  });

  test('refuses: a wrong payment password before it looks at the balance', async () => {
    const member = await addMember(context);
    const input = { requestId: randomUUID(), coinid: 'USDT', amount: '20', paypassword: 'wrong1' };
    const asked = inTransaction(context.db, (tx) =>
      requestWithdrawal({ tx, now: new Date(), actor: member, ...requestDeps }, input),
    );
    await expect(asked).rejects.toThrow('auth.wrongpaypassword');
  });

  test('refuses: the same id for something else, before any other refusal', async () => {
    const member = await addMember(context, { coins: 40 });
    const id = randomUUID();
    const once = await request(context, member, '20', id);
    await expect(request(context, member, '40', id)).rejects.toThrow('ledger.keyconflict');
    await expect(request(context, member, 'nonsense', id)).rejects.toThrow('ledger.keyconflict');
    await expect(request(context, member, '20', id, 'USDO')).rejects.toThrow('ledger.keyconflict');
    const input = { requestId: id.toUpperCase(), coinid: 'USDT', amount: '20.00', paypassword: 'wrong1' };
    const again = await inTransaction(context.db, (tx) =>
      requestWithdrawal({ tx, now: new Date(), actor: member, ...requestDeps }, input),
    );
    expect(again).toEqual(once);
  });

  test('behavior: 60 copies of one request at once are one withdrawal', async () => {
    const member = await addMember(context, { coins: 100 });
    const id = randomUUID();
    const answers = await Promise.all(Array.from({ length: 60 }, () => request(context, member, '20', id)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await balance(member)).toEqual({ available: 80n * oneCoin, held: 20n * oneCoin });
  });

  test('behavior: 60 requests at once against money for exactly 10: 10 are held, available is 0', async () => {
    const member = await addMember(context, { coins: 200 });
    const answers = await Promise.allSettled(
      Array.from({ length: 60 }, () => request(context, member, '20')),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    const codes = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [(answer.reason as Error).message] : [],
    );
    expect(new Set(codes)).toEqual(new Set(['ledger.insufficient']));
    expect(await balance(member)).toEqual({ available: 0n, held: 200n * oneCoin });
  });

  test('behavior: the first one goes to a person, and the receipt says what was looked at', async () => {
    const member = await addMember(context, { coins: 20 });
    const shown = await quote(member, '20');
    const record = await request(context, member, '20');
    expect(record).toMatchObject({
      status: 'reviewing',
      decider: 'operator',
      amount: '20',
      fee: '1',
      received: '19',
      hash: null,
    });
    expect(record.decideby).not.toBeNull();
    expect(shown).toMatchObject({ decider: 'operator', decideby: expect.any(String) as string });
    const held = record.checks.filter(({ result }) => result === 'held').map(({ check }) => check);
    expect(held).toEqual(['address', 'paypassword', 'firstwithdrawal', 'depositage']);
    expect(shown.checks.map(({ check }) => check)).toEqual(record.checks.map(({ check }) => check));
    expect(await approveAutomatic({ db: context.db })).toBe(0);
  });

  test('behavior: a listed address goes to a person', async () => {
    const member = await addMember(context, { coins: 20 });
    await addPast(context, member);
    const { address } = await quote(member, '20');
    await inTransaction(context.db, (tx) => loadSanctions(tx, 'test', `${address}\n`));
    const record = await request(context, member, '20');
    expect(record.checks.find(({ check }) => check === 'sanctions')?.result).toBe('held');
    expect(record.decider).toBe('operator');
    await inTransaction(context.db, (tx) => loadSanctions(tx, 'test', ''));
  });

  test('refuses: to let anybody pass by rule while no list says who is sanctioned: none, an empty one, one of yesterday', async () => {
    const stale = sql`update sanctions_source set loaded_at = now() - interval '25 hours'`;
    const empty = sql`update sanctions_source set addresses = 0`;
    const none = sql`delete from sanctions_source`;
    for (const missing of [stale, empty, none]) {
      const member = await addMember(context, { coins: 20 });
      await addPast(context, member);
      await missing.execute(context.owner);
      const record = await request(context, member, '20');
      const check = record.checks.find((one) => one.check === 'sanctions');
      expect(check).toMatchObject({
        result: 'held',
        detail: expect.stringContaining('not compared with a sanctions list') as string,
      });
      expect(record.decider).toBe('operator');
      await inTransaction(context.owner, (tx) => loadSanctions(tx, 'test', `0x${'66'.repeat(20)}`));
    }
  });

  test('refuses: ten small ones past one pair of eyes: two operators from the large amount of a family’s day on', async () => {
    const main = await addMember(context, { coins: 4000 });
    const child = await addMember(context, { coins: 4000, main });
    const deciders: string[] = [];
    for (let count = 0; count < 10; count += 1) {
      const record = await request(context, count % 2 === 0 ? main : child, '600');
      deciders.push(record.decider);
      // Decided or not: what left counts, too.
      if (count === 2) await decide(first, record.id);
    }
    expect(deciders.map((decider) => decider === 'twooperators')).toEqual([
      ...Array<boolean>(8).fill(false),
      true,
      true,
    ]);
    const stranger = await addMember(context, { coins: 1000 });
    expect((await request(context, stranger, '600')).decider).toBe('operator');
  });

  test('refuses: the same in several coins, each by its value in USDT', async () => {
    const member = await addMember(context, { coins: 4000 });
    await fund(context.db, member.id, 4000, 'USDO');
    await fund(context.db, member.id, 4000, 'OPEN');
    expect((await request(context, member, '3000')).decider).toBe('operator');
    expect((await request(context, member, '1980', randomUUID(), 'USDO')).decider).toBe('operator');
    // Never traded: one USDT each. At 0.25 USDT each (the day's highest price, not the last) 80 are worth 20.
    expect((await quote(member, '20', 'OPEN')).checks).toContainEqual(
      expect.objectContaining({ check: 'largeamount', result: 'held' }),
    );
    await sql`insert into candle (chain_id, interval, open_time, open, high, low, close, volume_open, volume_usdt, trades, first_at, last_at)
      values (31337, '1h', date_trunc('hour', now()), ${oneCoin / 4n}, ${oneCoin / 4n}, 1, 1, 1, 1, 1, 1, 1)`.execute(
      context.owner,
    );
    const largest = (amount: string) =>
      quote(member, amount, 'OPEN').then(({ checks }) => checks.find(({ check }) => check === 'largeamount'));
    expect(await largest('60')).toMatchObject({
      result: 'pass',
      detail: expect.stringContaining('4,995') as string,
    });
    expect(await largest('80')).toMatchObject({ result: 'held' });
    await sql`delete from candle`.execute(context.owner);
  });

  test('behavior: rules approve up to the daily limit of a person, also for requests at once; the rest waits for people', async () => {
    const member = await addMember(context, { coins: 2000 });
    await addPast(context, member);
    const asked = await Promise.all(Array.from({ length: 4 }, () => request(context, member, '300')));
    await Promise.all([approveAutomatic({ db: context.db }), approveAutomatic({ db: context.db })]);
    const rows = await context.db
      .selectFrom('withdrawal')
      .select(['status', 'decider'])
      .where(
        'id',
        'in',
        asked.map(({ id }) => id),
      )
      .execute();
    expect(rows.filter(({ status }) => status === 'approved')).toHaveLength(3);
    expect(
      rows.filter(({ status, decider }) => status === 'reviewing' && decider === 'operator'),
    ).toHaveLength(1);
  });

  test('behavior: what no longer fits into the day says so in its checks and its score, and to its member', async () => {
    const member = await addMember(context, { coins: 2000 });
    await addPast(context, member);
    const asked = [];
    for (let count = 0; count < 4; count += 1) asked.push(await request(context, member, '300'));
    await approveAutomatic({ db: context.db });
    const { list } = await inTransaction(context.db, (tx) => listWithdrawals({ tx, actor: member }, {}));
    const held = list.find(({ status }) => status === 'reviewing');
    expect(held).toMatchObject({ id: asked[3]?.id, decider: 'operator' });
    expect(held?.checks.find(({ check }) => check === 'dailylimit')).toMatchObject({
      result: 'held',
      detail: 'More than may go out in one day without a person',
    });
    const row = await context.db
      .selectFrom('withdrawal')
      .select(['score', 'checks'])
      .where('id', '=', held?.id ?? '')
      .executeTakeFirstOrThrow();
    // Its money is young besides, which alone (30) was nobody's to decide.
    expect(row.score).toBe(80);
    expect(row.checks).toContainEqual({ check: 'dailylimit', result: 'held', params: { value: '900' } });
    const { rows } = await sql<{ status: string }>`select data->>'status' as status from socket_message
      where member_id = ${member.id} and data->>'id' = ${held?.id} order by seq`.execute(context.owner);
    expect(rows.map(({ status }) => status)).toEqual(['reviewing', 'reviewing']);
  });

  test('behavior: a withdrawal that cannot be handed over stops no other', async () => {
    const [one, other] = [await addMember(context, { coins: 100 }), await addMember(context, { coins: 100 })];
    for (const member of [one, other]) await addPast(context, member);
    const bad = await request(context, one, '20');
    const good = await request(context, other, '20');
    await sql`create function break_one() returns trigger language plpgsql as $$ begin
      if new.id = ${sql.lit(bad.id)} then raise exception 'this one is broken'; end if; return new; end $$`.execute(
      context.owner,
    );
    await sql`create trigger break_one before update on withdrawal for each row execute function break_one()`.execute(
      context.owner,
    );
    const approve = () => approveAutomatic({ db: context.db });
    await expect(approve()).rejects.toThrow(`passed over ${bad.id}: this one is broken`);
    const statusOf = async ({ id }: { id: string }) =>
      (await context.db.selectFrom('withdrawal').select('status').where('id', '=', id).executeTakeFirst())
        ?.status;
    expect([await statusOf(bad), await statusOf(good)]).toEqual(['reviewing', 'approved']);
    await sql`drop trigger break_one on withdrawal`.execute(context.owner);
    expect(await approve()).toBe(1);
  });
});

test('refuses: another fee than the one that was shown, before any secret is looked at', async () => {
  const member = await addMember(context, { coins: 20 });
  const { fee } = await quote(member, '20');
  const id = randomUUID();
  await expect(request(context, member, '20', id, 'USDT', '0.5')).rejects.toMatchObject({
    code: 'withdrawal.feechanged',
    params: { fee, coin: 'USDT' },
  });
  const made = await request(context, member, '20', id, 'USDT', fee);
  expect((await request(context, member, '20', id, 'USDT', '0.5')).id).toBe(made.id);
});

describe('the family lock of 24 hours (T15)', () => {
  test('refuses: main and child alike until the minute it ends, by the database clock', async () => {
    const main = await addMember(context, { coins: 100 });
    const child = await addMember(context, { coins: 100, main });
    const stranger = await addMember(context, { coins: 100 });
    await inTransaction(context.db, (tx) => setOutboundLock(tx, main.id, new Date(Date.now() + 86_400_000)));
    for (const member of [main, child]) {
      for (const hours of [-25, 0, 23.99, 25]) {
        const input = {
          requestId: randomUUID(),
          coinid: 'USDT',
          amount: '20',
          paypassword: RIGHT_PAYPASSWORD,
        };
        const asked = inTransaction(context.db, (tx) =>
          requestWithdrawal(
            { tx, now: new Date(Date.now() + hours * 3_600_000), actor: member, ...requestDeps },
            input,
          ),
        );
        await expect(asked).rejects.toThrow('ledger.locked');
      }
    }
    await request(context, stranger, '20');
    await sql`update ledger.outbound_lock set locked_until = now() where family = ${main.id}`.execute(
      context.owner,
    );
    await request(context, main, '20');
    await request(context, child, '20');
  });

  test('behavior: what was asked for before the lock can still be taken back', async () => {
    const member = await addMember(context, { coins: 20 });
    const { id } = await request(context, member, '20');
    await inTransaction(context.db, (tx) =>
      setOutboundLock(tx, member.family, new Date(Date.now() + 86_400_000)),
    );
    expect((await cancel(member, id)).status).toBe('cancelled');
    expect(await balance(member)).toEqual({ available: 20n * oneCoin, held: 0n });
  });

  test('refuses: to approve by rule what was asked for before a lock or a freeze; its member can still cancel it', async () => {
    const member = await addMember(context, { coins: 20 });
    await addPast(context, member);
    const { id, decider } = await request(context, member, '20');
    expect(decider).toBe('none');
    await inTransaction(context.db, (tx) => freezeOutbound(tx, member.family));
    await approveAutomatic({ db: context.db });
    const { list } = await inTransaction(context.db, (tx) => listWithdrawals({ tx, actor: member }, { id }));
    expect(list[0]?.status).toBe('reviewing');
    expect((await cancel(member, id)).status).toBe('cancelled');
  });

  test('behavior: what was asked for before says that it waits for the lock, and until when', async () => {
    const member = await addMember(context, { coins: 20 });
    const { id, waits } = await request(context, member, '20');
    expect(waits).toBeNull();
    const until = new Date(Date.now() + 86_400_000);
    await inTransaction(context.db, (tx) => setOutboundLock(tx, member.family, until));
    const { list } = await inTransaction(context.db, (tx) => listWithdrawals({ tx, actor: member }, { id }));
    expect(list[0]?.waits).toEqual({ reason: 'lock', until: until.toISOString() });
    await inTransaction(context.db, (tx) => freezeOutbound(tx, member.family));
    const frozen = await inTransaction(context.db, (tx) => listWithdrawals({ tx, actor: member }, { id }));
    expect(frozen.list[0]?.waits).toEqual({ reason: 'frozen', until: null });
  });
});

describe('decisions', () => {
  test("refuses: somebody else's request, one that is decided, and taking back twice", async () => {
    const member = await addMember(context, { coins: 20 });
    const { id } = await request(context, member, '20');
    await expect(cancel(await addMember(context), id)).rejects.toThrow('withdrawal.notfound');
    await decide(first, id);
    await expect(cancel(member, id)).rejects.toThrow('withdrawal.notcancellable');
    await expect(decide(second, id)).rejects.toThrow('withdrawal.notreviewing');
  });

  test('refuses: no reason, an unknown id, one operator twice for a large amount (T27)', async () => {
    const member = await addMember(context, { coins: 6000 });
    const { id, decider } = await request(context, member, '6000');
    expect(decider).toBe('twooperators');
    await expect(decide(first, id, 'approve', ' a ')).rejects.toThrow('withdrawal.needreason');
    await expect(decide(first, 'wdr_none')).rejects.toThrow('withdrawal.notfound');
    const half = await decide(first, id);
    expect(half).toMatchObject({ status: 'reviewing', approvalsneeded: 2 });
    expect(half.approvals).toHaveLength(1);
    await expect(decide(first, id)).rejects.toThrow('withdrawal.twopersons');
    await expect(decide(first, id, 'reject')).rejects.toThrow('withdrawal.alreadydecided');
    await expect(decide(second, id)).rejects.toThrow('operator.proposalchanged');
    const { hash } = await showDecision(context, { id, action: 'approve' });
    const seen = { id, decision: 'approve' as const, reason: 'looked at it', hash };
    const whole = await inTransaction(context.db, (tx) => decideWithdrawal({ tx, actor: second }, seen));
    expect(whole.status).toBe('approved');
    expect(await verifyAudit({ tx: context.owner })).toMatchObject({ ok: true });
  });

  test('behavior: taking back and deciding at once: exactly one wins and the money is in one place', async () => {
    for (let round = 0; round < 10; round += 1) {
      const member = await addMember(context, { coins: 20 });
      const { id } = await request(context, member, '20');
      const outcomes = await Promise.allSettled([
        cancel(member, id),
        decide(first, id),
        decide(second, id, 'reject'),
      ]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const { available, held } = await balance(member);
      expect(available + held).toBe(20n * oneCoin);
      expect(held === 0n).toBe(outcomes[1]?.status !== 'fulfilled');
    }
  });

  test('behavior: a rejection gives the money back with the reason that the member reads', async () => {
    const member = await addMember(context, { coins: 20 });
    const { id } = await request(context, member, '20');
    await decide(first, id, 'reject', 'the wallet is not yours');
    const { list } = await inTransaction(context.db, (tx) => listWithdrawals({ tx, actor: member }, {}));
    expect(list[0]).toMatchObject({ id, status: 'rejected', reason: 'the wallet is not yours' });
    expect(await balance(member)).toEqual({ available: 20n * oneCoin, held: 0n });
  });

  test('behavior: the queue is riskiest first, lists page by cursor and hold each once', async () => {
    const member = await addMember(context, { coins: 200 });
    for (let at = 0; at < 5; at += 1) await request(context, member, '20');
    const seen: string[] = [];
    const scores: number[] = [];
    let cursor: string | undefined;
    do {
      const input = { status: 'reviewing' as const, pageSize: 3, ...(cursor ? { cursor } : {}) };
      const page = await inTransaction(context.db, (tx) => listForConsole({ tx, actor: first }, input));
      seen.push(...page.list.map(({ id }) => id));
      scores.push(...page.list.map(({ score }) => score));
      cursor = page.cursor;
    } while (cursor);
    expect(new Set(seen).size).toBe(seen.length);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    const own: string[] = [];
    do {
      const input = { pageSize: 2, ...(cursor ? { cursor } : {}) };
      const page = await inTransaction(context.db, (tx) => listWithdrawals({ tx, actor: member }, input));
      own.push(...page.list.map(({ id }) => id));
      cursor = page.cursor;
    } while (cursor);
    expect(own).toHaveLength(5);
    expect(own).toEqual([...own].sort().reverse());
  });
});
