import { randomBytes } from 'node:crypto';
import { localeOfIndex } from '@openmere/core/kit/language.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import Fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OperatorSessionLookup, SessionLookup } from '../actor.ts';
import { systemClock } from '../clock.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/connect.ts';
import type { SecretReader } from '../jwe.ts';
import { createLog } from '../log.ts';
import type { Log } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import type { Metrics } from '../metrics.ts';
import { browserHook } from './browser-cookie.ts';
import { refusalOf } from './envelope.ts';
import { NotAnswered, busy, failureOf } from './failure.ts';
import { guestHook } from './guest-cookie.ts';
import { Lanes, TokenBuckets } from './limits.ts';
import type { Lane, LaneLimits } from './limits.ts';
import { blockListOf, clientAddress, createOriginReader, isIn } from './origin.ts';
import { Pipeline } from './pipeline.ts';
import type { RateLimits, Surface } from './pipeline.ts';
import { servePolicyReports } from './policy-reports.ts';
import { logRequests } from './request-log.ts';
import { headerHook, rawRefusal, securityHeaders } from './security-headers.ts';
import type { HeaderOptions } from './security-headers.ts';
import type { Api } from './serve.ts';
import { createSessionReader, tokenHashOf } from './session.ts';
import { Turns } from './turns.ts';
import type { TurnLimits } from './turns.ts';

/** What the HTTP machinery must know of its place; every figure has a default. */
export type HttpConfig = {
  /** Public origin of this surface, such as `https://openmere.example`. */
  origin: string;
  trustedProxies?: readonly string[];
  countryHeader?: string | undefined;
  /** Networks (CIDR) that this surface answers; everybody unless told. */
  networks?: readonly string[];
  rates?: Partial<RateLimits>;
  lanes?: Partial<LaneLimits>;
  /** How many requests of unknown callers begin in one turn of the event loop, and how many may wait for theirs. */
  turns?: TurnLimits;
  /** Time for a handler, from the request's first line; 30 s unless told. */
  handlerTimeoutMs?: number;
};

export type ApiOptions = {
  db: Db;
  /** Connections of their own for some lanes; the others share `db`. */
  dbs?: Partial<Record<Lane, Db>>;
  config: HttpConfig;
  secrets: SecretReader;
  sessions: SessionLookup;
  operatorSessions?: OperatorSessionLookup;
  /** Country of an address, ISO alpha-2 (platform/geo.ts); unknown when left out. */
  countryOf?: (ip: string) => string | null;
  surface?: Surface;
  /** Answers are also parsed by their contract, not only written by it: yes unless told, no in production. */
  parsesAnswers?: boolean;
  clock?: Clock;
  log?: Log;
  metrics?: Metrics;
  routes: (api: Api) => void | Promise<void>;
};

const BODY_BYTES_MAX = 64 * 1024;
/** Time for the whole request to arrive: 5 MiB over a slow phone link. Headers have ten seconds. */
const REQUEST_TIMEOUT_MS = 60_000;
const HANDLER_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_TIMEOUT_MS = 15_000;
const CHECK_EVERY_MS = 2_000;
const REQUESTS_PER_SOCKET_MAX = 10_000;
const CONNECTIONS_MAX = 8_192;
const HEADER_BYTES_MAX = 16 * 1024;

const defaultRates: RateLimits = {
  address: { perMinute: 1_200, burst: 300 },
  member: { perMinute: 600, burst: 150 },
  loopbackFactor: 1,
};
const defaultLanes: LaneLimits = { money: 256, member: 192, entry: 96, open: 8, media: 4 };
/** Strangers' questions that may wait for their place. */
const OPEN_WAITING_MAX = 256;

/** Builds the server of one surface; nothing listens yet, `inject` works. */
export async function buildApi(options: ApiOptions): Promise<FastifyInstance> {
  const { config, clock = systemClock } = options;
  const log = options.log ?? createLog('api', 'silent');
  const headers = { origin: config.origin, inlineStyles: options.surface === 'console' };
  const server = createServer(config, headers);
  server.server.maxConnections = CONNECTIONS_MAX;
  for (const name of ['callPath', 'callerId', 'answerCode', 'answerReason']) server.decorateRequest(name, '');
  const proxies = blockListOf(config.trustedProxies ?? []);
  server.decorateRequest('clientIp', '');
  server.addHook('onRequest', async (request) => {
    request.clientIp = clientAddress(request.raw, proxies);
  });
  server.decorateRequest('browser', null).decorateRequest('guest', null);
  server.addHook('onRequest', headerHook(headers));
  answerOnly(server, config.networks ?? []);
  const turns = new Turns(config.turns);
  beginInTurn(server, turns);
  const isConsole = options.surface === 'console';
  server.addHook(
    'onRequest',
    browserHook(config.origin, isConsole ? 'openmere-console-browser' : 'openmere-browser'),
  );
  if (!isConsole) server.addHook('onRequest', guestHook(config.origin));
  acceptJsonOnly(server);
  answerFailures(server, log);
  const metrics = options.metrics ?? createMetrics();
  logRequests(server, log, metrics);
  const pipeline = new Pipeline({
    dbs: { ...sharedBy(options.db), ...options.dbs },
    clock,
    surface: options.surface ?? 'all',
    secrets: options.secrets,
    sessions: createSessionReader(
      options.sessions,
      options.operatorSessions ?? { find: async () => undefined },
    ),
    originOf: createOriginReader({
      countryOf: options.countryOf ?? (() => null),
      trustedProxies: config.trustedProxies ?? [],
      countryHeader: config.countryHeader,
    }),
    turns,
    buckets: new TokenBuckets(),
    rates: { ...defaultRates, ...config.rates },
    lanes: new Lanes({ ...defaultLanes, ...config.lanes }, { open: OPEN_WAITING_MAX }),
    parsesAnswers: options.parsesAnswers ?? true,
  });
  server.addHook('onRequest', async (request) => pipeline.limitAddress(request));
  await servePolicyReports(server, metrics);
  await options.routes({ server, pipeline });
  await server.ready();
  return server;
}

