import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { definePush, formatPush, pushNamesOf } from '@openmere/core/kit/push.ts';
import type { Push } from '@openmere/core/kit/push.ts';
import { allPushes } from '@openmere/core/pushes.ts';
import type { PushName } from '@openmere/core/pushes.ts';
import { pushSamples } from '@openmere/core/test-pushes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import type { MemberActor } from '../actor.ts';
import { inTransaction } from '../db/connect.ts';
import type { Database } from '../db/connect.ts';
import type { TestDatabase } from '../db/test-database.ts';
import { cloneDatabase } from '../db/test-setup.ts';
import { blockListOf } from '../http/origin.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { memorySessions } from '../http/test-api.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { createListener } from '../notify.ts';
import type { Listener } from '../notify.ts';
import { toEveryone, toMember, toMembers } from '../outbox.ts';
import { SocketHub } from './hub.ts';
import { issueTicket } from './ticket.ts';

const ORIGIN = 'https://app.example';
const notice = definePush({ push: 'notice', summary: '', to: 'member', data: z.looseObject({}) });
const version = definePush({
  push: 'version',
  summary: '',
  to: 'everyone',
  data: z.strictObject({ version: z.string() }),
});
const RESYNC = JSON.stringify({ type: 'resync', data: {}, seq: 0 });
const SESSION_TOKEN = 'session-token-aaaaaaaaaaaaaaaaaaaaaaaa';

type Process = {
  server: Server;
  hub: SocketHub;
  listener: Listener;
  url: string;
  metrics: ReturnType<typeof createMetrics>;
};

let testDatabase: TestDatabase;
let database: Database;
let one: Process;
let two: Process;
let memberCount = 0;
let actor: MemberActor;
let legacy = false;
const clients: WebSocket[] = [];
/** Sessions that have ended without a word. */
const ended = new Set<string>();

