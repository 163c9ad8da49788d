import { parseArgs } from 'node:util';
import type { CreatedOperator } from '../operator/create-operator.ts';
import { addOperator, disableOperator, resetOperator } from '../operator/manage-operators.ts';
import { lockOperators } from '../operator/operator-store.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Tx } from '../platform/db/connect.ts';
import { unlockSecrets } from '../platform/secrets-box.ts';
import { totpUri } from '../platform/totp.ts';
import { readConfig } from './config.ts';
import { refuseForeign } from './installation.ts';
import { withOwnerDatabase } from './owner-database.ts';
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
  return withOwnerDatabase(config, async (db) => {
    unlockSecrets(await readSecrets(config.secretsFile));
    // An authenticator sealed by other keys lets nobody in.
    await refuseForeign(db, { secretsFile: config.secretsFile });
    await inTransaction(db, (tx) => command.work(tx, account.toLowerCase(), role));
    return 0;
  });
}

process.exitCode = await main().catch((error: unknown) => {
  print(error instanceof Error ? error.message : String(error));
  return 1;
});
