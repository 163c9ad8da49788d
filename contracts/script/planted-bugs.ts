/**
 * Plants bugs into a copy of the sources, one at a time, and runs the invariants that must notice: every bug of
 * `test/planted`, or those whose name or source holds one of the words.
 *
 *   node contracts/script/planted-bugs.ts [word …]
 *
 * About half a minute a bug (compiling and the short run of the invariants). Ends with 1 when one goes unnoticed, does not
 * compile, or when the invariants do not hold without any.
 */
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { plantedGroups } from '../test/planted/list.ts';
import type { PlantedBug } from '../test/planted/plant.ts';
import { contractsFolder } from './places.ts';
import { runHardhat } from './run-hardhat.ts';

/** What is needed to compile and run the Solidity tests. */
const COPIED = ['src', 'test', 'script', 'hardhat.config.ts', 'package.json', 'tsconfig.json'];
/** Fewer than `npm test` takes: a bug that only many runs find is not found by `npm test` either. */
const SHORT_RUNS = '24';
const BROKEN_BUILD = /Compilation failed|HHE\d+/;

type Outcome = 'caught' | 'UNNOTICED' | 'does not compile';

/** The room without what was built, beside the same packages. */
async function copyRoom(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'openmere-planted-'));
  const room = path.join(folder, 'contracts');
  for (const name of COPIED)
    await cp(path.join(contractsFolder, name), path.join(room, name), { recursive: true });
  await symlink(path.join(contractsFolder, '..', 'node_modules'), path.join(folder, 'node_modules'), 'dir');
  return room;
}

/** The source with the bug in it. Throws when the text is not there exactly once. */
export function plant(source: string, bug: PlantedBug): string {
  const [before, after, ...more] = source.split(bug.text);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`${bug.file}: the text of "${bug.name}" does not stand there exactly once`);
  }
  return before + bug.replacement + after;
}

/** Plants one bug, runs the tests of its group, and takes it out again. */
async function tryBug(
  room: string,
  caughtBy: string,
  bug: PlantedBug,
  env: Record<string, string>,
): Promise<{ outcome: Outcome; said: string }> {
  const file = path.join(room, bug.file);
  const sound = await readFile(file, 'utf8');
  await writeFile(file, plant(sound, bug));
  try {
    const { code, output } = await runHardhat(room, ['test', 'solidity', caughtBy], env);
    if (code === 0) return { outcome: 'UNNOTICED', said: '' };
    if (BROKEN_BUILD.test(output)) return { outcome: 'does not compile', said: output };
    const failing = /^\s*(\d+) failing$/m.exec(output)?.[1];
    if (failing === undefined) return { outcome: 'does not compile', said: output };
    return { outcome: 'caught', said: `${failing} failing` };
  } finally {
    await writeFile(file, sound);
  }
}

async function main(words: readonly string[]): Promise<void> {
  const isMeant = (bug: PlantedBug) =>
    words.length === 0 || words.some((word) => bug.name.includes(word) || bug.file.includes(word));
  const runs = process.env['OPENMERE_INVARIANT_RUNS'] ?? SHORT_RUNS;
  // That it is noticed is enough: the shortest way to it is nobody's question here.
  const env = { OPENMERE_INVARIANT_RUNS: runs, OPENMERE_INVARIANT_SHRINKS: '0' };
  const room = await copyRoom();
  let tried = 0;
  let wrong = 0;
  try {
    for (const { caughtBy, bugs } of plantedGroups) {
      const meant = bugs.filter(isMeant);
      if (meant.length === 0) continue;
      const sound = await runHardhat(room, ['test', 'solidity', caughtBy], env);
      if (sound.code !== 0) throw new Error(`${caughtBy} does not hold without any bug:\n${sound.output}`);
      for (const bug of meant) {
        const { outcome, said } = await tryBug(room, caughtBy, bug, env);
        tried += 1;
        if (outcome !== 'caught') wrong += 1;
        console.log(
          `${outcome}  ${bug.file}: ${bug.name}${said === '' ? '' : `  (${said.trim().slice(-600)})`}`,
        );
      }
    }
  } finally {
    await rm(path.dirname(room), { recursive: true, force: true });
  }
  console.log(`${tried - wrong} of ${tried} planted bugs caught.`);
  if (wrong > 0 || tried === 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
