import { randomUUID } from 'node:crypto';
import type { OutputOf } from '@openmere/core/calls.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fiatChanges } from '../../app/fiat-changes.ts';
import { announceBalances } from '../../asset/announce.ts';
import { balanceOf } from '../../ledger/balances.ts';
import { confirmProposal, propose, showDryRun } from '../../operator/propose.ts';
import { listWork } from '../../operator/queue-store.ts';
import { inTransaction } from '../../platform/db/connect.ts';
import { openTestContext } from '../../test/context.ts';
import type { TestContext } from '../../test/context.ts';
import { addMember, addOperator } from '../../test/people.ts';
import type { TestMember, TestOperator } from '../../test/people.ts';
import { importStatement } from './import-statement.ts';
import { listFiatLines, listFiatOrders } from './list-lines.ts';
import { orderFiat } from './order.ts';
import { quoteFiat } from './quote.ts';
import { rejectOrder } from './reject.ts';
import { seedDevelopmentBanks } from './seed-development.ts';
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
const codeOf = (error: { code?: string; message?: string }): string => error.code ?? error.message ?? '';

async function order(member: TestMember, amount: string): Promise<Order> {
  const now = new Date();
  return inTransaction(context.db, async (tx) => {
    const { quote } = await quoteFiat({ tx, actor: member, now }, { currency: 'EUR', bank, amount });
    return orderFiat({ tx, actor: member, now }, { requestId: randomUUID(), quote, payer: 'Anna Lake' });
  });
}

async function importFile(file: string, format: 'csv' | 'camt' = 'camt') {
  const input = { bank, format, file: Buffer.from(file).toString('base64') };
  const look = await inTransaction(context.db, (tx) => importStatement({ tx, actor: one }, input));
  const done = await inTransaction(context.db, (tx) =>
    importStatement({ tx, actor: one }, { ...input, confirm: look.hash }),
  );
  // What was looked at is what is done.
  expect({ ...done, done: false, matched: look.matched }).toEqual(look);
  return done;
}

