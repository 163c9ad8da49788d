// The style test: walls and habits of the house that the linter cannot say. `--counts` ends with a line for `npm test`.
import { root } from '../suite/program.ts';
import { rules } from './rules.ts';
import { Tree } from './tree.ts';

const tree = new Tree(root);
let broken = 0;
for (const rule of rules) {
  const found = await rule.check(tree);
  if (found.length === 0) continue;
  broken += 1;
  console.log(`✗ ${rule.name}: ${rule.about}`);
  for (const one of found) console.log(`    ${one.path}:${one.line} ${one.message}`);
}
if (process.argv.includes('--counts')) console.log(`${rules.length - broken} rules held, ${broken} broken`);
process.exitCode = broken === 0 ? 0 : 1;
