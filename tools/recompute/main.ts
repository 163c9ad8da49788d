import { parseArgs } from 'node:util';
import { readConfig } from '@openmere/server/app/config.ts';
import { withReportDatabase } from '@openmere/server/app/report-database.ts';
import type { Database } from '@openmere/server/platform/db/connect.ts';
import { comparePeriods } from './compare.ts';
import { explain } from './explain.ts';
import { gatherFacts } from './gather.ts';
import { readChain } from './read-chain.ts';
import {
  readBonus,
  readCountedBefore,
  readMembers,
  readSettings,
  readSettled,
  readWritten,
} from './read-database.ts';
import { readJournal } from './read-journal.ts';

/**
 * `node tools/recompute/main.ts --rpc http://… [--database postgres://…]`: computes the rewards of every settled day and week anew, from the logs of
 * the chain and the journal of the ledger alone, and compares them with what was written, to the last unit. Only reads.
 */
class UsageFault extends Error {}

const USAGE =
  'node tools/recompute/main.ts --rpc http://… [--database postgres://…]\nWithout --database DATABASE_URL names the database (the login for reports); without both, it is the embedded one in OPENMERE_DATA (./data).';

async function recompute({ pool }: Database, node: string): Promise<number> {
  await pool.query('set default_transaction_read_only = on');
  const { settings, contracts } = await readSettings(pool);
  const journal = await readJournal(pool, ['fee:', 'pool:', 'world'], ['order-complete']);
  const settled = await readSettled(pool, journal);
  const facts = gatherFacts({
    members: await readMembers(pool, settings),
    chain: await readChain(node, contracts),
    journal,
    settings,
    bonus: await readBonus(pool),
    countedBefore: await readCountedBefore(pool),
    firstDay: Math.min(...settled.filter((one) => one.pool === 'referral').map(({ day }) => day)),
  });
  const { periods, rewards, differences } = comparePeriods(facts, settled, await readWritten(pool));
  for (const difference of differences) console.log(`✗ ${difference}`);
  console.log(`${periods} periods, ${rewards} rewards computed anew: ${differences.length} differ.`);
  return differences.length;
}

try {
  const { values } = parseArgs({ options: { database: { type: 'string' }, rpc: { type: 'string' } } });
  const { database = process.env['DATABASE_URL'], rpc } = values;
  if (rpc === undefined) throw new UsageFault(USAGE);
  const config = readConfig({ ...process.env, DATABASE_URL: database });
  const differ = await withReportDatabase(config, 1, (opened) => recompute(opened, rpc));
  process.exitCode = differ === 0 ? 0 : 1;
} catch (error) {
  console.error(explain(error));
  process.exitCode = 2;
}
