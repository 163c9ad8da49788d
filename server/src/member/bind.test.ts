import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, newSigner, openAuthApp, reasonOf } from '../test/visitors.ts';
import type { AuthApp, Person } from '../test/visitors.ts';

const ZERO = `0x${'0'.repeat(40)}`;

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
  const contracts = { treasury: `0x${'7a'.repeat(20)}`, usdt: `0x${'7b'.repeat(20)}` };
  await sql`insert into config (idx, val, version, changed_by) values ('chain.contracts', ${JSON.stringify(contracts)}, 1, 'test')`.execute(
    app.owner,
  );
});
afterAll(() => app.close());

const begin = (person: Person, address: string) =>
  app.call('Users/Bind_address', { address }, { token: person.token });
const infoOf = async (person: Person) =>
  (await app.call('Users/Info', {}, { token: person.token })).data as Record<string, unknown>;

/** Signs and sends the confirmation. */
async function confirm(person: Person, wallet: ReturnType<typeof newSigner>, more: object = {}) {
  const message =
    ((await begin(person, wallet.address)).data as { message?: string }).message ?? 'nothing to sign here';
  const signature = await wallet.signMessage({ message });
  const input = { address: wallet.address, message, signature, ...more };
  return { answer: await app.call('Users/Bind_address_c', input, { token: person.token }), input };
}
const walletCode = (person: Person) => app.codeFor(person.email, 'wallet', { token: person.token });