/** Refuses whoever comes from elsewhere, files and all, before anything is looked at. */
function answerOnly(server: FastifyInstance, networks: readonly string[]): void {
  if (networks.length === 0) return;
  const known = blockListOf(networks);
  server.addHook('onRequest', async (request) => {
    if (!isIn(known, request.clientIp)) throw new Refusal('request.forbidden');
  });
}

/** Before anything else is done for a request, refusals have their headers by then: strangers' begin a few at a time, those of known callers at once (turns.ts). */
function beginInTurn(server: FastifyInstance, turns: Turns): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const hash = tokenHashOf(request);
    if (hash !== undefined && turns.knows(hash)) done();
    else if (!turns.enter(done)) done(busy());
  });
}

/** Every lane on the same connections. */
function sharedBy(db: Db): Record<Lane, Db> {
  return { money: db, member: db, entry: db, open: db, media: db };
}

/** The framework with every limit set: its defaults wait for ever and take what comes (T28). */
function createServer(config: HttpConfig, headers: HeaderOptions): FastifyInstance {
  return Fastify({
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    handlerTimeout: config.handlerTimeoutMs ?? HANDLER_TIMEOUT_MS,
    connectionTimeout: IDLE_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    maxRequestsPerSocket: REQUESTS_PER_SOCKET_MAX,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
      maxHeaderSize: HEADER_BYTES_MAX,
    },
    // origin.ts reads forwarding headers: the framework's reader throws at what it does not know.
    trustProxy: false,
    genReqId: requestIds(),
    // The raw text is read by parameters.ts, which refuses what a lenient parser would merge.
    routerOptions: { querystringParser: () => ({}), maxParamLength: 200 },
    logger: false,
    forceCloseConnections: 'idle',
    // What still arrives while closing is answered; the raw 503 of the framework would have neither envelope nor headers.
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) => {
      // An address that is no address: no route, so no hook has run.
      const refusal = new Refusal('setting.nocall');
      reply.raw.writeHead(404, {
        ...securityHeaders(headers),
        'content-type': 'application/json; charset=utf-8',
      });
      reply.raw.end(JSON.stringify(refusalOf(refusal, localeOf(request))));
    },
    clientErrorHandler: (error, socket) => {
      const status =
        error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
      const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
      // Destroyed once written: a peer that never closes its half must not keep the connection.
      if (!socket.writable) socket.destroy();
      else socket.end(rawRefusal(isLate ? '408 Request Timeout' : status, headers), () => socket.destroy());
    },
  });
}

/** JSON or nothing: 415 for the rest. An empty body is no parameters; `__proto__` and `constructor` are refused. */
function acceptJsonOnly(server: FastifyInstance): void {
  const parseJson = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parseJson(request, body as string, done);
  });
}

/** Every refusal and failure leaves as the envelope in the asked language, with its status. */
function answerFailures(server: FastifyInstance, log: Log): void {
  server.setNotFoundHandler((request, reply) =>
    sendRefusal(request, reply, new NotAnswered(404, new Refusal('setting.nocall'))),
  );
  server.setErrorHandler((error, request, reply) => {
    const failure = failureOf(error);
    if (failure instanceof NotAnswered && failure.status >= 500) {
      const level = failure.status === 503 ? 'warn' : 'error';
      log[level]({ id: request.id, call: request.callPath, error: failure.cause }, 'not answered');
    }
    return sendRefusal(request, reply, failure);
  });
}

function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  failure: Refusal | NotAnswered,
): FastifyReply {
  const refusal = failure instanceof NotAnswered ? failure.refusal : failure;
  const envelope = refusalOf(refusal, localeOf(request), request.id);
  if (failure instanceof NotAnswered && failure.retryAfterSeconds !== undefined) {
    reply.header('retry-after', failure.retryAfterSeconds);
  }
  request.answerCode = envelope.code;
  request.answerReason = refusal.code;
  // As text: the route's serializer writes answers, and would leave out why this is none.
  return reply
    .code(failure instanceof NotAnswered ? failure.status : 200)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(envelope));
}

function localeOf(request: FastifyRequest): Locale {
  const lang = request.headers['lang'];
  return localeOfIndex(typeof lang === 'string' ? lang : undefined);
}

/** Ids that no other process and no other start makes: a random head and a number. */
function requestIds(): () => string {
  const head = randomBytes(6).toString('hex');
  let last = 0;
  return () => `${head}-${(last += 1).toString(36)}`;
}
