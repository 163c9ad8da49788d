import { randomBytes } from 'node:crypto';
import { makeInviteCode } from '@openmere/core/auth/invite-code.ts';
import { allCalls } from '@openmere/core/calls.ts';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/connect.ts';
import { newId } from '../platform/ids.ts';
import type { Mail } from '../platform/outbox.ts';
import { open } from '../platform/secrets-box.ts';
import { openTestApp, reasonIn } from '../test/app.ts';
import type { Ask, Heard, TestApp } from '../test/app.ts';
import { coin } from '../test/context.ts';
import { addOffer, addPerson } from '../test/orders.ts';
import { addOperator, newWallet, RIGHT_PAYPASSWORD } from '../test/people.ts';
import { sampleOf } from './test-samples.ts';

/** Secrets that were really given to the house during this file, each in every form in which it travelled. */
const canaries = new Set<string>();
const codes = new Set<string>();
/** `path field` of each secret that went through its call. */
const sent = new Set<string>();
let now = Date.now();
let app: TestApp;
let inviteCode: string;

beforeAll(async () => {
  app = await openTestApp({ clock: () => new Date(now) });
  inviteCode = await addInviter();
}, 60_000);
afterAll(() => app.close());

function canary(): string {
  const text = `Canary 7 ${randomBytes(12).toString('hex')}`;
  canaries.add(text);
  return text;
}

/** Calls with its secrets sealed; each is remembered as given. */
async function call(
  path: string,
  body: Readonly<Record<string, unknown>>,
  ask: Ask = {},
  surface: 'member' | 'console' = 'member',
): Promise<Heard> {
  const secrets = allCalls.find((one) => one.path === path)?.secrets ?? [];
  const sealed: Record<string, unknown> = { ...body };
  for (const field of secrets) {
    const plain = body[field];
    if (typeof plain !== 'string') continue;
    const box = await app.seal(path, plain);
    sealed[field] = box;
    canaries.add(box);
    sent.add(`${path} ${field}`);
  }
  return app.post(surface, path, sealed, ask);
}