describe('binding a wallet (T04, T11)', () => {
  test('refuses: thirty addresses that can be nobody’s wallet', async () => {
    const person = await app.register('bad@example.org');
    const bad = [
      ZERO,
      `0x${'7a'.repeat(20)}`,
      `0x${'7B'.repeat(20)}`,
      `0x${'5E'.repeat(20)}`,
      `0x${'0'.repeat(36)}dEaD`,
      `0x${'0'.repeat(32)}deadbeef`,
      `0x${'f'.repeat(40)}`,
      `0x${'e'.repeat(40)}`,
      ...Array.from({ length: 16 }, (_, index) => `0x${(index + 1).toString(16).padStart(40, '0')}`),
    ];
    for (const address of bad)
      expect([address, reasonOf(await begin(person, address))]).toEqual([address, 'member.badwallet']);
    for (const address of ['', '0x', '0x12', `${ZERO}0`, ZERO.slice(2), 'bc1qxyz', 'vitalik.eth']) {
      expect(reasonOf(await begin(person, address))).toBe('request.invalid');
    }
    expect(bad.length + 7).toBeGreaterThanOrEqual(30);
  });

  test('refuses: with an e-mail, no fresh code; and the code of another purpose', async () => {
    const person = await app.register('nocode@example.org');
    const wallet = newSigner();
    app.advance(15 * 60_000);
    expect(reasonOf((await confirm(person, wallet)).answer)).toBe('auth.badcode');
    const emailcode = await app.codeFor(person.email, 'bind', { token: person.token });
    expect(reasonOf((await confirm(person, wallet, { emailcode })).answer)).toBe('auth.badcode');
  });

  test('refuses: without a code a session that was logged in by password, and one whose e-mail has changed', async () => {
    const person = await app.register('bypassword@example.org');
    const password = await app.seal('Users/UserLogin', PASSWORD);
    const other = (await app.call('Users/UserLogin', { account: person.email, password })).data as {
      token: string;
    };
    const thief = { ...person, token: other.token };
    expect(reasonOf((await confirm(thief, newSigner())).answer)).toBe('auth.badcode');
    const bind = { email: 'moved@example.org', password: await app.seal('Users/BindEmaill', PASSWORD) };
    const begun = await app.call('Users/BindEmaill', bind, { token: person.token });
    expect(begun.data).toEqual({ length: 6, minutes: 10 });
    const mail = (await app.mails()).findLast(({ to }) => to === 'moved@example.org');
    const confirmed = { email: 'moved@example.org', emailcode: String(mail?.params['code']) };
    const changed = await app.call('Users/BindEmaill_c', confirmed, { token: person.token });
    expect(reasonOf(changed)).toBe('ok');
    expect(reasonOf((await confirm(person, newSigner())).answer)).toBe('auth.badcode');
  });

  test('behavior: a registrant binds a wallet and sets the payment password without waiting for a second mail', async () => {
    const person = await app.register('quickstart@example.org');
    const before = (await app.mails()).filter(({ template }) => template.startsWith('auth.code.')).length;
    const info = await app.call('Users/Info', {}, { token: person.token });
    expect(info.data).toMatchObject({
      mailboxproveduntil: new Date(app.now().getTime() + 900_000).toISOString(),
    });
    expect(reasonOf((await confirm(person, newSigner())).answer)).toBe('ok');
    expect(reasonOf(await app.setPaypassword(person, 'pay geheim 7'))).toBe('ok');
    const after = (await app.mails()).filter(({ template }) => template.startsWith('auth.code.')).length;
    expect(after).toBe(before);
    // Only the first: a change without proof stays refused.
    expect(reasonOf(await app.setPaypassword(person, 'pay geheim 8'))).toBe('auth.badcode');
  });

  test('refuses: a signature of another wallet, a message of another member, a login message', async () => {
    const [anna, bert] = [await app.register('anna@example.org'), await app.register('bert@example.org')];
    const [wallet, other] = [newSigner(), newSigner()];
    const emailcode = await walletCode(anna);
    const { message } = (await begin(anna, wallet.address)).data as { message: string };
    const send = (input: object) =>
      app.call(
        'Users/Bind_address_c',
        { address: wallet.address, emailcode, ...input },
        { token: anna.token },
      );
    expect(reasonOf(await send({ message, signature: await other.signMessage({ message }) }))).toBe(
      'auth.badsignature',
    );
    const berts = (await begin(bert, wallet.address)).data as { message: string };
    expect(reasonOf(await send({ message: berts.message, signature: await wallet.signMessage(berts) }))).toBe(
      'auth.badmessage',
    );
    const login = (await app.call('Users/getsign', { purpose: 'login', address: wallet.address })).data as {
      message: string;
    };
    expect(reasonOf(await send({ message: login.message, signature: await wallet.signMessage(login) }))).toBe(
      'auth.badmessage',
    );
    expect(reasonOf(await send({ message, signature: await wallet.signMessage({ message }) }))).toBe('ok');
    expect(reasonOf(await begin(anna, other.address))).toBe('member.walletbound');
    expect(reasonOf(await begin(bert, wallet.address))).toBe('member.wallettaken');
  });

  test('refuses: two members and one wallet in the same moment: one has it', async () => {
    const wallet = newSigner();
    const people = [await app.register('w1@example.org'), await app.register('w2@example.org')];
    const answers = [];
    for (const person of people) {
      const emailcode = await walletCode(person);
      const message = ((await begin(person, wallet.address)).data as { message: string }).message;
      answers.push({
        person,
        input: {
          address: wallet.address,
          message,
          signature: await wallet.signMessage({ message }),
          emailcode,
        },
      });
    }
    const done = await Promise.all(
      answers.map(({ person, input }) => app.call('Users/Bind_address_c', input, { token: person.token })),
    );
    expect(done.map(reasonOf).sort()).toEqual(['member.wallettaken', 'ok']);
  });

  test('refuses: to change or unbind it, for the app role and for the owner of the tables', async () => {
    const person = await app.register('forever@example.org');
    await confirm(person, newSigner(), { emailcode: await walletCode(person) });
    for (const db of [app.db, app.owner]) {
      for (const change of [
        { wallet_address: `0x${'1f'.repeat(20)}` },
        { wallet_address: null, wallet_bound_at: null },
        { wallet_bound_at: new Date(0) },
        { country: 'HK' },
        { country: null },
      ]) {
        await expect(
          db.updateTable('member').set(change).where('id', '=', person.id).execute(),
        ).rejects.toThrow('never changes');
      }
    }
  });

  test('behavior: bound in lower case, told by mail, shown in Info', async () => {
    const person = await app.register('done@example.org');
    const wallet = newSigner();
    const { answer } = await confirm(person, wallet, { emailcode: await walletCode(person) });
    expect(reasonOf(answer)).toBe('ok');
    expect(await infoOf(person)).toMatchObject({ useraddress: wallet.address.toLowerCase() });
    expect((await app.mails()).at(-1)).toMatchObject({
      template: 'member.walletbound',
      params: { address: wallet.address.toLowerCase() },
    });
  });
});

