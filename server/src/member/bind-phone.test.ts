import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endSessions } from '../auth/session-store.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { open } from '../platform/secrets-box.ts';
import { openTestApp, reasonIn } from '../test/app.ts';
import type { Heard, TestApp } from '../test/app.ts';
import { addMember } from '../test/people.ts';
import type { TestMember } from '../test/people.ts';
import { sendCodeToPhone } from './bind-phone.ts';
import { parsePhone } from './phone.ts';
import { lockMember } from './store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
}, 60_000);
afterAll(() => app.close());

type Person = TestMember & { token: string };
async function add(): Promise<Person> {
  const member = await addMember(app);
  return { ...member, token: await app.session(member.id) };
}
const ask = (who: Person, path: string, body: object = {}): Promise<Heard> =>
  app.post('member', path, body, { token: who.token });
const phoneOf = async (who: Person) =>
  ((await ask(who, 'Users/Info')).envelope.data as { phone: string }).phone;

type Waiting = {
  to: string;
  phone?: boolean;
  template: string;
  params: { code?: string; phone?: string; link?: string };
};
async function waitingFor(to: string): Promise<Waiting[]> {
  const { rows } = await sql<{ sealed: string }>`select sealed from mail_outbox order by id desc`.execute(
    app.owner,
  );
  return rows.map((row) => JSON.parse(open(row.sealed)) as Waiting).filter((one) => one.to === to);
}
async function codeIn(to: string): Promise<string> {
  return (await waitingFor(to))[0]?.params.code?.replaceAll(' ', '') ?? '';
}
const send = async (who: Person, phone: string) =>
  reasonIn(await ask(who, 'Ctrls/SendCode_Phone', { phone }));
const bind = async (who: Person, phone: string, phonecode: string, more: object = {}) =>
  reasonIn(await ask(who, 'Users/BindPhone', { phone, phonecode, ...more }));

test.each(['+65 6123 4567', '+44 800 1111111', '+999 12345678', '+65 812', '+1 800 555 0199'])(
  'refuses: %s is no number that messages reach',
  (text) => {
    expect(parsePhone(text)).toBeUndefined();
  },
);

test('refuses: bad and barred numbers, which locks nobody up; too many codes; a wrong code; somebody’s number', async () => {
  const [ann, bob] = [await add(), await add()];
  expect(await send(ann, '+65 6123 4567')).toBe('auth.badphone');
  // Mainland China and the United States; Hong Kong and Canada are not barred.
  for (const phone of ['+86 138 0013 8000', '+1 212 555 0123'])
    expect(await send(ann, phone)).toBe('auth.barred');
  expect(((await ask(ann, 'Users/Info')).envelope.data as { exitonly: boolean }).exitonly).toBe(false);
  const phone = '+65 8123 4567';
  expect(await send(ann, phone)).toBe('ok');
  expect(await send(ann, '+6581234567')).toBe('auth.codetoosoon');
  const code = await codeIn('+6581234567');
  expect(code).toMatch(/^\d{6}$/);
  const wrong = code === '000000' ? '000001' : '000000';
  expect(await bind(ann, phone, wrong)).toBe('auth.badcode');
  // A code of one member is worth nothing to another.
  expect(await bind(bob, phone, code)).toBe('auth.badcode');
  expect(await bind(ann, phone, code)).toBe('ok');
  expect(await bind(ann, phone, code)).toBe('auth.codespent');
  expect(await phoneOf(ann)).toBe('+65***67');
  await sql`delete from auth_code_mail`.execute(app.owner);
  expect(await send(bob, phone)).toBe('ok');
  expect(await bind(bob, phone, await codeIn('+6581234567'))).toBe('member.phonetaken');
  expect(await phoneOf(bob)).toBe('');
});

test('refuses: more codes than a member may have, whatever the numbers; nobody pays for more', async () => {
  const eve = await add();
  const asked: string[] = [];
  for (let last = 1; last <= 6; last += 1) asked.push(await send(eve, `+65 9000 000${last}`));
  expect(asked).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'auth.codetoomany']);
});

test('behavior: a change takes a fresh proof besides', async () => {
  const dan = await add();
  const [first, second] = ['+6591110001', '+6591120002'];
  expect(await send(dan, first)).toBe('ok');
  expect(await bind(dan, first, await codeIn(first))).toBe('ok');
  expect(await send(dan, second)).toBe('ok');
  const phonecode = await codeIn(second);
  expect(await bind(dan, second, phonecode)).toBe('auth.badcode');
  const email = `${dan.id}@example.org`;
  expect(reasonIn(await ask(dan, 'Ctrls/SendCode_Mail', { email, purpose: 'bind' }))).toBe('ok');
  expect(await bind(dan, second, phonecode, { emailcode: await codeIn(email) })).toBe('ok');
  expect(await phoneOf(dan)).toBe('+65***02');
  // Each is told by mail, with the way to stop everything.
  const told = (await waitingFor(email)).filter(({ template }) => template === 'member.phonebound');
  expect(told.map(({ params }) => params.phone)).toEqual(['+65***02', '+65***01']);
  expect(told[0]?.params.link).toMatch(/#\/pages\/login\/freeze\?link=./);
});

test('refuses: phone functions where no carrier is configured', async () => {
  const fay = await add();
  const ctx = { hasCarrier: false, tx: app.db, actor: fay } as unknown as Parameters<
    typeof sendCodeToPhone
  >[0];
  await expect(sendCodeToPhone(ctx, { phone: '+65 8123 4567' })).rejects.toMatchObject({
    code: 'auth.nosms',
  });
});

test('refuses: a number of a session that the owner ended while it was being bound', async () => {
  const [thief, phone] = [await add(), '+65 8123 4599'];
  expect(await send(thief, phone)).toBe('ok');
  const code = await codeIn('+6581234599');
  const waits = async () =>
    (
      await sql<{ waits: boolean }>`select exists (select from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()) as waits`.execute(app.owner)
    ).rows[0]?.waits;
  let bound: Promise<string> | undefined;
  await inTransaction(app.db, async (tx) => {
    await lockMember(tx, thief.id);
    await endSessions(tx, new Date(), thief.id);
    bound = bind(thief, phone, code);
    await expect.poll(waits, { timeout: 20_000 }).toBe(true);
  });
  expect(await bound).toBe('request.notlogin');
  const { rows } = await sql`select phone from member where id = ${thief.id}`.execute(app.owner);
  expect(rows).toEqual([{ phone: null }]);
}, 30_000);
