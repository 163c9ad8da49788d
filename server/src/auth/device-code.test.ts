import type { Envelope } from '@openmere/core/kit/call.ts';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, newSigner, openAuthApp, reasonOf } from '../test/visitors.ts';
import type { AuthApp, CallOptions, Person } from '../test/visitors.ts';

let app: AuthApp;
let next = 0;
beforeAll(async () => {
  app = await openAuthApp();
}, 60_000);
afterAll(() => app.close());

const newPerson = (options?: CallOptions): Promise<Person> =>
  app.register(`abroad${(next += 1)}@example.org`, {}, options);
const abroad = (): CallOptions => ({ ip: `198.51.${(next += 1)}.7`, device: 'Tablet', jar: {} });

async function login(person: Person, options: CallOptions, emailcode?: string): Promise<Envelope> {
  const password = await app.seal('Users/UserLogin', PASSWORD);
  const code = emailcode === undefined ? {} : { emailcode };
  return app.call('Users/UserLogin', { account: person.email, password, ...code }, options);
}

const mailsTo = async (person: Person) =>
  (await app.mails()).filter(({ to, template }) => to === person.email && template === 'auth.code.device');
const codeTo = async (person: Person): Promise<string> =>
  String((await mailsTo(person)).at(-1)?.params['code']).replaceAll(' ', '');
const wrongOf = (code: string): string => code.replace(/^./, (digit) => String((Number(digit) + 1) % 10));

type Row = { kind: string; stopped: boolean; isnew: boolean; device: string; ip: string };
async function history(token: string): Promise<Row[]> {
  return (await app.call('Users/Logins', {}, { token })).list as Row[];
}

test('refuses: a right password alone from an unknown browser and network; the mailed code opens it, once', async () => {
  const person = await newPerson();
  const from = abroad();
  const asked = await login(person, from);
  expect(asked).toMatchObject({ code: 'needcode', data: { reason: 'auth.needcode', params: { length: 6 } } });
  expect(JSON.stringify(asked)).not.toContain(person.email);
  const code = await codeTo(person);
  expect(reasonOf(await login(person, from, wrongOf(code)))).toBe('auth.badcode');
  expect(
    reasonOf(
      await app.call(
        'Users/UserLogin',
        {
          account: person.email,
          password: await app.seal('Users/UserLogin', 'another 1234'),
          emailcode: code,
        },
        from,
      ),
    ),
  ).toBe('auth.badlogin');
  expect(reasonOf(await login(person, from, code))).toBe('ok');
  expect(reasonOf(await login(person, abroad(), code))).toBe('auth.codespent');
  // From now on it is known, by its cookie and by its network.
  expect(reasonOf(await login(person, from))).toBe('ok');
  expect(reasonOf(await login(person, { ...from, jar: {} }))).toBe('ok');
  expect(await mailsTo(person)).toHaveLength(1);
});

test('refuses: more than five tries at one code, also from many places; the code of another member; of a login by code', async () => {
  const person = await newPerson();
  const other = await newPerson();
  const from = abroad();
  expect(reasonOf(await login(other, from))).toBe('auth.needcode');
  expect(reasonOf(await login(person, from))).toBe('auth.needcode');
  const code = await codeTo(person);
  expect(reasonOf(await login(person, from, await codeTo(other)))).toBe('auth.badcode');
  const byMail = await app.codeFor(person.email, 'login', from);
  expect(reasonOf(await login(person, from, byMail))).toBe('auth.badcode');
  const tries: string[] = [];
  for (let index = 0; index < 4; index += 1) tries.push(reasonOf(await login(person, from, wrongOf(code))));
  expect(tries).toEqual(['auth.badcode', 'auth.badcode', 'auth.badcode', 'auth.codespent']);
  expect(reasonOf(await login(person, from, code))).toBe('auth.codespent');
  for (let index = 0; index < 4; index += 1)
    expect(reasonOf(await login(person, abroad(), wrongOf(code)))).toMatch(/badcode|codespent/);
  expect(reasonOf(await login(person, abroad(), code))).toBe('auth.codespent');
});

