import type { Envelope } from '@openmere/core/kit/call.ts';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fund } from '../../ledger/test-ledger.ts';
import { reasonIn } from '../../test/app.ts';
import { moveClock } from '../../test/orders.ts';
import { PASSWORD, newSigner, openAuthApp, reasonOf, tally } from '../../test/visitors.ts';
import type { AuthApp, CallOptions, Person } from '../../test/visitors.ts';

const HOUR = 3_600_000;
const WAIT = 72 * HOUR;
const PAY = 'heron pays 77';

let app: AuthApp;
let one: string;
let two: string;
let next = 0;
beforeAll(async () => {
  app = await openAuthApp();
  // Proposals end by the database's clock.
  app.advance(Date.now() - app.now().getTime());
  [one, two] = [await app.operator('admin'), await app.operator('admin')];
}, 60_000);
afterAll(() => app.close());

type Guarded = Person & { secret: string };
type Asked = { id: string; asked: string; ready: string };
type Row = { id: string; state: string; userid: string } & Record<string, unknown>;

const dataOf = <T>(answer: Envelope): T => {
  expect([answer.msg, answer.success]).toEqual([answer.msg, true]);
  return answer.data as T;
};
const codeOf = (secret: string): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: app.now().getTime() });

async function withTotp(paypassword?: string, from: CallOptions = {}): Promise<Guarded> {
  const person = await app.register(`reset${(next += 1)}@example.org`, {}, from);
  if (paypassword !== undefined) dataOf(await app.setPaypassword(person, paypassword));
  const { token } = person;
  const { secret } = dataOf<{ secret: string }>(await app.call('Users/TotpStart', {}, { token }));
  dataOf(await app.call('Users/TotpConfirm', { totp: codeOf(secret) }, { token }));
  return { ...person, secret };
}

/** Asks from a device that was never here, by the mailbox. */
async function ask(
  person: Person,
  from: CallOptions = { ip: '203.0.113.65', device: 'New phone' },
): Promise<Asked> {
  const emailcode = await app.codeFor(person.email, 'password');
  return dataOf<Asked>(await app.call('Users/FactorReset', { email: person.email, emailcode }, from));
}
const sealedPay = (text: string) => app.seal('Users/FactorResetRefuse', text);
const refuseBy = async (token: string, id: string, more: object = {}) =>
  reasonOf(await app.call('Users/FactorResetRefuse', { id, ...more }, { token }));
const infoOf = async (token: string) =>
  dataOf<{ factorreset: Asked | null; hastotp: boolean }>(await app.call('Users/Info', {}, { token }));
const loginBare = async (person: Person) =>
  app.call('Users/UserLogin', {
    account: person.email,
    password: await app.seal('Users/UserLogin', PASSWORD),
  });
const templatesTo = async (person: Person) =>
  (await app.mails()).filter(({ to }) => to === person.email).map(({ template }) => template);

/** As an operator whose session did not end while members waited for their codes. */
async function atConsole(path: string, body: object, token: string) {
  await sql`update operator_session set last_used_at = ${app.now()}`.execute(app.owner);
  return app.post('console', path, body, { token });
}
const change = (id: string) => ({ kind: 'factorreset', subject: id, value: '' });
async function propose(id: string): Promise<{ id: string; hash: string }> {
  const looked = await atConsole('Admin/DryRun', change(id), one);
  expect(reasonIn(looked)).toBe('ok');
  const { hash } = looked.envelope.data as { hash: string };
  const body = { ...change(id), reason: 'called back on the known number', hash };
  const made = await atConsole('Admin/Propose', body, one);
  expect(reasonIn(made)).toBe('ok');
  return { id: (made.envelope.data as { id: string }).id, hash };
}
const confirm = async (proposal: { id: string; hash: string }, token = two) =>
  reasonIn(await atConsole('Admin/ProposalConfirm', proposal, token));
async function rows(state: 'open' | 'ended'): Promise<Row[]> {
  const heard = await atConsole('Admin/FactorResets', { state, pageSize: 100 }, one);
  expect(reasonIn(heard)).toBe('ok');
  return heard.envelope.list as Row[];
}
const rowOf = async (id: string, state: 'open' | 'ended') => (await rows(state)).find((row) => row.id === id);

