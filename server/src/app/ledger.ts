import { parseArgs } from 'node:util';
import type { AccountName } from '@openmere/core/ledger/account.ts';
import { findAccountClass, normalBalance } from '@openmere/core/ledger/account.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { readChainHeads } from '../ledger/chain.ts';
import { reconcileLedger } from '../ledger/reconcile.ts';
import { replayBalances } from '../ledger/replay.ts';
import { readStatement } from '../ledger/statement.ts';
import type { Db } from '../platform/db/connect.ts';
import { readConfig } from './config.ts';
import { withReportDatabase } from './report-database.ts';

const USAGE = `node server/src/app/ledger.ts <command>
  statement <account> <asset> [--limit 50] [--cursor <cursor>]   records, newest first
  reconcile                                                      recompute balances row by row, verify the hash chain
  replay                                                         rebuild balances from the amounts, compare
  verify                                                         both, and print the heads of the chain
DATABASE_URL names the database (the login for reports); without it, the embedded one in OPENMERE_DATA (./data). Ends with 1 when something is wrong.`;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { limit: { type: 'string', default: '50' }, cursor: { type: 'string' } },
  });
  const [command, ...rest] = positionals;
  const commands: Record<string, (db: Db) => Promise<boolean>> = {
    statement: (db) => printStatement(db, rest, values),
    reconcile,
    replay,
    verify: async (db) => {
      const results = [await reconcile(db), await replay(db)];
      for (const { lane, batch, hash } of await readChainHeads(db))
        print(`lane ${lane}, batch ${batch}: ${hash}`);
      return results.every(Boolean);
    },
  };
  const run = command === undefined ? undefined : commands[command];
  if (!run) {
    print(USAGE);
    return 2;
  }
  return withReportDatabase(readConfig(process.env), 2, async ({ db }) => ((await run(db)) ? 0 : 1));
}

async function printStatement(
  db: Db,
  [account = '', asset = '']: string[],
  options: { limit: string; cursor?: string | undefined },
): Promise<boolean> {
  if (!isAccountName(account)) {
    print(`${JSON.stringify(account)} is no ledger account; try member:<id>:available`);
    return false;
  }
  const { cursor } = options;
  const limit = Math.min(Math.max(Number.parseInt(options.limit, 10) || 50, 1), 1_000);
  const page = await readStatement(db, {
    account,
    asset,
    limit,
    ...(cursor === undefined ? {} : { cursor }),
  });
  for (const record of page.records) {
    const { time, entryId, kind, reference } = record;
    const amount = formatAmount(normalBalance(account, record.amount));
    const after = formatAmount(normalBalance(account, record.balanceAfter));
    print([time.toISOString(), entryId, kind, amount, after, reference].join('\t'));
  }
  if (page.cursor) print(`older: --cursor ${page.cursor}`);
  return true;
}

function isAccountName(text: string): text is AccountName {
  return findAccountClass(text) !== undefined;
}

async function reconcile(db: Db): Promise<boolean> {
  const { batches, rows, accounts, findings } = await reconcileLedger(db);
  print(`${rows} rows in ${batches} batches over ${accounts} accounts: ${findings.length} findings`);
  for (const { invariant, what } of findings) print(`${invariant}  ${what}`);
  return findings.length === 0;
}

async function replay(db: Db): Promise<boolean> {
  const { accounts, differences } = await replayBalances(db);
  print(`${accounts} balances replayed: ${differences.length} differ`);
  for (const { account, asset, stored, replayed } of differences) {
    print(`${account} ${asset}: stored ${formatAmount(stored)}, replayed ${formatAmount(replayed)}`);
  }
  return differences.length === 0;
}

process.exitCode = await main().catch((error: unknown) => {
  print(error instanceof Error ? error.message : String(error));
  return 1;
});
