import { randomBytes, randomInt } from 'node:crypto';
import { Agent, request } from 'node:http';
import { sealForCall } from '@openmere/server/platform/jwe.ts';
import type { JWK } from 'jose';

type PostOptions = { token?: string; keeps?: boolean; method?: string; headers?: Record<string, string> };

export type Answer = { status: number; bytes: number; text: string; ms: number };

/** Calls as a browser behind the proxy makes them; each request may claim an address of its own. */
export class Caller {
  readonly #url: URL;
  readonly #agent: Agent;
  #jwk: JWK | undefined;

  constructor(url: string, connections: number) {
    this.#url = new URL(url);
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** `keeps`: whether the answer's text is wanted; else its bytes are only counted. */
  post(path: string, body: string | object, options: PostOptions = {}): Promise<Answer> {
    const payload = typeof body === 'string' ? body : JSON.stringify(body);
    const started = performance.now();
    return new Promise((resolve, reject) => {
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
        'x-forwarded-for': `${randomInt(20, 120)}.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
        ...(options.token === undefined ? {} : { token: options.token }),
        ...options.headers,
      };
      const { hostname, port } = this.#url;
      const sent = request(
        { hostname, port, path: `/${path}`, method: options.method ?? 'POST', agent: this.#agent, headers },
        (response) => {
          const parts: Buffer[] = [];
          let bytes = 0;
          response.on('data', (part: Buffer) => {
            bytes += part.length;
            if (options.keeps) parts.push(part);
          });
          response.on('error', reject);
          response.on('end', () => {
            const ms = performance.now() - started;
            resolve({ status: response.statusCode ?? 0, bytes, text: Buffer.concat(parts).toString(), ms });
          });
        },
      );
      sent.on('error', reject);
      sent.end(payload);
    });
  }

  async seal(path: string, value: string): Promise<string> {
    if (!this.#jwk) {
      const { text } = await this.post('Ctrls/GetConfig', {}, { keeps: true });
      const { list } = JSON.parse(text) as { list: { idx: string; val: string }[] };
      this.#jwk = JSON.parse(list.find(({ idx }) => idx === 'crypto.jwk')?.val ?? '{}') as JWK;
    }
    return sealForCall(this.#jwk, path, value, new Date());
  }

  close(): void {
    this.#agent.destroy();
  }
}

export type FloodName = 'logins' | 'passwords' | 'candles' | 'pages' | 'bodies' | 'codes' | 'odd';

const invented = (): string => randomBytes(32).toString('base64url');

/** Requests that no app of ours makes, one of each kind. */
const odd: readonly ((caller: Caller) => Promise<Answer>)[] = [
  (caller) => caller.post(invented(), {}),
  (caller) => caller.post('Wallet/Transfer', '', { method: 'DELETE' }),
  (caller) => caller.post('Users/Balance', {}, { token: invented() }),
  (caller) => caller.post('Wallet/Transfer', { requestId: invented(), amount: '1' }, { token: invented() }),
  (caller) => caller.post('Ctrls/GetConfig', '{"broken":'),
  (caller) => caller.post('Ctrls/GetConfig', '{"__proto__":{"admin":true}}'),
  (caller) => caller.post('Ctrls/GetConfig', '['.repeat(4_000)),
  (caller) => caller.post(`Ctrls/GetConfig?a[]=1&a=%zz&${invented()}=1`, {}),
  (caller) => caller.post('trade/Kline', { interval: invented(), limit: -1 }),
  (caller) =>
    caller.post('trade/Kline', Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`n${at}`, at]))),
  (caller) => caller.post('Users/UserLogin', '<xml/>', { headers: { 'content-type': 'text/xml' } }),
  (caller) =>
    caller.post('Ctrls/gettime', {}, { headers: { 'x-forwarded-for': '"8.8.8.8:1234", 0x8.8.8.8' } }),
  (caller) =>
    caller.post('Ctrls/gettime', {}, { headers: { cookie: `openmere-browser=${'x'.repeat(12_000)}` } }),
];

/** What each flood sends. `tokens` are of members who take part in it. */
export const floods: Readonly<
  Record<FloodName, { title: string; send: (caller: Caller, tokens: readonly string[]) => Promise<Answer> }>
> = {
  logins: {
    title: 'logins with wrong passwords',
    send: async (caller) => {
      const password = await caller.seal('Users/UserLogin', 'wrong password 1');
      return caller.post('Users/UserLogin', { account: `user${randomInt(1e9)}`, password });
    },
  },
  passwords: {
    title: '`setloginpassword` without a code',
    send: async (caller, tokens) => {
      const password = await caller.seal('Users/setloginpassword', 'a new password 1');
      const token = tokens[randomInt(tokens.length)] ?? '';
      return caller.post('Users/setloginpassword', { password }, { token });
    },
  },
  candles: {
    title: '60 parallel reads of 1,000 candles',
    send: (caller) => caller.post('trade/Kline', { interval: '1m', limit: 1_000 }),
  },
  pages: {
    title: 'the same, each with other parameters',
    send: (caller) =>
      caller.post('trade/Kline', {
        interval: '1m',
        limit: 900 + randomInt(100),
        before: new Date(1_600_130_000_000 - randomInt(40_000) * 1_000).toISOString(),
      }),
  },
  bodies: {
    title: 'bodies of 64 kB',
    send: (caller) => caller.post('Users/UserLogin', { account: 'someone', password: 'x'.repeat(65_000) }),
  },
  codes: {
    title: 'codes to mailboxes',
    send: (caller) =>
      caller.post('Ctrls/SendCode_Mail', {
        email: `${randomBytes(6).toString('hex')}@example.org`,
        purpose: 'login',
      }),
  },
  odd: {
    title: 'odd requests',
    send: async (caller) => {
      const one = odd[randomInt(odd.length)];
      if (!one) throw new Error('no such request');
      return one(caller);
    },
  },
};
