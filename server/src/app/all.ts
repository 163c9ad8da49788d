import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareEmbedded, startEmbedded } from '../platform/db/embedded.ts';
import type { Embedded } from '../platform/db/embedded.ts';
import { ConfigFault, readConfig } from './config.ts';
import type { Config } from './config.ts';
import { StartFault, claimPort, openDataFolder } from './data-folder.ts';
import { deployOnce } from './deployed.ts';
import { describeDev, keepSeed, writeDevJson } from './dev-json.ts';
import { getDevKey } from './dev-keys.ts';
import { prepareDatabase } from './installation.ts';
import type { Parts } from './parts.ts';
import { chainProgram, listPrograms } from './programs.ts';
import type { Running } from './programs.ts';
import { createProgress } from './progress.ts';
import type { Progress } from './progress.ts';
import { waitUntilReady } from './ready.ts';
import { refuseUnsafe, requireVariables } from './safety.ts';
import { ensureSecrets, writePrivateFile } from './secrets.ts';
import { describeOperators } from './seed.ts';
import { Shutdown } from './shutdown.ts';
import { supervise } from './supervise.ts';
import type { Supervised } from './supervise.ts';
import { ensureVapid } from './vapid.ts';

type StartContext = {
  config: Config;
  parts: Parts;
  progress: Progress;
  shutdown: Shutdown;
  logDir: string;
};

/** Chooses free ports where none are asked for, and makes sure that the others can be had. */
async function settlePorts(config: Config, patient: boolean): Promise<Config> {
  const port = await claimPort(config.host, config.port, 'PORT', patient);
  const consolePort = await claimPort(config.host, config.consolePort, 'CONSOLE_PORT', patient);
  const own = config.chain.rpcUrls.length === 0;
  const devPort = own
    ? await claimPort('127.0.0.1', config.chain.devPort, 'OPENMERE_CHAIN_PORT', patient)
    : 0;
  const settled = {
    PORT: String(port),
    CONSOLE_PORT: String(consolePort),
    OPENMERE_CHAIN_PORT: String(devPort),
  };
  return readConfig({ ...process.env, ...settled });
}

async function startDatabase(start: StartContext): Promise<string> {
  const { config, progress, shutdown } = start;
  if (config.databaseUrl !== undefined) return config.databaseUrl;
  return progress.step('database', async (note) => {
    const embedded: Embedded = await shutdown.finish(startEmbedded(join(config.dataDir, 'postgres'), note));
    shutdown.add('database', () => embedded.stop());
    return embedded.url;
  });
}

/** `chainUrl`: the chain itself, for people and checks; `rpcUrls`: where the processes reach it. */
type RunningChain = Pick<Running, 'rpcUrls' | 'contracts'> & { chainUrl: string };

async function startChain(start: StartContext): Promise<RunningChain> {
  const { config, parts, progress, shutdown, logDir } = start;
  if (config.chain.rpcUrls.length > 0) {
    const { rpcUrls, contracts } = config.chain;
    return { rpcUrls, contracts, chainUrl: rpcUrls[0] ?? '' };
  }
  const compiling = progress.step('contracts compiled', parts.compile);
  const chain = supervise(chainProgram(config), { logDir, show: progress.line });
  shutdown.add('chain', chain.stop);
  const [{ url }] = await Promise.all([progress.step('development chain', () => chain.ready), compiling]);
  if (url === undefined) throw new StartFault('The development chain did not say where it listens.');
  const contracts = await progress.step('contracts deployed', (note) => deployOnce(parts, config, url, note));
  return { rpcUrls: (await parts.between?.(url)) ?? [url], contracts, chainUrl: url };
}

/** Keys of the installation: made once; on the development chain the chain keys are the publicly known ones. */
async function prepareSecrets(config: Config): Promise<void> {
  await ensureSecrets(config.secretsFile);
  await ensureVapid(config.vapidFile, config.mode);
  if (!config.chain.dev) return;
  await writePrivateFile(config.signerKeyFile, `${getDevKey('payer').privateKey}\n`);
  await writePrivateFile(config.sweeperKeyFile, `${getDevKey('sweeper').privateKey}\n`);
  await writePrivateFile(config.keeperKeyFile, `${getDevKey('keeper').privateKey}\n`);
  await writePrivateFile(config.permitKeyFile, `${getDevKey('medalSigner').privateKey}\n`);
}

async function seed(start: StartContext, running: Running): Promise<void> {
  const { config, parts, progress } = start;
  const make = parts.seed;
  if (make === undefined) return;
  await progress.step('installation seeded', async () => {
    const { databaseUrl, contracts } = running;
    const rootAddress = config.chain.dev ? getDevKey('root').address : config.chain.rootAddress;
    const [rpcUrl = ''] = running.rpcUrls;
    const seeded = await make({ config, databaseUrl, contracts, rootAddress, rpcUrl });
    if (config.chain.dev) await keepSeed(config.dataDir, seeded);
    else for (const line of describeOperators(seeded.operators)) progress.line(line);
  });
}

