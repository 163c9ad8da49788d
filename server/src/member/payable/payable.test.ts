import { PAYABLES_MAX } from '@openmere/core/member/payable.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { open } from '../../platform/secrets-box.ts';
import { openTestApp, reasonIn } from '../../test/app.ts';
import type { Heard, TestApp } from '../../test/app.ts';
import { addMember, RIGHT_PAYPASSWORD } from '../../test/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
}, 60_000);
afterAll(() => app.close());

const iban = 'DE89 3704 0044 0532 0130 00';
const bank = { payabletype: 'bank', holder: 'Ann Example', bankname: 'Harbour Bank', account: iban };
type Row = { id: string; payabletype: string; account: string; holder: string };

async function add() {
  const member = await addMember(app);
  const token = await app.session(member.id);
  const ask = (path: string, body: object = {}): Promise<Heard> => app.post('member', path, body, { token });
  const proved = async (path: string, body: object, paypassword = RIGHT_PAYPASSWORD) =>
    ask(path, { ...body, paypassword: await app.seal(path, paypassword) });
  return {
    id: member.id,
    ask,
    set: (change: object = {}, paypassword?: string) =>
      proved('Users/PayableSet', { ...bank, ...change }, paypassword),
    alipay: (account: string) => proved('Users/BindAlipayaccount', { account, holder: '王小明' }),
    list: async () => (await ask('Users/PayableList')).envelope.list as Row[],
  };
}

test('refuses: nobody, a wrong payment password, what the rules refuse, and what is somebody else’s', async () => {
  const anna = await add();
  const bert = await add();
  expect((await app.post('member', 'Users/PayableList', {})).envelope.code).toBe('notlogin');
  expect(reasonIn(await anna.set({}, 'wrong 1'))).toBe('auth.wrongpaypassword');
  expect(reasonIn(await anna.set({ account: 'DE89 3704 0044 0532 0310 00' }))).toBe('member.badcheckdigits');
  expect(reasonIn(await anna.set({ payabletype: 'cash' }))).toBe('request.invalid');
  expect(await anna.list()).toEqual([]);
  expect(reasonIn(await anna.set())).toBe('ok');
  const [hers] = await anna.list();
  expect(reasonIn(await bert.set({ id: hers?.id }))).toBe('member.nopayable');
  await bert.ask('Users/PayableDel', { id: hers?.id });
  expect(await bert.list()).toEqual([]);
  expect(await anna.list()).toHaveLength(1);
});

test('refuses: the same account twice, and more than are kept, also many at a time', async () => {
  const carl = await add();
  await carl.set();
  expect(reasonIn(await carl.set({ account: 'de89370400440532013000' }))).toBe('member.payableknown');
  const heard = await Promise.all(
    Array.from({ length: PAYABLES_MAX + 3 }, (_, at) => carl.set({ account: `100 200 30${10 + at}` })),
  );
  expect(heard.filter((one) => reasonIn(one) === 'ok')).toHaveLength(PAYABLES_MAX - 1);
  expect(heard.filter((one) => reasonIn(one) === 'member.manypayables')).toHaveLength(4);
});

test('behavior: masked in answers, sealed in the database, told to the member', async () => {
  const dora = await add();
  await dora.set();
  const [row] = await dora.list();
  expect(row).toMatchObject({ payabletype: 'bank', holder: 'Ann Example', account: '•••• 3000' });
  const { rows } = await sql<{ text: string }>`
    select p::text as text from payable p where member_id = ${dora.id}`.execute(app.owner);
  expect(rows[0]?.text).not.toMatch(/Ann|Harbour|3704/);
  const { envelope } = await dora.ask('Ctrls/Notices');
  expect(JSON.stringify(envelope.list)).toContain('•••• 3000');
  expect(JSON.stringify(envelope.list)).not.toContain('3704');
  const waiting = await sql<{ sealed: string }>`select sealed from mail_outbox`.execute(app.owner);
  const mails = waiting.rows
    .map(({ sealed }) => JSON.parse(open(sealed)) as { to: string; template: string; params: object })
    .filter(({ to }) => to === `${dora.id}@example.org`);
  // Once, with the way to stop everything; the notice is not mailed besides.
  expect(mails).toMatchObject([
    {
      template: 'member.payableadded',
      params: {
        kind: 'bank',
        bank: 'Harbour Bank',
        account: '•••• 3000',
        link: expect.stringMatching(/#\/pages\/login\/freeze\?link=./),
      },
    },
  ]);
  const { rows: notices } = await sql<{ mailed: boolean }>`
    select mailed from notice where member_id = ${dora.id}`.execute(app.owner);
  expect(notices).toEqual([{ mailed: true }]);
});

test('behavior: one is replaced as a whole, Alipay is one, and what was removed is gone', async () => {
  const emil = await add();
  await emil.set();
  const [first] = await emil.list();
  expect(reasonIn(await emil.set({ id: first?.id, account: '012 345 6789' }))).toBe('ok');
  expect((await emil.list()).map(({ account }) => account)).toEqual(['•••• 6789']);
  expect(reasonIn(await emil.alipay('13800138000'))).toBe('ok');
  expect(reasonIn(await emil.alipay('wang@example.org'))).toBe('ok');
  expect((await emil.list()).map(({ account }) => account)).toEqual(['w***@example.org', '•••• 6789']);
  for (const { id } of await emil.list()) await emil.ask('Users/PayableDel', { id });
  expect(await emil.list()).toEqual([]);
});

test('behavior: operators of finance see them in full, and their reason stands in the audit log', async () => {
  const finn = await add();
  await finn.set();
  const finance = await app.operator('finance');
  const support = await app.operator('support');
  const look = { userid: finn.id, reason: 'a transfer goes back' };
  expect((await app.post('console', 'Admin/Payables', look, { token: support })).envelope.code).toBe(
    'forbidden',
  );
  const seen = await app.post('console', 'Admin/Payables', look, { token: finance });
  expect((seen.envelope.data as { payables: Row[] }).payables[0]?.account).toBe('DE89370400440532013000');
  const { rows } = await sql<{ detail: string }>`
    select detail::text from audit_log where action = 'payable.look' and subject = ${finn.id}`.execute(
    app.owner,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.detail).toContain('a transfer goes back');
  expect(rows[0]?.detail).not.toContain('3000');
});
