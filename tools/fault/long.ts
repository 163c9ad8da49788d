// `node tools/fault/long.ts [fault …]`: 200 deposits and 200 withdrawals under each fault, or under the named ones, each
// on an installation of its own, compared with the chain in the end. `--each=50`: fewer. About four minutes a fault.
import { findProgram, run } from '../suite/program.ts';
import { journeyFaults, REORGANISATIONS, SILENCE } from './kinds.ts';

const EACH = '200';
const LIMIT_MS = 30 * 60_000;
const names = [...Object.keys(journeyFaults), REORGANISATIONS, SILENCE];

const args = process.argv.slice(2);
const each = args.find((arg) => arg.startsWith('--each='))?.slice('--each='.length) ?? EACH;
const asked = args.filter((arg) => !arg.startsWith('--'));
const unknown = asked.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`There is no fault ${unknown.join(', ')}: ${names.join(', ')}.`);
  process.exit(2);
}

let failed = 0;
for (const name of asked.length > 0 ? asked : names) {
  const playwright = [
    findProgram('@playwright/test', 'playwright'),
    'test',
    'faults.journey.ts',
    '--no-deps',
  ];
  const outcome = await run(
    [...playwright, '--project=faults', '--reporter=list', '--grep', `: under ${name},`],
    {
      cwd: 'e2e',
      timeoutMs: LIMIT_MS,
      env: { OPENMERE_FAULT_EACH: each },
    },
  );
  failed += outcome.code === 0 ? 0 : 1;
  const told = outcome.output.split('\n').filter((line) => line.startsWith('under '));
  console.log(`${outcome.code === 0 ? '✓' : '✗'} ${told.join(' ') || name}`);
  if (outcome.code !== 0) console.log(outcome.output);
}
process.exitCode = failed === 0 ? 0 : 1;
