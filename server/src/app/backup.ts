import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from './config.ts';
import { checkRestored, CopyFault, makeCopy, restoreCopy } from './data-backup.ts';

const USAGE = `node server/src/app/backup.ts <command>
  make <folder>       copies the installation in OPENMERE_DATA, running or stopped, to a new folder (with its keys: keep it as safe)
  restore <folder>    puts such a copy into OPENMERE_DATA, which must be new or empty, halts payouts and checks it
  check               the same for a database that was put back by its own tools: DATABASE_URL names it, with its owner's login
Before anything starts on it. Ends with 1 when something is wrong; then nothing starts on a restored folder.`;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

function reportWrong(wrong: readonly string[]): number {
  for (const line of wrong) print(line);
  print(
    wrong.length === 0
      ? 'It is whole. Start it; what to look at before two operators end the halt: docs/runbook.md, Backup and restore.'
      : 'It is not whole: take another copy.',
  );
  return wrong.length === 0 ? 0 : 1;
}

async function main(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [command, folder, ...more] = positionals;
  const { dataDir, databaseUrl, secretsFile } = readConfig(process.env);
  if (command === 'check' && folder === undefined) {
    if (databaseUrl === undefined) throw new CopyFault('DATABASE_URL is not set: it names the database.');
    return reportWrong(
      await checkRestored({ url: databaseUrl, secretsFile }, 'by the tools of the database', print),
    );
  }
  if ((command !== 'make' && command !== 'restore') || folder === undefined || more.length > 0) {
    print(USAGE);
    return 2;
  }
  if (databaseUrl !== undefined)
    throw new CopyFault(
      'DATABASE_URL names a database outside of the data folder: its own tools copy it and put it back, then "check".',
    );
  if (command === 'restore')
    return reportWrong(await restoreCopy(resolve(folder), { dataDir, secretsFile }, print));
  const links = await makeCopy(dataDir, resolve(folder));
  print(`${resolve(folder)} is a whole copy, with secrets and keys${links.length === 0 ? '' : ', but for:'}`);
  for (const link of links)
    print(`  ${link}, a link: what it leads to is copied, and put back, by its own means`);
  return 0;
}

process.exitCode = await main().catch((error: unknown) => {
  print(error instanceof Error ? error.message : String(error));
  return 1;
});
