import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FaultNode } from '../../tools/fault/fault-node.ts';
import { commandsOf, killEverything, processesOf } from './processes.ts';

const root = join(import.meta.dirname, '../..');
const readyWithinMs = 180_000;
/** The processes have ten seconds (server/src/app/programs.ts), PostgreSQL writes everything down; the rest is for a busy machine. */
const stoppedWithinMs = 45_000;

/** What the start writes into `dev.json` (calls.md "Running it"). */
export type DevFacts = {
  url: string;
  consoleUrl: string;
  rpcUrl: string;
  chainId: number;
  contracts: Record<string, `0x${string}`>;
  rootInvitationCode: string;
  rootAddress: string;
  operators: { account: string; password: string; totpSecret: string }[];
  faucetPrivateKey: `0x${string}`;
};

export type Stack = {
  data: string;
  facts: DevFacts;
  /** The nodes between the processes and the chain; none without `faultNodes`. */
  nodes: FaultNode[];
  /** Kills every process of the stack at once (kill -9) and starts it again on the same data folder. */
  killAndRestart(): Promise<void>;
  stop(): Promise<void>;
  /** Stops it, and lets every later stack of this run begin with its data. */
  stopAsTemplate(): Promise<void>;
};

/** Data as the first start leaves it; the contracts alone take a third of it or more. One a run: playwright.config.ts names and removes it. */
const template = process.env['OPENMERE_E2E_TEMPLATE'];

/** A data folder of its own: empty, or what the first start left. A demo begins with an empty one, weeks in the past. */
function makeData(isDemo: boolean): string {
  const data = mkdtempSync(join(tmpdir(), 'openmere-e2e-'));
  if (isDemo || template === undefined || !existsSync(template)) return data;
  // With owners: as root the database's files belong to somebody else.
  execFileSync('cp', ['-a', `${template}/.`, data]);
  const path = join(data, 'dev.json');
  // Its addresses are the first start's; the file is complete again once this one has told its own.
  const { consoleUrl: _, ...facts } = JSON.parse(readFileSync(path, 'utf8')) as DevFacts;
  writeFileSync(path, JSON.stringify(facts));
  return data;
}

/** The facts once they are complete: the first seed writes a part of them early. */
function readFacts(data: string): DevFacts | undefined {
  const path = join(data, 'dev.json');
  if (!existsSync(path)) return undefined;
  const facts = JSON.parse(readFileSync(path, 'utf8')) as Partial<DevFacts>;
  return facts.consoleUrl && facts.faucetPrivateKey ? (facts as DevFacts) : undefined;
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/index`, { method: 'POST' })).ok;
  } catch {
    return false;
  }
}

async function waitUntil(
  what: string,
  withinMs: number,
  holds: () => Promise<boolean> | boolean,
): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`waited ${withinMs} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Starts the whole product as `npm start` does, on a data folder and ports of its own. With `faultNodes` the processes reach
 * the chain through so many nodes that fail and lie when told to; `facts.rpcUrl` is the chain itself.
 */
export async function startStack(settings: Record<string, string> = {}, faultNodes = 0): Promise<Stack> {
  const data = makeData(settings['OPENMERE_DEMO'] === '1');
  const nodePorts = await Promise.all(Array.from({ length: faultNodes }, freePort));
  const [port, consolePort, chainPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const env = {
    ...process.env,
    PORT: String(port),
    CONSOLE_PORT: String(consolePort),
    OPENMERE_CHAIN_PORT: String(chainPort),
    OPENMERE_DATA: data,
    OPENMERE_DEMO: '0',
    OPENMERE_FAULT_PORTS: nodePorts.join(','),
    ...settings,
  };
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess;

  async function launch(): Promise<DevFacts> {
    let output = '';
    const program = faultNodes === 0 ? 'tools/start.ts' : 'tools/fault/start.ts';
    child = spawn(process.execPath, [join(root, program)], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await waitUntil('the stack to answer', readyWithinMs, async () => {
      if (child.exitCode !== null)
        throw new Error(`the stack ended with ${child.exitCode}:\n${output.slice(-4000)}`);
      return readFacts(data) !== undefined && (await answers(url));
    }).catch((error: unknown) => {
      // Nobody gets a stack that did not come up, so nobody else would stop it.
      killEverything(data);
      throw new Error(`${String(error)}\n${output.slice(-4000)}`);
    });
    const facts = readFacts(data);
    if (!facts) throw new Error('dev.json has gone');
    return facts;
  }

  async function end(): Promise<void> {
    child.kill('SIGTERM');
    await waitUntil('the stack to stop', stoppedWithinMs, () => processesOf(data).length === 0)
      .catch((error: unknown) => {
        throw new Error(`${String(error)}; left: ${commandsOf(data).join(', ')}`);
      })
      .finally(() => killEverything(data));
  }

  const stack: Stack = {
    data,
    facts: await launch(),
    nodes: nodePorts.map((nodePort) => new FaultNode(`http://127.0.0.1:${nodePort}`)),
    async killAndRestart() {
      killEverything(data);
      await waitUntil('every process to be gone', 10_000, () => processesOf(data).length === 0);
      stack.facts = await launch();
    },
    async stop() {
      await end();
      rmSync(data, { recursive: true, force: true });
    },
    async stopAsTemplate() {
      await end();
      if (template === undefined) rmSync(data, { recursive: true, force: true });
      else renameSync(data, template);
    },
  };
  return stack;
}
