/**
 * The invariants with many runs: by default 10,000 of 32 calls each, for every one of `test/invariant`, or for the files
 * whose name holds one of the words.
 *
 *   node contracts/script/long-invariants.ts [word …]     e.g. Reserve, Oracle, Market
 *   OPENMERE_INVARIANT_RUNS, OPENMERE_INVARIANT_DEPTH     other sizes
 */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { contractsFolder } from './places.ts';
import { runHardhat } from './run-hardhat.ts';

const runs = process.env['OPENMERE_INVARIANT_RUNS'] ?? '10000';
const depth = process.env['OPENMERE_INVARIANT_DEPTH'] ?? '32';
const words = process.argv.slice(2);
const present = (await readdir(path.join(contractsFolder, 'test', 'invariant'))).filter((name) =>
  name.endsWith('.t.sol'),
);
const files = present.filter((name) => words.length === 0 || words.some((word) => name.includes(word)));
if (files.length === 0) throw new Error(`None of ${present.join(', ')} is meant by "${words.join(' ')}"`);
for (const file of files) {
  const started = Date.now();
  const { code } = await runHardhat(
    contractsFolder,
    ['test', 'solidity', `test/invariant/${file}`],
    { OPENMERE_INVARIANT_RUNS: runs, OPENMERE_INVARIANT_DEPTH: depth },
    (text) => process.stdout.write(text),
  );
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(`${file}: ${runs} runs of ${depth} calls ${code === 0 ? 'held' : 'BROKEN'}, ${seconds} s`);
  if (code !== 0) process.exitCode = 1;
}
