import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockOutboundFor } from '../../ledger/outbound.ts';
import { postEntry } from '../../ledger/post.ts';
import { fund } from '../../ledger/test-ledger.ts';
import { findEquityState } from '../../liquidity/equity-store.ts';
import { grantEquity } from '../../liquidity/grant-equity.ts';
import { inTransaction } from '../../platform/db/connect.ts';
import { forgetSettings } from '../../setting/read.ts';
import { activate, newWallet, setBarred } from '../../test/people.ts';
import { newSigner, openAuthApp, reasonOf } from '../../test/visitors.ts';
import type { AuthApp, Person } from '../../test/visitors.ts';

const PAY = 'zahlen und 42';
const INITIAL = 'eigener Anfang 9';

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
}, 60_000);
afterAll(() => app.close());

let people = 0;
/** An activated main account with a payment password. */
async function newMain(): Promise<Person> {
  people += 1;
  const person = await app.register(`main${people}@example.org`);
  expect(await app.setPaypassword(person, PAY)).toMatchObject({ success: true });
  await sql`update member set wallet_address = ${newWallet()}, wallet_bound_at = now() where id = ${person.id}`.execute(
    app.owner,
  );
  await activate(app, person.id);
  return person;
}

const create = async (main: Person, nickname: string, more: object = {}, pay = PAY) =>
  app.call(
    'Users/createChildAccount',
    {
      requestId: randomUUID(),
      nickname,
      paypassword: await app.seal('Users/createChildAccount', pay),
      ...more,
    },
    { token: main.token },
  );

/** A sub-account and its token after a switch. */
async function newSub(main: Person, nickname: string): Promise<Person> {
  const made = await create(main, nickname);
  expect(made).toMatchObject({ success: true });
  const { userid } = made.data as { userid: string };
  return { id: userid, token: await enter(main, userid), email: `${userid.slice(4)}@example.org` };
}

const tab = (from: Person, userid: string) => app.call('Users/TabUser', { userid }, { token: from.token });
async function enter(from: Person, userid: string): Promise<string> {
  const answer = await tab(from, userid);
  expect(answer).toMatchObject({ success: true, data: { userid } });
  return (answer.data as { token: string }).token;
}
const infoOf = async ({ token }: Pick<Person, 'token'>) =>
  (await app.call('Users/Info', {}, { token })).data as Record<string, unknown>;
const codeOf = async (person: Person): Promise<string> => String((await infoOf(person))['invitationcode']);

/** Sets an authenticator app up; answers what makes its next code. */
async function turnOnTotp({ token }: Person): Promise<() => string> {
  const begun = await app.call('Users/TotpStart', {}, { token });
  const { secret } = begun.data as { secret: string };
  const next = () => {
    app.advance(30_000);
    return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: app.now().getTime() });
  };
  expect(await app.call('Users/TotpConfirm', { totp: next() }, { token })).toMatchObject({ success: true });
  return next;
}

/** Binds an e-mail to a sub-account; answers both steps' reasons. */
async function bindEmail(
  sub: Person,
  { pay = PAY, password = INITIAL }: { pay?: string | undefined; password?: string | null } = {},
): Promise<[string, string]> {
  app.advance(61_000);
  const paypassword = await app.seal('Users/BindEmaill', pay);
  const begun = await app.call('Users/BindEmaill', { email: sub.email, paypassword }, { token: sub.token });
  const mail = (await app.mails()).findLast((one) => one.to === sub.email);
  const emailcode = String(mail?.params['code'] ?? '123456').replaceAll(' ', '');
  const first = password === null ? {} : { password: await app.seal('Users/BindEmaill_c', password) };
  const bound = await app.call(
    'Users/BindEmaill_c',
    { email: sub.email, emailcode, ...first },
    { token: sub.token },
  );
  return [reasonOf(begun), reasonOf(bound)];
}

