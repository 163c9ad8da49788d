import { parseArgs } from 'node:util';
import { makeRequests, measure } from './offer.ts';
import type { Found } from './offer.ts';
import { Caller } from './requests.ts';
import { PAY_PASSWORD, onServer } from './running-server.ts';
import type { Member, RunningServer } from './running-server.ts';
import { quantile } from './table.ts';

/**
 * `node bench/floods/soak.ts [--minutes 10] [--share 0.5]`: transfers and own reads at half of what the api answers at most, and
 * how its memory grows. Goal (G34): less than 1 MiB a minute.
 */
const { values: options } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, share: { type: 'string', default: '0.5' } },
});
const [MINUTES, SHARE] = [Number(options.minutes), Number(options.share)];
const PAYERS = 200;
const READS_PER_TRANSFER = 5;
const FULL_CALLERS = 32;
const FULL_MS = 10_000;
/** Sealed passwords are good for two minutes, so what is offered is prepared step by step. */
const STEP_MS = 10_000;
/** V8 lets its heap grow to what the load needs, code is compiled, connections open: not what a leak looks like. */
const WARM_SHARE = 0.3;
const SLOPE_MIB_MAX = 1;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** How many transfers a second the api answers, each with its reads, when it has always enough to do. */
async function findCapacity(caller: Caller, payers: readonly Member[]): Promise<number> {
  const { transfer, read } = makeRequests(caller, payers);
  let done = 0;
  const end = performance.now() + FULL_MS;
  const stream = async (): Promise<void> => {
    while (performance.now() < end) {
      const { ok } = await transfer(await caller.seal('Wallet/Transfer', PAY_PASSWORD));
      if (ok) done += 1;
      for (let one = 0; one < READS_PER_TRANSFER; one += 1) await read();
    }
  };
  await Promise.all(Array.from({ length: FULL_CALLERS }, stream));
  return (done * 1_000) / FULL_MS;
}

/** Least squares: how much `y` grows for one of `x`. */
function slopeOf(points: readonly { x: number; y: number }[]): number {
  const mean = (of: (point: { x: number; y: number }) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean((one) => one.x), mean((one) => one.y)];
  return mean((one) => (one.x - x) * (one.y - y)) / mean((one) => (one.x - x) ** 2);
}

async function run(server: RunningServer): Promise<void> {
  const caller = new Caller(server.url, 64);
  const capacity = await findCapacity(caller, server.members);
  const rates = { transfers: capacity * SHARE, reads: capacity * SHARE * READS_PER_TRANSFER };
  print(
    `At most ${capacity.toFixed(1)} transfers a second, each with ${READS_PER_TRANSFER} reads; ` +
      `offered for ${MINUTES} minutes: ${rates.transfers.toFixed(1)} and ${rates.reads.toFixed(1)}`,
  );
  const before = await server.memoryParts();
  const resident: { x: number; y: number }[] = [];
  const found: Found[] = [];
  const start = performance.now();
  while (performance.now() < start + MINUTES * 60_000) {
    found.push(await measure(server, caller, server.members, STEP_MS, rates));
    resident.push({ x: (performance.now() - start) / 60_000, y: await server.memoryMib() });
  }
  caller.close();
  const after = await server.memoryParts();
  const warm = resident.slice(Math.floor(resident.length * WARM_SHARE));
  const slope = slopeOf(warm);
  const kept = (kind: 'transfers' | 'reads'): string => {
    const all = found.map(({ [kind]: one }) => one);
    const [offered, answered] = [
      all.reduce((sum, one) => sum + one.offered, 0),
      all.reduce((sum, one) => sum + one.answered, 0),
    ];
    const ms = all.flatMap((one) => one.ms);
    return `${answered} of ${offered} ${kind}, p50 ${quantile(ms, 0.5).toFixed(0)} ms, p99 ${quantile(ms, 0.99).toFixed(0)} ms`;
  };
  print(`Answered: ${kept('transfers')}; ${kept('reads')}.`);
  const [first, last] = [warm[0]?.y ?? 0, warm.at(-1)?.y ?? 0];
  print(
    `Resident: ${first.toFixed(0)} MiB after warming up, ${last.toFixed(0)} at the end, ${slope.toFixed(2)} MiB a minute more.`,
  );
  print(
    `After collecting garbage: ${(before.living + before.buffers).toFixed(1)} MiB live before, ${(after.living + after.buffers).toFixed(1)} after.`,
  );
  if (!(slope < SLOPE_MIB_MAX)) {
    print(`FAILED: ${slope.toFixed(2)} MiB a minute; less than ${SLOPE_MIB_MAX} is allowed.`);
    process.exitCode = 1;
  }
}

await onServer('soak', PAYERS, run);
