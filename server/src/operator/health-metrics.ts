import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import { membersTotals } from '../ledger/balances.ts';
import { readHalt } from '../ledger/halt.ts';
import { readChainState } from '../platform/chain/following.ts';
import type { Db } from '../platform/db/connect.ts';
import { listLoops } from '../platform/loops.ts';
import { listReserveAlarms } from '../reserve/alarm-store.ts';
import { listReserveChecks } from '../reserve/store.ts';
import { listQueues } from './health-store.ts';

/** What the health page shows, for a collector: read from the database when it asks, the same from every api process. */
export function registerHealthMetrics(registry: Registry, db: Db, chainId: number): void {
  const registers = [registry];
  registerHotShare(registry, db, chainId);
  // Each asks by itself: they are collected side by side, and none waits for another.
  void new Gauge({
    name: 'openmere_loop_age_seconds',
    help: 'Time since the last success of a loop.',
    labelNames: ['loop'],
    registers,
    async collect() {
      for (const { name, ageMs } of await listLoops(db, chainId)) this.set({ loop: name }, ageMs / 1000);
    },
  });
  void new Gauge({
    name: 'openmere_loop_late',
    help: '1 while a loop has not succeeded for too long.',
    labelNames: ['loop'],
    registers,
    async collect() {
      for (const { name, isLate } of await listLoops(db, chainId)) this.set({ loop: name }, isLate ? 1 : 0);
    },
  });
  const chain = () => db.transaction().execute((tx) => readChainState(tx, chainId));
  void new Gauge({
    name: 'openmere_chain_lag_seconds',
    help: 'How old what we know of the chain is; it grows while no poll succeeds.',
    registers,
    async collect() {
      const { lagms } = await chain();
      if (lagms !== null) this.set(lagms / 1000);
    },
  });
  void new Gauge({
    name: 'openmere_chain_head',
    help: 'Newest block that was seen.',
    registers,
    async collect() {
      const { head } = await chain();
      if (head !== null) this.set(head);
    },
  });
  void new Gauge({
    name: 'openmere_queue_waiting',
    help: 'What waits, by queue.',
    labelNames: ['queue'],
    registers,
    async collect() {
      const queues = await db.transaction().execute((tx) => listQueues(tx));
      for (const { name, waiting } of queues) this.set({ queue: name }, waiting);
    },
  });
  void new Gauge({
    name: 'openmere_payouts_halted',
    help: '1 while payouts are halted.',
    registers,
    async collect() {
      this.set((await readHalt(db)) ? 1 : 0);
    },
  });
}

/** How much is hot of what members are owed, and the alarms about it (threats I16). */
function registerHotShare(registry: Registry, db: Db, chainId: number): void {
  const registers = [registry];
  void new Gauge({
    name: 'openmere_reserve_alarm',
    help: '1 while too much (hot) or too little (low) of a coin is hot, or less lies at the cold address than the ledger says (cold).',
    labelNames: ['coin', 'kind'],
    registers,
    async collect() {
      this.reset();
      for (const { coin, kind } of await listReserveAlarms(db, chainId)) this.set({ coin, kind }, 1);
    },
  });
  void new Gauge({
    name: 'openmere_hot_share',
    help: 'What lies on the treasury and deposit addresses, as a part of what members are owed.',
    labelNames: ['coin'],
    registers,
    async collect() {
      const owed = await membersTotals(db);
      for (const { coin, chain } of await listReserveChecks(db, chainId)) {
        const liabilities = owed.get(coin) ?? 0n;
        // In basis points first: amounts in base units do not fit a number.
        if (liabilities > 0n) this.set({ coin }, Number((chain * 10_000n) / liabilities) / 10_000);
      }
    },
  });
}