test('refuses: to ask without mailbox or wallet, with a code twice, and where no factor is on', async () => {
  const person = await withTotp();
  expect(reasonOf(await app.call('Users/FactorReset', { email: person.email }))).toBe('auth.badcode');
  const wrong = { email: person.email, emailcode: '000000' };
  expect(reasonOf(await app.call('Users/FactorReset', wrong))).toBe('auth.badcode');
  // The mail of a login's code does not say that it opens this.
  const other = { email: person.email, emailcode: await app.codeFor(person.email, 'login') };
  expect(reasonOf(await app.call('Users/FactorReset', other))).toBe('auth.badcode');
  const emailcode = await app.codeFor(person.email, 'password');
  const right = { email: person.email, emailcode };
  expect(reasonOf(await app.call('Users/FactorReset', right))).toBe('ok');
  expect(reasonOf(await app.call('Users/FactorReset', right))).not.toBe('ok');
  const plain = await app.register(`reset${(next += 1)}@example.org`);
  const bare = { email: plain.email, emailcode: await app.codeFor(plain.email, 'password') };
  expect(reasonOf(await app.call('Users/FactorReset', bare))).toBe('auth.nototp');
  const nobody = `nobody${(next += 1)}@example.org`;
  const unknown = { email: nobody, emailcode: await app.codeFor(nobody, 'password') };
  expect(reasonOf(await app.call('Users/FactorReset', unknown))).toBe('auth.nototp');
});

test('behavior: whoever is still signed in asks with a code that their own page or a visitor’s asked for', async () => {
  const person = await withTotp();
  const { token, email } = person;
  for (const asking of [{ token }, {}]) {
    const emailcode = await app.codeFor(email, 'password', asking);
    expect(reasonOf(await app.call('Users/FactorReset', { email, emailcode }, { token }))).toBe('ok');
  }
});

test('refuses: a wallet’s signature for something else; the right one asks', async () => {
  const person = await withTotp();
  const signer = newSigner();
  const address = signer.address.toLowerCase();
  await sql`update member set wallet_address = ${address}, wallet_bound_at = now() where id = ${person.id}`.execute(
    app.owner,
  );
  const signed = async (purpose: string, token?: string) => {
    const asked = await app.call('Users/getsign', { purpose, address }, token === undefined ? {} : { token });
    const { message } = dataOf<{ message: string }>(asked);
    return { address, message, signature: await signer.signMessage({ message }) };
  };
  const bind = await signed('bind', person.token);
  expect(reasonOf(await app.call('Users/FactorReset', bind))).toBe('auth.badmessage');
  const foreign = { ...(await signed('login')), signature: `0x${'12'.repeat(65)}` };
  expect(reasonOf(await app.call('Users/FactorReset', foreign))).toBe('auth.badsignature');
  const login = await signed('login');
  expect(reasonOf(await app.call('Users/FactorReset', login))).toBe('ok');
  expect(reasonOf(await app.call('Users/FactorReset', login))).toBe('auth.noncespent');
});

test('behavior: the owner hears of it by mail, notice and on every device, and the payment password ends it', async () => {
  const person = await withTotp(PAY);
  const asked = await ask(person);
  expect(Date.parse(asked.ready) - Date.parse(asked.asked)).toBe(WAIT);
  // Asked again it is the same one, and nobody is told twice.
  expect(await ask(person)).toEqual(asked);
  const reset = (all: string[]) => all.filter((template) => template.startsWith('auth.reset'));
  expect(reset(await templatesTo(person))).toEqual(['auth.resetasked']);
  const pushed = await sql<{ data: { change: string } }>`select data from socket_message
    where member_id = ${person.id} and type = 'notice' and data->>'change' = 'resetasked'`.execute(app.owner);
  expect(pushed.rows).toHaveLength(1);
  const told = await sql`select 1 from notice where member_id = ${person.id}
    and template = 'auth.notice.resetasked'`.execute(app.owner);
  expect(told.rows).toHaveLength(1);
  expect((await infoOf(person.token)).factorreset).toEqual(asked);

  const other = await withTotp();
  expect(await refuseBy(other.token, asked.id)).toBe('auth.nofactorreset');
  expect(await refuseBy(person.token, 'frs_nobody')).toBe('auth.nofactorreset');
  // Whoever holds a session alone cannot.
  expect(await refuseBy(person.token, asked.id)).toBe('auth.wrongpaypassword');
  const wrong = await sealedPay('not this one 3');
  expect(await refuseBy(person.token, asked.id, { paypassword: wrong })).toBe('auth.wrongpaypassword');
  expect((await infoOf(person.token)).factorreset).toEqual(asked);
  const answers = await Promise.all(
    Array.from({ length: 4 }, async () =>
      app.call(
        'Users/FactorResetRefuse',
        { id: asked.id, paypassword: await sealedPay(PAY) },
        { token: person.token },
      ),
    ),
  );
  expect(tally(answers)).toEqual({ ok: 1, 'auth.factorresetended': 3 });
  expect(await infoOf(person.token)).toMatchObject({ factorreset: null, hastotp: true });
  expect(reset(await templatesTo(person))).toEqual(['auth.resetasked', 'auth.resetended']);
  expect(await rowOf(asked.id, 'ended')).toMatchObject({ state: 'refused', userid: person.id, by: null });
});

