import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Order } from './process.ts';
import type { Measure, Spread } from './workload.ts';

const program = fileURLToPath(new URL('process.ts', import.meta.url));

export type Processes = {
  run: (spread: Spread, callers: number, ms: number) => Promise<Measure>;
  close: () => Promise<void>;
};

/** So many processes, each with a gatherer of its own, post into one database and share the callers. */
export async function startProcesses(url: string, count: number): Promise<Processes> {
  const children = Array.from({ length: count }, () => fork(program, [url]));
  await Promise.all(children.map((child) => once(child, 'message')));
  return {
    run: async (spread, callers, ms) => {
      const order: Order = { spread, callers: callers / count, ms };
      const answers = children.map((child) => once(child, 'message'));
      for (const child of children) child.send(order);
      const measures = (await Promise.all(answers)).map(([measure]) => measure as Measure);
      return {
        perSecond: measures.reduce((sum, { perSecond }) => sum + perSecond, 0),
        p50Ms: measures.reduce((sum, { p50Ms }) => sum + p50Ms, 0) / count,
        p99Ms: Math.max(...measures.map(({ p99Ms }) => p99Ms)),
      };
    },
    close: async () => {
      const ended = children.map((child) => once(child, 'exit'));
      for (const child of children) child.disconnect();
      await Promise.all(ended);
    },
  };
}