describe('creating', () => {
  test('refuses: a wrong payment password, bad names, unknown codes, strangers to the house, the eleventh', async () => {
    const main = await newMain();
    expect(reasonOf(await create(main, 'Hafen', {}, 'falsch 123'))).toBe('auth.wrongpaypassword');
    expect(reasonOf(await create(main, 'x'.repeat(21)))).toBe('member.nicknamelong');
    expect(reasonOf(await create(main, 'Openmere support'))).toBe('member.nicknamebad');
    expect(reasonOf(await create(main, 'Hafen', { invitecode: '00000A' }))).toBe('auth.badinvite');
    const bare = await app.register('bare@example.org');
    expect(reasonOf(await create(bare, 'Leer'))).toBe('auth.nopaypassword');
    await app.setPaypassword(bare, PAY);
    expect(reasonOf(await create(bare, 'Leer'))).toBe('auth.inviternotactivated');
    for (let turn = 0; turn < 10; turn += 1) await newSubRow(main, `Zehn ${turn}`);
    expect(reasonOf(await create(main, 'Der elfte'))).toBe('member.manysubaccounts');
  });

  test('refuses: who is barred by a changed setting or a number; they and their sub-accounts see that they may only leave', async () => {
    const main = await newMain();
    const sub = await newSub(main, 'Insel');
    const leaving = async () => [(await infoOf(main))['exitonly'], (await infoOf(sub))['exitonly']];
    await setBarred(app, 'CN,US,SG');
    expect(reasonOf(await create(main, 'Strand'))).toBe('auth.barred');
    expect(await leaving()).toEqual([true, true]);
    await setBarred(app, 'CN,US');
    expect(await leaving()).toEqual([false, false]);
    await sql`update member set phone = '+8613700137099' where id = ${main.id}`.execute(app.owner);
    expect(reasonOf(await create(main, 'Strand'))).toBe('auth.barred');
    expect(await leaving()).toEqual([true, true]);
  });

  test('behavior: starts under the main account’s code or another one, with its country and agreements, and nothing else', async () => {
    const main = await newMain();
    const sub = await newSub(main, 'Möwe');
    expect(await infoOf(sub)).toMatchObject({
      nickname: 'Möwe',
      email: '',
      useraddress: null,
      country: 'SG',
      agreementsdue: '',
      activated: false,
      haspassword: false,
      haspaypassword: true,
      main: { userid: main.id },
      inviter: { invitationcode: await codeOf(main) },
    });
    const other = await newMain();
    const made = await create(main, 'Unter anderem', { invitecode: await codeOf(other) });
    const { rows } =
      await sql`select inviter_id, main_id, person_id from member where id = ${(made.data as { userid: string }).userid}`.execute(
        app.db,
      );
    expect(rows).toEqual([{ inviter_id: other.id, main_id: main.id, person_id: main.id }]);
    expect(reasonOf(await create(main, 'mÖwe'))).toBe('member.nicknametaken');
    expect(reasonOf(await create(sub, 'Enkel'))).toBe('member.notmain');
    expect(await infoOf(main)).toMatchObject({ main: null, subaccounts: 2 });
  });

  test('behavior: the same request answers the same account, also ten times at once; another one under its id conflicts', async () => {
    const main = await newMain();
    const requestId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => create(main, 'Einmal', { requestId })),
    );
    const ids = new Set(answers.map(({ data }) => (data as { userid?: string }).userid));
    expect([...ids]).toHaveLength(1);
    expect(reasonOf(await create(main, 'Anders', { requestId }))).toBe('ledger.keyconflict');
    expect(await infoOf(main)).toMatchObject({ subaccounts: 1 });
  });
});

/** Only the row, where no password needs to be looked at. */
async function newSubRow(main: Person, nickname: string): Promise<void> {
  const id = `mem_${nickname.replaceAll(' ', '').toLowerCase()}${people}`;
  const code = `Z${Math.random()
    .toString(36)
    .slice(2, 7)
    .toUpperCase()
    .replaceAll(/[ILOU]/g, 'X')
    .padEnd(5, '0')}`;
  await sql`insert into member (id, main_id, nickname, nickname_key, invitation_code, inviter_id, country)
    values (${id}, ${main.id}, ${nickname}, ${id}, ${code}, ${main.id}, 'SG')`.execute(app.owner);
}

