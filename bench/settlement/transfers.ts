import '../production.ts';
import assert from 'node:assert/strict';
import { parentPort, workerData } from 'node:worker_threads';
import { createGatherer } from '@openmere/server/ledger/gather.ts';
import { transferEntry } from '@openmere/server/ledger/test-ledger.ts';
import { createDatabase } from '@openmere/server/platform/db/connect.ts';

/**
 * A thread of `pay.ts`, as the api is a process beside the settler: transfers by callers that each wait for their answer, until it is
 * told to stop. Then it says how many there were in a second.
 */
assert(parentPort, 'a thread of the benchmark');
const port = parentPort;
const { url, callers, name } = workerData as { url: string; callers: number; name: string };
const database = createDatabase(url, 'owner', { max: 4 });
const gatherer = createGatherer(database);
let isOver = false;
let done = 0;
port.once('message', () => {
  isOver = true;
});
const began = performance.now();
await Promise.all(
  Array.from({ length: callers }, async (_, caller) => {
    for (let at = 0; !isOver; at += 1) {
      await gatherer.post(transferEntry(`${name} ${caller} ${at}`, `payer${caller}`, `payee${caller}`, 1n));
      done += 1;
    }
  }),
);
port.postMessage((done * 1_000) / (performance.now() - began));
await gatherer.close();
await database.close();
