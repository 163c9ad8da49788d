import { existsSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import type { Config } from './config.ts';
import type { Program } from './supervise.ts';

/** What every process is told, beside what the person set. */
export type Running = {
  /** As owner: for the migrations and the installation, told to no process. */
  databaseUrl: string;
  /** Each process's own login. */
  logins: Readonly<Record<ProgramName, string>>;
  rpcUrls: string[];
  contracts: AddressMap;
};

/** Names that pass from the person's environment; anything else stays outside. */
const PASSED = [
  'PATH',
  'HOME',
  'LANG',
  'TZ',
  'TMPDIR',
  'NODE_ENV',
  'NODE_COMPILE_CACHE',
  'NODE_EXTRA_CA_CERTS',
  'OPENMERE_ENV',
  'OPENMERE_TRUSTED_PROXY',
  'OPENMERE_CONSOLE_NETWORKS',
  'OPENMERE_CONFIRMATIONS',
  'OPENMERE_START_BLOCK',
  'OPENMERE_LOG',
  'MAIL_FROM',
];
const APP = import.meta.dirname;
/** The api answers what it has begun; the others end between two transactions. Together under the 10 s of a stop. */
const API_STOP_MS = 4_000;
const WORKER_STOP_MS = 2_500;
/** It saves the chain once more, but waits only so long for it (`development-chain/node.ts`), and then ends the node. */
const CHAIN_STOP_MS = 3_000;

export type ProgramName = 'api' | 'indexer' | 'settler' | 'signer';

function commonEnv(config: Config, running: Running): Record<string, string> {
  const passed = PASSED.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(passed),
    PORT: String(config.port),
    HOST: config.host,
    CONSOLE_PORT: String(config.consolePort),
    OPENMERE_ORIGIN: config.origin,
    OPENMERE_CONSOLE_ORIGIN: config.consoleOrigin,
    OPENMERE_DATA: config.dataDir,
    OPENMERE_BUILD: config.buildDir,
    OPENMERE_DEMO: config.demo ? '1' : '0',
    OPENMERE_CHAIN_RPC: running.rpcUrls.join(','),
    OPENMERE_CHAIN_ID: String(config.chain.id),
    OPENMERE_CONTRACTS: JSON.stringify(running.contracts),
    // Withheld unless given below: an empty file holds no secret.
    OPENMERE_SECRETS: devNull,
    OPENMERE_SIGNER_KEY_FILE: devNull,
    OPENMERE_SWEEPER_KEY_FILE: devNull,
    OPENMERE_KEEPER_KEY_FILE: devNull,
    OPENMERE_PERMIT_KEY_FILE: devNull,
    OPENMERE_VAPID_FILE: devNull,
  };
}

function tilesEnv({ tiles }: Config): Record<string, string> {
  if (!tiles) return {};
  return {
    OPENMERE_TILES_URL: tiles.url,
    OPENMERE_TILES_CREDIT: tiles.credit,
    OPENMERE_TILES_ZOOM_MAX: String(tiles.zoomMax),
    OPENMERE_TILES_PER_MINUTE: String(tiles.perMinute),
  };
}

/** Where mail goes, without who may send it. */
function withoutLogin(url: string): string {
  const { protocol, host, searchParams } = new URL(url);
  return `${protocol}//${host}${searchParams.get('requireTLS') === 'true' ? '?requireTLS=true' : ''}`;
}

/** What each process may hold beyond the common part; only the signer ever sees the key that pays. */
function ownEnv(name: ProgramName, config: Config): Record<string, string> {
  const secrets = { OPENMERE_SECRETS: config.secretsFile };
  const mail: Record<string, string> =
    config.mail.smtpUrl === undefined ? {} : { SMTP_URL: config.mail.smtpUrl };
  // The api checks that mails leave the house before it starts, the settler hands them over.
  const mailHost: Record<string, string> =
    config.mail.smtpUrl === undefined ? {} : { SMTP_URL: withoutLogin(config.mail.smtpUrl) };
  // The api says that there is a carrier, the settler hands it the messages.
  const sms: Record<string, string> =
    config.mail.smsUrl === undefined ? {} : { OPENMERE_SMS_URL: config.mail.smsUrl };
  const geocoder: Record<string, string> = config.geocoder
    ? {
        OPENMERE_GEOCODE_URL: config.geocoder.url,
        OPENMERE_GEOCODE_PER_MINUTE: String(config.geocoder.perMinute),
      }
    : {};
  switch (name) {
    case 'api':
      return {
        ...secrets,
        ...mailHost,
        ...sms,
        ...geocoder,
        ...tilesEnv(config),
        OPENMERE_VAPID_FILE: config.vapidFile,
      };
    case 'indexer':
      return secrets;
    case 'settler':
      return {
        ...secrets,
        ...mail,
        ...sms,
        OPENMERE_ALARM_MAIL: config.mail.alarms.join(','),
        OPENMERE_SWEEPER_KEY_FILE: config.sweeperKeyFile,
        OPENMERE_KEEPER_KEY_FILE: config.keeperKeyFile,
        OPENMERE_VAPID_FILE: config.vapidFile,
      };
    case 'signer':
      return {
        OPENMERE_SIGNER_KEY_FILE: config.signerKeyFile,
        OPENMERE_PERMIT_KEY_FILE: config.permitKeyFile,
      };
  }
}

/** The processes of the house that are built, in the order in which they stop. */
export function listPrograms(config: Config, running: Running): Program[] {
  const common = commonEnv(config, running);
  const names: ProgramName[] = ['api', 'settler', 'indexer', 'signer'];
  return names
    .map((name) => ({
      name,
      file: join(APP, `${name}.ts`),
      env: { ...common, DATABASE_URL: running.logins[name], ...ownEnv(name, config) },
      stopMs: name === 'api' ? API_STOP_MS : WORKER_STOP_MS,
    }))
    .filter((program) => existsSync(program.file));
}

/**
 * A new development chain begins in the past: with demo data so that the market has weeks of history, else by so much
 * that the price average of the first half hour is there at once.
 */
const DEMO_PAST_SEC = 28 * 86_400;
const PAST_SEC = 3 * 3_600;

/** The development chain as a process. */
export function chainProgram(config: Config): Program {
  const passed = ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    name: 'chain',
    file: join(APP, '../development-chain/main.ts'),
    env: {
      ...Object.fromEntries(passed),
      OPENMERE_CHAIN_DIR: join(config.dataDir, 'chain'),
      OPENMERE_CHAIN_PORT: String(config.chain.devPort),
      OPENMERE_CHAIN_GENESIS: String(
        Math.floor(Date.now() / 1_000) - (config.demo ? DEMO_PAST_SEC : PAST_SEC),
      ),
    },
    stopMs: CHAIN_STOP_MS,
  };
}
