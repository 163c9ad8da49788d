import { specifiedCalls } from '../specified.ts';
import { lineAt } from '../tree.ts';
import type { Finding, Rule } from '../tree.ts';

const PATH =
  /'((?:Users|Wallet|trade|Ctrls|Chain|Admin|Cast|Usdo|Node|Activity|Goods|Order|Ticket|Reward)\/[\w/]+)'/g;

export const callsSpecified: Rule = {
  name: 'specified-calls',
  about: 'Every specified call is defined once.',
  check: (tree) => {
    const files = tree.sources.filter((file) =>
      /^core\/src\/[\w/-]+\/(?:[\w-]+-)?contract\.ts$/.test(file.path),
    );
    if (files.length === 0) return [];
    const seen = new Map<string, Finding[]>();
    for (const file of files) {
      for (const match of file.text.matchAll(PATH)) {
        const call = match[1] ?? '';
        const finding = {
          path: file.path,
          line: lineAt(file.text, match.index),
          message: `${call} is defined twice`,
        };
        seen.set(call, [...(seen.get(call) ?? []), finding]);
      }
    }
    const missing = specifiedCalls
      .filter((call) => !seen.has(call))
      .map((call): Finding => ({ path: 'core/src', line: 1, message: `${call} is not defined` }));
    return [...missing, ...[...seen.values()].flatMap((found) => found.slice(1))];
  },
};