async function startProcess(options: { silenceMsMax?: number; livingMs?: number } = {}): Promise<Process> {
  const server = createServer();
  const listener = await createListener(testDatabase.urlOf('app'), 'app');
  const metrics = createMetrics();
  const hub = new SocketHub({
    db: database.db,
    ticketDb: database.db,
    listener,
    metrics,
    log: createLog('test', 'silent'),
    sessions: memorySessions({
      [SESSION_TOKEN]: {
        kind: 'member' as const,
        id: 'mem_legacy',
        family: 'mem_legacy',
        sessionId: 'ses_legacy',
      },
    }),
    listLiving: async (ids) => new Set(ids.filter((id) => !ended.has(id))),
    origins: [ORIGIN],
    trustedProxies: blockListOf(['127.0.0.0/8']),
    allowsLegacyToken: async () => legacy,
    headers: securityHeaders({ origin: ORIGIN, inlineStyles: false }),
    sweepMs: 50,
    ...options,
  });
  await hub.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    server,
    hub,
    listener,
    metrics,
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/connect`,
  };
}

async function stopProcess({ server, hub, listener }: Process): Promise<void> {
  await hub.stop();
  server.close();
  await listener.close();
}

beforeAll(async () => {
  testDatabase = await cloneDatabase();
  database = testDatabase.connect('app');
  one = await startProcess();
  two = await startProcess();
});

afterAll(async () => {
  for (const client of clients) client.terminate();
  await Promise.all([stopProcess(one), stopProcess(two)]);
  await testDatabase.drop();
});

beforeEach(() => {
  const id = `mem_${(memberCount += 1)}`;
  const from = { ip: '127.0.0.1', country: null, device: 'test', locale: 'en' as const };
  actor = { kind: 'member', id, family: id, sessionId: `ses_${memberCount}`, from };
});

function ticketOf(who: MemberActor, readForMs?: number): Promise<{ ticket: string; seq: number }> {
  return inTransaction(database.db, (tx) => issueTicket(tx, who, readForMs));
}

function push(who: MemberActor, data: Record<string, unknown>): Promise<void> {
  return inTransaction(database.db, (tx) => toMember(tx, notice, who.id, data));
}

type Client = { ws: WebSocket; heard: string[]; closed: Promise<number> };

let addressCount = 0;
/** Each client comes from an address of its own, through the trusted proxy, unless told. */
function dial(url: string, token: string, headers: Record<string, string> = {}): Client {
  addressCount += 1;
  const forwarded = { 'x-forwarded-for': `198.51.${addressCount >> 8}.${addressCount & 255}` };
  const ws = new WebSocket(`${url}?Token=${token}`, { headers: { ...forwarded, ...headers } });
  clients.push(ws);
  const heard: string[] = [];
  ws.on('message', (data: Buffer) => heard.push(data.toString()));
  const closed = new Promise<number>((resolve) => ws.on('close', resolve));
  return { ws, heard, closed };
}

async function open(process: Process, who: MemberActor): Promise<Client> {
  const client = dial(process.url, (await ticketOf(who)).ticket);
  await new Promise((resolve, reject) => client.ws.on('open', resolve).on('error', reject));
  return client;
}

/** HTTP status with which an upgrade was refused. */
function statusOf(client: Client): Promise<number> {
  return new Promise((resolve, reject) => {
    client.ws.on('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0);
      client.ws.terminate();
    });
    client.ws.on('open', () => reject(new Error('it was let in')));
    client.ws.on('error', () => undefined);
  });
}

const hears = (client: Client, count: number) =>
  expect.poll(() => client.heard.length, { timeout: 5_000 }).toBeGreaterThanOrEqual(count);
const seqs = (client: Client) => client.heard.map((text) => (JSON.parse(text) as { seq: number }).seq);

test('refuses: a ticket that is made up, used, expired, or of a session that ended', async () => {
  const { ticket } = await ticketOf(actor);
  const first = dial(one.url, ticket);
  await new Promise((resolve) => first.ws.on('open', resolve));
  expect(await statusOf(dial(one.url, ticket))).toBe(401);
  expect(await statusOf(dial(two.url, ticket))).toBe(401);
  expect(await statusOf(dial(one.url, 'x'.repeat(43)))).toBe(401);
  expect(await statusOf(dial(one.url, ''))).toBe(401);

  const expired = await ticketOf(actor);
  const owner = testDatabase.connect('owner');
  await sql`update socket_ticket set expires_at = now() - interval '1 second'`.execute(owner.db);
  expect(await statusOf(dial(one.url, expired.ticket))).toBe(401);

  const orphan = await ticketOf(actor);
  await sql`select pg_notify('session_revoked', ${actor.sessionId})`.execute(database.db);
  expect(await first.closed).toBe(4001);
  expect(await statusOf(dial(one.url, orphan.ticket))).toBe(401);
});

test('refuses: one ticket for two of a hundred that arrive together', async () => {
  const { ticket } = await ticketOf(actor);
  const results = await Promise.all(
    Array.from({ length: 100 }, (_, index) => {
      const client = dial(index % 2 ? one.url : two.url, ticket);
      return Promise.race([
        new Promise<number>((resolve) => client.ws.on('open', () => resolve(101))),
        statusOf(client).catch(() => 101),
      ]);
    }),
  );
  expect(results.filter((status) => status === 101)).toHaveLength(1);
});

test('refuses: the session token, unless it is switched on', async () => {
  expect(await statusOf(dial(one.url, SESSION_TOKEN))).toBe(401);
  legacy = true;
  const client = dial(one.url, SESSION_TOKEN);
  await new Promise((resolve) => client.ws.on('open', resolve));
  legacy = false;
});

test('refuses: foreign pages, other paths, two tokens', async () => {
  const { ticket } = await ticketOf(actor);
  expect(await statusOf(dial(one.url, ticket, { origin: 'https://evil.example' }))).toBe(403);
  expect(await statusOf(dial(one.url, ticket, { origin: 'null' }))).toBe(403);
  expect(await statusOf(dial(one.url.replace('/connect', '/other'), ticket))).toBe(404);
  expect(await statusOf(dial(one.url, `${ticket}&Token=${ticket}`))).toBe(401);
  const own = dial(one.url, ticket, { origin: ORIGIN });
  await new Promise((resolve) => own.ws.on('open', resolve));
});

test('refuses: the 21st socket of an address and the 11th of a member', async () => {
  const address = { 'x-forwarded-for': '203.0.113.7' };
  const others = Array.from({ length: 20 }, (_, index) => ({ ...actor, id: `${actor.id}_${index}` }));
  for (const other of others) {
    const client = dial(one.url, (await ticketOf(other)).ticket, address);
    await new Promise((resolve) => client.ws.on('open', resolve));
  }
  const last = { ...actor, id: `${actor.id}_x` };
  expect(await statusOf(dial(one.url, (await ticketOf(last)).ticket, address))).toBe(429);

  for (let index = 0; index < 10; index += 1) await open(one, actor);
  expect(await statusOf(dial(one.url, (await ticketOf(actor)).ticket))).toBe(429);
});

test('refuses: an address that asks for sockets again and again, before its tickets are looked for', async () => {
  const address = { 'x-forwarded-for': '203.0.113.8' };
  const statuses = new Set<number>();
  for (let tries = 0; tries < 200 && !statuses.has(429); tries += 1)
    statuses.add(await statusOf(dial(one.url, 'x'.repeat(43), address)));
  expect([...statuses]).toEqual([401, 429]);
  await open(one, actor);
});

test('refuses: floods, long messages, binary and nonsense by closing', async () => {
  const send = async (data: string | Buffer, times = 1): Promise<number> => {
    const client = await open(one, { ...actor, sessionId: `ses_${Math.random()}` });
    for (let index = 0; index < times; index += 1) client.ws.send(data);
    return client.closed;
  };
  expect(await send('x'.repeat(2_000))).toBe(1009);
  expect(await send(Buffer.from([1, 2, 3]))).toBe(1003);
  expect(await send('{"after":"1"}')).toBe(1008);
  expect(await send('Ping', 100)).toBe(1008);
});

test('refuses: to take ten pages of one login that come back at once for a flood', async () => {
  const login = { ...actor, id: `${actor.id}_tabs`, sessionId: `ses_${Math.random()}` };
  const pages = await Promise.all(Array.from({ length: 10 }, () => open(one, login)));
  for (const text of ['{"after":0}', 'Ping', 'Ping']) for (const { ws } of pages) ws.send(text);
  expect(await Promise.race([...pages.map(({ closed }) => closed), wait(300, 'open')])).toBe('open');
});

test('behavior: a client that reads nothing is dropped, the others hear everything', async () => {
  const { ticket } = await ticketOf(actor);
  const well = await open(one, actor);
  const deaf = await new Promise<Socket>((resolve) => {
    const socket = connect(Number(new URL(one.url).port), '127.0.0.1');
    socket.write(
      `GET /connect?Token=${ticket} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX-Forwarded-For: 198.51.100.200\r\n` +
        `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    );
    socket.once('data', () => {
      socket.pause();
      resolve(socket);
    });
  });
  const big = 'x'.repeat(100_000);
  const dropped = async () =>
    (await one.metrics.socketsDropped.get()).values.find(({ labels }) => labels.reason === 'slow')?.value ??
    0;
  let sent = 0;
  while ((await dropped()) === 0 && sent < 300) {
    await push(actor, { big });
    sent += 1;
    await hears(well, sent);
  }
  expect(await dropped()).toBe(1);
  expect(seqs(well)).toEqual(Array.from({ length: sent }, (_, index) => index + 1));
  deaf.destroy();
});

