import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { createSessionLookup } from '../auth/session-lookup.ts';
import { listLivingIds } from '../auth/session-store.ts';
import { createGatherer } from '../ledger/gather.ts';
import { registerHealthMetrics } from '../operator/health-metrics.ts';
import { createOperatorSessionLookup } from '../operator/session-lookup.ts';
import type { PlaceDeps } from '../place/geocode.ts';
import { createOutsideGeocoder } from '../place/outside.ts';
import { createTiles } from '../place/tiles.ts';
import { createTowns, townFileOf } from '../place/towns.ts';
import { createTurns } from '../place/turn.ts';
import { connectChain } from '../platform/chain/failover.ts';
import { serveRelay } from '../platform/chain/relay.ts';
import { systemClock } from '../platform/clock.ts';
import type { Db } from '../platform/db/connect.ts';
import { createFileStore, serveFiles } from '../platform/files/store.ts';
import { openGeo } from '../platform/geo.ts';
import { startHeartbeat } from '../platform/heartbeat.ts';
import { buildApi } from '../platform/http/build.ts';
import type { ApiOptions } from '../platform/http/build.ts';
import { serveDevMail } from '../platform/http/dev-mail.ts';
import { serveMetrics } from '../platform/http/metrics-page.ts';
import { serveOpenApi } from '../platform/http/openapi-page.ts';
import { openApiOf } from '../platform/http/openapi.ts';
import { blockListOf } from '../platform/http/origin.ts';
import { securityHeaders } from '../platform/http/security-headers.ts';
import type { Api } from '../platform/http/serve.ts';
import { createSessionReader } from '../platform/http/session.ts';
import { serveApp } from '../platform/http/static.ts';
import { createSecretReader } from '../platform/jwe.ts';
import { createLog } from '../platform/log.ts';
import type { Log } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import type { Metrics } from '../platform/metrics.ts';
import { createListener } from '../platform/notify.ts';
import { unlockSecrets } from '../platform/secrets-box.ts';
import { SocketHub } from '../platform/socket/hub.ts';
import type { HubOptions } from '../platform/socket/hub.ts';
import { watchLoops } from '../platform/watch-loops.ts';
import { readSettings } from '../setting/read.ts';
import { startRemovingOrphans } from '../setting/remove-orphans.ts';
import { announcePosted } from './announce-posted.ts';
import { openApiPools } from './api-pools.ts';
import { readConfig } from './config.ts';
import type { Config } from './config.ts';
import { completeAdvance, serveDevAdvance } from './dev-advance.ts';
import type { AdvanceDeps } from './dev-advance.ts';
import { serveDevFaucet } from './dev-faucet.ts';
import { consoleSurface, memberSurface } from './routes.ts';
import type { RouteDeps } from './routes.ts';
import { refuseUnsafe } from './safety.ts';
import { readSecrets } from './secrets.ts';
import { serveTiles } from './tile-page.ts';
import { serveUnsubscribe } from './unsubscribe-page.ts';
import { readVapid } from './vapid.ts';

/** In development everything comes from this machine: one person's browser, tests and tools share its limits. */
const LOOPBACK_FACTOR = 10;
/** What a request may still take once the process was asked to stop. */
const CLOSE_MS_MAX = 2_500;
const CLOSE_IDLE_MS = 50;

const root = fileURLToPath(new URL('../../../', import.meta.url));

export type RunningApi = { url: string; consoleUrl: string; stop: () => Promise<void> };

