import { contractKeys } from '@openmere/core/chain/addresses.ts';
import type { ContractKey } from '@openmere/core/chain/addresses.ts';
import { MAIN_CHAIN_ID, loginVariables, variableNames } from './config.ts';
import type { Config } from './config.ts';
import { listKnownKeys } from './dev-keys.ts';
import type { Secrets } from './secrets.ts';

/** What is asked from the surroundings before a production start; gathered by whoever may see it. */
export type Facts = {
  /** What each RPC answers to `eth_chainId`; undefined: it did not answer. */
  rpcChainIds: (number | undefined)[];
  /** Clock of the database minus the clock of this machine, in milliseconds. */
  clockSkewMs: number;
  /** How far the business clock is from the database's, in milliseconds: only time travel of a development chain moves it. */
  businessOffsetMs: number;
  /** Undefined: none was ever made. */
  operators: { active: number; withTotp: number } | undefined;
  /** Withdrawals of this many USDT and above need two operators; undefined: never. */
  fourEyesFromUsdt: number | undefined;
  /** Secret files that others may read. */
  openFiles: string[];
  /** Under which mode the key for web push was made; undefined: there is none. */
  vapidMade: Config['mode'] | undefined;
  /** Private keys in use (payer, sweeper), lower-case hex. */
  chainKeys: string[];
  /** Why a key's file could not be read. */
  keyFaults: string[];
  /** How many connections the database takes from all. */
  connectionsMax: number;
  /** From the database platform: settings that lose acknowledged money at a power loss. */
  durabilityFaults: string[];
  /** Process environment, for the switches of the runtime itself. */
  env: Readonly<Record<string, string | undefined>>;
};

/** One reason not to start (`refusal`) or to think again (`warning`). */
export type Finding = { name: string; level: 'refusal' | 'warning'; message: string };

const CLOCK_SKEW_MS_MAX = 30_000;
const KEY_BYTES_MIN = 32;
const DISTINCT_BYTES_MIN = 12;
const CONFIRMATIONS_MIN = 15;
const OPERATORS_MIN = 2;
/** What one process of each kind holds at most, and some for commands (docs/runbook.md, First production start). */
const CONNECTIONS_MIN = 120;
const WEAK_PASSWORDS = new Set([
  '',
  'postgres',
  'password',
  'openmere',
  'admin',
  'secret',
  'changeme',
  '123456',
]);
const CONTRACTS_NEEDED: readonly ContractKey[] = [
  'usdt',
  'open',
  'membership',
  'forwarderFactory',
  'treasury',
];
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

type Check = (config: Config, secrets: Secrets | undefined, facts: Facts) => Finding[];
type VariableCheck = (config: Config, env: Facts['env']) => Finding[];

const refusal = (name: string, message: string): Finding => ({ name, level: 'refusal', message });
const warning = (name: string, message: string): Finding => ({ name, level: 'warning', message });

/** Random keys of 32 bytes have about 30 distinct values; a phrase or a repeated byte has few. */
function isWeak(key: Uint8Array): boolean {
  return new Set(key).size < DISTINCT_BYTES_MIN;
}

const checkSecrets: Check = (_config, secrets) => {
  if (secrets === undefined) return [];
  const found: Finding[] = [];
  const keys = Object.entries({
    pepper: secrets.pepper,
    fieldKey: secrets.fieldKey,
    cursorKey: secrets.cursorKey,
  });
  for (const [name, key] of keys) {
    if (key.length < KEY_BYTES_MIN)
      found.push(refusal(`secret.${name}.short`, `${name} is shorter than 32 bytes`));
    else if (isWeak(key)) found.push(refusal(`secret.${name}.weak`, `${name} is not random`));
  }
  const distinct = new Set(keys.map(([, key]) => Buffer.from(key).toString('hex')));
  if (distinct.size < keys.length) found.push(refusal('secret.reused', 'one key is used for two purposes'));
  if (secrets.jwks.length === 0) found.push(refusal('secret.jwk', 'there is no key for encrypted secrets'));
  return found;
};

