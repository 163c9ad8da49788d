import { randomUUID } from 'node:crypto';
import type { OutputOf } from '@openmere/core/calls.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fiatChanges } from '../../app/fiat-changes.ts';
import { createFactReaders } from '../../app/ticket-facts.ts';
import { announceBalances } from '../../asset/announce.ts';
import { balanceOf } from '../../ledger/balances.ts';
import type { OnPosted } from '../../ledger/post.ts';
import { confirmProposal, propose, showDryRun } from '../../operator/propose.ts';
import { inTransaction } from '../../platform/db/connect.ts';
import { openTestContext } from '../../test/context.ts';
import type { TestContext } from '../../test/context.ts';
import { addMember, addOperator } from '../../test/people.ts';
import type { TestMember, TestOperator } from '../../test/people.ts';
import { importStatement } from './import-statement.ts';
import { listFiatLines } from './list-lines.ts';
import { listOwnOrders, orderFiat } from './order.ts';
import { listOffered, quoteFiat } from './quote.ts';
import { rejectOrder } from './reject.ts';
import { seedDevelopmentBanks } from './seed-development.ts';
import { sendSlip } from './send-slip.ts';
import { setRate } from './set-rate.ts';
import { settleDueFiat } from './settle-due.ts';
import { suspendNow } from './suspend.ts';

let context: TestContext;
let one: TestOperator;
let two: TestOperator;
let bank: string;
beforeAll(async () => {
  context = await openTestContext();
  one = await addOperator(context, 'finance');
  two = await addOperator(context, 'finance');
  await inTransaction(context.owner, (tx) => seedDevelopmentBanks({ tx }));
  const { rows } = await sql<{
    id: string;
  }>`select id from fiat_bank where currency = 'EUR' order by name`.execute(context.owner);
  bank = rows[0]?.id ?? '';
});
afterAll(() => context.close());

type Order = OutputOf<'Wallet/FiatOrder'>;

function asMember<T>(
  member: TestMember,
  work: (ctx: { tx: never; actor: TestMember; now: Date }) => Promise<T>,
): Promise<T> {
  return inTransaction(context.db, (tx) => work({ tx: tx as never, actor: member, now: new Date() }));
}
const codeOf = (error: { code?: string; message?: string }): string => error.code ?? error.message ?? '';

async function order(member: TestMember, amount = '100', payer = 'Anna Lake'): Promise<Order> {
  const quote = await asMember(member, (ctx) => quoteFiat(ctx, { currency: 'EUR', bank, amount }));
  return asMember(member, (ctx) => orderFiat(ctx, { requestId: randomUUID(), quote: quote.quote, payer }));
}

const csv = (...rows: string[]): string =>
  Buffer.from(['date,amount,currency,bank reference,name,account,text', ...rows].join('\n')).toString(
    'base64',
  );
let bankRef = 0;
function row(amount: string, text: string, name = 'Anna Lake', day = '2026-05-04'): string {
  bankRef += 1;
  return `${day},${amount},EUR,B${bankRef},${name},DE89370400440532013000,${text}`;
}

async function importFile(file: string, format: 'csv' | 'camt' = 'csv') {
  const look = await inTransaction(context.db, (tx) =>
    importStatement({ tx, actor: one }, { bank, format, file }),
  );
  if (look.problems.length > 0) return look;
  return inTransaction(context.db, (tx) =>
    importStatement({ tx, actor: one }, { bank, format, file, confirm: look.hash }),
  );
}

/** A day of the bank so many days after the order expires. */
const daysAfter = ({ expires }: Order, days: number): string =>
  new Date(Date.parse(expires) + days * 86_400_000).toISOString().slice(0, 10);

type Asked = { kind: 'fiatcredit' | 'fiatreturn' | 'fiatbank' | 'fiatrate'; subject: string; value: string };
const deps = () => ({ db: context.db, kinds: fiatChanges, now: new Date() });

async function proposed(asked: Asked): Promise<{ id: string; hash: string }> {
  const { hash } = await showDryRun({ ...deps(), actor: one }, asked);
  const { id } = await propose(
    { ...deps(), actor: one },
    { ...asked, hash, reason: 'the statement says so' },
  );
  return { id, hash };
}
async function byTwo(asked: Asked, onPosted: OnPosted = announceBalances): Promise<void> {
  await confirmProposal({ ...deps(), actor: two, onPosted }, await proposed(asked));
}

