import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { openmereLedger } from './contenders.ts';
import { closedLoop, drawTransfer } from './workload.ts';
import type { Measure, Spread } from './workload.ts';

/** One of several api processes on one database: posts as asked (`Order`) and answers each order with a `Measure`. */
export type Order = { spread: Spread; callers: number; ms: number };

const send = (message: 'ready' | Measure): void => void process.send?.(message);

const ledger = await openmereLedger(process.argv[2] ?? '', randomUUID());
process.on('message', ({ spread, callers, ms }: Order) => {
  void closedLoop(callers, ms, () => ledger.transfer(drawTransfer(spread))).then(send);
});
send('ready');
await once(process, 'disconnect');
await ledger.close();