describe('switching', () => {
  test('refuses: oneself, a stranger, another person’s sub-account and nobody, all alike', async () => {
    const [main, other] = [await newMain(), await newMain()];
    const foreign = await newSub(other, 'Fremd');
    const sub = await newSub(main, 'Eigen');
    for (const from of [main, sub])
      for (const id of [from.id, other.id, foreign.id, 'mem_nobody'])
        expect([id, reasonOf(await tab(from, id))]).toEqual([id, 'member.notfamily']);
  });

  test('behavior: into a sub-account, on into another, and back: the main session goes on under a new token', async () => {
    const main = await newMain();
    const sub = await newSub(main, 'Erstes');
    const second = await create(main, 'Zweites');
    const { userid } = second.data as { userid: string };
    const sessions = await app.call('Users/Sessions', {}, { token: main.token });
    const inSecond = { ...sub, id: userid, token: await enter(sub, userid) };
    expect(await infoOf(inSecond)).toMatchObject({ userid });
    const again = { ...main, token: await enter(inSecond, main.id) };
    expect(await infoOf(again)).toMatchObject({ userid: main.id, mailboxproveduntil: null });
    expect(reasonOf(await app.call('Users/Info', {}, { token: main.token }))).toBe('request.notlogin');
    const after = await app.call('Users/Sessions', {}, { token: again.token });
    expect(after.list?.map((one) => (one as { id: string }).id)).toEqual(
      sessions.list?.map((one) => (one as { id: string }).id),
    );
    // Entered anew, the former token of a sub-account has ended.
    await enter(again, sub.id);
    expect(reasonOf(await app.call('Users/Info', {}, { token: sub.token }))).toBe('request.notlogin');
  });

  test('refuses: a sub-account’s token after the main session it hangs on has ended, whichever way', async () => {
    const main = await newMain();
    const sub = await newSub(main, 'Hängt');
    await app.call('Users/Logout', {}, { token: main.token });
    expect(reasonOf(await app.call('Users/Info', {}, { token: sub.token }))).toBe('request.notlogin');
    const { rows } = await sql<{ kind: string; revoked: boolean; later: boolean }>`
      select s.kind, s.revoked_at is not null as revoked, s.ends_at > m.ends_at as later
      from auth_session s join auth_session m on m.id = s.opened_by where s.member_id = ${sub.id}`.execute(
      app.db,
    );
    expect(rows).toEqual([{ kind: 'switch', revoked: true, later: false }]);
  });
});

test('refuses: the main account’s token, and that of another sub-account, after one has logged out as a sub-account', async () => {
  const main = await newMain();
  const [sub, other] = [await newSub(main, 'Geht'), await newSub(main, 'Geht mit')];
  expect(reasonOf(await app.call('Users/Logout', {}, { token: sub.token }))).toBe('ok');
  for (const { token } of [sub, other, main])
    expect(reasonOf(await app.call('Users/Info', {}, { token }))).toBe('request.notlogin');
});

describe('money of a sub-account', () => {
  test('behavior: moves with the main account’s payment password, one count of wrong tries for both', async () => {
    const main = await newMain();
    const sub = await newSub(main, 'Kasse');
    await fund(app.db, sub.id, 100);
    const send = async (from: Person, pay: string) =>
      app.call(
        'Wallet/Transfer',
        {
          requestId: randomUUID(),
          coinid: 'USDT',
          amount: '20',
          target: app.root.invitationCode,
          paypassword: await app.seal('Wallet/Transfer', pay),
        },
        { token: from.token },
      );
    expect(await send(sub, PAY)).toMatchObject({ success: true });
    for (const from of [sub, main, sub])
      expect(reasonOf(await send(from, 'falsch 123'))).toBe('auth.wrongpaypassword');
    expect(reasonOf(await send(sub, 'falsch 123'))).toBe('auth.paypasswordslow');
    expect(reasonOf(await app.setPaypassword(sub, 'ganz anders 8'))).toBe('member.mainpaypassword');
    const shown = (await app.call('Users/myaccount', {}, { token: sub.token })).data;
    expect(shown).toMatchObject({
      limit: 10,
      accounts: [
        { userid: main.id, main: true, current: false },
        { userid: sub.id, main: false, current: true, balances: [{ coinid: 'USDT', balance: '80' }] },
      ],
    });
  });
});

