import type { Faults } from '@openmere/server/development-chain/fault-rpc/faults.ts';

/** The faults of the journey, by the names of its tests. A reorganisation is no answer of a node: it has its own. */
export const journeyFaults: Readonly<Record<string, Faults>> = {
  lag: { lag: { blocks: 3 } },
  ahead: { ahead: { blocks: 3 } },
  alternating: { alternating: { blocks: 3 } },
  future: { future: {} },
  null: { null: { rate: 0.25 } },
  missing: { missing: { rate: 0.25 } },
  'logs lost': { logsLost: { rate: 0.5 } },
  'logs doubled': { logsDoubled: { rate: 0.5 } },
  'logs moved': { logsMoved: { rate: 0.5 } },
  'send time-out': { sendTimeout: { rate: 0.7 } },
  'too many': { tooMany: { rate: 0.25 } },
  'too many with a time': { tooMany: { rate: 0.25, seconds: 1 } },
  hanging: { hanging: { rate: 0.1 } },
};
export const REORGANISATIONS = 'reorganisations';
/** No node answers anything: nothing goes on, and that is said. */
export const SILENCE = 'silence';
