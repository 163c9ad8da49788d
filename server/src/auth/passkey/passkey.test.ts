import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { relyingPartyOf } from '@openmere/core/auth/passkey/rules.ts';
import type { Envelope } from '@openmere/core/kit/call.ts';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ORIGIN } from '../../test/app.ts';
import { openAuthApp, reasonOf, tally } from '../../test/visitors.ts';
import type { AuthApp, Person } from '../../test/visitors.ts';

const party = relyingPartyOf(ORIGIN);
const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

let app: AuthApp;
let next = 0;
beforeAll(async () => {
  app = await openAuthApp();
}, 60_000);
afterAll(() => app.close());

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();
const dataOf = <T>(answer: Envelope): T => {
  expect([answer.msg, answer.success]).toEqual([answer.msg, true]);
  return answer.data as T;
};

type Ways = { origin?: string; rpId?: string; flags?: number; counter?: number };

/** An authenticator in software: one P-256 key, a counter, and the bytes of WebAuthn written out. */
class Authenticator {
  readonly id = randomBytes(32);
  readonly key: KeyObject;
  readonly point: { x: Buffer; y: Buffer };
  counter = 0;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.key = privateKey;
    this.point = { x: Buffer.from(x, 'base64url'), y: Buffer.from(y, 'base64url') };
  }

  private client(type: string, challenge: string, { origin = party.origin }: Ways): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  private data(flags: number, counter: number, rpId: string): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
  }

  /** What a browser answers to the options for a new passkey. */
  make(options: string, ways: Ways = {}): string {
    const { challenge } = JSON.parse(options) as { challenge: string };
    const { flags = PRESENT | VERIFIED, rpId = party.id } = ways;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const key = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      this.point.x,
      Buffer.from('225820', 'hex'),
      this.point.y,
    ]);
    const head = this.data(flags | HAS_KEY, 0, rpId);
    const authData = Buffer.concat([head, Buffer.alloc(16), length, this.id, key]);
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
      Buffer.from([authData.length]),
      authData,
    ]);
    return this.answer({
      clientDataJSON: base64url(this.client('webauthn.create', challenge, ways)),
      attestationObject: base64url(attestation),
    });
  }

  /** What it answers to a question of a login. */
  use(options: string, ways: Ways = {}): string {
    const { challenge } = JSON.parse(options) as { challenge: string };
    const { flags = PRESENT | VERIFIED, rpId = party.id } = ways;
    this.counter += 1;
    const authData = this.data(flags, ways.counter ?? this.counter, rpId);
    const client = this.client('webauthn.get', challenge, ways);
    const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), this.key);
    return this.answer({
      clientDataJSON: base64url(client),
      authenticatorData: base64url(authData),
      signature: base64url(signature),
    });
  }

  private answer(response: object): string {
    const id = base64url(this.id);
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });
  }
}

const begin = async (person: Person): Promise<string> =>
  dataOf<{ options: string }>(await app.call('Users/PasskeyStart', {}, { token: person.token })).options;
const ask = async (): Promise<string> =>
  dataOf<{ options: string }>(await app.call('Users/PasskeyAsk')).options;
const askOwn = async (token: string): Promise<string> =>
  dataOf<{ options: string }>(await app.call('Users/PasskeyAsk', {}, { token })).options;
const login = async (response: string): Promise<Envelope> => app.call('Users/LoginPasskey', { response });

async function turnOnTotp(token: string): Promise<void> {
  const { secret } = dataOf<{ secret: string }>(await app.call('Users/TotpStart', {}, { token }));
  const totp = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: app.now().getTime() });
  expect(reasonOf(await app.call('Users/TotpConfirm', { totp }, { token }))).toBe('ok');
}

async function withPasskey(): Promise<{ person: Person; key: Authenticator }> {
  const person = await app.register(`passkey${(next += 1)}@example.org`);
  const key = new Authenticator();
  const response = key.make(await begin(person));
  const added = await app.call('Users/PasskeyAdd', { response, name: 'My phone' }, { token: person.token });
  expect(reasonOf(added)).toBe('ok');
  return { person, key };
}