test('behavior: Ping is answered with Pong; silence closes', async () => {
  const quiet = await startProcess({ silenceMsMax: 300 });
  const client = await open(quiet, actor);
  client.ws.send('Ping');
  await hears(client, 1);
  expect(client.heard).toEqual(['Pong']);
  expect(await client.closed).toBe(4002);
  await stopProcess(quiet);
});

test('behavior: messages reach the member’s sockets at every process, in order, once', async () => {
  const here = await open(one, actor);
  const there = await open(two, actor);
  const stranger = await open(one, { ...actor, id: `${actor.id}_other` });
  await Promise.all(Array.from({ length: 50 }, (_, index) => push(actor, { index })));
  await hears(here, 50);
  await hears(there, 50);
  const expected = Array.from({ length: 50 }, (_, index) => index + 1);
  expect(seqs(here)).toEqual(expected);
  expect(seqs(there)).toEqual(expected);
  expect(stranger.heard).toEqual([]);
  expect(JSON.parse(here.heard[0] ?? '')).toMatchObject({ type: 'notice', data: {}, seq: 1 });
});

test('behavior: what a rolled back transaction wrote is never heard and leaves no gap', async () => {
  const client = await open(one, actor);
  const failed = inTransaction(database.db, async (tx) => {
    await toMember(tx, notice, actor.id, { lost: true });
    throw new Error('roll back');
  });
  await expect(failed).rejects.toThrow('roll back');
  await push(actor, { kept: true });
  await hears(client, 1);
  expect(client.heard).toEqual(['{"type":"notice","data":{"kept":true},"seq":1}']);
});

