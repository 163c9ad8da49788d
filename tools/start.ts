// `npm start`: gives the server what it needs from the other rooms, and starts the house.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startAll } from '@openmere/server/app/all.ts';
import type { Parts } from '@openmere/server/app/parts.ts';
import { buildApps } from './build-apps.ts';
import { compileContracts, deployDevelopment } from './deploy-development.ts';

const SEED = join(import.meta.dirname, '../server/src/app/seed.ts');

async function findSeed(): Promise<Parts['seed']> {
  if (!existsSync(SEED)) return undefined;
  const { seedInstallation } = (await import(SEED)) as { seedInstallation: NonNullable<Parts['seed']> };
  return seedInstallation;
}

await startAll({
  compile: compileContracts,
  deploy: deployDevelopment,
  build: buildApps,
  seed: await findSeed(),
});
