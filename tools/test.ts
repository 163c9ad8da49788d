// `npm test`: everything that must hold, in phases. `npm test -- core server` runs only these.
import { add, none } from './suite/count.ts';
import type { Count } from './suite/count.ts';
import { runInLanes } from './suite/lanes.ts';
import { phases } from './suite/phases.ts';
import type { Phase } from './suite/phases.ts';
import { stopAll } from './suite/program.ts';

const LIGHT_AT_ONCE = 2;
const ALIVE_MS = 15_000;
/** What a failed phase said last is said once more at the end, where a log that was cut off still has it. */
const SHOWN_AGAIN_LINES = 40;
const tty = process.stdout.isTTY;

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

type Run = { phase: Phase; count: Count; output: string };

async function runPhase(phase: Phase): Promise<Run> {
  const started = performance.now();
  console.log(`… ${phase.name}`);
  const alive = setInterval(() => console.log(`… ${phase.name} ${seconds(started)}`), ALIVE_MS);
  if (tty) alive.unref();
  const { count, output } = await phase.run().finally(() => clearInterval(alive));
  const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
  const mark = count.failed === 0 ? '✓' : '✗';
  if (count.failed > 0) console.log(output.trimEnd());
  console.log(
    `${mark} ${phase.name}: ${count.passed} passed, ${count.failed} failed${skipped} (${seconds(started)})`,
  );
  return { phase, count, output };
}

/** Runs the phases, the light ones two at a time. */
async function runAll(chosen: readonly Phase[]): Promise<Run[]> {
  const light = chosen.filter((phase) => phase.light);
  const runs = await runInLanes(light, LIGHT_AT_ONCE, runPhase);
  for (const phase of chosen.filter((one) => !one.light)) runs.push(await runPhase(phase));
  return runs;
}

/** The last lines of each phase that failed; the newest output stands right above and is left out. */
function showFailuresAgain(runs: readonly Run[]): void {
  for (const { phase, count, output } of runs.slice(0, -1)) {
    if (count.failed === 0) continue;
    console.log(
      `✗ ${phase.name} ended with:\n${output.trimEnd().split('\n').slice(-SHOWN_AGAIN_LINES).join('\n')}`,
    );
  }
}

async function main(): Promise<void> {
  const asked = process.argv.slice(2);
  const unknown = asked.filter((name) => !phases.some((phase) => phase.name === name));
  if (unknown.length > 0) {
    console.error(`There is no phase ${unknown.join(', ')}: ${phases.map((one) => one.name).join(' ')}.`);
    process.exit(2);
  }
  const chosen = phases.filter((phase) => asked.length === 0 || asked.includes(phase.name));
  const absent = chosen.filter((phase) => !phase.ready());
  if (absent.length > 0) console.log(`Not built yet: ${absent.map((phase) => phase.name).join(', ')}.`);
  const started = performance.now();
  const runs = await runAll(chosen.filter((phase) => phase.ready()));
  showFailuresAgain(runs);
  const total = runs.map(({ count }) => count).reduce(add, none);
  console.log(`All phases took ${seconds(started)}.`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  // Not process.exit: it would cut off what a pipe has not taken yet.
  process.exitCode = total.failed === 0 ? 0 : 1;
  process.channel?.unref();
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stopAll();
    process.exit(130);
  });
}
process.on('disconnect', () => {
  stopAll();
  process.exit(1);
});
await main();
