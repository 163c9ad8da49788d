import { parseArgs } from 'node:util';
import { createDatabase } from '@openmere/server/platform/db/connect.ts';
import { comparePeriods } from './compare.ts';
import { gatherFacts } from './gather.ts';
import { readChain } from './read-chain.ts';
import { readBonus, readMembers, readSettings, readSettled, readWritten } from './read-database.ts';
import { readJournal } from './read-journal.ts';

/**
 * `node tools/recompute/main.ts --database postgres://… --rpc http://…`: computes the rewards of every settled day and week anew, from the logs of
 * the chain and the journal of the ledger alone, and compares them with what was written, to the last unit. Only reads.
 */
const { values } = parseArgs({ options: { database: { type: 'string' }, rpc: { type: 'string' } } });
const { database, rpc } = values;
if (database === undefined || rpc === undefined) {
  console.error('node tools/recompute/main.ts --database postgres://… --rpc http://…');
  process.exit(2);
}
const { pool, close } = createDatabase(database, 'readonly', { max: 1, statementTimeoutMs: 600_000 });
try {
  await pool.query('set default_transaction_read_only = on');
  const { settings, contracts } = await readSettings(pool);
  const journal = await readJournal(pool, ['fee:', 'pool:', 'world'], ['order-complete']);
  const settled = await readSettled(pool, journal);
  const facts = gatherFacts({
    members: await readMembers(pool, settings),
    chain: await readChain(rpc, contracts),
    journal,
    settings,
    bonus: await readBonus(pool),
    firstDay: Math.min(...settled.filter((one) => one.pool === 'referral').map(({ day }) => day)),
  });
  const { periods, rewards, differences } = comparePeriods(facts, settled, await readWritten(pool));
  for (const difference of differences) console.log(`✗ ${difference}`);
  console.log(`${periods} periods, ${rewards} rewards computed anew: ${differences.length} differ.`);
  process.exitCode = differences.length === 0 ? 0 : 1;
} finally {
  await close();
}
