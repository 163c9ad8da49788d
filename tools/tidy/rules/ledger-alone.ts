import { isTest, lineAt, locate } from '../tree.ts';
import type { Finding, Rule, Tree } from '../tree.ts';
import { checkImports } from './wall.ts';

const CORE_KNOWN = new Set(['kit', 'money', 'ledger']);
/** Tables and functions of the schema `ledger` inside SQL. */
const LEDGER_SQL =
  /\b(?:from|join|into|update|table|truncate|call|select|perform)\s+(?:only\s+)?ledger\.\w+/gi;

function checkTables(tree: Tree): Finding[] {
  return tree.sources
    .filter((file) => file.path.startsWith('server/src/') && !isTest(file.path))
    .filter((file) => !/^server\/src\/(ledger|migrations)\//.test(file.path))
    .flatMap((file) =>
      [...file.text.matchAll(LEDGER_SQL)].map((match) => ({
        path: file.path,
        line: lineAt(file.text, match.index),
        message: `only server/ledger touches ledger tables: ${match[0]}`,
      })),
    );
}

export const ledgerAlone: Rule = {
  name: 'ledger-alone',
  about: 'Wall 5: server/ledger knows no domain; only it touches ledger tables.',
  check: (tree) => [
    ...checkTables(tree),
    ...checkImports(
      tree,
      (path) => path.startsWith('server/src/ledger/'),
      (_file, one) => {
        if (one.target === undefined) return undefined;
        const { room, domain = '' } = locate(one.target);
        const known = room === 'core' ? CORE_KNOWN.has(domain) : domain === 'ledger' || domain === 'platform';
        return known ? undefined : 'the ledger knows a domain';
      },
    ),
  ],
};