/** Serves both origins: the members' calls, socket and app on PORT, the operators' on CONSOLE_PORT. */
export async function startApi(config: Config): Promise<RunningApi> {
  const { databaseUrl } = config;
  const { rpcUrls } = config.chain;
  if (!databaseUrl) throw new Error('DATABASE_URL: the api needs one');
  if (rpcUrls.length === 0) throw new Error('OPENMERE_CHAIN_RPC: the api needs one');
  const log = createLog('api', config.logLevel);
  await refuseUnsafe(withoutChainKeys(config), databaseUrl, (line) => log.warn(line.trim()));
  const onError = (error: Error): void => log.warn({ error }, 'database connection lost');
  const secretKeys = await readSecrets(config.secretsFile);
  unlockSecrets(secretKeys);
  const { pools, close: closePools } = await openApiPools(databaseUrl, { onError });
  const { db } = pools.member;
  const listener = await createListener(databaseUrl, 'api', { onError });
  const gatherer = createGatherer(pools.money, { onPosted: announcePosted });
  const secrets = await createSecretReader(db, secretKeys.jwks);
  const metrics = createHealthMetrics(db, config.chain.id);
  const sessions = createSessionLookup(db, systemClock);
  const common: Omit<ApiOptions, 'config' | 'routes'> = {
    db,
    dbs: { money: pools.money.db, entry: pools.open.db, open: pools.open.db },
    secrets,
    sessions,
    operatorSessions: createOperatorSessionLookup(db, systemClock),
    countryOf: await openGeo(),
    parsesAnswers: config.mode !== 'production',
    log,
    metrics,
  };
  const deps: RouteDeps = {
    db,
    moneyDb: pools.money.db,
    moneyGuardDb: pools.moneyGuards.db,
    openDb: pools.open.db,
    guardDb: pools.openGuards.db,
    gatherer,
    ...connectNodes(config),
    files: createFileStore(join(config.dataDir, 'files')),
    places: openPlaces(config, { db, log }),
    log,
    facts: await readFacts(config, secrets.publicJwk),
    contracts: config.chain.contracts,
    origin: config.origin,
  };
  if (deps.facts.faucet) await completeAdvance(advanceDeps(config, deps));
  const members = await buildMembers(config, common, deps, metrics);
  const operators = await buildOperators(config, common, deps, metrics);
  const hub = createHub(config, { db, ticketDb: pools.open.db, listener, sessions, log, metrics });
  await hub.attach(members.server);
  const url = await listen(members, config.host, config.port);
  const consoleUrl = await listen(operators, config.host, config.consolePort);
  const stopWatching = watchLife(db, config.chain.id, log);
  const stopOrphans = startRemovingOrphans(db, deps.files, log);
  log.info({ url, consoleUrl, chain: config.chain.id }, 'api ready');
  const stop = async (): Promise<void> => {
    await stopWatching();
    stopOrphans();
    await hub.stop();
    await Promise.all([close(members), close(operators)]);
    await gatherer.close();
    await listener.close();
    await closePools();
  };
  return { url, consoleUrl, stop };
}

/** The keys that pay and sign belong to other processes, on other machines and under other users even: each looks at its own. */
function withoutChainKeys(config: Config): Config {
  return {
    ...config,
    signerKeyFile: devNull,
    sweeperKeyFile: devNull,
    keeperKeyFile: devNull,
    permitKeyFile: devNull,
  };
}

/** What the public configuration says beside the rules. */
async function readFacts(config: Config, cryptoJwk: object): Promise<RouteDeps['facts']> {
  const vapid = await readVapid(config.vapidFile);
  return {
    chainId: config.chain.id,
    cryptoJwk,
    build: await readVersion(),
    faucet: config.chain.dev && config.mode === 'development',
    ...(vapid ? { pushKey: vapid.publicKey } : {}),
    ...(config.tiles ? { tiles: config.tiles } : {}),
    sms: config.mail.smsUrl !== undefined || config.mode === 'development',
  };
}

function createHub(
  config: Config,
  parts: Pick<HubOptions, 'db' | 'ticketDb' | 'listener' | 'sessions' | 'log' | 'metrics'>,
): SocketHub {
  return new SocketHub({
    ...parts,
    listLiving: (ids) => listLivingIds(parts.db, ids),
    origins: originsOf(config),
    trustedProxies: blockListOf(config.trustedProxies),
    allowsLegacyToken: async () => (await readSettings(parts.db)).socketLegacyToken,
    headers: securityHeaders({ origin: config.origin, inlineStyles: false }),
  });
}

function openPlaces({ buildDir, geocoder }: Config, { db, log }: { db: Db; log: Log }): PlaceDeps {
  const onFailure = (error: unknown): void => log.warn({ error }, 'the service of addresses failed');
  return {
    loadTowns: createTowns(townFileOf(buildDir)),
    askOutside:
      geocoder &&
      createOutsideGeocoder({
        url: geocoder.url,
        takeTurn: createTurns(db, geocoder.perMinute),
        onFailure,
      }),
  };
}

/** The nodes as one, and each by itself: they must agree before money is given back. */
function connectNodes({ chain }: Config): Pick<RouteDeps, 'rpc' | 'nodes' | 'confirmations'> {
  const { rpcUrls, id, confirmations } = chain;
  return {
    rpc: connectChain(rpcUrls, id),
    nodes: rpcUrls.map((url) => connectChain([url], id)),
    confirmations,
  };
}

function advanceDeps({ chain }: Config, { db, rpc }: RouteDeps): AdvanceDeps {
  return { db, rpc, chainId: chain.id, confirmations: chain.confirmations };
}

function createHealthMetrics(db: Db, chainId: number): Metrics {
  const metrics = createMetrics();
  registerHealthMetrics(metrics.registry, db, chainId);
  return metrics;
}

