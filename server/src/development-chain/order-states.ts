type Block = { header: { number: string; parentHash: string } };
type Dump = { blocks: Block[]; historical_states: [blockHash: string, state: unknown][] | null };

/**
 * The dump with its kept states in the order of their blocks. The node forgets the state that it loaded first, and writes
 * them in no order at all: as they stand, a restart would make it forget a recent block, and calls "at block n" fail.
 * `headHash` names the newest block, which no other one names as its parent.
 */
export function orderStates(dumpJson: string, headHash: string): string {
  const dump = JSON.parse(dumpJson) as Dump;
  if (dump.historical_states === null) return dumpJson;
  const numbers = new Map<string, number>([[headHash, Number.MAX_SAFE_INTEGER]]);
  for (const { header } of dump.blocks) numbers.set(header.parentHash, Number(header.number) - 1);
  dump.historical_states.sort(([a], [b]) => (numbers.get(a) ?? -1) - (numbers.get(b) ?? -1));
  return JSON.stringify(dump);
}
