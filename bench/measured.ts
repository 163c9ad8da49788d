import { arch, cpus, loadavg, release, totalmem } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

/** The middle one of some figures. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** `median (min–max)`. */
export function spread(values: readonly number[], digits = 0): string {
  const figures = [median(values), Math.min(...values), Math.max(...values)];
  const [middle, least, most] = figures.map((value) => value.toFixed(digits));
  return `${middle} (${least}–${most})`;
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** What ran beside a measurement shows in its figures: each table says it. */
export function sayLoad(when: string): void {
  const [minute = 0] = loadavg();
  print(`Load ${when}: ${minute.toFixed(1)} on ${cpus().length} cores.`);
}

const LOOK_MS = 3_000;
const LOOKS = 4;
const QUIET_MAX_MS = 900_000;
/** What the product itself needs when nobody uses it lies below. */
const BUSY_MAX = 0.2;

/**
 * Waits until the processor has had little to do for a while: a build, or the demo community that plays on after "ready", would be
 * measured, too. Gives up after a quarter of an hour.
 */
export async function waitForQuiet(): Promise<void> {
  const began = performance.now();
  print('… waiting until nothing else runs');
  for (let quiet = 0; quiet < LOOKS;) {
    if (performance.now() - began > QUIET_MAX_MS) throw new Error('the machine does not come to rest');
    const before = processorTime();
    await wait(LOOK_MS);
    const after = processorTime();
    quiet = after.busy - before.busy < BUSY_MAX * (after.all - before.all) ? quiet + 1 : 0;
  }
}

function processorTime(): { busy: number; all: number } {
  const times = cpus().map(({ times: one }) => one);
  const all = times.reduce((sum, one) => sum + one.user + one.nice + one.sys + one.idle + one.irq, 0);
  return { all, busy: all - times.reduce((sum, one) => sum + one.idle, 0) };
}

export function sayMachine(): void {
  const memory = (totalmem() / 2 ** 30).toFixed(0);
  print(
    `${cpus().length} × ${cpus()[0]?.model}, ${memory} GiB, ${process.platform} ${release()} ${arch()}, Node ${process.version}`,
  );
}

export type Goals = {
  atMost: (what: string, value: number, most: number, unit: string) => void;
  atLeast: (what: string, value: number, least: number, unit: string) => void;
  fail: (fault: string) => void;
  /** Names what is missed, and lets the command end red. */
  end: () => void;
};

/** Compares figures with their goals. A quick run measures too little to be judged: its goals are not looked at. */
export function openGoals(quick: boolean): Goals {
  const faults: string[] = [];
  const short = (value: number): string => String(Number(value.toPrecision(3)));
  const judge = (isMet: boolean, fault: string): void => {
    if (!isMet && !quick) faults.push(fault);
  };
  return {
    // A figure that is missing is no number, and misses its goal.
    atMost: (what, value, most, unit) =>
      judge(value <= most, `${what}: ${short(value)} ${unit}, more than ${most}`),
    atLeast: (what, value, least, unit) =>
      judge(value >= least, `${what}: ${short(value)} ${unit}, less than ${least}`),
    fail: (fault) => void faults.push(fault),
    end: () => {
      for (const fault of faults) print(`✗ ${fault}`);
      if (faults.length > 0) process.exitCode = 1;
    },
  };
}