const checkKeys: Check = (_config, _secrets, facts) => {
  const known = new Set(listKnownKeys());
  const keys = facts.chainKeys.map((key) => key.toLowerCase());
  const found: Finding[] = [];
  if (keys.some((key) => known.has(key))) {
    found.push(refusal('key.known', 'a chain key is a publicly known development key'));
  }
  if (new Set(keys).size < keys.length)
    found.push(refusal('key.reused', 'payer, sweeper and keeper: two of them have the same key'));
  if (facts.vapidMade === 'development')
    found.push(
      refusal(
        'vapid.development',
        'OPENMERE_VAPID_FILE was made for development: remove it, or name another',
      ),
    );
  for (const fault of facts.keyFaults) found.push(refusal('key.file', fault));
  for (const path of facts.openFiles) {
    found.push(refusal('file.open', `${path} can be read by others: chmod 600`));
  }
  return found;
};

const checkOrigins: VariableCheck = (config) => {
  const found: Finding[] = [];
  if (!config.origin.startsWith('https://'))
    found.push(refusal('origin.http', `OPENMERE_ORIGIN: ${config.origin} is not https`));
  if (!config.consoleOrigin.startsWith('https://')) {
    found.push(refusal('console.http', `OPENMERE_CONSOLE_ORIGIN: ${config.consoleOrigin} is not https`));
  }
  if (config.origin === config.consoleOrigin) {
    found.push(refusal('console.shared', 'OPENMERE_CONSOLE_ORIGIN: the console needs an origin of its own'));
  }
  // Over https there is always a proxy in front of us.
  if (config.trustedProxies.length === 0)
    found.push(
      refusal(
        'proxy.none',
        'OPENMERE_TRUSTED_PROXY: empty, so every member would have the proxy’s address and no country',
      ),
    );
  if (config.trustedProxies.some((network) => network.endsWith('/0'))) {
    found.push(refusal('proxy.everybody', 'OPENMERE_TRUSTED_PROXY: every address would be believed'));
  }
  return found;
};

/** What OPENMERE_CONTRACTS must name on an outside chain and does not. */
export function listMissingContracts({ chain }: Config): ContractKey[] {
  return contractKeys.filter((key) => CONTRACTS_NEEDED.includes(key) && !chain.contracts[key]);
}

const checkChain: VariableCheck = (config) => {
  const { chain } = config;
  const found: Finding[] = [];
  if (chain.id !== MAIN_CHAIN_ID)
    found.push(refusal('chain.id', `OPENMERE_CHAIN_ID: ${chain.id} is not BSC (56)`));
  for (const url of chain.rpcUrls) {
    const { protocol, hostname } = new URL(url);
    if (protocol !== 'https:' && !LOOPBACK.has(hostname)) {
      found.push(refusal('rpc.http', `OPENMERE_CHAIN_RPC: ${hostname} is not https`));
    }
  }
  // What is credited needs two answers that agree, and one node always agrees with itself.
  if (new Set(chain.rpcUrls.map((url) => new URL(url).href)).size < chain.rpcUrls.length)
    found.push(refusal('rpc.twice', 'OPENMERE_CHAIN_RPC: one address stands there twice'));
  if (chain.rpcUrls.length === 1) found.push(warning('rpc.single', 'a second RPC would confirm credits'));
  if (chain.confirmations < CONFIRMATIONS_MIN) {
    found.push(refusal('chain.confirmations', `OPENMERE_CONFIRMATIONS: less than ${CONFIRMATIONS_MIN}`));
  }
  const missing = listMissingContracts(config);
  if (missing.length > 0)
    found.push(refusal('contracts.missing', `OPENMERE_CONTRACTS: ${missing.join(', ')} missing`));
  if (chain.startBlock === 0)
    found.push(warning('chain.start', 'OPENMERE_START_BLOCK: 0 reads the whole chain'));
  return found;
};

