// `npm start` for tests: between the processes and the development chain stand nodes that fail and lie when told to.
// OPENMERE_FAULT_PORTS: the port of each, comma between. OPENMERE_FAULT_SEED: the same seed strikes in the same order.
import { startAll } from '@openmere/server/app/all.ts';
import { FaultRpc } from '@openmere/server/development-chain/fault-rpc/proxy.ts';
import { startParts } from '../start-parts.ts';

const ports = (process.env['OPENMERE_FAULT_PORTS'] ?? '0').split(',').map(Number);
const seed = Number(process.env['OPENMERE_FAULT_SEED'] ?? 1);

await startAll({
  ...startParts,
  between: async (upstream) => {
    const nodes = await Promise.all(
      ports.map((port, index) => FaultRpc.listen({ upstream, port, seed: seed + index })),
    );
    return nodes.map((node) => node.url);
  },
});
