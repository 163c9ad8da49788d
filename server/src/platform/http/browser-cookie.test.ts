import Fastify from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { browserHook } from './browser-cookie.ts';
import { unlockTestSecrets } from './test-api.ts';

beforeAll(() => unlockTestSecrets());

/** One route that says by which hash the browser is known, and one that names the browser anew. */
async function visit(origin: string, path: '/known' | '/rename', cookie?: string) {
  const server = Fastify();
  server.decorateRequest('browser', null).addHook('onRequest', browserHook(origin, 'openmere-browser'));
  server.get('/known', async ({ browser }) => ({ hash: browser?.hash ?? null }));
  server.get('/rename', async ({ browser }) => ({ hash: browser?.rename() }));
  const answer = await server.inject({ url: path, headers: cookie === undefined ? {} : { cookie } });
  await server.close();
  return { hash: answer.json<{ hash: string | null }>().hash, cookie: answer.headers['set-cookie'] };
}

const HTTPS = 'https://app.example';

test('refuses: a name without its prefix, which another host of the domain could have set, and none of ours', async () => {
  const value = 'A'.repeat(43);
  expect((await visit(HTTPS, '/known', `__Host-openmere-browser=${value}`)).hash).not.toBeNull();
  for (const cookie of [
    `openmere-browser=${value}`,
    `__Secure-openmere-browser=${value}`,
    `__host-openmere-browser=${value}`,
    `x__Host-openmere-browser=${value}`,
    '__Host-openmere-browser=short',
    `__Host-openmere-browser=${'A'.repeat(129)}`,
    `__Host-openmere-browser=${value}"`,
  ])
    expect([cookie, (await visit(HTTPS, '/known', cookie)).hash]).toEqual([cookie, null]);
});

test('behavior: the name is Secure, of this host alone, HttpOnly and Strict, and known again by a hash', async () => {
  const named = await visit(HTTPS, '/rename');
  const [pair = '', ...attributes] = String(named.cookie).split('; ');
  expect(pair).toMatch(/^__Host-openmere-browser=[\w-]{43}$/);
  expect(attributes.toSorted()).toEqual([
    'HttpOnly',
    'Max-Age=34560000',
    'Path=/',
    'SameSite=Strict',
    'Secure',
  ]);
  expect(await visit(HTTPS, '/known', `other=1; ${pair}`)).toEqual({ hash: named.hash, cookie: undefined });
  expect(pair).not.toContain(named.hash);
  expect((await visit(HTTPS, '/rename', pair)).hash).not.toBe(named.hash);
});
