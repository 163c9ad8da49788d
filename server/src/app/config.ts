import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isAddress, parseAddressMap } from '@openmere/core/chain/addresses.ts';
import type { Address, AddressMap } from '@openmere/core/chain/addresses.ts';
import { DEV_CHAIN_ID } from '@openmere/core/chain/dev-chain.ts';
import { TILE_ZOOM_LIMIT } from '@openmere/core/setting/place.ts';
import { z } from 'zod';

export const MAIN_CHAIN_ID = 56;

/** Everything that the surroundings decide, read once at the start of a process (calls.md, Running it). */
export type Config = {
  mode: 'development' | 'production';
  host: string;
  /** 0: any free port (tests). */
  port: number;
  consolePort: number;
  /** Origin that members' browsers see, without a slash at its end. */
  origin: string;
  consoleOrigin: string;
  /** Networks (CIDR) whose forwarding headers are believed. */
  trustedProxies: string[];
  /** Networks (CIDR) from which operators come; empty: from anywhere. */
  consoleNetworks: string[];
  /** Absolute folder of everything that lasts. */
  dataDir: string;
  /** Where what is built from the sources lies, as in the checkout: `web/dist`, `console/dist`. */
  buildDir: string;
  /** Undefined: the embedded PostgreSQL in the data folder. */
  databaseUrl: string | undefined;
  /** Logins of the processes where somebody else made them; undefined: the start makes them as owner. */
  processUrls: Readonly<Record<(typeof loginVariables)[number][0], string>> | undefined;
  chain: ChainConfig;
  /** Demo goods, news and trades are put in at the first start. */
  demo: boolean;
  mail: MailConfig;
  /** Asked for addresses before the embedded list of towns; undefined: only the list. */
  geocoder: { url: string; perMinute: number } | undefined;
  /** Pictures of the map; undefined: outlines of the world that come with the app. */
  tiles: TilesConfig | undefined;
  secretsFile: string;
  /** Pays withdrawals; read by the signer process only. */
  signerKeyFile: string;
  /** Holds gas only: sweeps forwarders into the treasury; read by the settler process only. */
  sweeperKeyFile: string;
  keeperKeyFile: string;
  /** Signs permits for gold nodes; moves nothing. */
  permitKeyFile: string;
  /** Signs messages to browsers' push services; without it there are none. */
  vapidFile: string;
  logLevel: string;
};

/** Each process's own login, given to `npm start` where its DATABASE_URL may not make logins: all or none. */
export const loginVariables = [
  ['api', 'OPENMERE_DATABASE_URL_API'],
  ['indexer', 'OPENMERE_DATABASE_URL_INDEXER'],
  ['settler', 'OPENMERE_DATABASE_URL_SETTLER'],
  ['signer', 'OPENMERE_DATABASE_URL_SIGNER'],
] as const;

export type ChainConfig = {
  id: number;
  /** Development chain: started here when `rpcUrls` is empty. */
  dev: boolean;
  /** Read with failover; with two or more, two must agree on what is credited. Empty: the development chain of this installation. */
  rpcUrls: string[];
  /** Port of the development chain; 0: any free port. */
  devPort: number;
  /** Blocks on top of a deposit's block before it counts, at least. */
  confirmations: number;
  /** First block that the follower reads. */
  startBlock: number;
  /** Root of Membership on an outside chain: inviter of the first members. */
  rootAddress: Address | undefined;
  /** Addresses on an outside chain; empty on the development chain, which deploys its own. */
  contracts: AddressMap;
};

/** `smtpUrl` undefined: mails are caught as files in `captureDir` instead of being sent. */
export type MailConfig = {
  smtpUrl: string | undefined;
  from: string;
  captureDir: string;
  /** The carrier of messages to phones; undefined: in development they are caught beside the mails, in production there are none. */
  smsUrl: string | undefined;
  /** Who is called when payouts halt or somebody acts on the contracts. */
  alarms: string[];
};

export type TilesConfig = {
  /** The only address that is asked, with {z}, {x} and {y}. */
  url: string;
  credit: string;
  zoomMax: number;
  perMinute: number;
};

/** The environment is wrong; `problems` has one sentence per variable, each beginning with its name. */
export class ConfigFault extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigFault';
    this.problems = problems;
  }
}

const PORT_MAX = 65_535;
const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .refine((value) => value <= PORT_MAX, `must be a port number up to ${PORT_MAX}`);
const count = z
  .string()
  .regex(/^\d{1,12}$/, 'must be a whole number')
  .transform(Number);

