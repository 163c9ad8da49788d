import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigFault, readConfig } from './config.ts';

const BSC = {
  OPENMERE_CHAIN_ID: '56',
  OPENMERE_CHAIN_RPC: 'https://rpc.example.org',
  OPENMERE_ENV: 'production',
};

const bad: [name: string, env: Record<string, string>, variable: string][] = [
  ['a port that is a word', { PORT: 'http' }, 'PORT'],
  ['a port that is too high', { PORT: '70000' }, 'PORT'],
  ['a negative console port', { CONSOLE_PORT: '-1' }, 'CONSOLE_PORT'],
  ['one port for both', { PORT: '9000', CONSOLE_PORT: '9000' }, 'CONSOLE_PORT'],
  ['no port behind the last one', { PORT: '65535' }, 'PORT'],
  ['the members’ port for the chain', { PORT: '9000', OPENMERE_CHAIN_PORT: '9000' }, 'OPENMERE_CHAIN_PORT'],
  ['the console’s port for the chain', { OPENMERE_CHAIN_PORT: '8081' }, 'OPENMERE_CHAIN_PORT'],
  ['a host with a blank', { HOST: 'my host' }, 'HOST'],
  ['an unknown mode', { OPENMERE_ENV: 'staging' }, 'OPENMERE_ENV'],
  ['another database', { DATABASE_URL: 'mysql://localhost/x' }, 'DATABASE_URL'],
  ['an RPC that is no URL', { OPENMERE_CHAIN_ID: '56', OPENMERE_CHAIN_RPC: 'bsc' }, 'OPENMERE_CHAIN_RPC'],
  ['an RPC by socket', { OPENMERE_CHAIN_ID: '56', OPENMERE_CHAIN_RPC: 'wss://x.org' }, 'OPENMERE_CHAIN_RPC'],
  ['an RPC without its chain', { OPENMERE_CHAIN_RPC: 'https://rpc.example.org' }, 'OPENMERE_CHAIN_ID'],
  ['a chain without its RPC', { OPENMERE_CHAIN_ID: '97' }, 'OPENMERE_CHAIN_RPC'],
  ['a chain in hex', { ...BSC, OPENMERE_CHAIN_ID: '0x38' }, 'OPENMERE_CHAIN_ID'],
  ['real money in development', { ...BSC, OPENMERE_ENV: 'development' }, 'OPENMERE_ENV'],
  ['real money without a mode', { ...BSC, OPENMERE_ENV: '' }, 'OPENMERE_ENV'],
  ['no confirmation', { OPENMERE_CONFIRMATIONS: '0' }, 'OPENMERE_CONFIRMATIONS'],
  ['half a block', { OPENMERE_START_BLOCK: '1.5' }, 'OPENMERE_START_BLOCK'],
  ['contracts that are no JSON', { OPENMERE_CONTRACTS: 'usdt=0x1' }, 'OPENMERE_CONTRACTS'],
  ['a short contract address', { OPENMERE_CONTRACTS: '{"usdt":"0x1"}' }, 'OPENMERE_CONTRACTS'],
  ['a word for the demo', { OPENMERE_DEMO: 'no' }, 'OPENMERE_DEMO'],
  ['an origin with a path', { OPENMERE_ORIGIN: 'https://x.org/app' }, 'OPENMERE_ORIGIN'],
  ['a console origin without a scheme', { OPENMERE_CONSOLE_ORIGIN: 'x.org' }, 'OPENMERE_CONSOLE_ORIGIN'],
  ['a proxy without a network', { OPENMERE_TRUSTED_PROXY: '10.0.0.1' }, 'OPENMERE_TRUSTED_PROXY'],
  ['a mail server by http', { SMTP_URL: 'http://mail.example.org' }, 'SMTP_URL'],
  ['a sender with a line break', { MAIL_FROM: 'a@example.org\r\nBcc: b@example.org' }, 'MAIL_FROM'],
  ['tiles by http from elsewhere', { OPENMERE_TILES_URL: 'http://t.org/{z}/{x}/{y}' }, 'OPENMERE_TILES_URL'],
  ['tiles of a host to choose', { OPENMERE_TILES_URL: 'https://{x}.org/{z}/{y}' }, 'OPENMERE_TILES_URL'],
  ['tiles of a port to choose', { OPENMERE_TILES_URL: 'https://t.org:{x}/{z}/{y}' }, 'OPENMERE_TILES_URL'],
  ['tiles with a password', { OPENMERE_TILES_URL: 'https://a:b@t.org/{z}/{x}/{y}' }, 'OPENMERE_TILES_URL'],
  ['tiles without a row', { OPENMERE_TILES_URL: 'https://t.org/{z}/{x}' }, 'OPENMERE_TILES_URL'],
  ['tiles with more to fill', { OPENMERE_TILES_URL: 'https://t.org/{s}/{z}/{x}/{y}' }, 'OPENMERE_TILES_URL'],
  ['tiles from a file', { OPENMERE_TILES_URL: 'file:///tiles/{z}/{x}/{y}' }, 'OPENMERE_TILES_URL'],
  ['tiles of nobody', { OPENMERE_TILES_URL: 'https://t.org/{z}/{x}/{y}' }, 'OPENMERE_TILES_CREDIT'],
  ['a credit of two lines', { OPENMERE_TILES_CREDIT: 'a\nb' }, 'OPENMERE_TILES_CREDIT'],
  ['tiles too close', { OPENMERE_TILES_ZOOM_MAX: '23' }, 'OPENMERE_TILES_ZOOM_MAX'],
  ['no tile a minute', { OPENMERE_TILES_PER_MINUTE: '0' }, 'OPENMERE_TILES_PER_MINUTE'],
  ['an unknown log level', { OPENMERE_LOG: 'loud' }, 'OPENMERE_LOG'],
];

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigFault) return error.problems;
    throw error;
  }
}