describe('binding an e-mail', () => {
  const bind = async (person: Person, email: string, more: object) => {
    app.advance(61_000);
    return app.call('Users/BindEmaill', { email, ...more }, { token: person.token });
  };
  const password = () => app.seal('Users/BindEmaill', PASSWORD);
  const lastCode = async (to: string) =>
    String((await app.mails()).findLast((mail) => mail.to === to)?.params['code']);
  const finish = (person: Person, email: string, emailcode: string) =>
    app.call('Users/BindEmaill_c', { email, emailcode }, { token: person.token });

  test('refuses: no proof, a wrong password, and the code alone without having begun', async () => {
    const person = await app.register('email1@example.org');
    expect(reasonOf(await bind(person, 'x1@example.org', {}))).toBe('auth.badcode');
    const wrong = await app.seal('Users/BindEmaill', 'falsch 123');
    expect(reasonOf(await bind(person, 'x1@example.org', { password: wrong }))).toBe('auth.passwordwrong');
    const emailcode = await app.codeFor('x1@example.org', 'bind', { token: person.token });
    expect(reasonOf(await finish(person, 'x1@example.org', emailcode))).toBe('member.bindfirst');
  });

  test('refuses: an address of somebody else, but only after its code', async () => {
    const [person, other] = [
      await app.register('email2@example.org'),
      await app.register('email3@example.org'),
    ];
    expect(reasonOf(await bind(person, other.email, { password: await password() }))).toBe('ok');
    expect(reasonOf(await finish(person, other.email, await lastCode(other.email)))).toBe(
      'member.emailtaken',
    );
  });

  test('refuses: another wallet’s signature, or one for a login; the bound wallet’s replaces a mailbox that was lost or stolen', async () => {
    const person = await app.register('stolen@example.org');
    const wallet = newSigner();
    expect(reasonOf((await confirm(person, wallet)).answer)).toBe('ok');
    const signed = async (purpose: string, by = wallet) => {
      const asked = { purpose, address: wallet.address };
      const { data } = await app.call('Users/getsign', asked, { token: person.token });
      const { message } = data as { message: string };
      return { message, signature: await by.signMessage({ message }) };
    };
    const to = 'rescued@example.org';
    expect(reasonOf(await bind(person, to, await signed('bind', newSigner())))).toBe('auth.badsignature');
    expect(reasonOf(await bind(person, to, await signed('login')))).toBe('auth.badmessage');
    expect(reasonOf(await bind(person, to, await signed('bind')))).toBe('ok');
    expect(reasonOf(await finish(person, to, await lastCode(to)))).toBe('ok');
    expect((await app.mails()).at(-1)).toMatchObject({ template: 'member.emailchanged', to: person.email });
    const byFormer = await app.codeFor(person.email, 'login');
    const login = { email: person.email, emailcode: byFormer };
    expect(reasonOf(await app.call('Users/LoginMail', login))).toBe('auth.needinvite');
  });

  test('behavior: by password, tells the old address, ends the other sessions', async () => {
    const person = await app.register('email4@example.org');
    const sealed = await app.seal('Users/UserLogin', PASSWORD);
    const other = (await app.call('Users/UserLogin', { account: person.email, password: sealed })).data as {
      token: string;
    };
    expect(reasonOf(await bind(person, 'Fresh@example.org', { password: await password() }))).toBe('ok');
    expect(reasonOf(await finish(person, 'fresh@example.org', await lastCode('fresh@example.org')))).toBe(
      'ok',
    );
    expect(await infoOf(person)).toMatchObject({ email: 'fresh@example.org' });
    expect((await app.mails()).at(-1)).toMatchObject({
      template: 'member.emailchanged',
      to: person.email,
      params: expect.objectContaining({ link: expect.stringContaining('/login/freeze?link=') }) as unknown,
    });
    expect(reasonOf(await app.call('Users/Info', {}, { token: other.token }))).toBe('request.notlogin');
  });
});