const checkNodes: Check = ({ chain }, _secrets, facts) => {
  const found: Finding[] = [];
  const isAnswered = facts.rpcChainIds.includes(chain.id);
  facts.rpcChainIds.forEach((answered, index) => {
    const url = chain.rpcUrls[index] ?? '';
    const host = URL.canParse(url) ? new URL(url).host : url;
    // One that is away is what the others are for: credits wait, and nothing else does.
    if (answered === undefined)
      found.push(
        (isAnswered ? warning : refusal)('rpc.silent', `OPENMERE_CHAIN_RPC: ${host} does not answer`),
      );
    else if (answered !== chain.id) {
      found.push(
        refusal('rpc.chain', `OPENMERE_CHAIN_RPC: ${host} answers chain ${answered}, not ${chain.id}`),
      );
    }
  });
  return found;
};

/** Who is meant by a URL of the database: its query outranks its address, as in the driver. */
function databaseHost({ hostname, searchParams }: URL): string {
  return searchParams.getAll('host').at(-1) ?? decodeURIComponent(hostname);
}

/** Only `verify-full` means encrypted and to the right server to every driver; ours takes `require` for the same until its next release. */
function isPlainDatabase(url: URL): boolean {
  const host = databaseHost(url);
  if (host.startsWith('/') || LOOPBACK.has(host)) return false;
  const modes = url.searchParams.getAll('sslmode');
  return modes.length === 0 || modes.some((mode) => mode !== 'verify-full');
}

function checkLogin(name: string, text: string): Finding[] {
  const found: Finding[] = [];
  const url = new URL(text);
  const password = decodeURIComponent(url.password).toLowerCase();
  if (WEAK_PASSWORDS.has(password) || password === url.username.toLowerCase())
    found.push(refusal('database.password', `${name}: its password is a default one`));
  if (isPlainDatabase(url))
    found.push(
      refusal(
        'database.plain',
        `${name}: members’ data may cross the network unencrypted, or to whoever answers: ?sslmode=verify-full`,
      ),
    );
  return found;
}

/** For each login that is named; also for processes that know the others' variables only in part. */
export const checkDatabaseUrls: VariableCheck = ({ databaseUrl, processUrls }) => {
  if (databaseUrl === undefined)
    return [warning('database.embedded', 'the embedded PostgreSQL has no replica and no backup of its own')];
  const own = loginVariables.map(([process, name]) => [name, processUrls?.[process]] as const);
  return [['DATABASE_URL', databaseUrl] as const, ...own].flatMap(([name, url]) =>
    url === undefined ? [] : checkLogin(name, url),
  );
};

const checkDatabase: Check = (_config, _secrets, facts) => {
  const found: Finding[] = facts.durabilityFaults.map((fault) => refusal('database.durability', fault));
  if (Math.abs(facts.clockSkewMs) > CLOCK_SKEW_MS_MAX) {
    const seconds = Math.round(facts.clockSkewMs / 1000);
    found.push(refusal('clock.skew', `the clocks of database and server differ by ${seconds} s`));
  }
  if (facts.connectionsMax < CONNECTIONS_MIN) {
    const text = `max_connections of the database is ${facts.connectionsMax}: the processes may need ${CONNECTIONS_MIN}`;
    found.push(warning('database.connections', text));
  }
  if (facts.businessOffsetMs !== 0) {
    found.push(refusal('clock.moved', 'this database belongs to a development chain whose time was moved'));
  }
  return found;
};

/** `smtp:` takes TLS only where the answer offers it, which whoever is in between can leave out. */
function isPlainMail({ protocol, hostname, searchParams }: URL): boolean {
  return protocol === 'smtp:' && !LOOPBACK.has(hostname) && searchParams.get('requireTLS') !== 'true';
}

