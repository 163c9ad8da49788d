import type { CallResult } from '@openmere/core/kit/call.ts';
import { skeletonOf } from '@openmere/core/member/nickname.ts';
import type { adminMember } from '@openmere/core/operator/member-contract.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSanctions } from '../member/sanctions-store.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Mail } from '../platform/outbox.ts';
import { open } from '../platform/secrets-box.ts';
import { openTestApp, reasonIn } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { addMember } from '../test/people.ts';
import { request } from '../test/withdrawals.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await openTestApp();
  token = await app.operator('support');
}, 60_000);
afterAll(() => app.close());

const ask = (path: string, body: unknown) => app.post('console', path, body, { token });

test('refuses: a member who is none, and roles that have nothing to do with people', async () => {
  expect(reasonIn(await ask('Admin/Member', { id: 'mem_nobody' }))).toBe('operator.nomember');
  token = await app.operator('content');
  expect((await ask('Admin/Members', {})).envelope.code).toBe('forbidden');
  token = await app.operator('support');
});

test('behavior: a member with balances, sessions, inviter and accounts of the same person, without the whole e-mail', async () => {
  const main = await addMember(app, { coins: 100 });
  const sub = await addMember(app, { main });
  await request(app, main, '20');
  const heard = await ask('Admin/Member', { id: main.id });
  expect(reasonIn(heard)).toBe('ok');
  const shown = heard.envelope.data as CallResult<typeof adminMember>;
  expect(shown).toMatchObject({
    userid: main.id,
    inviter: { nickname: 'Root' },
    directs: 0,
    main: null,
    subaccounts: [{ userid: sub.id }],
    balances: [{ coinid: 'USDT', available: '80', held: '20' }],
    risk: { frozen: false, lockeduntil: null, sanctions: 'clear', listed: [] },
  });
  expect(shown.sessions).toHaveLength(1);
  expect(shown.email).not.toBe(`${main.id}@example.org`);
  expect((await ask('Admin/Member', { id: sub.id })).envelope.data).toMatchObject({
    main: { userid: main.id },
  });
});

test('behavior: a wallet on a sanctions list is shown with every account of its person, and whose it is (decision 0290)', async () => {
  const main = await addMember(app);
  const sub = await addMember(app, { main });
  const other = await addMember(app);
  const { rows } = await sql<{ wallet: string }>`
    select wallet_address as wallet from member where id = ${sub.id}`.execute(app.owner);
  await inTransaction(app.owner, (tx) => loadSanctions(tx, 'test', rows[0]?.wallet ?? ''));
  const riskOf = async ({ id }: { id: string }) =>
    ((await ask('Admin/Member', { id })).envelope.data as CallResult<typeof adminMember>).risk;
  expect(await riskOf(sub)).toMatchObject({ sanctions: 'listed', listed: [] });
  expect(await riskOf(main)).toMatchObject({ sanctions: 'clear', listed: [{ userid: sub.id }] });
  expect(await riskOf(other)).toMatchObject({ sanctions: 'clear', listed: [] });
});

test('behavior: members and their records are found by id, code, wallet, e-mail, name, and by the beginning of a name', async () => {
  const member = await addMember(app, { coins: 40 });
  const { rows } = await sql<{ code: string; wallet: string; email: string }>`
    select invitation_code as code, wallet_address as wallet, email from member where id = ${member.id}`.execute(
    app.owner,
  );
  await sql`update member set nickname = 'Lin Harbour', nickname_key = ${skeletonOf('Lin Harbour')}, phone = '+6591234567'
    where id = ${member.id}`.execute(app.owner);
  const { id } = await request(app, member, '20');
  const [{ code, wallet, email } = { code: '', wallet: '', email: '' }] = rows;
  const byWallet = wallet.toUpperCase().replace('0X', '0x');
  const byPhone = ['+6591234567', '+65 9123 4567', '+65 (9123)-4567'];
  for (const search of [member.id, code.toLowerCase(), byWallet, email, ...byPhone]) {
    expect((await ask('Admin/Members', { search })).envelope.list, search).toMatchObject([
      { userid: member.id },
    ]);
    expect((await ask('Admin/Withdrawals', { search })).envelope.list, search).toMatchObject([
      { id, nickname: 'Lin Harbour' },
    ]);
  }
  const started = (await ask('Admin/Members', { search: 'lin' })).envelope.list as { userid: string }[];
  expect(started.map(({ userid }) => userid)).toContain(member.id);
  expect((await ask('Admin/Withdrawals', { search: id })).envelope.list).toMatchObject([{ id }]);
  expect((await ask('Admin/Withdrawals', { search: 'nobody at all' })).envelope.list).toEqual([]);
});

test('refuses: to freeze nobody, without a reason, and by a role that has nothing to do with people', async () => {
  const freeze = (body: object) => ask('Admin/MemberFreeze', body);
  expect(reasonIn(await freeze({ id: 'mem_nobody', reason: 'a call for help' }))).toBe('operator.nomember');
  const member = await addMember(app, { coins: 40 });
  expect(reasonIn(await freeze({ id: member.id, reason: ' ' }))).toBe('request.invalid');
  const content = await app.operator('content');
  const heard = await app.post(
    'console',
    'Admin/MemberFreeze',
    { id: member.id, reason: 'a call for help' },
    { token: content },
  );
  expect(heard.envelope.code).toBe('forbidden');
  await request(app, member, '20');
});

test('behavior: an operator freezes a person with all accounts: sessions end, nothing leaves, and the owner is told', async () => {
  const main = await addMember(app, { coins: 100 });
  const sub = await addMember(app, { main, coins: 100 });
  const reason = 'a call for help, number 12';
  for (const id of [sub.id, main.id]) {
    expect(reasonIn(await ask('Admin/MemberFreeze', { id, reason }))).toBe('ok');
  }
  for (const account of [main, sub])
    await expect(request(app, account, '20')).rejects.toMatchObject({ code: 'ledger.frozen' });
  expect((await ask('Admin/Member', { id: main.id })).envelope.data).toMatchObject({
    sessions: [],
    risk: { frozen: true },
  });
  const { rows } = await sql<{ sealed: string }>`select sealed from mail_outbox`.execute(app.owner);
  const mails = rows.map(({ sealed }) => JSON.parse(open(sealed)) as Mail);
  expect(mails.filter(({ to }) => to === `${main.id}@example.org`).map(({ template }) => template)).toEqual([
    'auth.frozenbystaff',
  ]);
  // Kept in the app as well, once, and not mailed a second time.
  const { rows: notices } =
    await sql`select template, mailed from notice where member_id = ${main.id}`.execute(app.owner);
  expect(notices).toEqual([{ template: 'auth.notice.frozenbystaff', mailed: true }]);
  const { rows: log } = await sql`select action, detail from audit_log
    where subject = ${main.id} order by detail->>'member'`.execute(app.owner);
  expect(log).toEqual(
    [main.id, sub.id].sort().map((member) => ({ action: 'member.freeze', detail: { member, reason } })),
  );
});