describe('configuration', () => {
  test.each(bad)('refuses: %s', (_name, env, variable) => {
    const problems = problemsOf(env);
    expect(problems.map((problem) => problem.split(':')[0])).toContain(variable);
  });

  test('refuses: all wrong variables at once, each by its name', () => {
    const problems = problemsOf({ PORT: 'x', OPENMERE_DEMO: 'x', SMTP_URL: 'x' });
    expect(problems.map((problem) => problem.split(':')[0]).toSorted()).toEqual([
      'OPENMERE_DEMO',
      'PORT',
      'SMTP_URL',
    ]);
  });

  test('behavior: nothing set means the development chain and the embedded database', () => {
    const config = readConfig({ PORT: '', DATABASE_URL: '' });
    expect(config).toMatchObject({
      mode: 'development',
      host: '127.0.0.1',
      port: 8080,
      consolePort: 8081,
      origin: 'http://127.0.0.1:8080',
      consoleOrigin: 'http://127.0.0.1:8081',
      dataDir: resolve('data'),
      buildDir: resolve(import.meta.dirname, '../../..'),
      databaseUrl: undefined,
      demo: true,
      chain: { id: 31337, dev: true, rpcUrls: [], devPort: 8082, confirmations: 1 },
    });
    expect(config.secretsFile).toBe(resolve('data/secrets.json'));
  });

  test('behavior: map tiles by address and credit; http only from this machine', () => {
    const given = (url: string) =>
      readConfig({ OPENMERE_TILES_URL: url, OPENMERE_TILES_CREDIT: '© Mapmakers' }).tiles;
    const url = 'https://tiles.example.org/{z}/{x}/{y}.png?key=1';
    expect(given(url)).toEqual({ url, credit: '© Mapmakers', zoomMax: 19, perMinute: 600 });
    expect(given('http://127.0.0.1:8090/{z}/{y}/{x}')).toMatchObject({ perMinute: 600 });
    expect(readConfig({ OPENMERE_TILES_CREDIT: '© Mapmakers' }).tiles).toBeUndefined();
  });

  test('behavior: the chain takes the port that the console leaves', () => {
    expect(readConfig({ PORT: '9000', CONSOLE_PORT: '9002' }).chain.devPort).toBe(9001);
    expect(readConfig({ PORT: '9000', CONSOLE_PORT: '7000' }).chain.devPort).toBe(9002);
    expect(readConfig({ PORT: '65534' }).chain.devPort).toBe(0);
  });

  test('behavior: free ports stay free', () => {
    expect(readConfig({ PORT: '0' })).toMatchObject({ port: 0, consolePort: 0, chain: { devPort: 0 } });
  });

  test('behavior: the development chain is read from its block 1 on; an outside one from where it is said', () => {
    expect(readConfig({}).chain.startBlock).toBe(1);
    expect(readConfig({ OPENMERE_START_BLOCK: '0' }).chain.startBlock).toBe(1);
    expect(readConfig(BSC).chain.startBlock).toBe(0);
    expect(readConfig({ ...BSC, OPENMERE_START_BLOCK: '40' }).chain.startBlock).toBe(40);
  });

  test('behavior: BSC in production', () => {
    const config = readConfig({ ...BSC, OPENMERE_CHAIN_RPC: 'https://a.org, https://b.org' });
    expect(config.chain).toMatchObject({ id: 56, dev: false, confirmations: 15 });
    expect(config.chain.rpcUrls).toEqual(['https://a.org', 'https://b.org']);
    expect(config.demo).toBe(false);
  });
});