test('behavior: without a payment password the factor refuses, and the session alone does not', async () => {
  const person = await withTotp();
  const asked = await ask(person);
  app.advance(30_000);
  expect(await refuseBy(person.token, asked.id)).toBe('auth.needtotp');
  expect(await refuseBy(person.token, asked.id, { totp: '000000' })).toBe('auth.badtotp');
  expect((await infoOf(person.token)).factorreset).toEqual(asked);
  expect(await refuseBy(person.token, asked.id, { totp: codeOf(person.secret) })).toBe('ok');
  expect(await infoOf(person.token)).toMatchObject({ factorreset: null, hastotp: true });
  expect(await rowOf(asked.id, 'ended')).toMatchObject({ state: 'found' });
});

test('behavior: whoever uses the factor has it: the request ends, at a login and in the account', async () => {
  const person = await withTotp();
  const asked = await ask(person);
  app.advance(30_000);
  const login = {
    account: person.email,
    password: await app.seal('Users/UserLogin', PASSWORD),
    totp: codeOf(person.secret),
  };
  expect(reasonOf(await app.call('Users/UserLogin', login))).toBe('ok');
  expect(await rowOf(asked.id, 'ended')).toMatchObject({ state: 'found' });
});

test('behavior: the freeze of a mail ends it; a frozen account may ask anew, and stays frozen', async () => {
  const person = await withTotp();
  const asked = await ask(person);
  const mail = (await app.mails()).findLast(({ template }) => template === 'auth.resetasked');
  const link = String(mail?.params['link']).split('link=')[1];
  expect(reasonOf(await app.call('Users/Freeze', { link }))).toBe('ok');
  expect(await rowOf(asked.id, 'ended')).toMatchObject({ state: 'frozen' });
  const again = await ask(person);
  expect(again.id).not.toBe(asked.id);
  await moveClock(app, WAIT);
  expect(await rowOf(again.id, 'open')).toMatchObject({ frozen: true, before: 1 });
  expect(await confirm(await propose(again.id))).toBe('ok');
  const { token } = dataOf<{ token: string }>(await loginBare(person));
  expect(dataOf(await app.call('Users/Info', {}, { token }))).toMatchObject({ frozen: true, hastotp: false });
});

test('refuses: before the waiting time is over, by one operator alone, and what ended meanwhile', async () => {
  const person = await withTotp(PAY);
  const early = await ask(person);
  await moveClock(app, WAIT - HOUR);
  expect(await rowOf(early.id, 'open')).toMatchObject({ due: false });
  expect(reasonIn(await atConsole('Admin/DryRun', change(early.id), one))).toBe('auth.factorresetwaits');
  expect(reasonIn(await atConsole('Admin/DryRun', change('frs_nobody'), one))).toBe('auth.nofactorreset');
  await moveClock(app, HOUR);
  expect(await rowOf(early.id, 'open')).toMatchObject({ due: true });
  const proposal = await propose(early.id);
  expect(await confirm(proposal, one)).toBe('operator.secondperson');
  expect(await infoOf(person.token)).toMatchObject({ hastotp: true });
  // The owner refuses between the two operators.
  expect(await refuseBy(person.token, early.id, { paypassword: await sealedPay(PAY) })).toBe('ok');
  expect(await confirm(proposal)).toBe('auth.factorresetended');
  expect(await infoOf(person.token)).toMatchObject({ hastotp: true });
  expect(reasonIn(await atConsole('Admin/DryRun', change(early.id), one))).toBe('auth.factorresetended');
});

