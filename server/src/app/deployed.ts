import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import type { Config } from './config.ts';
import type { Deployed, Parts } from './parts.ts';
import { replacePrivateFile } from './secrets.ts';

async function readDeployed(path: string): Promise<Deployed> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Deployed;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

/**
 * Deploys to the development chain what is not there yet. Each step is on disk before the next begins, so that a kill
 * costs one step at most; a step whose contract the chain does not have is made again by the deployment itself.
 */
export async function deployOnce(
  parts: Parts,
  { dataDir, demo }: Pick<Config, 'dataDir' | 'demo'>,
  rpcUrl: string,
  log: (line: string) => void,
): Promise<AddressMap> {
  const path = join(dataDir, 'chain', 'deployed.json');
  const done = await readDeployed(path);
  const current: Deployed = { ...done };
  return parts.deploy({
    rpcUrl,
    done,
    demo,
    log,
    onStep: async (name, address) => {
      current[name] = address;
      await replacePrivateFile(path, `${JSON.stringify(current, undefined, 2)}\n`);
    },
  });
}