function isUrl(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol);
}

const origin = z
  .string()
  .refine(
    (text) => isUrl(text, ['http:', 'https:']) && new URL(text).origin === text.replace(/\/$/, ''),
    'must be an origin such as https://app.example.org, without a path',
  )
  .transform((text) => new URL(text).origin);

function isCidr(text: string): boolean {
  const [address = '', bits = '', ...rest] = text.split('/');
  const family = isIP(address);
  return (
    family > 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
  );
}

/** Three numbers in path or query, nothing else to put in; http only to this machine. */
function isTileUrl(text: string): boolean {
  const places = text.match(/\{[^}]*\}?/g) ?? [];
  if (places.toSorted().join() !== '{x},{y},{z}') return false;
  const [first, second] = ['0', '1'].map((number) => text.replace(/\{[xyz]\}/g, number));
  if (!isUrl(first ?? '', ['http:', 'https:']) || !isUrl(second ?? '', ['http:', 'https:'])) return false;
  const { protocol, hostname, origin: ofFirst, username, password } = new URL(first ?? '');
  const isSafe = protocol === 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
  return isSafe && ofFirst === new URL(second ?? '').origin && username === '' && password === '';
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** Networks in CIDR form, comma between. */
const networks = z
  .string()
  .transform(list)
  .refine((found) => found.every(isCidr), 'must be networks such as 10.0.0.0/8, comma between')
  .default([]);

const databaseUrl = z
  .string()
  .refine((text) => isUrl(text, ['postgres:', 'postgresql:']), 'must be a postgres:// URL')
  .optional();