describe('country, profile, word', () => {
  test('refuses: a country that is set, unknown or barred; a barred one makes the account exit-only', async () => {
    const person = await app.register('country@example.org');
    const bind = (who: Person, country: string, ip?: string) =>
      app.call('Users/BindCountry', { country }, { token: who.token, ...(ip === undefined ? {} : { ip }) });
    expect(reasonOf(await bind(person, 'HK'))).toBe('member.countryset');
    for (const [index, [country, ip, reason, exitOnly]] of (
      [
        ['ZZ', undefined, 'auth.badcountry', false],
        ['SG', '203.0.113.1', 'auth.barred', false],
        ['CN', undefined, 'auth.barred', true],
        ['TW', undefined, 'ok', false],
      ] as const
    ).entries()) {
      const id = `mem_nocountry${index}`;
      const code = ['222222', '333333', '444444', '555555'][index] ?? '';
      await sql`insert into member (id, nickname, nickname_key, invitation_code, inviter_id) values (${id}, ${id}, ${id}, ${code}, ${app.root.id})`.execute(
        app.owner,
      );
      await sql`update auth_session set member_id = ${id} where member_id = ${person.id}`.execute(app.owner);
      expect(reasonOf(await bind(person, country, ip))).toBe(reason);
      expect(await infoOf(person)).toMatchObject({
        exitonly: exitOnly,
        country: reason === 'ok' ? country : null,
      });
      await sql`update auth_session set member_id = ${person.id} where member_id = ${id}`.execute(app.owner);
    }
  });

  test('refuses: nicknames that pretend, that others have by look, and pictures of others', async () => {
    const [anna, bert] = [await app.register('nick1@example.org'), await app.register('nick2@example.org')];
    const set = (who: Person, input: object) =>
      app.call('Users/SetNicknameHeadpic', input, { token: who.token });
    expect(reasonOf(await set(anna, { nickname: 'Openmere Support' }))).toBe('member.nicknamebad');
    expect(reasonOf(await set(anna, { nickname: 'x'.repeat(21) }))).toBe('member.nicknamelong');
    expect(reasonOf(await set(anna, { nickname: 'Alice  Ｗ' }))).toBe('ok');
    expect(await infoOf(anna)).toMatchObject({ nickname: 'Alice W' });
    expect(reasonOf(await set(bert, { nickname: 'A1ice W' }))).toBe('member.nicknametaken');
    await sql`insert into upload (name, member_id, bytes) values ('abcdefgh12.webp', ${anna.id}, 10)`.execute(
      app.owner,
    );
    expect(reasonOf(await set(bert, { headpic: '/files/abcdefgh12.webp' }))).toBe('member.badavatar');
    expect(reasonOf(await set(anna, { headpic: '/files/abcdefgh12.webp' }))).toBe('ok');
    expect(reasonOf(await set(anna, { headpic: 'https://evil.example/x.png' }))).toBe('member.badavatar');
  });

  test('behavior: a picture is taken off by name; what is left out or empty stays', async () => {
    const person = await app.register('picture@example.org');
    await sql`insert into upload (name, member_id, bytes) values ('abcdefgh13.webp', ${person.id}, 10)`.execute(
      app.owner,
    );
    const set = (input: object) => app.call('Users/SetNicknameHeadpic', input, { token: person.token });
    const avatar = '/files/abcdefgh13.webp';
    expect(reasonOf(await set({ headpic: avatar }))).toBe('ok');
    expect(reasonOf(await set({ nickname: 'Plain heron', headpic: '' }))).toBe('ok');
    expect(await infoOf(person)).toMatchObject({ nickname: 'Plain heron', avatar });
    expect(reasonOf(await set({ clear: ['headpic'] }))).toBe('ok');
    expect(await infoOf(person)).toMatchObject({ nickname: 'Plain heron', avatar: '' });
  });

  test('refuses: the anti-phishing word for another address than the bound one, with a wrong payment password', async () => {
    const person = await app.register('word@example.org');
    const path = 'Users/BindAntiWithdrawAddress';
    const set = async (address: string | undefined, pay: string) =>
      app.call(
        path,
        { address, word: 'blauer Wal', paypassword: await app.seal(path, pay) },
        { token: person.token },
      );
    const wallet = newSigner();
    expect(reasonOf(await set(wallet.address, 'x'))).toBe('member.badwallet');
    expect(reasonOf(await set(undefined, 'x'))).toBe('auth.nopaypassword');
    await confirm(person, wallet, { emailcode: await walletCode(person) });
    expect(reasonOf(await set(newSigner().address, 'x'))).toBe('member.badwallet');
    expect(reasonOf(await set(undefined, 'x'))).toBe('member.badwallet');
    expect(reasonOf(await set(wallet.address, 'x'))).toBe('auth.nopaypassword');
    const emailcode = await app.codeFor(person.email, 'paypassword', { token: person.token });
    expect(reasonOf(await app.setPaypassword(person, 'zahlen 4711', { emailcode }))).toBe('ok');
    expect(reasonOf(await set(wallet.address, 'falsch 123'))).toBe('auth.wrongpaypassword');
    expect(reasonOf(await set(wallet.address, 'zahlen 4711'))).toBe('ok');
    await app.codeFor(person.email, 'login');
    expect((await app.mails()).at(-1)).toMatchObject({ antiphishing: 'blauer Wal' });
  });

  test('behavior: who has a mailbox and no wallet sets a word by the payment password', async () => {
    const person = await app.register('wordless@example.org');
    const path = 'Users/BindAntiWithdrawAddress';
    expect(reasonOf(await app.setPaypassword(person, 'zahlen 4711'))).toBe('ok');
    const set = async (pay: string) =>
      app.call(path, { word: 'roter Wal', paypassword: await app.seal(path, pay) }, { token: person.token });
    expect(reasonOf(await set('falsch 123'))).toBe('auth.wrongpaypassword');
    expect(reasonOf(await set('zahlen 4711'))).toBe('ok');
    await app.codeFor(person.email, 'login');
    expect((await app.mails()).at(-1)).toMatchObject({ antiphishing: 'roter Wal' });
  });

  test('refuses: to tell more of others than a masked name', async () => {
    const [anna, bert] = [await app.register('t1@example.org'), await app.register('t2@example.org')];
    const ask = (target: string) => app.call('Users/AddressAny', { target }, { token: anna.token });
    const code = String((await infoOf(bert))['invitationcode']);
    expect((await ask(code)).data).toEqual({
      member: true,
      nickname: `M***${code[5]}`,
      avatar: '',
      joined: expect.stringMatching(/^\d{4}-\d{2}$/) as unknown,
      self: false,
      kind: 'code',
    });
    expect((await ask(String((await infoOf(anna))['invitationcode']))).data).toMatchObject({ self: true });
    expect((await ask(app.root.walletAddress ?? '')).data).toMatchObject({
      member: true,
      kind: 'wallet',
    });
    for (const target of ['ZZZZZZ', newSigner().address, `x' or 1=1 --`]) {
      expect((await ask(target)).data).toEqual({ member: false });
    }
    expect((await app.call('Users/AddressAny', { target: code })).code).toBe('notlogin');
  });
});
