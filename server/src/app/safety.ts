import { devNull } from 'node:os';
import { createDatabase } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';
import type { Config } from './config.ts';
import { StartFault } from './data-folder.ts';
import { gatherFacts } from './production-facts.ts';
import { checkDatabaseUrls, checkProduction, checkVariables, listMissingContracts } from './production.ts';
import type { Finding } from './production.ts';
import { readSecrets } from './secrets.ts';

const USDT_UNIT = 10n ** 18n;

/** What an outside chain needs, in either mode: it is written where every member reads it. */
function listChainFaults(config: Config): string[] {
  if (config.chain.dev) return [];
  const missing = listMissingContracts(config);
  return [
    ...(missing.length > 0 ? [`OPENMERE_CONTRACTS: ${missing.join(', ')} missing`] : []),
    ...(config.chain.rootAddress ? [] : ['OPENMERE_ROOT_ADDRESS: must name the root of Membership']),
  ];
}

/** For the tables alone. Throws {@link StartFault} where an outside chain's contracts or root are not named. */
export function requireChain(config: Config): void {
  const faults = listChainFaults(config);
  if (faults.length > 0) throw new StartFault(faults.join('\n'));
}

/**
 * What the variables alone say against a start ({@link StartFault}), before anything is made: on a forgotten variable a new database
 * would belong to the development chain, and its folder to keys that everybody knows.
 */
export function requireVariables(config: Config): void {
  if (config.mode !== 'production') return requireChain(config);
  throwReasons([...listChainFaults(config), ...listUnsafeVariables(config)]);
}

/** For a process that goes on by what `npm start` was told, and may be started by itself. */
export function refuseUnsafeVariables(config: Config): void {
  throwReasons(listUnsafeVariables(config));
}

/** For a process that is not told the other variables, and for who makes the tables: how the database is reached. */
export function refuseUnsafeDatabase(config: Config): void {
  if (config.mode === 'production') throwReasons(listRefusals(checkDatabaseUrls(config, process.env)));
}

function listUnsafeVariables(config: Config): string[] {
  return listRefusals(checkVariables(config, process.env));
}

function listRefusals(found: readonly Finding[]): string[] {
  return found.flatMap(({ level, message }) => (level === 'refusal' ? [message] : []));
}

function throwReasons(all: readonly string[]): void {
  const reasons = [...new Set(all)];
  if (reasons.length === 0) return;
  const lines = reasons.map((reason) => `  ${reason}`).join('\n');
  throw new StartFault(`Production start refused for ${reasons.length} reasons:\n${lines}`);
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
    throwReasons(listRefusals(found));
  } finally {
    await database.close();
  }
}
