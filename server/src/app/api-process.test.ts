import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '../platform/db/test-database.ts';
import { cloneDatabase } from '../platform/db/test-setup.ts';
import { ensureSecrets } from './secrets.ts';

const STOP_MS_MAX = 5_000;

let folder: string;
let testDatabase: TestDatabase;
let node: Server;
/** Requests of the api that the chain node has not answered yet: each answers when it is called. */
let held: (() => void)[] = [];
let children: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openmere-process-'));
  testDatabase = await cloneDatabase();
  await ensureSecrets(join(folder, 'secrets.json'));
  node = createServer((request: IncomingMessage, response: ServerResponse) => void hold(request, response));
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  node.closeAllConnections();
  node.close();
  await testDatabase.drop();
  await rm(folder, { recursive: true, force: true });
});

async function hold(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = (await json(request)) as { id: number } | { id: number }[];
  const answerOf = ({ id }: { id: number }) => ({ jsonrpc: '2.0', id, result: '0x7a69' });
  const answer = Array.isArray(asked) ? asked.map(answerOf) : answerOf(asked);
  held.push(() => response.end(JSON.stringify(answer)));
}

type Started = { child: ChildProcess; url: string; errors: () => string; ended: Promise<number | null> };

function start(env: Record<string, string> = {}): Promise<Started> {
  const child = fork(join(import.meta.dirname, 'api.ts'), [], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      OPENMERE_DATA: folder,
      OPENMERE_LOG: 'warn',
      DATABASE_URL: testDatabase.urlOf('api'),
      OPENMERE_CHAIN_ID: '31337',
      OPENMERE_CHAIN_RPC: `http://127.0.0.1:${(node.address() as AddressInfo).port}`,
      ...env,
    },
  });
  children.push(child);
  let errors = '';
  child.stderr?.on('data', (data: Buffer) => (errors += data.toString()));
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  return new Promise((resolve, reject) => {
    child.on('message', (message: { url: string }) =>
      resolve({ child, url: message.url, errors: () => errors, ended }),
    );
    // Its last words may arrive after its end.
    child.on('close', () => reject(new Error(errors)));
  });
}

test('refuses: a taken port and missing surroundings, with one sentence', async () => {
  const first = await start();
  const { port } = new URL(first.url);
  await expect(start({ PORT: port })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is taken by another program.`,
  );
  await expect(start({ DATABASE_URL: '' })).rejects.toThrow('DATABASE_URL: the api needs one');
  await expect(start({ OPENMERE_SECRETS: join(folder, 'none.json') })).rejects.toThrow(
    'none.json is missing.',
  );
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
});

test('refuses: an unsafe production start for its reasons, without asking for keys of other processes', async () => {
  const refused = start({ OPENMERE_ENV: 'production', OPENMERE_CHAIN_RPC: 'http://127.0.0.1:1' });
  await expect(refused).rejects.toThrow('Production start refused for');
  await expect(refused).rejects.not.toThrow('.key');
});

test.each(['SIGTERM', 'SIGINT', 'disconnect'] as const)(
  'behavior: %s lets a begun request finish, then ends',
  async (how) => {
    held = [];
    const { child, url, ended, errors } = await start();
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] });
    const answer = fetch(`${url}/rpc`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    await expect.poll(() => held.length, { timeout: 5_000 }).toBe(1);
    const asked = performance.now();
    if (how === 'disconnect') child.disconnect();
    else child.kill(how);
    await expect
      .poll(
        () =>
          fetch(`${url}/index`).then(
            () => 'answers',
            () => 'closed',
          ),
        { timeout: 4_000 },
      )
      .toBe('closed');
    const respond = (): void => {
      for (const answerHeld of held.splice(0)) answerHeld();
    };
    respond();
    const later = setInterval(respond, 10);
    const [{ status }, code] = await Promise.all([answer, ended]).finally(() => clearInterval(later));
    expect([status, code]).toEqual([200, 0]);
    expect(performance.now() - asked).toBeLessThan(STOP_MS_MAX);
    expect(errors()).toBe('');
  },
);

test('behavior: a request that never ends does not hold up the stop', async () => {
  held = [];
  const { child, url, ended } = await start();
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] });
  const answer = fetch(`${url}/rpc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  }).catch(() => 'cut');
  await expect.poll(() => held.length, { timeout: 5_000 }).toBe(1);
  const asked = performance.now();
  child.kill('SIGTERM');
  await ended;
  expect(performance.now() - asked).toBeLessThan(STOP_MS_MAX);
  expect(await answer).toBe('cut');
  children = children.filter((one) => one !== child);
});