const checkMail: VariableCheck = ({ mail }) => {
  const found: Finding[] = [];
  if (mail.smtpUrl === undefined)
    found.push(refusal('mail.capture', 'SMTP_URL: mails would be caught as files'));
  if (/@(?:[\w.-]+\.)?(?:localhost|example\.\w+|test|invalid)>?$/.test(mail.from)) {
    found.push(refusal('mail.from', 'MAIL_FROM: not an address of yours'));
  }
  if (mail.smtpUrl !== undefined && isPlainMail(new URL(mail.smtpUrl)))
    found.push(
      refusal(
        'mail.plain',
        'SMTP_URL: codes may cross the network unencrypted: smtps://, or ?requireTLS=true',
      ),
    );
  return found;
};

/** What a cluster tells every container of a service that is called openmere, or openmere-api: names, and addresses as values. */
const SERVICE_NAME = /_SERVICE_(?:HOST|PORT(?:_\w+)?)$|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?$/;
const SERVICE_ADDRESS = /^(?:tcp|udp|sctp):\/\//;
/** Of `deploy-bsc.ts`, which is called with the same variables. */
const KEY_OF_DEPLOYMENT = 'OPENMERE_DEPLOYER_KEY_FILE';

/** One that is misspelt would be left out without a word: a console open to everybody, or nobody who is called. */
const checkNames: VariableCheck = (_config, env) =>
  Object.entries(env)
    .filter(([name]) => name.startsWith('OPENMERE_') && !variableNames.has(name))
    .filter(([name]) => name !== KEY_OF_DEPLOYMENT && !SERVICE_NAME.test(name))
    .filter(([name, value = '']) => !(name.endsWith('_PORT') && SERVICE_ADDRESS.test(value)))
    .map(([name]) => name)
    .map((name) => refusal('variable.unknown', `${name}: this program has no such variable`));

const checkRuntime: VariableCheck = (config, env) => {
  const found: Finding[] = [];
  if (config.demo) found.push(refusal('demo', 'OPENMERE_DEMO: demo data does not belong in production'));
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
    found.push(refusal('tls.off', 'NODE_TLS_REJECT_UNAUTHORIZED: certificates are not checked'));
  }
  if (/--inspect/.test(env['NODE_OPTIONS'] ?? '')) {
    found.push(refusal('debugger', 'NODE_OPTIONS: the debugger is open'));
  }
  return found;
};

const checkOperators: Check = (_config, _secrets, facts) => {
  const found: Finding[] = [];
  const { active, withTotp } = facts.operators ?? { active: 0, withTotp: 0 };
  if (active < OPERATORS_MIN) {
    found.push(refusal('operators.two', 'there are fewer than two operators: nothing can be decided by two'));
  }
  if (withTotp < active) {
    found.push(refusal('operators.totp', 'an operator has no second factor'));
  }
  if (facts.fourEyesFromUsdt === undefined) {
    found.push(refusal('foureyes', 'large withdrawals do not need two operators'));
  }
  return found;
};

const variableChecks: readonly VariableCheck[] = [
  checkOrigins,
  checkChain,
  checkDatabaseUrls,
  checkMail,
  checkNames,
  checkRuntime,
];
const checks: readonly Check[] = [checkSecrets, checkKeys, checkNodes, checkDatabase, checkOperators];

/** What the variables alone say against starting in production: known before anything is made or asked. Empty in development. */
export function checkVariables(config: Config, env: Facts['env']): Finding[] {
  if (config.mode !== 'production') return [];
  return variableChecks.flatMap((check) => check(config, env));
}

/**
 * Everything that speaks against starting in production (threats.md T30), complete, so that one reading suffices.
 * Empty in development. `secrets` is undefined in a process that may not read them. Pure: the caller refuses to start when any finding is a refusal.
 */
export function checkProduction(config: Config, secrets: Secrets | undefined, facts: Facts): Finding[] {
  if (config.mode !== 'production') return [];
  return [...checkVariables(config, facts.env), ...checks.flatMap((check) => check(config, secrets, facts))];
}
