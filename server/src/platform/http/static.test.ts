import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { headerHook } from './security-headers.ts';
import { serveApp } from './static.ts';

const own = 'document.title = "<ready>";\n';

let folder: string;
let server: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openmere-static-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><title>Openmere</title><script>${own}</script><script src="/assets/main-Bx3k9_aZ.js"></script>`,
  );
  await writeFile(join(folder, 'assets/main-Bx3k9_aZ.js'), 'plain');
  await writeFile(join(folder, 'assets/main-Bx3k9_aZ.js.br'), brotliCompressSync('packed'));
  await writeFile(join(folder, 'assets/main-Bx3k9_aZ.js.map'), '{}');
  await writeFile(join(folder, 'service-worker.js'), 'self');
  await writeFile(join(folder, '.env'), 'SECRET=1');
  await writeFile(join(folder, '../openmere-outside.txt'), 'outside');
  server = Fastify();
  server.addHook('onRequest', headerHook({ origin: 'https://app.example', inlineStyles: false }));
  await serveApp(server, folder);
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
  await rm(join(folder, '../openmere-outside.txt'));
});

const get = (url: string, headers: Record<string, string> = {}) =>
  server.inject({ method: 'GET', url, headers });

test.each([
  '/.env',
  '/assets/main-Bx3k9_aZ.js.map',
  '/assets/main-Bx3k9_aZ.js.br',
  '/assets/Main-Bx3k9_aZ.js',
  '/assets//main-Bx3k9_aZ.js',
  '/../openmere-outside.txt',
  '/..%2fopenmere-outside.txt',
  '/%2e%2e/openmere-outside.txt',
  '/assets/',
  '/assets',
  '/nothing.js',
  '//etc/passwd',
  '/assets/..%5c..%5copenmere-outside.txt',
])('refuses: %s', async (url) => expect((await get(url)).statusCode).toBeGreaterThanOrEqual(400));

test('behavior: the page is asked again each time, hashed files are kept for ever, with the security headers', async () => {
  const page = await get('/');
  expect(page.body).toContain('Openmere');
  expect(page.headers['cache-control']).toBe('no-cache');
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  const script = await get('/assets/main-Bx3k9_aZ.js');
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(script.headers['content-type']).toBe('application/javascript; charset=utf-8');
  for (const { headers } of [page, script])
    expect(headers['content-security-policy']).toContain(`frame-ancestors 'none'`);
});

test('behavior: the service worker is asked again each time, as a script, and may work for the whole app', async () => {
  const { headers } = await get('/service-worker.js');
  expect(headers['cache-control']).toBe('no-cache');
  expect(headers['content-type']).toMatch(/javascript/);
  expect(headers['content-security-policy']).toContain(`worker-src 'self'`);
  expect(headers['content-security-policy']).toContain(`connect-src 'self'`);
});

test('behavior: browsers that take brotli get the packed file', async () => {
  const packed = await get('/assets/main-Bx3k9_aZ.js', { 'accept-encoding': 'gzip, deflate, br' });
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringContaining('javascript') as string,
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect((await get('/assets/main-Bx3k9_aZ.js')).body).toBe('plain');
});

test('behavior: a build that is replaced while the server runs is served, and what is gone is not found', async () => {
  await writeFile(join(folder, 'assets/later-Bx3k9_aZ.js'), 'later');
  await vi.waitFor(async () => expect((await get('/assets/later-Bx3k9_aZ.js')).body).toBe('later'), 3_000);
  await rm(join(folder, 'assets/later-Bx3k9_aZ.js'));
  expect((await get('/assets/later-Bx3k9_aZ.js')).statusCode).toBe(404);
});

test('behavior: a question for the headers alone is answered without the file', async () => {
  const { body, headers, statusCode } = await server.inject({
    method: 'HEAD',
    url: '/assets/main-Bx3k9_aZ.js',
  });
  expect([statusCode, body, headers['content-length']]).toEqual([200, '', '5']);
});

test('behavior: who has a file already hears so, and a part is answered with that part', async () => {
  const { etag } = (await get('/service-worker.js')).headers;
  expect(etag).toBeDefined();
  const again = await get('/service-worker.js', { 'if-none-match': String(etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  const part = await get('/service-worker.js', { range: 'bytes=1-2' });
  expect([part.statusCode, part.body]).toEqual([206, 'el']);
});

test('behavior: an app that is not built is no error', async () => {
  const empty = Fastify();
  await serveApp(empty, join(folder, 'none'));
  expect((await empty.inject('/')).statusCode).toBe(404);
  await empty.close();
});

test('behavior: the policy of the page names its own script by its digest, and no other answer does', async () => {
  const digest = createHash('sha256').update(own).digest('base64');
  const policyOf = async (url: string) => String((await get(url)).headers['content-security-policy']);
  expect(await policyOf('/')).toContain(`script-src 'self' 'wasm-unsafe-eval' 'sha256-${digest}';`);
  expect(await policyOf('/index.html')).toContain(`'sha256-${digest}'`);
  for (const url of ['/assets/main-Bx3k9_aZ.js', '/nothing.js'])
    expect(await policyOf(url)).toContain(`script-src 'self' 'wasm-unsafe-eval';`);
});