test('refuses: adding without a fresh proof, an answer twice, another member’s, elsewhere, unverified, or no answer at all', async () => {
  const person = await app.register('adding@example.org');
  const other = await app.register('adding-other@example.org');
  const key = new Authenticator();
  const add = async (response: string, token = person.token): Promise<string> =>
    reasonOf(await app.call('Users/PasskeyAdd', { response, name: 'Key' }, { token }));
  expect(await add('{}')).toBe('auth.badpasskey');
  expect(await add('no answer')).toBe('auth.badpasskey');
  const options = await begin(person);
  expect(await add(key.make(options, { origin: 'https://evil.example' }))).toBe('auth.badpasskey');
  expect(await add(key.make(options, { rpId: 'evil.example' }))).toBe('auth.badpasskey');
  expect(await add(key.make(options, { flags: PRESENT }))).toBe('auth.badpasskey');
  expect(await add(key.make(options), other.token)).toBe('auth.badpasskey');
  expect(await add(key.make(options))).toBe('ok');
  expect(await add(key.make(options))).toBe('auth.badpasskey');
  const late = await begin(other);
  app.advance(6 * 60_000);
  expect(await add(new Authenticator().make(late), other.token)).toBe('auth.badpasskey');
  app.advance(15 * 60_000);
  const stale = await app.call('Users/PasskeyStart', {}, { token: person.token });
  expect(reasonOf(stale)).toBe('auth.badcode');
});

test('refuses: a login from another origin, unverified, with a counter that went back, twice, and by an unknown key', async () => {
  const { key } = await withPasskey();
  const options = await ask();
  const bad = [
    key.use(options, { origin: 'https://evil.example' }),
    key.use(options, { rpId: 'evil.example' }),
    key.use(options, { flags: PRESENT }),
    new Authenticator().use(options),
    key.use(JSON.stringify({ challenge: base64url(randomBytes(32)) })),
  ];
  for (const response of [...bad, 'null', '[]', '{"id":5}', String.raw`{"id":"a\u0000b"}`])
    expect(reasonOf(await login(response))).toBe('auth.badpasskey');
  expect(reasonOf(await login(key.use(options)))).toBe('ok');
  expect(reasonOf(await login(key.use(options)))).toBe('auth.badpasskey');
  const copied = key.use(await ask(), { counter: 1 });
  expect(reasonOf(await login(copied))).toBe('auth.badpasskey');
  const old = await ask();
  app.advance(6 * 60_000);
  expect(reasonOf(await login(key.use(old)))).toBe('auth.badpasskey');
});

test('behavior: many copies of one answer in one moment open one session, whose owner it is', async () => {
  const { person, key } = await withPasskey();
  const response = key.use(await ask());
  const answers = await Promise.all(Array.from({ length: 6 }, () => login(response)));
  expect(tally(answers)).toEqual({ ok: 1, 'auth.badpasskey': 5 });
  const { data } = answers.find(({ success }) => success) ?? {};
  expect(data).toMatchObject({ userid: person.id });
});

test('behavior: listed, renamed and removed by its owner alone; the owner hears of each change; a removed one opens nothing', async () => {
  const { person, key } = await withPasskey();
  const stranger = await app.register('stranger@example.org');
  const { token } = person;
  const listed = async () =>
    (await app.call('Users/Passkeys', {}, { token })).list as { id: string; name: string }[];
  const [mine] = await listed();
  const id = mine?.id ?? '';
  const asStranger = { token: stranger.token };
  expect(reasonOf(await app.call('Users/PasskeyRename', { id, name: 'Mine' }, asStranger))).toBe(
    'auth.nopasskey',
  );
  expect(reasonOf(await app.call('Users/PasskeyRemove', { id }, asStranger))).toBe('auth.nopasskey');
  expect(reasonOf(await app.call('Users/PasskeyRename', { id, name: 'Blue key' }, { token }))).toBe('ok');
  expect((await listed()).map(({ name }) => name)).toEqual(['Blue key']);
  expect(reasonOf(await app.call('Users/PasskeyRemove', { id }, { token }))).toBe('ok');
  expect(await listed()).toEqual([]);
  expect(reasonOf(await login(key.use(await ask())))).toBe('auth.badpasskey');
  const mails = (await app.mails()).filter(({ to }) => to === person.email).map(({ template }) => template);
  expect(mails.slice(-2)).toEqual(['auth.passkeyadded', 'auth.passkeyremoved']);
});