/** Shows that this process lives, and misses loops of others that do not. */
function watchLife(db: Db, chainId: number, log: Log): () => Promise<void> {
  const stopBeating = startHeartbeat(db, 'api', log);
  const stopWatching = watchLoops({ db, chainId, log });
  return () => {
    stopBeating();
    return stopWatching();
  };
}

function httpConfig(config: Config, origin: string): ApiOptions['config'] {
  const loopbackFactor = config.mode === 'development' ? LOOPBACK_FACTOR : 1;
  return { origin, trustedProxies: config.trustedProxies, rates: { loopbackFactor } };
}

function buildMembers(
  config: Config,
  common: Omit<ApiOptions, 'config' | 'routes'>,
  deps: RouteDeps,
  metrics: Metrics,
): Promise<FastifyInstance> {
  const routes = async (api: Api): Promise<void> => {
    await memberSurface(api, deps);
    serveRelay(api.server, { rpc: deps.rpc });
    serveOpenApi(api.server, () =>
      openApiOf(api.pipeline.served, { version: deps.facts.build, origin: config.origin }),
    );
    if (deps.facts.faucet) {
      serveDevMail(api.server, config.mail.captureDir);
      const contracts = async () => (await readSettings(deps.db)).chainContracts;
      serveDevFaucet(api.server, {
        rpcUrl: config.chain.rpcUrls[0] ?? '',
        chainId: config.chain.id,
        contracts,
      });
      serveDevAdvance(api.server, advanceDeps(config, deps));
    }
    serveFiles(api.server, deps.files);
    if (config.tiles) {
      const onFailure = (error: unknown): void =>
        common.log?.warn({ error }, 'the service of map tiles failed');
      serveTiles(api.server, {
        read: createTiles({ ...config.tiles, onFailure }),
        zoomMax: config.tiles.zoomMax,
      });
    }
    await serveUnsubscribe(api.server, { db: deps.openDb });
    serveMetrics(api.server, metrics, undefined);
    await serveApp(api.server, join(config.buildDir, 'web/dist'));
  };
  return buildApi({ ...common, config: httpConfig(config, config.origin), surface: 'member', routes });
}

function buildOperators(
  config: Config,
  common: Omit<ApiOptions, 'config' | 'routes'>,
  deps: RouteDeps,
  metrics: Metrics,
): Promise<FastifyInstance> {
  const routes = async (api: Api): Promise<void> => {
    await consoleSurface(api, deps);
    const sessions = createSessionReader(
      common.sessions,
      createOperatorSessionLookup(common.db, systemClock),
    );
    serveOpenApi(
      api.server,
      () => openApiOf(api.pipeline.served, { version: deps.facts.build, origin: config.consoleOrigin }),
      { mayRead: async (request) => (await sessions.operator(request)) !== undefined },
    );
    serveFiles(api.server, deps.files);
    serveMetrics(api.server, metrics, undefined);
    await serveApp(api.server, join(config.buildDir, 'console/dist'));
  };
  return buildApi({
    ...common,
    config: { ...httpConfig(config, config.consoleOrigin), networks: config.consoleNetworks },
    surface: 'console',
    routes,
  });
}

/** Pages that may open the socket: ours, and in development this machine under its other names. */
function originsOf(config: Config): string[] {
  if (config.mode === 'production') return [config.origin];
  return [config.origin, ...['127.0.0.1', 'localhost'].map((host) => `http://${host}:${config.port}`)];
}

async function listen(server: FastifyInstance, host: string, port: number): Promise<string> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${port} on ${host} is taken by another program.`, { cause: error });
  }
  const address = server.server.address() as AddressInfo;
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}

/** Lets what has begun finish for two and a half seconds, then ends it. Connections that fall idle meanwhile end at once. */
async function close(server: FastifyInstance): Promise<void> {
  const idle = setInterval(() => server.server.closeIdleConnections(), CLOSE_IDLE_MS);
  const limit = setTimeout(() => server.server.closeAllConnections(), CLOSE_MS_MAX);
  await server.close();
  clearInterval(idle);
  clearTimeout(limit);
}

async function readVersion(): Promise<string> {
  const text = await readFile(join(root, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

async function main(): Promise<void> {
  const api = await startApi(readConfig(process.env));
  let stopping: Promise<void> | undefined;
  const stop = (): void => {
    stopping ??= api
      .stop()
      .catch((error: unknown) => {
        process.stderr.write(`api did not stop cleanly: ${String(error)}\n`);
        process.exitCode = 1;
      })
      // Everything is closed; the channel to the supervisor alone would keep the process alive.
      .finally(() => process.exit());
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, stop);
  process.send?.({ type: 'ready', url: api.url });
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    process.stderr.write(`api: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
}