test('behavior: a client gets what it missed, from the ticket on or after any number', async () => {
  await inTransaction(database.db, (tx) =>
    toMembers(
      tx,
      notice,
      Array.from({ length: 5 }, (_, index) => ({ memberId: actor.id, data: { index } })),
    ),
  );
  const { ticket, seq } = await ticketOf(actor);
  expect(seq).toBe(5);
  await push(actor, { between: true });
  const client = dial(one.url, ticket);
  await hears(client, 1);
  expect(seqs(client)).toEqual([6]);
  client.ws.send('{"after": 2}');
  await hears(client, 5);
  expect(seqs(client)).toEqual([6, 3, 4, 5, 6]);
});

test('behavior: a ticket tells the number before what was told while the page was reading, as far as can be filled', async () => {
  expect((await ticketOf(actor, 5_000)).seq).toBe(0);
  await push(actor, {});
  await push(actor, {});
  // A message counts as told for a second after its time: so long may its transaction have taken.
  await wait(1_500);
  await push(actor, {});
  await push(actor, {});
  expect((await ticketOf(actor)).seq).toBe(4);
  expect((await ticketOf(actor, 20_000)).seq).toBe(0);
  const { ticket, seq } = await ticketOf(actor, 0);
  expect(seq).toBe(2);
  const client = dial(one.url, ticket);
  await hears(client, 2);
  expect(seqs(client)).toEqual([3, 4]);
  await push(actor, {});
  await sql`delete from socket_message where member_id = ${actor.id}`.execute(database.db);
  expect((await ticketOf(actor, 5_000)).seq).toBe(5);
});

test('behavior: too large a gap, or one that was cleaned away, asks the client to load afresh', async () => {
  const many = (count: number) =>
    inTransaction(database.db, (tx) =>
      toMembers(
        tx,
        notice,
        Array.from({ length: count }, () => ({ memberId: actor.id, data: {} })),
      ),
    );
  await many(501);
  const client = await open(one, actor);
  client.ws.send('{"after": 0}');
  await hears(client, 1);
  expect(JSON.parse(client.heard[0] ?? '')).toEqual({ type: 'resync', data: {}, seq: 501 });
  client.ws.send('{"after": 1}');
  await hears(client, 501);
  expect(seqs(client).slice(1)).toEqual(Array.from({ length: 500 }, (_, index) => index + 2));
  for (const [before, after] of [
    [400, 100],
    [502, 499],
  ] as const) {
    await sql`delete from socket_message where member_id = ${actor.id} and seq < ${before}`.execute(
      database.db,
    );
    client.heard.length = 0;
    client.ws.send(`{"after": ${after}}`);
    await hears(client, 1);
    expect(JSON.parse(client.heard[0] ?? '')).toEqual({ type: 'resync', data: {}, seq: 501 });
  }
});

