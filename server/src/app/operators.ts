import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { CreatedOperator } from '../operator/create-operator.ts';
import {
  addOperator,
  disableOperator,
  OperatorProblem,
  resetOperator,
} from '../operator/manage-operators.ts';
import { lockOperators } from '../operator/operator-store.ts';
import { createDatabase, inTransaction } from '../platform/db/connect.ts';
import type { Tx } from '../platform/db/connect.ts';
import { prepareEmbedded, startEmbedded } from '../platform/db/embedded.ts';
import { unlockSecrets } from '../platform/secrets-box.ts';
import { totpUri } from '../platform/totp.ts';
import { readConfig } from './config.ts';
import { refuseForeign } from './installation.ts';
import { readSecrets } from './secrets.ts';

const USAGE = `node server/src/app/operators.ts <command>
  list                     accounts, roles, since when, disabled since when
  add <account> <role>     another operator: support, content, risk, finance or admin
  reset <account>          a new one-time password and authenticator (lost phone, lost password, back again)
  disable <account>        ends the access at once; two administrators must stay
DATABASE_URL names the database, with its owner's login; without it, the embedded one in OPENMERE_DATA (./data). What add and
reset print is shown once. The audit log in the console keeps each of them.`;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

function show({ account, password, totpSecret }: CreatedOperator): void {
  print(`account            ${account}`);
  print(`one-time password  ${password}`);
  print(`authenticator      ${totpSecret}`);
  print(`                   ${totpUri(totpSecret, account)}`);
  print(
    'Shown once: hand it over by a way that nobody else reads. The first login asks for a password of their own.',
  );
}

const dayOf = (at: Date | null): string => at?.toISOString().slice(0, 10) ?? '-';

type Work = (tx: Tx, account: string, role: string) => Promise<void>;
const commands: Record<string, { needs: number; work: Work }> = {
  list: {
    needs: 0,
    work: async (tx) => {
      for (const { account, role, created_at: made, disabled_at: disabled } of await lockOperators(tx))
        print([account, role, dayOf(made), disabled ? `disabled ${dayOf(disabled)}` : 'active'].join('\t'));
    },
  },
  add: { needs: 2, work: async (tx, account, role) => show(await addOperator({ tx }, { account, role })) },
  reset: {
    needs: 1,
    work: async (tx, account) => show(await resetOperator({ tx, now: new Date() }, account)),
  },
  disable: {
    needs: 1,
    work: async (tx, account) => {
      await disableOperator({ tx, now: new Date() }, account);
      print(`${account} is disabled, and logged out everywhere`);
    },
  },
};

async function main(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [name = '', account = '', role = '', ...more] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command || positionals.length !== command.needs + 1 || more.length > 0) {
    print(USAGE);
    return 2;
  }
  const config = readConfig(process.env);
  const cluster = join(config.dataDir, 'postgres');
  if (!config.databaseUrl && !(await prepareEmbedded(cluster)).exists) {
    print(`there is no installation in ${config.dataDir}`);
    return 1;
  }
  unlockSecrets(await readSecrets(config.secretsFile));
  const embedded = config.databaseUrl ? undefined : await startEmbedded(cluster, () => undefined);
  const database = createDatabase(config.databaseUrl ?? embedded?.url ?? '', 'owner', { max: 1 });
  try {
    // An authenticator sealed by other keys lets nobody in.
    await refuseForeign(database.db, { secretsFile: config.secretsFile });
    await inTransaction(database.db, (tx) => command.work(tx, account.toLowerCase(), role));
    return 0;
  } catch (error) {
    if (!(error instanceof OperatorProblem)) throw error;
    print(error.message);
    return 1;
  } finally {
    await database.close();
    await embedded?.stop();
  }
}

process.exitCode = await main().catch((error: unknown) => {
  print(error instanceof Error ? error.message : String(error));
  return 1;
});