describe('no login of its own beside the main account’s switch', () => {
  test('refuses: a phone, its code, a login password, a user name, an authenticator app; independent it may', async () => {
    const main = await newMain();
    const sub = await newSub(main, 'Ohne Tür');
    const first = { password: await app.seal('Users/setloginpassword', INITIAL) };
    const named = { password: await app.seal('Users/setloginpassword', INITIAL), username: 'ohnetuer' };
    const tries = [
      ['Ctrls/SendCode_Phone', { phone: '+65 8123 4567' }],
      ['Users/BindPhone', { phone: '+65 8123 4567', phonecode: '123456' }],
      ['Users/setloginpassword', first],
      ['Users/setloginpassword', named],
      ['Users/TotpStart', {}],
    ] as const;
    for (const [path, input] of tries)
      expect([path, reasonOf(await app.call(path, input, { token: sub.token }))]).toEqual([
        path,
        'member.noownlogin',
      ]);
    const old = await app.seal('Users/SetPassword', INITIAL);
    const change = { old, password: await app.seal('Users/SetPassword', 'noch anders 5') };
    expect(reasonOf(await app.call('Users/SetPassword', change, { token: sub.token }))).toBe(
      'auth.passwordwrong',
    );
    expect(await infoOf(sub)).toMatchObject({ phone: '', username: null, haspassword: false });
    expect(await bindEmail(sub)).toEqual(['ok', 'ok']);
    app.advance(61_000);
    const [path, input] = tries[0];
    expect(reasonOf(await app.call(path, input, { token: sub.token }))).toBe('ok');
  });

  test('refuses: to become independent without the second factor of the main account', async () => {
    const main = await newMain();
    const sub = await newSub(main, 'Zweifach');
    const begun = await app.call('Users/TotpStart', {}, { token: main.token });
    const { secret } = begun.data as { secret: string };
    const totp = () => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: app.now().getTime() });
    const on = await app.call('Users/TotpConfirm', { totp: totp() }, { token: main.token });
    expect(reasonOf(on)).toBe('ok');
    const inside = { ...sub, token: await enter(main, sub.id) };
    const bind = async (more: object) => {
      const paypassword = await app.seal('Users/BindEmaill', PAY);
      const input = { email: sub.email, paypassword, ...more };
      return reasonOf(await app.call('Users/BindEmaill', input, { token: inside.token }));
    };
    expect(await bind({})).toBe('auth.needtotp');
    expect(await bind({ totp: '000000' })).toBe('auth.badtotp');
    app.advance(30_000);
    expect(await bind({ totp: totp() })).toBe('ok');
  });
});

test('behavior: a press on the Security page freezes the family, from a sub-account too, and only the main account lifts it', async () => {
  const main = await newMain();
  const sub = await newSub(main, 'Eis');
  const other = await newSub(main, 'Eis auch');
  await app.mails();
  const freeze = async (token: string) => reasonOf(await app.call('Users/FreezeOwn', {}, { token }));
  expect(await freeze('nobody')).toBe('request.notlogin');
  expect(await freeze(sub.token)).toBe('ok');
  // Every session of the family is over, the one that pressed, too; the owner is told, where they read mail.
  for (const { token } of [main, sub, other]) expect(await freeze(token)).toBe('request.notlogin');
  const mails = (await app.mails()).filter(({ template }) => template === 'auth.frozen');
  expect(mails.map(({ to }) => to)).toEqual([main.email]);

  const emailcode = await app.codeFor(main.email, 'login');
  const { data } = await app.call('Users/LoginMail', { email: main.email, emailcode });
  const again = { ...main, token: (data as { token: string }).token };
  const inside = await enter(again, sub.id);
  expect([await infoOf(again), await infoOf({ token: inside })]).toMatchObject([
    { frozen: true },
    { frozen: true },
  ]);
  const paypassword = await app.seal('Users/Unfreeze', PAY);
  expect(reasonOf(await app.call('Users/Unfreeze', { paypassword }, { token: inside }))).toBe(
    'auth.notfrozen',
  );
  app.advance(61_000);
  const code = await app.codeFor(main.email, 'password', { token: again.token });
  const proof = { paypassword: await app.seal('Users/Unfreeze', PAY), emailcode: code };
  expect(reasonOf(await app.call('Users/Unfreeze', proof, { token: again.token }))).toBe('ok');
  expect(await infoOf({ token: inside })).toMatchObject({ frozen: false });
});

