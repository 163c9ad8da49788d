import { afterAll, beforeAll, expect, test } from 'vitest';
import { REGISTRANT, newSigner, openAuthApp } from '../test/visitors.ts';
import type { AuthApp } from '../test/visitors.ts';

const MINUTE_MS = 60_000;
const PEOPLE = 12;
let app: AuthApp;
const known: string[] = [];

beforeAll(async () => {
  app = await openAuthApp();
  for (let index = 0; index < PEOPLE; index += 1) {
    const email = `known${index}@example.org`;
    await app.register(email, { username: `known${index}` });
    known.push(email);
  }
}, 60_000);
afterAll(() => app.close());

type Ask = (email: string, turn: number) => Promise<object>;

const calls: [path: string, input: Ask][] = [
  ...['login', 'register', 'bind', 'password', 'paypassword', 'wallet'].map((purpose): [string, Ask] => [
    'Ctrls/SendCode_Mail',
    async (email) => ({ email, purpose }),
  ]),
  ['Users/LoginMail', async (email) => ({ email, emailcode: '000000' })],
  ['Users/LoginMail', async (email) => ({ email, emailcode: '000000', ...(await registrant()) })],
  [
    'Users/SetPassword',
    async (email) => ({
      email,
      emailcode: '000000',
      password: await app.seal('Users/SetPassword', 'brand new 77'),
    }),
  ],
  [
    'Users/Register',
    async (email) => ({
      email,
      emailcode: '000000',
      password: await app.seal('Users/Register', 'brand new 77'),
      ...(await registrant()),
    }),
  ],
  [
    'Users/UserLogin',
    async (email) => ({
      account: email,
      password: await app.seal('Users/UserLogin', 'wrong guess 77'),
    }),
  ],
  [
    'Users/UserLogin',
    async (email) => ({
      account: email.split('@')[0],
      password: await app.seal('Users/UserLogin', 'wrong guess 77'),
    }),
  ],
];

async function registrant(): Promise<object> {
  return { invitecode: app.root.invitationCode, ...REGISTRANT };
}

test.each(calls.map(([path, input], index) => ({ path, input, index })))(
  'refuses: to say whether an address is known: $path (way $index), the same bytes for members and strangers (T02)',
  async ({ path, input, index }) => {
    const heard = { known: new Set<string>(), unknown: new Set<string>() };
    for (const [turn, member] of known.entries()) {
      for (const kind of ['known', 'unknown'] as const) {
        // Each from an address and at a time of its own: no limit tells one from the other.
        app.advance(11 * MINUTE_MS);
        const email = kind === 'known' ? member : `nobody${index}-${turn}@example.org`;
        const response = await app.servers.member.inject({
          method: 'POST',
          url: `/${path}`,
          remoteAddress: `127.${50 + index}.${turn}.${kind === 'known' ? 1 : 2}`,
          headers: { lang: '2' },
          payload: await input(email, turn),
        });
        const { 'x-request-id': _id, date: _date, ...headers } = response.headers;
        // A browser's name is random, whoever it belongs to.
        const shown = JSON.stringify(headers).replace(/openmere-browser=[\w-]{43};/, 'openmere-browser;');
        heard[kind].add(`${response.statusCode} ${shown} ${response.body}`);
      }
    }
    expect(heard.known.size).toBe(1);
    expect(heard.unknown).toEqual(heard.known);
  },
  60_000,
);

test('refuses: to say whether a wallet is known before it has signed', async () => {
  const stranger = newSigner().address;
  const answers = new Set<string>();
  for (const address of [app.root.walletAddress ?? '', stranger.toLowerCase()]) {
    const { data, ...rest } = await app.call('Users/getsign', { purpose: 'login', address });
    answers.add(JSON.stringify({ ...rest, keys: Object.keys(data as object) }));
    const signature = `0x${'12'.repeat(65)}`;
    const { message } = data as { message: string };
    answers.add(JSON.stringify(await app.call('Users/LoginWallet', { address, message, signature })));
  }
  expect(answers.size).toBe(2);
});
