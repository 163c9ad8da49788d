import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { userLogin } from '@openmere/core/auth/contract.ts';
import { getTime } from '@openmere/core/setting/contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '../db/test-database.ts';
import { cloneDatabase } from '../db/test-setup.ts';
import { serve } from './serve.ts';
import { createTestApi } from './test-api.ts';
import type { TestApi } from './test-api.ts';

/** Long enough for all of them to be there at once on a busy machine. */
const HANDLER_MS = 4_000;
const SLOW = 300;
let database: TestDatabase;
let api: TestApi;
let port: number;
let reached = 0;
const sockets: Socket[] = [];

beforeAll(async () => {
  database = await cloneDatabase();
  const plenty = { perMinute: 1e9, burst: 1e9 };
  const rates = { address: plenty, member: plenty, loopbackFactor: 1e6 };
  api = await createTestApi({
    db: database.connect('app').db,
    // As few places at work as there can be: were a slow sender to hold one, nobody else would be heard.
    config: {
      origin: 'https://app.example',
      rates,
      lanes: { money: 1, member: 1, entry: 1, open: 1 },
      handlerTimeoutMs: HANDLER_MS,
    },
    routes: (routes) => {
      serve(routes, getTime, async ({ now }) => ({
        time: now.getTime(),
        zone: 'UTC',
        business: now.getTime(),
      }));
      serve(routes, userLogin, async () => {
        reached += 1;
        return { token: 'x', userid: 'y' };
      });
    },
  });
  await api.server.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = api.server.server.address() as AddressInfo);
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await api.close();
  await database.drop();
});

/** Sends the head and a few bytes of a body that it never finishes; answers what it hears until the end. */
function sendSlowly(): { heard: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let text = '';
  const heard = new Promise<string>((resolve) => {
    socket.on('data', (data) => (text += String(data)));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
  socket.write(
    'POST /Users/UserLogin HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\nConnection: close\r\n\r\n{"account":"',
  );
  return { heard };
}

test('refuses: bodies that never end, after the time of a handler; meanwhile they hold nobody up (T28)', async () => {
  const slow = Array.from({ length: SLOW }, sendSlowly);
  await expect
    .poll(
      () => new Promise((resolve) => api.server.server.getConnections((_error, count) => resolve(count))),
      {
        timeout: HANDLER_MS,
      },
    )
    .toBeGreaterThanOrEqual(SLOW);
  const waits: number[] = [];
  for (let index = 0; index < 50; index += 1) {
    const started = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/Ctrls/gettime`, { method: 'POST' });
    waits.push(performance.now() - started);
    expect(answer.status).toBe(200);
  }
  expect(waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.9)]).toBeLessThan(500);
  const ends = await Promise.all(slow.map(({ heard }) => heard));
  expect(ends.filter((text) => !text.startsWith('HTTP/1.1 503'))).toEqual([]);
  expect(ends[0]).toContain('"code":"unavailable"');
  expect(reached).toBe(0);
});

test('refuses: heads over 16 KiB, bodies over 64 KiB told and untold, before they are read', async () => {
  const base = `http://127.0.0.1:${port}/Ctrls/gettime`;
  const long = await fetch(base, { method: 'POST', headers: { 'x-long': 'x'.repeat(20_000) } });
  expect(long.status).toBe(431);
  const headers = { 'content-type': 'application/json' };
  const told = await fetch(base, { method: 'POST', headers, body: `"${'x'.repeat(65_600)}"` });
  expect([told.status, told.headers.get('content-type')]).toEqual([413, 'application/json; charset=utf-8']);
  const stream = new ReadableStream({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode('x'.repeat(8_192)));
    },
  });
  const untold = fetch(base, { method: 'POST', headers, body: stream, duplex: 'half' } as RequestInit);
  // An endless body is cut off: either its answer is read or the connection is gone.
  expect(
    await untold.then(
      ({ status }) => status,
      () => 413,
    ),
  ).toBe(413);
});

test('refuses: bodies beyond what the call’s own parameters can need, and takes the largest that they do', async () => {
  const statusOf = async (path: string, bytes: number): Promise<number> => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ password: 'x'.repeat(bytes) });
    return (await fetch(`http://127.0.0.1:${port}/${path}`, { method: 'POST', headers, body })).status;
  };
  expect(await statusOf('Ctrls/gettime', 9_000)).toBe(413);
  expect(await statusOf('Ctrls/gettime', 7_000)).toBe(200);
  expect(await statusOf('Users/UserLogin', 15_000)).toBe(413);
  expect(await statusOf('Users/UserLogin', 4_096)).toBe(200);
});

test('behavior: every limit of the server is set, none is the framework’s "for ever"', () => {
  const { requestTimeout, headersTimeout, keepAliveTimeout, maxConnections, maxRequestsPerSocket } =
    api.server.server;
  const { timeout } = api.server.server;
  for (const limit of [requestTimeout, headersTimeout, keepAliveTimeout, timeout]) {
    expect(limit).toBeGreaterThan(0);
    expect(limit).toBeLessThanOrEqual(60_000);
  }
  expect(maxConnections).toBeGreaterThan(0);
  expect(maxRequestsPerSocket).toBeGreaterThan(0);
  expect(api.server.initialConfig.bodyLimit).toBe(64 * 1024);
});
