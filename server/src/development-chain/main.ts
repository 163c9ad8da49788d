// The development chain as its own process: a JSON-RPC port in front of a node whose state survives anything.
// OPENMERE_CHAIN_DIR (folder of the state), OPENMERE_CHAIN_PORT (0: any free port), OPENMERE_CHAIN_GENESIS (Unix seconds
// of a new chain's first block; empty: now).
import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { AnvilFault } from './anvil.ts';
import { hold } from './hold.ts';
import { DurableNode } from './node.ts';
import { createProxy } from './proxy.ts';
import { ChainStateFault } from './state-files.ts';

const HANDOVER_MS = 15_000;

const log = (line: string): void => console.log(line);
/** Ends the node at once: it runs on by itself when this process has ended. */
const ending = new AbortController();

async function main(): Promise<void> {
  const dir = resolve(process.env['OPENMERE_CHAIN_DIR'] ?? './data/chain');
  const port = Number(process.env['OPENMERE_CHAIN_PORT'] ?? '0');
  await mkdir(dir, { recursive: true, mode: 0o700 });
  // A process whose supervisor was just ended by force may still be saving: two must never write one folder.
  const release = await hold(join(dir, 'holder.json'), HANDOVER_MS);
  if (typeof release === 'number')
    throw new AnvilFault(`Process ${release} runs the development chain in ${dir}.`);
  const genesis = Number(process.env['OPENMERE_CHAIN_GENESIS'] ?? '') || undefined;
  // Until it runs.
  let stop = (): void => ending.abort();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop());
  // The supervisor is gone, whatever ended it.
  process.on('disconnect', () => stop());
  const node = await DurableNode.open(dir, log, { genesis, signal: ending.signal });
  const server = createProxy(node, log);
  await new Promise<void>((done, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', done);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let stopping: Promise<void> | undefined;
  stop = () => {
    stopping ??= (async () => {
      server.close();
      server.closeIdleConnections();
      await node.stop();
      await release();
      process.exit(0);
    })();
  };
  if (ending.signal.aborted) stop();
  process.send?.({ type: 'ready', url });
  log(`Development chain on ${url}, block ${node.durableBlock}.`);
}

await main().catch((error: unknown) => {
  if (ending.signal.aborted) process.exit(0);
  ending.abort();
  const known = error instanceof AnvilFault || error instanceof ChainStateFault;
  const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  if (taken) console.error(`Port ${process.env['OPENMERE_CHAIN_PORT']} is taken: set OPENMERE_CHAIN_PORT.`);
  else console.error(known ? (error as Error).message : error);
  process.exit(1);
});