test('behavior: where an authenticator app is on, one’s own passkey takes the place of its code, once, and nobody else’s does', async () => {
  const { person, key } = await withPasskey();
  const other = await withPasskey();
  const { token } = person;
  const own = (asking = token): Promise<string> => askOwn(asking);
  expect(JSON.parse(await own())).toMatchObject({ allowCredentials: [{ id: base64url(key.id) }] });
  expect(JSON.parse(await ask())).not.toHaveProperty('allowCredentials.0');
  await turnOnTotp(token);
  expect(dataOf(await app.call('Users/Info', {}, { token }))).toMatchObject({ hastotp: true, passkeys: 1 });
  // What this session proved counts for a quarter of an hour for changes of the factor; new codes always ask.
  const renew = async (proof: object) => reasonOf(await app.call('Users/RecoveryCodes', proof, { token }));
  expect(await renew({})).toBe('auth.needtotp');
  expect(await renew({ passkey: '{}' })).toBe('auth.badfactorkey');
  expect(await renew({ passkey: key.use(await ask()) })).toBe('auth.badfactorkey');
  expect(await renew({ passkey: key.use(await own(other.person.token)) })).toBe('auth.badfactorkey');
  expect(await renew({ passkey: other.key.use(await own()) })).toBe('auth.badfactorkey');
  expect(await renew({ passkey: key.use(await own(), { flags: PRESENT }) })).toBe('auth.badfactorkey');
  expect(await renew({ passkey: key.use(await own(), { origin: 'https://evil.example' }) })).toBe(
    'auth.badfactorkey',
  );
  const late = key.use(await own());
  app.advance(6 * 60_000);
  expect(await renew({ passkey: late })).toBe('auth.badfactorkey');
  const passkey = key.use(await own());
  expect(await renew({ passkey })).toBe('ok');
  expect(await renew({ passkey })).toBe('auth.badfactorkey');
  // It opens no login in the place of the code there: a login by passkey has a question of its own.
  expect(reasonOf(await login(key.use(await own())))).toBe('auth.badpasskey');
  expect(reasonOf(await login(key.use(await ask())))).toBe('ok');
});

test('behavior: it takes the place of the code for an account to be paid to, too', async () => {
  const { person, key } = await withPasskey();
  const { token } = person;
  expect(reasonOf(await app.setPaypassword(person, 'pay word 7'))).toBe('ok');
  await turnOnTotp(token);
  const add = async (call: string, typed: object, proof: object): Promise<string> => {
    const paypassword = await app.seal(`Users/${call}`, 'pay word 7');
    return reasonOf(await app.call(`Users/${call}`, { ...typed, paypassword, ...proof }, { token }));
  };
  const alipay = { holder: 'Ann Example', account: '13800138000' };
  const other = { payabletype: 'other', holder: 'Ann Example', bankname: 'Lake Pay', account: 'ann.example' };
  expect(await add('BindAlipayaccount', alipay, {})).toBe('auth.needtotp');
  expect(await add('BindAlipayaccount', alipay, { passkey: '{}' })).toBe('auth.badfactorkey');
  expect(await add('BindAlipayaccount', alipay, { passkey: key.use(await askOwn(token)) })).toBe('ok');
  expect(await add('PayableSet', other, { passkey: key.use(await askOwn(token)) })).toBe('ok');
});
