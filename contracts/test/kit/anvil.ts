import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { contractsFolder } from '../../script/places.ts';

export interface Anvil {
  rpcUrl: string;
  /** Sends any JSON-RPC call and gives its result. */
  request: (method: string, params?: readonly unknown[]) => Promise<unknown>;
  stop: () => Promise<void>;
}

const startTimeoutMs = 20_000;

function findBinary(): string {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const platform = process.platform === 'win32' ? 'win32' : process.platform;
  const name = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
  const folder = path.join(contractsFolder, '..', 'node_modules', '@foundry-rs', `anvil-${platform}-${arch}`);
  const binary = path.join(folder, 'bin', name);
  if (!existsSync(binary)) throw new Error(`The development chain is not installed: ${binary} is missing`);
  return binary;
}

/** Starts a development chain of its own on a free port; `stop` ends it. Throws when it does not come up in 20 s. */
export async function startAnvil(chainId = 31337): Promise<Anvil> {
  const child = spawn(findBinary(), ['--port', '0', '--chain-id', String(chainId)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });
  const port = await new Promise<string>((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The development chain did not come up:\n${said}`));
    }, startTimeoutMs);
    const listen = (text: string) => {
      said += text;
      const found = /Listening on 127\.0\.0\.1:(\d+)/.exec(said)?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    };
    child.stdout.setEncoding('utf8').on('data', listen);
    child.stderr.setEncoding('utf8').on('data', listen);
    child.once('error', reject);
  });
  const rpcUrl = `http://127.0.0.1:${port}`;
  return {
    rpcUrl,
    async request(method, params = []) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      const answer = await fetch(rpcUrl, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      });
      const { result, error } = (await answer.json()) as { result?: unknown; error?: { message: string } };
      if (error !== undefined) throw new Error(`${method}: ${error.message}`);
      return result;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