describe('one count of tries at the second factor', () => {
  test('refuses: more of them to who leaves a sub-account and enters it again, or another one', async () => {
    const main = await newMain();
    const totp = await turnOnTotp(main);
    const sub = await newSub(main, 'Zaehlt');
    const other = await newSub(main, 'Zaehlt auch');
    const guess = async (token: string, code = '000000') =>
      reasonOf(await app.call('Users/PasskeyStart', { totp: code }, { token }));
    for (let turn = 0; turn < 6; turn += 1) expect(await guess(sub.token)).toBe('auth.badtotp');
    expect(await guess(sub.token)).toBe('auth.totpslow');
    const { list = [] } = await app.call('Users/Sessions', {}, { token: sub.token });
    const { id } = list[0] as { id: string };
    expect(reasonOf(await app.call('Users/SessionRevoke', { id }, { token: sub.token }))).toBe('ok');
    expect(await guess(await enter(main, sub.id))).toBe('auth.totpslow');
    expect(await guess(other.token)).toBe('auth.totpslow');
    expect(await guess(main.token)).toBe('auth.totpslow');
    // A login of its own has its own tries.
    const emailcode = await app.codeFor(main.email, 'login');
    const login = { email: main.email, emailcode, totp: totp() };
    const { data } = await app.call('Users/LoginMail', login);
    const elsewhere = { ...main, token: (data as { token: string }).token };
    expect(await guess(await enter(elsewhere, sub.id))).toBe('auth.badtotp');
  });
});