/** A member of the installation whose code checks itself; their history is not of interest here. */
async function addInviter(): Promise<string> {
  const code = makeInviteCode(randomBytes(5));
  await inTransaction(app.owner, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into member (id, nickname, nickname_key, invitation_code, inviter_id, country, wallet_address,
        wallet_bound_at, activated_at)
      select ${newId('mem')}, 'Inviter', 'inviter', ${code}, id, 'SG', ${newWallet()}, now(), now()
      from member where inviter_id is null`.execute(tx);
  });
  return code;
}

async function codeFor(email: string, purpose: string, ask: Ask = {}): Promise<string> {
  now += 61_000;
  expect(reasonIn(await call('Ctrls/SendCode_Mail', { email, purpose }, ask))).toBe('ok');
  const { rows } = await sql<{ sealed: string }>`select sealed from mail_outbox order by id desc`.execute(
    app.db,
  );
  const mail = rows.map((row) => JSON.parse(open(row.sealed)) as Mail).find((one) => one.to === email);
  const code = String(mail?.params['code']);
  codes.add(code);
  return code;
}

function tokenOf(heard: Heard): string {
  const { token } = heard.envelope.data as { token: string };
  canaries.add(token);
  return token;
}

test('behavior: secrets do their work: registered, logged in, changed, paid with', async () => {
  const email = 'canary@example.org';
  const [first, second, pay, otherPay] = [canary(), canary(), canary(), canary()];
  const registered = await call('Users/Register', {
    email,
    emailcode: await codeFor(email, 'register'),
    password: first,
    invitecode: inviteCode,
    country: 'SG',
    agreements: 'user-1,privacy-1,risk-1',
  });
  expect(reasonIn(registered)).toBe('ok');
  tokenOf(registered);
  const token = tokenOf(await call('Users/UserLogin', { account: email, password: first }));
  expect(reasonIn(await call('Users/SetPassword', { password: second, old: first }, { token }))).toBe('ok');
  const emailcode = await codeFor(email, 'paypassword', { token });
  expect(reasonIn(await call('Users/SetPaypassword', { paypassword: pay, emailcode }, { token }))).toBe('ok');
  expect(reasonIn(await call('Users/SetPaypassword', { paypassword: otherPay, old: pay }, { token }))).toBe(
    'ok',
  );
  const bind = await call(
    'Users/BindEmaill',
    { email: 'new-canary@example.org', password: second },
    { token },
  );
  expect(reasonIn(bind)).toBe('ok');
});

test('behavior: secrets of second factors and of suspicious logins go through their calls', async () => {
  const email = 'factor-canary@example.org';
  const password = canary();
  const registered = await call('Users/Register', {
    email,
    emailcode: await codeFor(email, 'register'),
    password,
    invitecode: inviteCode,
    country: 'SG',
    agreements: 'user-1,privacy-1,risk-1',
  });
  const token = tokenOf(registered);
  const login = { account: email, password };
  const abroad = { ip: '198.51.100.77' };
  expect(reasonIn(await call('Users/UserLogin', login, abroad))).toBe('auth.needcode');
  const { rows } = await sql<{ sealed: string }>`select sealed from mail_outbox order by id desc`.execute(
    app.db,
  );
  const mail = rows.map((row) => JSON.parse(open(row.sealed)) as Mail).find((one) => one.to === email);
  expect(mail?.template).toBe('auth.code.device');
  const emailcode = String(mail?.params['code']);
  codes.add(emailcode);
  canaries.add(String(mail?.params['link']).split('link=')[1] ?? '');
  tokenOf(await call('Users/UserLogin', { ...login, emailcode }, abroad));

  const begun = await call('Users/TotpStart', {}, { token });
  const { secret } = begun.envelope.data as { secret: string };
  canaries.add(secret);
  const totpNow = (): string => {
    now += 30_000;
    const totp = TOTP.generate({ secret: new TOTP({ secret }).secret, timestamp: now });
    codes.add(totp);
    return totp;
  };
  const confirmed = await call('Users/TotpConfirm', { totp: totpNow() }, { token });
  const { codes: recovery } = confirmed.envelope.data as { codes: string[] };
  expect(recovery).toHaveLength(10);
  for (const code of recovery) canaries.add(code).add(code.replaceAll('-', ''));
  tokenOf(await call('Users/UserLogin', { ...login, totp: totpNow() }));
  tokenOf(await call('Users/UserLogin', { ...login, totp: recovery[0] ?? '' }));
  expect(reasonIn(await call('Users/UserLogin', { ...login, totp: recovery[0] ?? '' }))).toBe('auth.badtotp');
});

test('behavior: secrets of a family go through their calls', async () => {
  const main = await addPerson(app, { activated: true });
  const made = async (nickname: string) => {
    const body = { requestId: crypto.randomUUID(), nickname, paypassword: RIGHT_PAYPASSWORD };
    const sealed = await call('Users/createChildAccount', body, { token: main.token });
    const { userid } = sealed.envelope.data as { userid: string };
    return tokenOf(await call('Users/TabUser', { userid }, { token: main.token }));
  };
  const email = 'sub-canary@example.org';
  const byMail = { token: await made('Canary by mail') };
  const begun = await call('Users/BindEmaill', { email, paypassword: RIGHT_PAYPASSWORD }, byMail);
  expect(reasonIn(begun)).toBe('ok');
  const { rows } = await sql<{ sealed: string }>`select sealed from mail_outbox order by id desc`.execute(
    app.db,
  );
  const mail = rows.map((row) => JSON.parse(open(row.sealed)) as Mail).find((one) => one.to === email);
  const bound = { email, emailcode: String(mail?.params['code']), password: canary() };
  expect(reasonIn(await call('Users/BindEmaill_c', bound, byMail))).toBe('ok');
  const byWallet = { token: await made('Canary by wallet') };
  const wallet = privateKeyToAccount(`0x${randomBytes(32).toString('hex')}`);
  const asked = await call('Users/Bind_address', { address: wallet.address }, byWallet);
  const { message } = asked.envelope.data as { message: string };
  const signature = await wallet.signMessage({ message });
  const wanted = { address: wallet.address, message, signature, paypassword: RIGHT_PAYPASSWORD };
  expect(reasonIn(await call('Users/Bind_address_c', wanted, byWallet))).toBe('ok');
});

test('behavior: secrets of wallets, money and operators go through their calls', async () => {
  const rich = await addPerson(app, { coins: 100 });
  const { token } = rich;
  canaries.add(token);
  const email = `${rich.id}@example.org`;
  const emailcode = await codeFor(email, 'password', { token });
  expect(reasonIn(await call('Users/setloginpassword', { password: canary(), emailcode }, { token }))).toBe(
    'ok',
  );
  const pay = canary();
  const paycode = await codeFor(email, 'paypassword', { token });
  await call('Users/SetPaypassword', { paypassword: pay, emailcode: paycode }, { token });
  await sql`update ledger.outbound_lock set locked_until = now() - interval '1 hour'`.execute(app.owner);
  for (const path of [
    'Wallet/Transfer',
    'Wallet/Withdraw',
    'Users/BindAntiWithdrawAddress',
    'Users/BindAlipayaccount',
    'Users/PayableSet',
  ]) {
    const sample = await sampleOf(allCalls.find((one) => one.path === path) ?? never(path), app.seal);
    const info = (await call('Users/Info', {}, { token })).envelope.data as { useraddress: string };
    const body: Record<string, string> = { ...sample, paypassword: pay };
    if (body['address']) body['address'] = info.useraddress;
    if (body['target']) body['target'] = inviteCode;
    expect([path, reasonIn(await call(path, body, { token }))]).toEqual([path, 'ok']);
    now += 60_000;
    const wrong = await call(path, { ...body, ...fresh(body), paypassword: canary() }, { token });
    expect([path, reasonIn(wrong)]).toEqual([path, 'auth.wrongpaypassword']);
    now += 3_600_000;
  }
  const { goods } = await addOffer(app, { price: coin });
  const { addressId: addressid } = rich;
  const order = await rich.ask<unknown>('Order/Create', {
    requestId: crypto.randomUUID(),
    items: [{ ...goods, quantity: 1 }],
    addressid,
  });
  const ids = (order.list as { id: string }[]).map(({ id }) => id);
  const payment = { requestId: crypto.randomUUID(), ids, coinid: 'USDT' };
  const wrongly = await call('Order/Pay', { ...payment, paypassword: canary() }, { token });
  expect(reasonIn(wrongly)).toBe('auth.wrongpaypassword');
  now += 3_600_000;
  expect(reasonIn(await call('Order/Pay', { ...payment, paypassword: pay }, { token }))).toBe('ok');
  const unfreeze = await call('Users/Unfreeze', { paypassword: canary() }, { token });
  expect(reasonIn(unfreeze)).toBe('auth.notfrozen');
  const refused = await call('Users/FactorResetRefuse', { id: 'frs_none', paypassword: canary() }, { token });
  expect(reasonIn(refused)).toBe('auth.nofactorreset');
  now += 3_600_000;
  const pictures = await call('Users/ExportPictures', { paypassword: canary() }, { token });
  expect(reasonIn(pictures)).toBe('auth.wrongpaypassword');
  const closed = await call('Users/Delete', { paypassword: canary() }, { token });
  expect(reasonIn(closed)).toBe('member.closingblocked');
  const operator = await addOperator(app, 'admin');
  canaries.add(operator.made.totpSecret).add(operator.made.password);
  const totp = TOTP.generate({
    secret: new TOTP({ secret: operator.made.totpSecret }).secret,
    timestamp: now,
  });
  const login = { account: operator.account, password: operator.made.password, totp, newpassword: canary() };
  tokenOf(await call('Admin/Login', login, {}, 'console'));
});

function fresh(body: Record<string, string>): Record<string, string> {
  if ('payabletype' in body) return { account: '9876543210' };
  return 'requestId' in body ? { requestId: crypto.randomUUID() } : {};
}

function never(path: string): never {
  throw new Error(`no such call: ${path}`);
}

test('refuses: secrets in the wrong place: plain, in the query, in another field, as token, cookie, path or address', async () => {
  for (const one of allCalls.filter(({ secrets }) => secrets.length > 0)) {
    const surface = one.path.startsWith('Admin/') ? ('console' as const) : ('member' as const);
    const sample = await sampleOf(one, app.seal);
    for (const field of one.secrets) {
      const text = canary();
      const other = Object.keys(one.input.shape).find((name) => !one.secrets.includes(name)) ?? field;
      const headers = { cookie: text, authorization: `Bearer ${text}`, referer: `https://x.example/${text}` };
      const heard = [
        await app.post(surface, one.path, { ...sample, [field]: text }),
        await app.post(surface, one.path, {}, { query: `?${field}=${encodeURIComponent(text)}` }),
        await app.post(surface, one.path, { ...sample, [other]: text }, { headers }),
        await app.post(surface, one.path, `{"${field}":"${text}"`),
        await app.post(surface, one.path, sample, { token: text.replaceAll(' ', '_') }),
        await app.post(surface, `${one.path}/${encodeURIComponent(text)}`, {}),
      ];
      expect(heard.filter(({ envelope }) => envelope.success).map(() => one.path)).toEqual([]);
      expect(heard.filter(({ body }) => body.includes(text))).toEqual([]);
    }
  }
});