async function startPrograms(start: StartContext, running: Running): Promise<void> {
  const { config, progress, shutdown, logDir } = start;
  const programs = listPrograms(config, running);
  const children = programs.map((program) => supervise(program, { logDir, show: progress.line }));
  // The api stops first: nobody is told of what the others would no longer do.
  const api = children.find((child) => child.name === 'api');
  const others = children.filter((child) => child !== api);
  shutdown.add('workers', async () => {
    await Promise.all(others.map((child) => child.stop()));
  });
  if (api) shutdown.add('api', api.stop);
  await progress.step(`processes ${children.map((child) => child.name).join(', ')}`, () =>
    untilServing(config, api),
  );
}

/** The address under which this machine reaches what listens on `host`. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

async function untilServing(config: Config, api: Supervised | undefined): Promise<void> {
  if (api === undefined) return;
  const failed = new Promise<never>((_, reject) => {
    api.ready.catch(reject);
  });
  await Promise.race([waitUntilReady(`http://${reachable(config.host)}:${config.port}/index`), failed]);
}

async function announce(start: StartContext, running: RunningChain): Promise<void> {
  const { config, progress } = start;
  if (!config.chain.dev) {
    progress.line(`Openmere answers on ${config.origin}; operators on ${config.consoleOrigin}.`);
    return;
  }
  const value = await writeDevJson(config.dataDir, {
    url: config.origin,
    consoleUrl: config.consoleOrigin,
    rpcUrl: running.chainUrl,
    chainId: config.chain.id,
    contracts: running.contracts,
  });
  for (const line of ['Openmere is ready.', ...describeDev(value, config.dataDir)]) progress.line(line);
}

/** Behind "ready": it takes as long as its deposits take, and nobody waits for it. Stopped with the house, it goes on at the next start. */
function continueAfter(start: StartContext, running: Running & RunningChain): void {
  const { config, parts, progress, shutdown } = start;
  const { after } = parts;
  if (after === undefined || !config.chain.dev || !config.demo) return;
  const stop = new AbortController();
  const { databaseUrl, contracts, chainUrl: rpcUrl } = running;
  const work = progress
    .step('demo purchases', () => after({ config, databaseUrl, contracts, rpcUrl, signal: stop.signal }))
    .catch((error: unknown) => {
      if (!shutdown.asked) progress.line(explain(error));
    });
  shutdown.add('demo purchases', async () => {
    stop.abort();
    await work;
  });
}

async function startParts(start: StartContext): Promise<void> {
  const { config, parts, progress } = start;
  await prepareSecrets(config);
  // Database, chain and pages do not need each other: beside each other they use both cores.
  const steps = [
    startDatabase(start).then(async (url) => {
      const logins = await progress.step('tables', (note) => prepareDatabase(config, url, note));
      return { databaseUrl: url, logins };
    }),
    startChain(start),
    progress.step('web and console built', parts.build),
  ] as const;
  // All have ended, well or badly, before the first failure is told: nothing is still being started behind it.
  await Promise.allSettled(steps);
  const [database, chain] = await Promise.all(steps);
  start.shutdown.check();
  const running = { ...database, ...chain };
  // A start that is refused has not changed what the house that runs goes by.
  await refuseUnsafe(config, running.logins.api, progress.line, { seeds: true });
  await seed(start, running);
  start.shutdown.check();
  await startPrograms(start, running);
  await announce(start, running);
  start.shutdown.check();
  continueAfter(start, running);
}

function explain(error: unknown): string {
  if (error instanceof ConfigFault) return `The configuration is wrong:\n${error.message}`;
  if (!(error instanceof Error)) return String(error);
  // Faults of the surroundings are one sentence; anything else is a bug and shows where.
  const plain = error instanceof StartFault || error.constructor.name.endsWith('Fault');
  return plain ? error.message : (error.stack ?? error.message);
}

/**
 * `npm start`: brings the whole house up, keeps it up, and takes it down in order. Ends the process with 0 after a
 * stop that was asked for, with 1 and one clear sentence when it cannot start.
 */
export async function startAll(parts: Parts): Promise<void> {
  const progress = createProgress();
  const shutdown = new Shutdown(progress.line);
  shutdown.listen();
  try {
    const asked = readConfig(process.env);
    requireVariables(asked);
    const folder = await openDataFolder(asked.dataDir);
    shutdown.add('data folder', folder.release);
    // What cannot be is said at once, not when everything else is built.
    if (asked.databaseUrl === undefined) await prepareEmbedded(join(asked.dataDir, 'postgres'));
    const config = await settlePorts(asked, folder.wasLeft);
    const logDir = join(config.dataDir, 'log');
    await mkdir(logDir, { recursive: true, mode: 0o700 });
    await startParts({ config, parts, progress, shutdown, logDir });
  } catch (error) {
    if (shutdown.asked) return;
    console.error(explain(error));
    await shutdown.run(1);
  }
}