async function lineOf(orderId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from fiat_line where order_id = ${orderId}`.execute(
    context.owner,
  );
  return rows[0]?.id ?? '';
}
const balance = (member: TestMember): Promise<bigint> =>
  balanceOf(context.db, `member:${member.id}:available`, 'USDT');
const stateOf = async (member: TestMember, id: string): Promise<Order | undefined> =>
  (await asMember(member, (ctx) => listOwnOrders(ctx, { id }))).list[0];

test('refuses: a barred member, one who may only leave, one without a country, another’s order', async () => {
  const tries: [Parameters<typeof addMember>[1], string][] = [
    [{ country: 'US' }, 'deposit.barred'],
    [{ exitOnly: true }, 'deposit.barred'],
    [{ country: null }, 'deposit.nocountry'],
  ];
  for (const [facts, code] of tries) {
    const member = await addMember(context, facts);
    expect(await asMember(member, (ctx) => listOffered(ctx)).then(() => 'ok', codeOf)).toBe(code);
    expect(await order(member).then(() => 'ok', codeOf)).toBe(code);
  }
  const [anna, bert] = [await addMember(context), await addMember(context)];
  const { id } = await order(anna);
  expect(await stateOf(bert, id)).toBeUndefined();
});

test('refuses: a quote of another member, a changed request, an old quote, a fourth order, what is out of the limits', async () => {
  const [anna, bert] = [await addMember(context), await addMember(context)];
  const ask = (amount: string) => asMember(anna, (ctx) => quoteFiat(ctx, { currency: 'EUR', bank, amount }));
  for (const [amount, code] of [
    ['1', 'deposit.fiattoosmall'],
    ['100000', 'deposit.fiattoomuch'],
    ['1.234', 'deposit.fiatamount'],
  ] as const)
    expect(await ask(amount).then(() => 'ok', codeOf), amount).toBe(code);
  const { quote } = await ask('100');
  const requestId = randomUUID();
  const place = (member: TestMember, payer: string, id: string = randomUUID()) =>
    asMember(member, (ctx) => orderFiat(ctx, { requestId: id, quote, payer }));
  expect(await place(bert, 'Bert Hill').then(() => 'ok', codeOf)).toBe('deposit.fiatquoteold');
  const made = await place(anna, 'Anna Lake', requestId);
  expect((await place(anna, 'Anna Lake', requestId)).id).toBe(made.id);
  expect(await place(anna, 'Anna Pond', requestId).then(() => 'ok', codeOf)).toBe('ledger.keyconflict');
  await Promise.all([place(anna, 'Anna Lake'), place(anna, 'Anna Lake')]);
  expect(await place(anna, 'Anna Lake').then(() => 'ok', codeOf)).toBe('deposit.fiatpending');
});

test('refuses: a fourth order of one person by another account of theirs, also one that became independent', async () => {
  const main = await addMember(context);
  const sub = await addMember(context, { main });
  await sql`update member set main_id = null where id = ${sub.id}`.execute(context.owner);
  const independent = { ...sub, family: sub.id };
  await order(main);
  await order(independent);
  await order(main);
  expect(await order(independent).then(() => 'ok', codeOf)).toBe('deposit.fiatpending');
});

test('refuses: one operator alone, the same twice, and a line whose money was credited', async () => {
  const member = await addMember(context);
  const made = await order(member);
  await importFile(csv(row('100.00', `deposit ${made.reference}`)));
  const subject = await lineOf(made.id);
  const asked = { kind: 'fiatcredit', subject, value: made.id } as const;
  const mine = await proposed(asked);
  expect(await confirmProposal({ ...deps(), actor: one }, mine).then(() => 'ok', codeOf)).toBe(
    'operator.secondperson',
  );
  const races = await Promise.all(
    Array.from({ length: 4 }, () =>
      confirmProposal({ ...deps(), actor: two, onPosted: announceBalances }, mine).then(() => 'ok', codeOf),
    ),
  );
  expect(races.filter((answer) => answer === 'ok')).toHaveLength(1);
  expect(await byTwo(asked).then(() => 'ok', codeOf)).toBe('deposit.fiatlinestate');
  expect(await balance(member)).toBe(BigInt(Math.round(Number(made.usdt) * 1e6)) * 10n ** 12n);
  const credit = sql`insert into fiat_credit (line_id, order_id, usdt, maker_id, checker_id)
    values (${subject}, ${made.id}, 1, ${one.id}, ${two.id})`;
  await expect(credit.execute(context.db)).rejects.toThrow(/duplicate key|takes two/);
});

test('refuses: a bank of one operator’s making, and a far rate', async () => {
  const details = {
    currency: 'EUR',
    name: 'Third Bank',
    holder: 'Openmere',
    account: 'DE00 1',
    bic: '',
    open: true,
  };
  await expect(
    sql`insert into fiat_bank (id, currency, name, holder, account, bic, open)
      values (${`fba_${'0'.repeat(26)}`}, 'EUR', 'Third', 'Mine', 'DE666', '', true)`.execute(context.db),
  ).rejects.toThrow(/takes two operators/);
  await expect(
    sql`update fiat_bank set account = 'DE666' where id = ${bank}`.execute(context.db),
  ).rejects.toThrow(/takes two operators/);
  await byTwo({ kind: 'fiatbank', subject: 'new', value: JSON.stringify(details) });
  const far = { currency: 'EUR', price: '0.5', spreadbps: 50 };
  const set = (input: typeof far) =>
    inTransaction(context.db, (tx) => setRate({ tx, actor: one }, input)).then(() => 'ok', codeOf);
  expect(await set(far)).toBe('deposit.fiatratestep');
  expect(await set({ ...far, currency: 'CHF' })).toBe('deposit.fiatnocurrency');
  expect(await set({ ...far, price: '0.93' })).toBe('ok');
  // Many small steps are measured as one, until a day has passed.
  expect(await set({ ...far, price: '0.96' })).toBe('ok');
  expect(await set({ ...far, price: '0.98' })).toBe('deposit.fiatratestep');
  expect(await set({ ...far, price: '0.9' })).toBe('ok');
  await byTwo({
    kind: 'fiatrate',
    subject: 'EUR',
    value: JSON.stringify({ decimals: 2, price: '0.92', spreadbps: 50 }),
  });
});

test('behavior: from order to credit, and the same statement again changes nothing', async () => {
  const member = await addMember(context);
  const made = await order(member, '120.50');
  const file = csv(
    row('120.50', `${made.reference.slice(0, 5)} ${made.reference.slice(5)}`),
    row('-5.00', 'fee'),
  );
  expect(await importFile(file)).toMatchObject({ lines: 1, fresh: 1, matched: 1, out: 1, done: true });
  expect((await stateOf(member, made.id))?.status).toBe('matched');
  expect(await importFile(file)).toMatchObject({ lines: 1, fresh: 0, matched: 0 });
  await byTwo({ kind: 'fiatcredit', subject: await lineOf(made.id), value: made.id });
  expect(await stateOf(member, made.id)).toMatchObject({ status: 'credited', credited: made.usdt });
  expect(await importFile(file)).toMatchObject({ fresh: 0 });
  expect(await balance(member)).toBeGreaterThan(0n);
});

test('behavior: a request for help has the order’s facts: its own member’s only, and what was received once it was', async () => {
  const [member, other] = [await addMember(context), await addMember(context)];
  const { fiat: readFacts } = createFactReaders({ chainId: 1 });
  const made = await order(member, '64.20');
  const factsOf = (who: TestMember) => asMember(who, (ctx) => readFacts(ctx, made.id));
  expect(await factsOf(other)).toBeUndefined();
  const asked = [
    { key: 'amount', value: '64.20 EUR', coinid: null },
    { key: 'reference', value: made.reference, coinid: null },
  ];
  expect(await factsOf(member)).toEqual({ time: made.time, status: 'open', lines: asked });
  await importFile(csv(row('64.20', made.reference)));
  await byTwo({ kind: 'fiatcredit', subject: await lineOf(made.id), value: made.id });
  const facts = await factsOf(member);
  expect(facts?.status).toBe('credited');
  expect(facts?.lines).toContainEqual({ key: 'received', value: made.usdt, coinid: 'USDT' });
});

test('behavior: a transaction that dies in the middle of a credit leaves nothing half', async () => {
  const member = await addMember(context);
  const made = await order(member);
  await importFile(csv(row('100.00', made.reference)));
  const asked = { kind: 'fiatcredit', subject: await lineOf(made.id), value: made.id } as const;
  const open = await proposed(asked);
  const die: OnPosted = () => Promise.reject(new Error('killed'));
  await expect(confirmProposal({ ...deps(), actor: two, onPosted: die }, open)).rejects.toThrow('killed');
  expect(await balance(member)).toBe(0n);
  expect((await stateOf(member, made.id))?.status).toBe('matched');
  await confirmProposal({ ...deps(), actor: two, onPosted: announceBalances }, open);
  expect(await balance(member)).toBeGreaterThan(0n);
});

test('behavior: a slip of the pen and the sender’s name are proposed, not bound; two operators decide', async () => {
  const member = await addMember(context);
  const made = await order(member, '77.10', 'Jürgen Müller');
  const wrong = `${made.reference.slice(0, 6)}${made.reference.slice(7)}`;
  expect(await importFile(csv(row('77.10', wrong, 'MULLER JURGEN')))).toMatchObject({ matched: 0 });
  const { list } = await inTransaction(context.db, (tx) => listFiatLines({ tx }, { status: 'open' }));
  const line = list.find(({ text }) => text === wrong);
  expect(line?.orders[0]).toMatchObject({ id: made.id, by: 'nearreference', fixed: false });
  await byTwo({ kind: 'fiatcredit', subject: line?.id ?? '', value: made.id });
  expect((await stateOf(member, made.id))?.status).toBe('credited');
});

test('behavior: rejected, its money waits in suspense and goes back by two operators', async () => {
  const member = await addMember(context);
  const made = await order(member);
  await importFile(csv(row('100.00', made.reference, 'Somebody Else')));
  const id = await lineOf(made.id);
  const suspend = () =>
    inTransaction(context.db, (tx) =>
      suspendNow({ tx, actor: one, onPosted: announceBalances }, { id, reason: 'another payer' }),
    );
  expect(await suspend().then(() => 'ok', codeOf)).toBe('deposit.fiatboundline');
  await inTransaction(context.db, (tx) =>
    rejectOrder({ tx, actor: one }, { id: made.id, reason: 'The money came from another person.' }),
  );
  expect(await stateOf(member, made.id)).toMatchObject({
    status: 'rejected',
    reason: 'The money came from another person.',
  });
  const before = await balanceOf(context.db, 'suspense:fiat', 'USDT');
  await suspend();
  expect(await balanceOf(context.db, 'suspense:fiat', 'USDT')).toBeGreaterThan(before);
  await expect(
    sql`update fiat_line set status = 'returned', ended_at = now() where id = ${id}`.execute(context.db),
  ).rejects.toThrow(/takes two operators/);
  await byTwo({ kind: 'fiatreturn', subject: id, value: 'sent back by SEPA, R-1' });
  expect(await balanceOf(context.db, 'suspense:fiat', 'USDT')).toBe(before);
  expect(await balance(member)).toBe(0n);
  const { rows: told } = await sql<{
    template: string;
  }>`select template from notice where member_id = ${member.id}
    order by id`.execute(context.owner);
  expect(told.map(({ template }) => template)).toEqual([
    'deposit.notice.fiatrejected',
    'deposit.notice.fiatreturned',
  ]);
});

test('refuses: more than the day’s most by orders that expire within the day: their money may still come in time', async () => {
  const member = await addMember(context);
  const made = await order(member, '1000');
  const leftOf = async () => Number((await asMember(member, (ctx) => listOffered(ctx))).left);
  const left = await leftOf();
  expect(left).toBeGreaterThan(0);
  // As where `fiat.orderHours` is less than a day.
  await sql`update fiat_order set status = 'expired', ended_at = business_now() where id = ${made.id}`.execute(
    context.owner,
  );
  expect(await leftOf()).toBe(left);
});

test('behavior: nobody pays in time, the money comes late and goes by the present rate; nobody’s money waits in suspense', async () => {
  const member = await addMember(context);
  const made = await order(member);
  await importFile(csv(row('11.11', 'for whom')));
  const day = 86_400_000;
  await sql`update business_clock set offset_ms = offset_ms + ${8 * day}, target_ms = target_ms + ${8 * day}`.execute(
    context.owner,
  );
  await settleDueFiat({ db: context.db, onPosted: announceBalances });
  expect((await stateOf(member, made.id))?.status).toBe('expired');
  const { list } = await inTransaction(context.db, (tx) => listFiatLines({ tx }, { status: 'suspense' }));
  expect(list.map(({ text }) => text)).toContain('for whom');
  expect((await asMember(member, (ctx) => listOffered(ctx))).currencies).toEqual([]);
  await importFile(csv(row('100.00', made.reference, 'Anna Lake', daysAfter(made, 3))));
  const asked = { kind: 'fiatcredit', subject: await lineOf(made.id), value: made.id } as const;
  expect(await byTwo(asked).then(() => 'ok', codeOf)).toBe('deposit.fiatnorate');
  await byTwo({
    kind: 'fiatrate',
    subject: 'EUR',
    value: JSON.stringify({ decimals: 2, price: '1', spreadbps: 0 }),
  });
  await byTwo(asked);
  expect(await balance(member)).toBe(100n * 10n ** 18n);
});

test('behavior: the bank’s day decides the rate: a slip does not hold it, a statement imported late does not lose it', async () => {
  const member = await addMember(context);
  const [waits, inTime] = [await order(member), await order(member)];
  const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
  await sendSlip({ db: context.db, actor: member }, { id: waits.id, bytes: png });
  expect((await stateOf(member, waits.id))?.status).toBe('slip');
  const ten = 10 * 86_400_000;
  await sql`update business_clock set offset_ms = offset_ms + ${ten}, target_ms = target_ms + ${ten}`.execute(
    context.owner,
  );
  await settleDueFiat({ db: context.db, onPosted: announceBalances });
  expect((await stateOf(member, inTime.id))?.status).toBe('expired');
  const value = JSON.stringify({ decimals: 2, price: '2', spreadbps: 0 });
  await byTwo({ kind: 'fiatrate', subject: 'EUR', value });
  await importFile(
    csv(
      row('100.00', waits.reference, 'Anna Lake', daysAfter(waits, 10)),
      row('100.00', inTime.reference, 'Anna Lake', daysAfter(inTime, 0)),
    ),
  );
  for (const { id } of [waits, inTime])
    await byTwo({ kind: 'fiatcredit', subject: await lineOf(id), value: id });
  expect((await stateOf(member, waits.id))?.credited).toBe('50');
  expect((await stateOf(member, inTime.id))?.credited).toBe(inTime.usdt);
});

test('property: statements in any order, in parts, twice, with crashes: credits are what was confirmed, and the ledger adds up', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({ euros: fc.integer({ min: 20, max: 900 }), known: fc.boolean(), crash: fc.boolean() }),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      fc.array(fc.nat(), { minLength: 1, maxLength: 5 }),
      async (payments, cuts) => {
        const rows: string[] = [];
        const made: { member: TestMember; order: Order; crash: boolean }[] = [];
        for (const { euros, known, crash } of payments) {
          const member = await addMember(context);
          const placed = await order(member, String(euros));
          rows.push(row(`${euros}.00`, known ? placed.reference : 'no reference', `Payer ${bankRef}`));
          if (known) made.push({ member, order: placed, crash });
        }
        const parts = cuts.map((cut) => rows.filter((_row, index) => (index + cut) % 3 !== 0).toReversed());
        for (const part of [...parts, rows, rows]) if (part.length > 0) await importFile(csv(...part));
        for (const { member, order: placed, crash } of made) {
          const asked = { kind: 'fiatcredit', subject: await lineOf(placed.id), value: placed.id } as const;
          if (crash)
            await expect(byTwo(asked, () => Promise.reject(new Error('killed')))).rejects.toThrow('killed');
          await byTwo(asked);
          expect((await stateOf(member, placed.id))?.credited).toBe(placed.usdt);
        }
        const { rows: sums } = await sql<{
          credited: bigint;
          lines: bigint;
          twice: bigint;
          kept: bigint;
        }>`select
          (select coalesce(sum(usdt), 0) from fiat_credit) as credited,
          (select count(*) from fiat_line where status = 'credited') - (select count(*) from fiat_credit) as lines,
          (select count(*) from (select 1 from fiat_line group by bank_id, bank_ref having count(*) > 1) t) as twice,
          (select coalesce(sum(suspended), 0) from fiat_line where status = 'suspense') as kept`.execute(
          context.owner,
        );
        const [sum] = sums;
        expect(sum).toMatchObject({ lines: 0n, twice: 0n });
        expect(await balanceOf(context.db, 'bank:declared', 'USDT')).toBe(
          -((sum?.credited ?? 0n) + (sum?.kept ?? 0n)),
        );
      },
    ),
    { numRuns: 5 },
  );
}, 90_000);

test('behavior: an order by bank that cannot expire stops no other', async () => {
  const [bad, good] = [await order(await addMember(context)), await order(await addMember(context))];
  await sql`create function break_one() returns trigger language plpgsql as $$ begin
    if new.id = ${sql.lit(bad.id)} then raise exception 'this order is broken'; end if; return new; end $$`.execute(
    context.owner,
  );
  await sql`create trigger break_one before update on fiat_order for each row execute function break_one()`.execute(
    context.owner,
  );
  await sql`update business_clock set offset_ms = offset_ms + 691200000, target_ms = target_ms + 691200000`.execute(
    context.owner,
  );
  const settle = () => settleDueFiat({ db: context.db, onPosted: announceBalances });
  await expect(settle()).rejects.toThrow(`passed over ${bad.id}: this order is broken`);
  const statusOf = async (id: string) =>
    (await context.db.selectFrom('fiat_order').select('status').where('id', '=', id).executeTakeFirst())
      ?.status;
  expect([await statusOf(bad.id), await statusOf(good.id)]).toEqual(['open', 'expired']);
  await sql`drop trigger break_one on fiat_order`.execute(context.owner);
  expect(await settle()).toBe(1);
}, 60_000);