/** Every row of every table, as text: also what stands in JSON, in arrays and, as hex, in bytes. */
async function dump(): Promise<{ table: string; row: string }[]> {
  const db = app.owner;
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'ledger') and table_type = 'BASE TABLE'`.execute(db);
  const found: { table: string; row: string }[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(db);
    found.push(...rows.map(({ row }) => ({ table: name, row })));
  }
  return found;
}

test('refuses: every secret a place in log, tables, waiting mails or socket messages (I23)', async () => {
  const wanted = allCalls.flatMap(({ path, secrets }) => secrets.map((field) => `${path} ${field}`));
  expect([...sent].sort()).toEqual(wanted.sort());
  expect(codes.size).toBeGreaterThan(3);
  const rows = await dump();
  // The places that hold something were really looked at.
  const tables = new Set(rows.map(({ table }) => table));
  for (const table of [
    'public.login_password',
    'public.pay_password',
    'public.mail_outbox',
    'public.auth_session',
  ])
    expect(tables).toContain(table);
  expect(tables).toContain('public.audit_log');
  expect(tables).toContain('public.socket_message');
  const forms = [...canaries].flatMap((text) => [
    text,
    Buffer.from(text).toString('hex'),
    Buffer.from(text).toString('base64').replace(/=+$/, ''),
    encodeURIComponent(text),
  ]);
  const hits = (text: string): boolean => forms.some((form) => text.includes(form));
  // Six digits alone: not a part of a longer number, of a hash, or of the fraction of a second.
  const isCode = (text: string): boolean =>
    [...codes].some((code) => new RegExp(`(?<![0-9A-Za-z_.-])${code}(?![0-9A-Za-z_])`).test(text));
  expect(canaries.size).toBeGreaterThan(40);
  expect(rows.some(({ row }) => row.includes('harbour'))).toBe(true);
  expect(rows.filter(({ row }) => hits(row) || isCode(row)).map(({ table }) => table)).toEqual([]);
  expect(app.lines.length).toBeGreaterThan(80);
  expect(app.lines.filter((line) => hits(line) || isCode(line))).toEqual([]);
});