describe('becoming independent (T15, T16)', () => {
  test('refuses: without the main account’s payment password, without a first password, while the family is locked', async () => {
    const main = await newMain();
    const sub = await newSub(main, 'Zögert');
    expect((await bindEmail(sub, { pay: 'falsch 123' }))[0]).toBe('auth.wrongpaypassword');
    expect(await bindEmail(sub, { password: null })).toEqual(['ok', 'member.noinitialpassword']);
    app.advance(61_000);
    expect(await bindEmail(sub, { password: PAY })).toEqual(['ok', 'auth.passwordsame']);
    app.advance(61_000);
    await inTransaction(app.db, (tx) => lockOutboundFor(tx, main.id, 24));
    expect((await bindEmail(sub))[0]).toBe('ledger.locked');
    expect(await infoOf(sub)).toMatchObject({ main: { userid: main.id }, email: '' });
  });

  test('refuses: a lock that came between the two steps', async () => {
    const main = await newMain();
    const sub = await newSub(main, 'Dazwischen');
    const paypassword = await app.seal('Users/BindEmaill', PAY);
    await app.call('Users/BindEmaill', { email: sub.email, paypassword }, { token: sub.token });
    const code = (await app.mails()).findLast((one) => one.to === sub.email)?.params['code'];
    await inTransaction(app.db, (tx) => lockOutboundFor(tx, main.id, 24));
    const password = await app.seal('Users/BindEmaill_c', INITIAL);
    const input = { email: sub.email, emailcode: String(code).replaceAll(' ', ''), password };
    expect(reasonOf(await app.call('Users/BindEmaill_c', input, { token: sub.token }))).toBe('ledger.locked');
    expect(await infoOf(sub)).toMatchObject({ main: { userid: main.id }, email: '', haspassword: false });
  });

  test('refuses: without the main account’s second factor where one is on, by e-mail and by wallet', async () => {
    const main = await newMain();
    const sub = await newSub(main, 'Bewacht');
    const totp = await turnOnTotp(main);
    // Of the main account's other sessions none is left.
    const inside = { ...sub, token: await enter(main, sub.id) };
    const call = async (name: string, input: object) =>
      reasonOf(await app.call(name, input, { token: inside.token }));
    const paid = async (name: string) => ({ paypassword: await app.seal(name, PAY) });

    const bind = async (more: object) =>
      call('Users/BindEmaill', { email: inside.email, ...(await paid('Users/BindEmaill')), ...more });
    expect(await bind({})).toBe('auth.needtotp');
    expect(await bind({ totp: '000000' })).toBe('auth.badtotp');

    const wallet = newSigner();
    const { address } = wallet;
    const begun = await app.call('Users/Bind_address', { address }, { token: inside.token });
    const { message } = begun.data as { message: string };
    const signature = await wallet.signMessage({ message });
    const confirm = async (more: object) =>
      call('Users/Bind_address_c', {
        address,
        message,
        signature,
        ...(await paid('Users/Bind_address_c')),
        ...more,
      });
    expect(await confirm({})).toBe('auth.needtotp');
    expect(await infoOf(inside)).toMatchObject({ main: { userid: main.id }, email: '', useraddress: null });

    expect(await confirm({ totp: totp() })).toBe('ok');
    expect(await infoOf(inside)).toMatchObject({ main: null, useraddress: address.toLowerCase() });
  });

  test('behavior: by e-mail: its own login, no way in from the main account, which is told', async () => {
    const main = await newMain();
    const sub = await newSub(main, 'Flügge');
    expect(await bindEmail(sub)).toEqual(['ok', 'ok']);
    expect(await infoOf(sub)).toMatchObject({ main: null, email: sub.email, haspaypassword: false });
    expect(reasonOf(await tab(main, sub.id))).toBe('member.notfamily');
    expect(reasonOf(await tab(sub, main.id))).toBe('member.notfamily');
    const password = await app.seal('Users/UserLogin', INITIAL);
    const own = await app.call('Users/UserLogin', { account: sub.email, password });
    expect(own).toMatchObject({ success: true, data: { userid: sub.id } });
    expect((await app.mails()).at(-1)).toMatchObject({
      to: main.email,
      template: 'member.subindependent',
      params: expect.objectContaining({ link: expect.stringContaining('/login/freeze?link=') }) as unknown,
    });
    // Its session is its own now: the main account's end does not end it.
    await app.call('Users/Logout', {}, { token: main.token });
    expect(await infoOf(sub)).toMatchObject({ userid: sub.id });
  });

  test('behavior: by wallet, for the main account’s payment password', async () => {
    const main = await newMain();
    const sub = await newSub(main, 'Fern');
    const wallet = newSigner();
    const begun = await app.call('Users/Bind_address', { address: wallet.address }, { token: sub.token });
    const { message } = begun.data as { message: string };
    const signature = await wallet.signMessage({ message });
    const input = { address: wallet.address, message, signature };
    const confirm = async (more: object) =>
      reasonOf(await app.call('Users/Bind_address_c', { ...input, ...more }, { token: sub.token }));
    const wrong = await app.seal('Users/Bind_address_c', 'falsch 123');
    expect(await confirm({ paypassword: wrong })).toBe('auth.wrongpaypassword');
    expect(await confirm({ paypassword: await app.seal('Users/Bind_address_c', PAY) })).toBe('ok');
    expect(await infoOf(sub)).toMatchObject({ main: null, useraddress: wallet.address.toLowerCase() });
    expect(reasonOf(await tab(main, sub.id))).toBe('member.notfamily');
  });

  test('behavior: gives no second cap: what main and sub-account earned counts for one person, before and after', async () => {
    forgetSettings();
    const main = await newMain();
    const sub = await newSub(main, 'Grenze');
    const coin = 10n ** 18n;
    const grant = (memberId: string, key: string, value: bigint) =>
      inTransaction(app.db, (tx) =>
        grantEquity(
          { tx, post: postEntry },
          { memberId, key, value: value * coin, reference: key, data: {}, actor: 'system:test' },
        ),
      );
    await grant(main.id, `one${people}`, 12_000n);
    expect(await bindEmail(sub)).toEqual(['ok', 'ok']);
    await grant(sub.id, `two${people}`, 12_000n);
    const state = await findEquityState(app.db, main.id);
    expect(state?.earned).toBe(12_500n * coin);
    await expect(
      sql`update member set person_id = ${sub.id} where id = ${sub.id}`.execute(app.owner),
    ).rejects.toThrow('never changes');
  });
});
