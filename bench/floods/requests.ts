import { randomBytes, randomInt } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { JWK } from 'jose';
import { sealForCall } from '@openmere/server/platform/jwe.ts';

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
  post(
    path: string,
    body: string | object,
    options: { token?: string; keeps?: boolean } = {},
  ): Promise<Answer> {
    const payload = typeof body === 'string' ? body : JSON.stringify(body);
    const started = performance.now();
    return new Promise((resolve, reject) => {
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
        'x-forwarded-for': `${randomInt(20, 120)}.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
        ...(options.token === undefined ? {} : { token: options.token }),
      };
      const { hostname, port } = this.#url;
      const sent = request(
        { hostname, port, path: `/${path}`, method: 'POST', agent: this.#agent, headers },
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

export type FloodName = 'logins' | 'passwords' | 'candles' | 'pages' | 'bodies' | 'codes';

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
};