test('refuses: more than one mail a minute and ten an hour; the owner’s other ways in are not used up by it', async () => {
  const jar = {};
  const person = await newPerson({ jar });
  const from = abroad();
  expect(reasonOf(await login(person, from))).toBe('auth.needcode');
  expect(reasonOf(await login(person, from))).toBe('auth.needcode');
  expect(await mailsTo(person)).toHaveLength(1);
  const heard: string[] = [];
  for (let minute = 0; minute < 10; minute += 1) {
    app.advance(61_000);
    heard.push(reasonOf(await login(person, { ...from, ip: `198.51.${minute}.9` })));
  }
  expect(heard.filter((reason) => reason === 'auth.needcode')).toHaveLength(9);
  expect(heard.at(-1)).toBe('auth.codetoomany');
  expect(await mailsTo(person)).toHaveLength(10);
  expect(reasonOf(await login(person, { jar, ip: '198.51.250.1' }))).toBe('ok');
  const emailcode = await app.codeFor(person.email, 'login', abroad());
  expect(reasonOf(await app.call('Users/LoginMail', { email: person.email, emailcode }))).toBe('ok');
});

test('behavior: the mail says where from, in the owner’s language, with the way to freeze; the thief’s next code ends none of the owner’s', async () => {
  const person = await newPerson({ lang: 4 });
  const thief = { ...abroad(), device: 'Thief', lang: 2 };
  expect(reasonOf(await login(person, thief))).toBe('auth.needcode');
  const [mail] = await mailsTo(person);
  expect(mail).toMatchObject({ locale: 'ja', params: { device: 'Thief', ip: thief.ip } });
  app.advance(61_000);
  const own = abroad();
  expect(reasonOf(await login(person, own))).toBe('auth.needcode');
  const code = await codeTo(person);
  app.advance(61_000);
  expect(reasonOf(await login(person, thief))).toBe('auth.needcode');
  expect(reasonOf(await login(person, own, code))).toBe('ok');
  const link = String(mail?.params['link']).split('link=')[1];
  expect(reasonOf(await app.call('Users/Freeze', { link }))).toBe('ok');
});

test('behavior: none is asked where a second factor is, where there is no mailbox, and after a password was set anew by mail', async () => {
  const person = await newPerson();
  const begun = await app.call('Users/TotpStart', {}, { token: person.token });
  const { secret } = begun.data as { secret: string };
  const totp = () => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: app.now().getTime() });
  expect(reasonOf(await app.call('Users/TotpConfirm', { totp: totp() }, { token: person.token }))).toBe('ok');
  expect(reasonOf(await login(person, abroad()))).toBe('auth.needtotp');

  const walletOnly = await newPerson();
  await sql`update member set email = null, username = ${`heron${next}`}, username_key = ${`heron${next}`},
    wallet_address = ${newSigner().address.toLowerCase()}, wallet_bound_at = now()
    where id = ${walletOnly.id}`.execute(app.owner);
  expect(reasonOf(await login({ ...walletOnly, email: `heron${next}` }, abroad()))).toBe('ok');

  const forgetful = await newPerson();
  const from = abroad();
  const set = {
    email: forgetful.email,
    emailcode: await app.codeFor(forgetful.email, 'password', from),
    password: await app.seal('Users/SetPassword', PASSWORD.replace('7', '8')),
  };
  expect(reasonOf(await app.call('Users/SetPassword', set, from))).toBe('ok');
  const password = await app.seal('Users/UserLogin', PASSWORD.replace('7', '8'));
  expect(reasonOf(await app.call('Users/UserLogin', { account: forgetful.email, password }, from))).toBe(
    'ok',
  );
});

test('behavior: the history shows what came through and what stopped, once for each try, to its owner alone', async () => {
  const person = await newPerson({ device: 'Phone' });
  const other = await newPerson();
  const thief = { ...abroad(), device: 'Thief' };
  await login(person, thief);
  await login(person, thief, '000000');
  const own = abroad();
  await login(person, own);
  const opened = await login(person, own, await codeTo(person));
  expect(reasonOf(opened)).toBe('ok');
  expect(await history(person.token)).toMatchObject([
    { kind: 'password', stopped: false, isnew: true, device: 'Tablet', ip: own.ip },
    { kind: 'password', stopped: true, isnew: true, device: 'Thief', ip: thief.ip },
    { kind: 'register', stopped: false, isnew: false, device: 'Phone' },
  ]);
  expect(await history(other.token)).toHaveLength(1);
  const first = await app.call('Users/Logins', { pageSize: 2 }, { token: person.token });
  const { cursor } = first.data as { cursor: string };
  const rest = await app.call('Users/Logins', { pageSize: 2, cursor }, { token: person.token });
  expect(rest.list).toMatchObject([{ kind: 'register' }]);
  const stolen = await app.call('Users/Logins', { cursor }, { token: other.token });
  expect(reasonOf(stolen)).toBe('request.invalid');
});
