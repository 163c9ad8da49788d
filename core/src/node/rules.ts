/** Kinds of community nodes, by the number of their type in the contract. */
export const nodeTypes = ['genesis', 'gold', 'diamond'] as const;
export type NodeType = (typeof nodeTypes)[number];

/** The contract counts its types from 1. */
export function nodeTypeOf(number: number): NodeType | undefined {
  return nodeTypes[number - 1];
}

export function numberOfType(type: NodeType): number {
  return nodeTypes.indexOf(type) + 1;
}

export type PerType<T> = Readonly<Record<NodeType, T>>;

/** A stretch of time in which somebody held a medal, in ms; without an end they hold it still. */
export type Holding<H> = { holder: H; type: NodeType; from: number; until: number | null };

/**
 * What each holder's medals weigh in a period: how long they were held in it, times the weight of their kind. A medal that is
 * sold on Wednesday shares its week between both; what is bought in the last minute weighs a minute.
 */
export function weighHoldings<H>(
  holdings: readonly Holding<H>[],
  period: { from: number; to: number },
  weights: PerType<number>,
): Map<H, bigint> {
  const sums = new Map<H, bigint>();
  for (const { holder, type, from, until } of holdings) {
    const begin = Math.max(from, period.from);
    const end = Math.min(until ?? period.to, period.to);
    if (end <= begin || weights[type] === 0) continue;
    sums.set(holder, (sums.get(holder) ?? 0n) + BigInt(end - begin) * BigInt(weights[type]));
  }
  return sums;
}
