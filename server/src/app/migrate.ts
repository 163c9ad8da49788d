import { readConfig } from './config.ts';
import type { Config } from './config.ts';
import { openDataFolder, StartFault } from './data-folder.ts';
import { prepareDatabase } from './installation.ts';
import { refuseUnsafeDatabase, requireChain } from './safety.ts';
import { ensureSecrets } from './secrets.ts';
import { describeOperators, seedInstallation } from './seed.ts';
import { ensureVapid } from './vapid.ts';

const USAGE = `node server/src/app/migrate.ts
  What npm start does before its processes, for an outside database and chain whose processes are started one by one: keys where there
  are none, tables, logins, and what an installation needs before its first member. The same variables; DATABASE_URL is the owner's.`;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function prepare(config: Config, databaseUrl: string): Promise<void> {
  const { chain } = config;
  await ensureSecrets(config.secretsFile);
  await ensureVapid(config.vapidFile, config.mode);
  await prepareDatabase(config, databaseUrl, print);
  const { contracts, rootAddress } = chain;
  const { operators } = await seedInstallation({ config, databaseUrl, contracts, rootAddress });
  for (const line of describeOperators(operators)) print(line);
}

async function main(): Promise<number> {
  if (process.argv.length > 2) {
    print(USAGE);
    return 2;
  }
  const config = readConfig(process.env);
  const { databaseUrl, chain, dataDir } = config;
  if (databaseUrl === undefined || chain.dev)
    throw new StartFault(
      'DATABASE_URL and OPENMERE_CHAIN_RPC must be set: the embedded database and the development chain are prepared by npm start.',
    );
  requireChain(config);
  refuseUnsafeDatabase(config);
  const folder = await openDataFolder(dataDir);
  try {
    await prepare(config, databaseUrl);
  } finally {
    await folder.release();
  }
  print('The database is this program’s: start the processes.');
  return 0;
}

process.exitCode = await main().catch((error: unknown) => {
  print(error instanceof Error ? error.message : String(error));
  return 1;
});