type Entry = {
  amount: string;
  text: string;
  ref?: string;
  day?: string;
  name?: string;
  account?: string;
  kind?: 'came' | 'reversal' | 'sent';
};
const entry = ({ amount, text, ref = '', day = '2026-05-04', kind = 'came', ...payer }: Entry): string => {
  const { name = 'Anna Lake', account = 'DE89370400440532013000' } = payer;
  const party = kind === 'sent' ? 'Cdtr' : 'Dbtr';
  return `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${kind === 'came' ? 'CRDT' : 'DBIT'}</CdtDbtInd>
    ${kind === 'reversal' ? '<RvslInd>true</RvslInd>' : ''}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt>
    <AcctSvcrRef>${ref}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><${party}><Nm>${name}</Nm></${party}>
    <${party}Acct><Id><IBAN>${account}</IBAN></Id></${party}Acct></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
};
const statements = (...parts: string[][]): string =>
  `<Document><BkToCstmrStmt>${parts.map((part) => `<Stmt>${part.join('')}</Stmt>`).join('')}</BkToCstmrStmt></Document>`;

type Asked = { kind: 'fiatcredit' | 'fiatreturn' | 'fiatloss'; subject: string; value: string };
const deps = () => ({ db: context.db, kinds: fiatChanges, now: new Date() });
async function byTwo(asked: Asked): Promise<void> {
  const { hash } = await showDryRun({ ...deps(), actor: one }, asked);
  const { id } = await propose({ ...deps(), actor: one }, { ...asked, hash, reason: 'as the bank says' });
  await confirmProposal({ ...deps(), actor: two, onPosted: announceBalances }, { id, hash });
}
const tried = (asked: Asked): Promise<string> => byTwo(asked).then(() => 'ok', codeOf);

const linesOf = (status?: 'takenback') =>
  inTransaction(context.db, (tx) => listFiatLines({ tx }, { status })).then(({ list }) => list);
async function lineWith(text: string) {
  const line = (await linesOf()).find((row) => row.text === text);
  if (!line) throw new Error(`no line says ${text}`);
  return line;
}
/** What the menu says that waits. */
const badge = async (): Promise<number> => {
  const asked = { chainId: 31337, now: new Date(), kinds: [] };
  const work = await inTransaction(context.db, (tx) => listWork(tx, asked));
  return Number(work.find(({ name }) => name === 'fiatlines')?.waiting);
};
const readBooks = async () => ({
  bank: await balanceOf(context.db, 'bank:declared', 'USDT'),
  loss: await balanceOf(context.db, 'suspense:fiat-loss', 'USDT'),
  kept: await balanceOf(context.db, 'suspense:fiat', 'USDT'),
});
const balance = (member: TestMember): Promise<bigint> =>
  balanceOf(context.db, `member:${member.id}:available`, 'USDT');

test('refuses: a loss by one operator, without words, of what was not credited, and a second time', async () => {
  const member = await addMember(context);
  const made = await order(member, '100');
  await importFile(statements([entry({ amount: '100.00', text: made.reference, ref: 'L1' })]));
  const { id } = await lineWith(made.reference);
  const asked = { kind: 'fiatloss', subject: id, value: 'R-transaction 4711' } as const;
  expect(await tried(asked)).toBe('deposit.fiatlinestate');
  expect(await tried({ ...asked, subject: 'fln_nothing' })).toBe('deposit.fiatnoline');
  await byTwo({ kind: 'fiatcredit', subject: id, value: made.id });
  expect(await tried({ ...asked, value: 'gone' })).toBe('operator.badvalue');
  await expect(
    sql`insert into fiat_loss (line_id, usdt, how, maker_id, checker_id)
      values (${id}, 1, 'R-transaction 4711', ${one.id}, ${two.id})`.execute(context.db),
  ).rejects.toThrow(/takes two operators/);
  await byTwo(asked);
  expect(await tried(asked)).toBe('deposit.fiatlinestate');
});

test('refuses: to credit, or to keep in suspense, what the bank took back before; it ends by two, and nothing was booked', async () => {
  const member = await addMember(context);
  const made = await order(member, '110');
  const came = entry({ amount: '110.00', text: made.reference, ref: 'E1' });
  expect(await importFile(statements([came]))).toMatchObject({ fresh: 1, matched: 1, takenback: 0 });
  const file = statements([
    came,
    entry({ amount: '110.00', text: made.reference, ref: 'E2', day: '2026-05-06', kind: 'reversal' }),
  ]);
  expect(await importFile(file)).toMatchObject({ fresh: 0, out: 1, takenback: 1, unknown: 0 });
  expect(await importFile(file)).toMatchObject({ fresh: 0, out: 1, takenback: 0, unknown: 0 });
  const { id } = await lineWith(made.reference);
  const before = await readBooks();
  expect(await tried({ kind: 'fiatcredit', subject: id, value: made.id })).toBe('deposit.fiattakenback');
  const back = { kind: 'fiatreturn', subject: id, value: 'the bank took it back' } as const;
  expect(await tried(back)).toBe('deposit.fiatboundline');
  await inTransaction(context.db, (tx) =>
    rejectOrder({ tx, actor: one }, { id: made.id, reason: 'Your bank took the money back.' }),
  );
  const suspend = inTransaction(context.db, (tx) =>
    suspendNow({ tx, actor: one, onPosted: announceBalances }, { id, reason: 'nobody' }),
  );
  expect(await suspend.then(() => 'ok', codeOf)).toBe('deposit.fiattakenback');
  const month = 30 * 86_400_000;
  await sql`update business_clock set offset_ms = offset_ms + ${month}, target_ms = target_ms + ${month}`.execute(
    context.owner,
  );
  await settleDueFiat({ db: context.db, onPosted: announceBalances });
  expect((await lineWith(made.reference)).status).toBe('open');
  await sql`update business_clock set offset_ms = offset_ms - ${month}, target_ms = target_ms - ${month}`.execute(
    context.owner,
  );
  expect((await linesOf('takenback')).map((line) => line.id)).toContain(id);
  await byTwo(back);
  expect(await readBooks()).toEqual(before);
  expect((await linesOf('takenback')).map((line) => line.id)).not.toContain(id);
});

test('behavior: taken back after the credit: shown beside the order, booked by two, the member keeps it, the bank declares less', async () => {
  const member = await addMember(context);
  const made = await order(member, '120');
  await importFile(statements([entry({ amount: '120.00', text: made.reference, ref: 'T1' })]));
  const { id } = await lineWith(made.reference);
  const before = await readBooks();
  await byTwo({ kind: 'fiatcredit', subject: id, value: made.id });
  const credited = await balance(member);
  await importFile(
    statements([
      entry({ amount: '120.00', text: made.reference, ref: 'T2', day: '2026-05-07', kind: 'reversal' }),
    ]),
  );
  expect(await lineWith(made.reference)).toMatchObject({
    status: 'credited',
    takenback: { day: '2026-05-07', bankref: 'T2', text: made.reference },
    lost: null,
  });
  // By what the payer writes, and by the id that the audit log names.
  for (const search of [made.reference, made.id]) {
    const { list } = await inTransaction(context.db, (tx) => listFiatOrders({ tx, actor: one }, { search }));
    expect(list).toMatchObject([{ id: made.id, status: 'credited', takenback: '2026-05-07' }]);
  }
  expect((await linesOf('takenback')).map((line) => line.id)).toContain(id);
  const waiting = await badge();
  await byTwo({ kind: 'fiatloss', subject: id, value: 'T2 of 7 May' });
  expect(waiting - (await badge())).toBe(1);
  expect(await readBooks()).toEqual({ ...before, loss: before.loss - credited });
  expect(await balance(member)).toBe(credited);
  expect(await lineWith(made.reference)).toMatchObject({ status: 'credited', lost: { how: 'T2 of 7 May' } });
  expect((await linesOf('takenback')).map((line) => line.id)).not.toContain(id);
});

test('behavior: paid, taken back and paid again within one statement: the order is for what the bank still has', async () => {
  const member = await addMember(context);
  const made = await order(member, '130');
  const booked = (ref: string, day: string, kind?: 'reversal') =>
    entry({ amount: '130.00', text: made.reference, ref, day, ...(kind ? { kind } : {}) });
  const file = statements([
    booked('P1', '2026-05-04'),
    booked('P2', '2026-05-05', 'reversal'),
    booked('P3', '2026-05-06'),
  ]);
  expect(await importFile(file)).toMatchObject({ fresh: 2, takenback: 1, unknown: 0 });
  const own = (await linesOf()).filter(({ text }) => text === made.reference);
  const [kept, gone] = [
    own.find(({ bankref }) => bankref === 'P3'),
    own.find(({ bankref }) => bankref === 'P1'),
  ];
  expect([kept?.takenback, gone?.takenback?.bankref]).toEqual([null, 'P2']);
  await byTwo({ kind: 'fiatcredit', subject: kept?.id ?? '', value: made.id });
  await byTwo({ kind: 'fiatreturn', subject: gone?.id ?? '', value: 'the bank took it back' });
  expect(await balance(member)).toBeGreaterThan(0n);
});

test('behavior: which line was taken back: by account or name where no reference says so; another sum, or earlier, is another', async () => {
  const came = (amount: string, ref: string, name: string, account: string) =>
    entry({ amount, ref, name, account, text: `from ${name}` });
  await importFile(
    statements([came('31.00', 'W1', 'Bert Hill', 'DE1'), came('32.00', 'W2', 'Carla Brook', '')]),
  );
  const left = (amount: string, name: string, account: string, day = '2026-05-08', kind = 'reversal') =>
    entry({
      amount,
      name,
      account,
      day,
      text: 'R',
      ref: `${amount}${name}`,
      kind: kind as 'reversal' | 'sent',
    });
  const answer = await importFile(
    statements([
      left('31.00', 'HILL BERT', 'DE 1'),
      left('32.00', 'Brook, Carla', 'DE7'),
      left('31.50', 'Bert Hill', 'DE1'),
      left('32.00', 'Carla Brook', '', '2026-05-01'),
      left('32.00', 'Carla Brook', '', '2026-05-09', 'sent'),
    ]),
  );
  expect(answer).toMatchObject({ out: 5, takenback: 2, unknown: 2 });
  for (const name of ['Bert Hill', 'Carla Brook'])
    expect((await lineWith(`from ${name}`)).takenback?.day).toBe('2026-05-08');
});

test('refuses: to take for taken back what we paid somebody, or sent back ourselves; it is counted where it may be', async () => {
  const member = await addMember(context);
  const made = await order(member, '51');
  const kept = { amount: '51.00', account: 'DE51', name: 'Dora Field' };
  await importFile(
    statements([
      entry({ ...kept, text: 'twice by mistake', ref: 'K1' }),
      entry({ ...kept, text: made.reference, ref: 'K2', day: '2026-05-05' }),
    ]),
  );
  const sent = (ref: string, day: string) => entry({ ...kept, text: 'pay', ref, day, kind: 'sent' });
  const mistake = await lineWith('twice by mistake');
  await inTransaction(context.db, (tx) =>
    suspendNow({ tx, actor: one, onPosted: announceBalances }, { id: mistake.id, reason: 'nobody' }),
  );
  // Ours, of what waits in suspense; then one more that nobody explains.
  expect(await importFile(statements([sent('S1', '2026-05-06')]))).toMatchObject({ takenback: 0, maybe: 0 });
  await byTwo({ kind: 'fiatreturn', subject: mistake.id, value: 'sent back at the bank' });
  expect(await importFile(statements([sent('S1', '2026-05-06'), sent('S2', '2026-05-07')]))).toMatchObject({
    out: 2,
    takenback: 0,
    unknown: 0,
    maybe: 1,
  });
  const { id, takenback } = await lineWith(made.reference);
  expect(takenback).toBeNull();
  await byTwo({ kind: 'fiatcredit', subject: id, value: made.id });
  expect(await balance(member)).toBeGreaterThan(0n);
});

test('refuses: to take a reversal that is written as a credit, of what we sent by the standard, for one of what came', async () => {
  const made = await order(await addMember(context), '55');
  await importFile(statements([entry({ amount: '55.00', text: made.reference, ref: 'X1' })]));
  const bounced = entry({
    amount: '55.00',
    text: made.reference,
    ref: 'X2',
    day: '2026-05-06',
    kind: 'reversal',
  });
  expect(await importFile(statements([bounced.replace('DBIT', 'CRDT')]))).toMatchObject({
    takenback: 0,
    unknown: 1,
  });
  expect((await lineWith(made.reference)).takenback).toBeNull();
});

test('behavior: of two payments for one order the bank takes the one that nobody was credited for', async () => {
  const member = await addMember(context);
  const made = await order(member, '52');
  const paid = (ref: string, day: string, kind?: 'reversal') =>
    entry({ amount: '52.00', text: made.reference, ref, day, ...(kind ? { kind } : {}) });
  await importFile(statements([paid('D1', '2026-05-04')]));
  await importFile(statements([paid('D0', '2026-05-03')]));
  const own = (await linesOf()).filter(({ text }) => text === made.reference);
  const [first, second] = ['D1', 'D0'].map((ref) => own.find(({ bankref }) => bankref === ref));
  await byTwo({ kind: 'fiatcredit', subject: first?.id ?? '', value: made.id });
  expect(await importFile(statements([paid('D2', '2026-05-06', 'reversal')]))).toMatchObject({
    takenback: 1,
  });
  expect((await linesOf('takenback')).map(({ id }) => id)).toContain(second?.id);
  expect((await linesOf('takenback')).map(({ id }) => id)).not.toContain(first?.id);
});

test.each([true, false])(
  'behavior: paid again after the bank took it back: the order is for the new money (in the file of the reversal: %s)',
  async (isTogether) => {
    const member = await addMember(context);
    const made = await order(member, isTogether ? '53' : '54');
    const amount = isTogether ? '53.00' : '54.00';
    const paid = (ref: string, day: string, kind?: 'reversal') =>
      entry({ amount, text: made.reference, ref: `${amount}${ref}`, day, ...(kind ? { kind } : {}) });
    await importFile(statements([paid('A', '2026-05-04')]));
    const reversal = paid('B', '2026-05-05', 'reversal');
    if (!isTogether) await importFile(statements([reversal]));
    expect(await importFile(statements([reversal, paid('C', '2026-05-06')]))).toMatchObject({
      fresh: 1,
      matched: 1,
    });
    const own = (await linesOf()).filter(({ text }) => text === made.reference);
    const again = own.find(({ bankref }) => bankref === `${amount}C`);
    const gone = own.find(({ bankref }) => bankref === `${amount}A`);
    expect(again?.orders).toMatchObject([{ id: made.id, fixed: true }]);
    await byTwo({ kind: 'fiatcredit', subject: again?.id ?? '', value: made.id });
    await byTwo({ kind: 'fiatreturn', subject: gone?.id ?? '', value: 'the bank took it back' });
    expect(await balance(member)).toBeGreaterThan(0n);
  },
);

test('behavior: a line that two statements of one file both have is one, and two equal ones of one are two', async () => {
  const rent = entry({ amount: '41.00', text: 'rent' });
  const own = entry({ amount: '42.00', text: 'with a reference', ref: 'O1' });
  const file = statements([rent, own, rent], [rent, own]);
  expect(await importFile(file)).toMatchObject({ lines: 5, fresh: 3 });
  expect(await importFile(statements([rent, rent, own]))).toMatchObject({ lines: 3, fresh: 0 });
});
