import { devNull } from 'node:os';
import { createDatabase } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';
import type { Config } from './config.ts';
import { StartFault } from './data-folder.ts';
import { gatherFacts } from './production-facts.ts';
import { checkProduction, listMissingContracts } from './production.ts';
import { readSecrets } from './secrets.ts';

const USDT_UNIT = 10n ** 18n;

/** Throws {@link StartFault} where an outside chain's contracts are not named: they are written where every member reads them. */
export function requireContracts(config: Config): void {
  const missing = config.chain.dev ? [] : listMissingContracts(config);
  if (missing.length > 0) throw new StartFault(`OPENMERE_CONTRACTS: ${missing.join(', ')} missing`);
}

/**
 * Refuses an unsafe production start with the complete list of reasons ({@link StartFault}); warnings go to `line`. Does
 * nothing in development. For the start of the whole house, and for a process that is started by itself: what was
 * withheld from it (secrets, chain keys) is not looked at there. After the migrations. `seeds`: the caller makes two operators
 * next where there never was one, and is told here whether it may.
 */
export async function refuseUnsafe(
  config: Config,
  databaseUrl: string,
  line: (text: string) => void,
  { seeds = false } = {},
): Promise<void> {
  if (config.mode !== 'production') return;
  const database = createDatabase(databaseUrl, 'api', { max: 1 });
  try {
    const { largeAmount } = await readSettings(database.db);
    const fourEyesFromUsdt = largeAmount > 0n ? Number(largeAmount / USDT_UNIT) : undefined;
    const facts = await gatherFacts(config, databaseUrl, fourEyesFromUsdt);
    const secrets = config.secretsFile === devNull ? undefined : await readSecrets(config.secretsFile);
    const isFirst = seeds && facts.operators === undefined;
    const found = checkProduction(config, secrets, facts).filter(
      ({ name }) => !(isFirst && name === 'operators.two'),
    );
    for (const one of found) if (one.level === 'warning') line(`  warning: ${one.message}`);
    const refusals = found.filter((one) => one.level === 'refusal');
    if (refusals.length === 0) return;
    const reasons = refusals.map((one) => `  ${one.message}`).join('\n');
    throw new StartFault(`Production start refused for ${refusals.length} reasons:\n${reasons}`);
  } finally {
    await database.close();
  }
}