const contracts = z.string().transform((text, context): AddressMap => {
  try {
    return parseAddressMap(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
    return z.NEVER;
  }
});

const schema = z.object({
  PORT: port.default(8080),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be an address or a host name')
    .default('127.0.0.1'),
  CONSOLE_PORT: port.optional(),
  OPENMERE_ENV: z
    .enum(['development', 'production'], { error: 'must be development or production' })
    .default('development'),
  OPENMERE_DATA: z.string().default('./data'),
  OPENMERE_BUILD: z.string().optional(),
  DATABASE_URL: databaseUrl,
  OPENMERE_DATABASE_URL_API: databaseUrl,
  OPENMERE_DATABASE_URL_INDEXER: databaseUrl,
  OPENMERE_DATABASE_URL_SETTLER: databaseUrl,
  OPENMERE_DATABASE_URL_SIGNER: databaseUrl,
  OPENMERE_CHAIN_RPC: z
    .string()
    .transform(list)
    .refine(
      (urls) => urls.every((url) => isUrl(url, ['http:', 'https:'])),
      'must be http(s) URLs, comma between',
    )
    .default([]),
  OPENMERE_CHAIN_ID: count.optional(),
  OPENMERE_CHAIN_PORT: port.optional(),
  OPENMERE_CONFIRMATIONS: count.refine((value) => value >= 1, 'must be 1 or more').optional(),
  OPENMERE_START_BLOCK: count.default(0),
  OPENMERE_CONTRACTS: contracts.default({}),
  OPENMERE_ROOT_ADDRESS: z.custom<Address>(isAddress, 'must be an address').optional(),
  OPENMERE_DEMO: z.enum(['0', '1'], { error: 'must be 0 or 1' }).optional(),
  OPENMERE_ORIGIN: origin.optional(),
  OPENMERE_CONSOLE_ORIGIN: origin.optional(),
  OPENMERE_TRUSTED_PROXY: networks,
  OPENMERE_CONSOLE_NETWORKS: networks,
  SMTP_URL: z
    .string()
    .refine((text) => isUrl(text, ['smtp:', 'smtps:']), 'must be an smtp:// or smtps:// URL')
    .optional(),
  OPENMERE_SMS_URL: z
    .string()
    .refine((text) => isUrl(text, ['https:']), 'must be an https:// URL')
    .optional(),
  OPENMERE_GEOCODE_URL: z
    .string()
    .refine((text) => isUrl(text, ['https:']), 'must be an https:// URL')
    .optional(),
  OPENMERE_GEOCODE_PER_MINUTE: count.refine((value) => value >= 1, 'must be 1 or more').default(60),
  OPENMERE_TILES_URL: z
    .string()
    .refine(isTileUrl, 'must be an https:// address with {z}, {x} and {y} in its path, each once')
    .optional(),
  OPENMERE_TILES_CREDIT: z
    .string()
    .trim()
    .regex(/^[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u, 'must be one line of at most 200 letters')
    .optional(),
  OPENMERE_TILES_ZOOM_MAX: count
    .refine((value) => value >= 1 && value <= TILE_ZOOM_LIMIT, `must be 1 to ${TILE_ZOOM_LIMIT}`)
    .default(19),
  OPENMERE_TILES_PER_MINUTE: count.refine((value) => value >= 1, 'must be 1 or more').default(600),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, 'must be a mail address')
    .default('Openmere <no-reply@openmere.localhost>'),
  OPENMERE_ALARM_MAIL: z
    .string()
    .transform(list)
    .refine(
      (addresses) => addresses.every((address) => z.email().safeParse(address).success),
      'must be mail addresses, comma between',
    )
    .default([]),
  OPENMERE_SECRETS: z.string().optional(),
  OPENMERE_SIGNER_KEY_FILE: z.string().optional(),
  OPENMERE_SWEEPER_KEY_FILE: z.string().optional(),
  OPENMERE_KEEPER_KEY_FILE: z.string().optional(),
  OPENMERE_PERMIT_KEY_FILE: z.string().optional(),
  OPENMERE_VAPID_FILE: z.string().optional(),
  OPENMERE_LOG: z
    .enum(['trace', 'debug', 'info', 'warn', 'error'], { error: 'must be trace, debug, info, warn or error' })
    .default('info'),
});

type Values = z.output<typeof schema>;

/** All that is read of the environment, and what `tools/run.mjs` says of itself. */
export const variableNames: ReadonlySet<string> = new Set([...Object.keys(schema.shape), 'OPENMERE_PARENT']);

/** Problems between variables that are each right in themselves. */
function listContradictions(values: Values, chainId: number): string[] {
  const problems: string[] = [];
  const outside = values.OPENMERE_CHAIN_RPC.length > 0;
  if (outside && values.OPENMERE_CHAIN_ID === undefined) {
    problems.push('OPENMERE_CHAIN_ID: must be given together with OPENMERE_CHAIN_RPC');
  }
  if (!outside && chainId !== DEV_CHAIN_ID) {
    problems.push(`OPENMERE_CHAIN_RPC: must be given for chain ${chainId}`);
  }
  if (chainId === MAIN_CHAIN_ID && values.OPENMERE_ENV !== 'production') {
    problems.push('OPENMERE_ENV: chain 56 holds real money, which needs OPENMERE_ENV=production');
  }
  const logins = loginVariables.filter(([, name]) => values[name] !== undefined);
  if (logins.length > 0 && (logins.length < loginVariables.length || values.DATABASE_URL === undefined)) {
    problems.push('OPENMERE_DATABASE_URL_…: give all four, and DATABASE_URL for the migrations');
  }
  const { PORT: own, CONSOLE_PORT: console = own + 1, OPENMERE_CHAIN_PORT: chain = 0 } = values;
  if (console > PORT_MAX)
    problems.push(`PORT: must be less than ${PORT_MAX} where CONSOLE_PORT is not given`);
  if (console === own && own !== 0) problems.push('CONSOLE_PORT: must differ from PORT');
  if (chain !== 0 && [own, console].includes(chain))
    problems.push('OPENMERE_CHAIN_PORT: must differ from PORT and CONSOLE_PORT');
  if (values.OPENMERE_TILES_URL !== undefined && values.OPENMERE_TILES_CREDIT === undefined) {
    problems.push('OPENMERE_TILES_CREDIT: must be given together with OPENMERE_TILES_URL');
  }
  return problems;
}

function readTiles(values: Values): Config['tiles'] {
  const { OPENMERE_TILES_URL: url, OPENMERE_TILES_CREDIT: credit } = values;
  if (url === undefined || credit === undefined) return undefined;
  return {
    url,
    credit,
    zoomMax: values.OPENMERE_TILES_ZOOM_MAX,
    perMinute: values.OPENMERE_TILES_PER_MINUTE,
  };
}

/** The one behind PORT that the console leaves; 0: any free one. */
function chooseChainPort({ PORT: own, CONSOLE_PORT: console = own + 1 }: Values): number {
  if (own === 0 || own + 2 > PORT_MAX) return 0;
  return console === own + 2 ? own + 1 : own + 2;
}

function readChain(values: Values, chainId: number): ChainConfig {
  const dev = chainId === DEV_CHAIN_ID;
  return {
    id: chainId,
    dev,
    rpcUrls: values.OPENMERE_CHAIN_RPC,
    // Beside the other two ports, so that a wallet finds the chain again after a restart.
    devPort: values.OPENMERE_CHAIN_PORT ?? chooseChainPort(values),
    confirmations: values.OPENMERE_CONFIRMATIONS ?? (dev ? 1 : 15),
    // Its block 0 is another one after each start, and holds nothing.
    startBlock: dev ? Math.max(1, values.OPENMERE_START_BLOCK) : values.OPENMERE_START_BLOCK,
    rootAddress: values.OPENMERE_ROOT_ADDRESS,
    contracts: values.OPENMERE_CONTRACTS,
  };
}

function readLogins(values: Values): Config['processUrls'] {
  const given = loginVariables.map(([process, name]) => [process, values[name]] as const);
  if (given.some(([, url]) => url === undefined)) return undefined;
  return Object.fromEntries(given) as Config['processUrls'];
}

function parse(env: Readonly<Record<string, string | undefined>>): Values {
  const given = Object.entries(env).filter(([, value]) => value !== undefined && value !== '');
  const parsed = schema.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  throw new ConfigFault(parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`));
}

/** The host in the default origins: what listens on every address is shown with the one of this machine. */
function showHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return isIP(host) === 6 ? `[${host}]` : host;
}

/**
 * Reads the environment. An empty variable counts as absent. Throws {@link ConfigFault} naming every variable that is
 * wrong. Relative folders are meant from the current directory.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const values = parse(env);
  const chainId = values.OPENMERE_CHAIN_ID ?? DEV_CHAIN_ID;
  const problems = listContradictions(values, chainId);
  if (problems.length > 0) throw new ConfigFault(problems);
  const dataDir = resolve(values.OPENMERE_DATA);
  const consolePort = values.CONSOLE_PORT ?? (values.PORT === 0 ? 0 : values.PORT + 1);
  const shownHost = showHost(values.HOST);
  const dev = chainId === DEV_CHAIN_ID;
  return {
    mode: values.OPENMERE_ENV,
    host: values.HOST,
    port: values.PORT,
    consolePort,
    origin: values.OPENMERE_ORIGIN ?? `http://${shownHost}:${values.PORT}`,
    consoleOrigin: values.OPENMERE_CONSOLE_ORIGIN ?? `http://${shownHost}:${consolePort}`,
    trustedProxies: values.OPENMERE_TRUSTED_PROXY,
    consoleNetworks: values.OPENMERE_CONSOLE_NETWORKS,
    dataDir,
    buildDir: resolve(values.OPENMERE_BUILD ?? fileURLToPath(new URL('../../..', import.meta.url))),
    databaseUrl: values.DATABASE_URL,
    processUrls: readLogins(values),
    chain: readChain(values, chainId),
    demo: values.OPENMERE_DEMO === undefined ? dev : values.OPENMERE_DEMO === '1',
    mail: {
      smtpUrl: values.SMTP_URL,
      from: values.MAIL_FROM,
      captureDir: join(dataDir, 'mail'),
      smsUrl: values.OPENMERE_SMS_URL,
      alarms: values.OPENMERE_ALARM_MAIL,
    },
    geocoder: values.OPENMERE_GEOCODE_URL
      ? { url: values.OPENMERE_GEOCODE_URL, perMinute: values.OPENMERE_GEOCODE_PER_MINUTE }
      : undefined,
    tiles: readTiles(values),
    secretsFile: resolve(values.OPENMERE_SECRETS ?? join(dataDir, 'secrets.json')),
    signerKeyFile: resolve(values.OPENMERE_SIGNER_KEY_FILE ?? join(dataDir, 'signer.key')),
    sweeperKeyFile: resolve(values.OPENMERE_SWEEPER_KEY_FILE ?? join(dataDir, 'sweeper.key')),
    keeperKeyFile: resolve(values.OPENMERE_KEEPER_KEY_FILE ?? join(dataDir, 'keeper.key')),
    permitKeyFile: resolve(values.OPENMERE_PERMIT_KEY_FILE ?? join(dataDir, 'permit.key')),
    vapidFile: resolve(values.OPENMERE_VAPID_FILE ?? join(dataDir, 'vapid.json')),
    logLevel: values.OPENMERE_LOG,
  };
}
