import type { Envelope } from '@openmere/core/kit/call.ts';
import type { FastifyInstance } from 'fastify';
import { exportJWK, generateKeyPair } from 'jose';
import type { JWK } from 'jose';
import type { OperatorSessionOwner, SessionOwner } from '../actor.ts';
import { createSecretReader, sealForCall } from '../jwe.ts';
import { unlockSecrets } from '../secrets-box.ts';
import { hashToken } from '../tokens.ts';
import { buildApi } from './build.ts';
import type { ApiOptions } from './build.ts';

/** Tests call through the front door: the whole server without a port. */
export type TestApi = {
  server: FastifyInstance;
  publicJwk: JWK;
  /** Sends a call as our own apps do (JSON body) and answers the envelope; throws on a status other than 200. */
  call(
    path: string,
    parameters?: object,
    options?: { token?: string; lang?: number; ip?: string },
  ): Promise<Envelope>;
  /** A secret parameter for a call, as a client makes it. */
  seal(path: string, value: string, now?: Date): Promise<string>;
  close(): Promise<void>;
};

export type TestApiOptions = Omit<Partial<ApiOptions>, 'db' | 'routes'> & Pick<ApiOptions, 'db' | 'routes'>;

/** Gives the process keys for tests: sealed columns, keyed hashes and cursors work afterwards. */
export function unlockTestSecrets(): void {
  const key = (fill: number) => new Uint8Array(32).fill(fill);
  unlockSecrets({ fieldKey: key(1), pepper: key(2), cursorKey: key(3) });
}

export async function makeTestJwk(kid = 'test'): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
  return { ...(await exportJWK(privateKey)), kid };
}

/** Builds a server with test keys and no limits worth speaking of; whatever is given replaces that. */
export async function createTestApi(options: TestApiOptions): Promise<TestApi> {
  unlockTestSecrets();
  const secrets = options.secrets ?? (await createSecretReader(options.db, [await makeTestJwk()]));
  const plenty = { perMinute: 1e9, burst: 1e9 };
  const server = await buildApi({
    sessions: { find: async () => undefined },
    config: {
      origin: 'http://127.0.0.1:8080',
      rates: { address: plenty, member: plenty, loopbackFactor: 1e6 },
    },
    ...options,
    secrets,
  });
  return {
    server,
    publicJwk: secrets.publicJwk,
    async call(path, parameters = {}, { token, lang, ip } = {}) {
      const response = await server.inject({
        method: 'POST',
        url: `/${path}`,
        headers: { ...(token ? { token } : {}), ...(lang === undefined ? {} : { lang: String(lang) }) },
        payload: parameters,
        ...(ip ? { remoteAddress: ip } : {}),
      });
      if (response.statusCode !== 200)
        throw new Error(`${path} was not answered: ${response.statusCode} ${response.body}`);
      return response.json<Envelope>();
    },
    seal: (path, value, now = new Date()) => sealForCall(secrets.publicJwk, path, value, now),
    close: () => server.close(),
  };
}

/** Sessions by token, kept in memory. */
export function memorySessions<T extends SessionOwner | OperatorSessionOwner>(owners: Record<string, T>) {
  const byHash = new Map(Object.entries(owners).map(([token, owner]) => [hashToken(token), owner]));
  return {
    find: async (hash: string): Promise<T | undefined> => byHash.get(hash),
    end: (token: string): boolean => byHash.delete(hashToken(token)),
  };
}