test('refuses: a request that is done without two operators, whoever writes it', async () => {
  const person = await withTotp();
  const { id } = await ask(person);
  const { rows: people } = await sql<{ id: string }>`select id from operator order by id limit 2`.execute(
    app.owner,
  );
  const [maker, checker] = people.map((operator) => operator.id);
  const forge = (by: string | undefined) =>
    sql`update factor_reset set state = 'done', ended_at = now(), maker_id = ${maker}, checker_id = ${by ?? null}
      where id = ${id}`.execute(app.db);
  await expect(forge(checker)).rejects.toThrow('takes two operators');
  await expect(forge(maker)).rejects.toThrow('factor_reset_two');
  await expect(forge(undefined)).rejects.toThrow('factor_reset_two');
  const shift = sql`update factor_reset set ready_at = asked_at + interval '1 minute' where id = ${id}`;
  await expect(shift.execute(app.db)).rejects.toThrow('ends once');
});

test('behavior: two operators take it off: app and codes gone, sessions ended, money locked as after a reset', async () => {
  const person = await withTotp();
  await fund(app.db, person.id, 500);
  const asked = await ask(person);
  await moveClock(app, WAIT);
  expect(await rowOf(asked.id, 'open')).toMatchObject({
    state: 'open',
    proof: 'mail',
    device: 'New phone',
    knowndevice: false,
    knownnetwork: false,
    identity: 'none',
    balances: 'medium',
    frozen: false,
    logins: [{ kind: 'register', device: 'test' }],
  });
  const queue = await atConsole('Admin/Queues', {}, one);
  const waiting = (queue.envelope.list as { name: string; waiting: number }[]).find(
    ({ name }) => name === 'factorresets',
  );
  expect(waiting?.waiting).toBeGreaterThan(0);
  const proposal = await propose(asked.id);
  const answers = await Promise.all([confirm(proposal), confirm(proposal)]);
  expect(answers.toSorted()).toEqual(['ok', 'operator.proposalended']);
  expect(reasonOf(await app.call('Users/Info', {}, { token: person.token }))).toBe('request.notlogin');
  const { token } = dataOf<{ token: string }>(await loginBare(person));
  const info = dataOf<{ hastotp: boolean; lockeduntil: string; factorreset: null }>(
    await app.call('Users/Info', {}, { token }),
  );
  expect(info).toMatchObject({ hastotp: false, factorreset: null });
  const row = await rowOf(asked.id, 'ended');
  expect(Date.parse(info.lockeduntil) - Date.parse(String(row?.['ended']))).toBeGreaterThan(
    24 * HOUR - 60_000,
  );
  expect(Date.parse(info.lockeduntil) - Date.parse(String(row?.['ended']))).toBeLessThan(24 * HOUR + 60_000);
  expect(row).toMatchObject({ state: 'done' });
  expect(String(row?.['by']).split(', ')).toHaveLength(2);
  expect((await templatesTo(person)).at(-1)).toBe('auth.resetdone');
  const audit = await atConsole('Admin/Audit', { action: 'factorreset.confirm' }, one);
  expect(JSON.stringify(audit.envelope.list)).toContain('called back on the known number');
  const left = await sql`select 1 from recovery_code where member_id = ${person.id}
    union all select 1 from totp_secret where member_id = ${person.id}`.execute(app.owner);
  expect(left.rows).toHaveLength(0);
  // The same again is nobody's any more.
  expect(reasonIn(await atConsole('Admin/DryRun', change(asked.id), one))).toBe('auth.factorresetended');
});

test('refuses: to call known to operators what only calls itself so; the owner’s own browser elsewhere is', async () => {
  const jar = {};
  const owner = await withTotp(undefined, { device: 'iPhone', jar });
  // Its own address: asking is rated.
  const elsewhere = { ip: '203.0.113.66', device: 'iPhone' };
  const copied = await ask(owner, elsewhere);
  expect(await rowOf(copied.id, 'open')).toMatchObject({ knowndevice: false, knownnetwork: false });
  await sql`delete from factor_reset where id = ${copied.id}`.execute(app.owner);
  const own = await ask(owner, { ...elsewhere, jar });
  expect(await rowOf(own.id, 'open')).toMatchObject({ knowndevice: true, knownnetwork: false });
});

test('behavior: an operator declines with a reason, once', async () => {
  const person = await withTotp();
  const { id } = await ask(person);
  const decline = async () =>
    reasonIn(await atConsole('Admin/FactorResetDecline', { id, reason: 'the voice was another' }, two));
  expect(await decline()).toBe('ok');
  expect(await decline()).toBe('auth.factorresetended');
  expect(await rowOf(id, 'ended')).toMatchObject({ state: 'declined', reason: 'the voice was another' });
  expect((await templatesTo(person)).at(-1)).toBe('auth.resetended');
  expect(await refuseBy(person.token, id)).toBe('auth.factorresetended');
});
