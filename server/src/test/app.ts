import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import type { Envelope, OperatorRole } from '@openmere/core/kit/call.ts';
import { Fault } from '@openmere/core/kit/fault.ts';
import type { FastifyInstance } from 'fastify';
import type { JWK } from 'jose';
import { sql } from 'kysely';
import { announcePosted } from '../app/announce-posted.ts';
import { consoleSurface, memberSurface } from '../app/routes.ts';
import type { RouteDeps } from '../app/routes.ts';
import { createSessionLookup } from '../auth/session-lookup.ts';
import { createGatherer } from '../ledger/gather.ts';
import type { Gatherer } from '../ledger/gather.ts';
import { createOperatorSessionLookup } from '../operator/session-lookup.ts';
import type { OutsideGeocoder } from '../place/outside.ts';
import { createTowns, townFileOf } from '../place/towns.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import { TEST_CHAIN_ID } from '../platform/chain/test-anvil.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/connect.ts';
import { createFileStore } from '../platform/files/store.ts';
import { buildApi } from '../platform/http/build.ts';
import type { ApiOptions } from '../platform/http/build.ts';
import { makeTestJwk } from '../platform/http/test-api.ts';
import { newId } from '../platform/ids.ts';
import { createSecretReader, sealForCall } from '../platform/jwe.ts';
import { createLog } from '../platform/log.ts';
import type { Puzzles } from '../platform/puzzle.ts';
import { hashToken, newToken } from '../platform/tokens.ts';
import { openTestContext } from './context.ts';
import type { TestContext } from './context.ts';
import { addOperator } from './people.ts';

export type SurfaceName = 'member' | 'console';
export type Heard = { status: number; body: string; envelope: Envelope };
export type Ask = {
  token?: string | undefined;
  ip?: string;
  headers?: Record<string, string>;
  query?: string;
};

/** Both origins with every call on a real database, without a port; the log at its finest. */
export type TestApp = TestContext & {
  servers: Record<SurfaceName, FastifyInstance>;
  /** Every line that was logged, by either origin. */
  lines: string[];
  post: (surface: SurfaceName, path: string, body: unknown, ask?: Ask) => Promise<Heard>;
  seal: (path: string, value: string) => Promise<string>;
  /** A session of a member, as a login makes it; `state` makes one that is over. */
  session: (memberId: string, state?: 'living' | 'revoked' | 'expired') => Promise<string>;
  /** A session of a new operator of this role. */
  operator: (role: OperatorRole, state?: 'living' | 'disabled' | 'idle') => Promise<string>;
};

export type TestAppOptions = {
  rpc?: Rpc;
  contracts?: AddressMap;
  clock?: Clock;
  dataDir?: string;
  puzzlesOf?: (guardDb: Db) => Puzzles;
  countryOf?: (ip: string) => string | null;
  askOutside?: OutsideGeocoder;
};

const root = fileURLToPath(new URL('../../..', import.meta.url));

export const ORIGIN = 'https://app.openmere.example';

/** Knows of no contract anywhere, and nothing else. */
const silentNode: Rpc = {
  call: (method) =>
    method === 'eth_getCode'
      ? Promise.resolve('0x')
      : Promise.reject(new Fault('chain.unreachable', { retry: true })),
  batch: () => Promise.reject(new Fault('chain.unreachable', { retry: true })),
};
const plenty = { perMinute: 1e9, burst: 1e9 };

export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const clock = options.clock ?? ((): Date => new Date());
  const context = await openTestContext({ now: clock() });
  const { db } = context;
  const gatherer = createGatherer(context.database, { onPosted: announcePosted });
  const secrets = await createSecretReader(db, [await makeTestJwk()]);
  const lines: string[] = [];
  const common: Omit<ApiOptions, 'routes' | 'surface'> = {
    db,
    clock,
    secrets,
    sessions: createSessionLookup(db, clock),
    operatorSessions: createOperatorSessionLookup(db, clock),
    log: createLog('test', 'trace', writerTo(lines)),
    config: { origin: ORIGIN, rates: { address: plenty, member: plenty, loopbackFactor: 1e6 } },
    ...(options.countryOf ? { countryOf: options.countryOf } : {}),
  };
  const deps = depsOf(context, gatherer, { cryptoJwk: secrets.publicJwk, options });
  const servers: Record<SurfaceName, FastifyInstance> = {
    member: await buildApi({ ...common, surface: 'member', routes: (api) => memberSurface(api, deps) }),
    console: await buildApi({ ...common, surface: 'console', routes: (api) => consoleSurface(api, deps) }),
  };
  return {
    ...context,
    servers,
    lines,
    post: (surface, path, body, ask) => post(servers[surface], path, body, ask),
    seal: (path, value) => sealForCall(secrets.publicJwk, path, value, clock()),
    session: (memberId, state) => makeSession(context, memberId, state),
    operator: (role, state) => makeOperator(context, role, state),
    close: async () => {
      await Promise.all(Object.values(servers).map((server) => server.close()));
      await gatherer.close();
      await context.close();
    },
  };
}