test('behavior: everyone hears what is told to everyone', async () => {
  const here = await open(one, actor);
  const there = await open(two, { ...actor, id: `${actor.id}_b` });
  await inTransaction(database.db, (tx) => toEveryone(tx, version, { version: '1.0.1' }));
  for (const client of [here, there]) {
    await hears(client, 1);
    expect(JSON.parse(client.heard[0] ?? '')).toEqual({
      type: 'version',
      data: { version: '1.0.1' },
      seq: 0,
    });
  }
});

test('behavior: a page hears first what everybody was told while it was reading, oldest first', async () => {
  const announce = (text: string) =>
    inTransaction(database.db, (tx) => toEveryone(tx, version, { version: text }));
  const witness = await open(one, { ...actor, id: `${actor.id}_b` });
  await announce('long ago');
  await wait(1_200);
  await announce('first');
  await announce('second');
  await hears(witness, 3);
  const silent = dial(one.url, (await ticketOf(actor)).ticket);
  const { ticket } = await ticketOf(actor, 100);
  await announce('third');
  await push(actor, {});
  await hears(witness, 4);
  const client = dial(one.url, ticket);
  await hears(client, 4);
  expect(client.heard.map((text) => JSON.parse(text).data.version)).toEqual([
    'first',
    'second',
    'third',
    undefined,
  ]);
  expect(seqs(client)).toEqual([0, 0, 0, 1]);
  await hears(silent, 1);
  expect(silent.heard.filter((text) => text.includes('first'))).toEqual([]);
});

test('behavior: a process that does not know what everybody was told asks the page to load afresh', async () => {
  const young = await startProcess();
  const client = dial(young.url, (await ticketOf(actor, 10_000)).ticket);
  await hears(client, 1);
  expect(client.heard).toEqual([RESYNC]);
  await stopProcess(young);
});

async function cutNotifications(): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and (query ilike 'listen%' or query = 'select 1')`.execute(
    testDatabase.connect('owner').db,
  );
}

test('behavior: messages written while the notifications were cut off arrive when they are back', async () => {
  const client = await open(one, actor);
  await cutNotifications();
  await push(actor, { index: 1 });
  await hears(client, 2);
  // Nobody knows what everybody was told meanwhile.
  expect(client.heard.filter((text) => text === RESYNC)).toHaveLength(1);
  expect(seqs(client).filter((seq) => seq > 0)).toEqual([1]);
});

test('refuses: to keep the socket of a session that ended while the notifications were cut off (T05)', async () => {
  const thief = await open(one, actor);
  await cutNotifications();
  ended.add(actor.sessionId);
  expect(await thief.closed).toBe(4001);
});

test('refuses: to keep the socket of a session whose time ran out, and a ticket that is older than its end', async () => {
  const quick = await startProcess({ livingMs: 50 });
  const client = await open(quick, actor);
  const { ticket } = await ticketOf(actor);
  ended.add(actor.sessionId);
  expect(await client.closed).toBe(4001);
  expect(await statusOf(dial(quick.url, ticket))).toBe(401);
  await stopProcess(quick);
});

test.each(allPushes.map((push) => ({ name: push.push, push })))(
  'behavior: $name leaves the outbox and arrives as its contract says',
  async ({ name, push }) => {
    const data = pushSamples[name as PushName];
    const client = await open(one, actor);
    await inTransaction(database.db, (tx) =>
      push.to === 'member'
        ? toMember(tx, push as Push<string, 'member'>, actor.id, data)
        : toEveryone(tx, push as Push<string, 'everyone'>, data),
    );
    await hears(client, 1);
    const frame = JSON.parse(client.heard[0] ?? '') as { type: string; data: object; seq: number };
    expect(frame).toEqual({ ...formatPush(push, data), seq: push.to === 'member' ? 1 : 0 });
    expect(pushNamesOf(frame)).toContain(name);
  },
);

test('refuses: to push what is not as its contract says', async () => {
  const wrong = inTransaction(database.db, (tx) => toEveryone(tx, version, { version: 7 as never }));
  await expect(wrong).rejects.toThrow('the push version is not as its contract says');
});