function writerTo(lines: string[]): Writable {
  return new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) });
}

type Given = { cryptoJwk: JWK; options: TestAppOptions };

function depsOf(context: TestContext, gatherer: Gatherer, { cryptoJwk, options }: Given): RouteDeps {
  const { db, clone } = context;
  const guardDb = clone.connect('app', { max: 3 }).db;
  return {
    db,
    moneyDb: db,
    openDb: db,
    moneyGuardDb: clone.connect('app', { max: 2 }).db,
    guardDb,
    ...(options.puzzlesOf ? { puzzles: options.puzzlesOf(guardDb) } : {}),
    gatherer,
    rpc: options.rpc ?? silentNode,
    files: createFileStore(options.dataDir ?? '/nonexistent'),
    places: { loadTowns: createTowns(townFileOf(root)), askOutside: options.askOutside },
    facts: { chainId: TEST_CHAIN_ID, cryptoJwk, build: '1.0.0', sms: true },
    contracts: options.contracts ?? {},
    origin: ORIGIN,
  };
}

async function post(server: FastifyInstance, path: string, body: unknown, ask: Ask = {}): Promise<Heard> {
  const { token, ip = '127.0.0.1', headers = {}, query = '' } = ask;
  const response = await server.inject({
    method: 'POST',
    url: `/${path}${query}`,
    remoteAddress: ip,
    headers: {
      'content-type': 'application/json',
      lang: '2',
      ...(token === undefined ? {} : { token }),
      ...headers,
    },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const envelope = response.headers['content-type']?.toString().startsWith('application/json')
    ? response.json<Envelope>()
    : { success: false, msg: '', code: '' };
  return { status: response.statusCode, body: response.body, envelope };
}

async function makeSession(
  context: TestContext,
  memberId: string,
  state: 'living' | 'revoked' | 'expired' = 'living',
): Promise<string> {
  const token = newToken();
  const id = newId('ses');
  const expires = state === 'expired' ? '-1 second' : '30 days';
  await sql`insert into auth_session (id, member_id, token_hash, kind, device, device_hash, ip, expires_at, ends_at)
    values (${id}, ${memberId}, ${hashToken(token)}, 'mail', 'test', ${memberId}, '127.0.0.1', now() + ${expires}::interval,
      now() + interval '60 days')`.execute(context.owner);
  if (state === 'revoked')
    await sql`update auth_session set revoked_at = now() where id = ${id}`.execute(context.owner);
  return token;
}

async function makeOperator(
  context: TestContext,
  role: OperatorRole,
  state: 'living' | 'disabled' | 'idle' = 'living',
): Promise<string> {
  const operator = await addOperator(context, role);
  const token = newToken();
  const used = state === 'idle' ? '-16 minutes' : '0 minutes';
  await sql`insert into operator_session (id, token_hash, operator_id, ip, device, created_at, last_used_at)
    values (${newId('ops')}, ${hashToken(token)}, ${operator.id}, '127.0.0.1', 'test', now() + ${used}::interval,
      now() + ${used}::interval)`.execute(context.owner);
  if (state === 'disabled')
    await sql`update operator set disabled_at = now() where id = ${operator.id}`.execute(context.owner);
  return token;
}

/** The reason of a refused answer; `ok` when it was answered. */
export function reasonIn({ envelope }: Heard): string {
  return envelope.success ? 'ok' : ((envelope.data as { reason?: string } | null)?.reason ?? envelope.code);
}
