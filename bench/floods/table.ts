import type { Found, Kept } from './offer.ts';

/** One line of the table, over all runs. */
export type Line = {
  found: Found[];
  /** Resident memory after it, MiB. */
  memory: number[];
  /** Answers of the flood by status, all runs together. */
  counts: Record<string, number>;
};

export const newLine = (): Line => ({ found: [], memory: [], counts: {} });

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Median of the runs, and the least and the most where there are several. */
export function spread(values: readonly number[], digits = 0): string {
  const [middle, least, most] = [quantile(values, 0.5), Math.min(...values), Math.max(...values)].map((one) =>
    one.toFixed(digits),
  );
  return values.length === 1 ? `${middle}` : `${middle} (${least}–${most})`;
}

export const TABLE_HEAD = `| flood | transfers kept % | p50 ms | p95 ms | reads kept % | p50 ms | p95 ms | api’s processor % | memory MiB | answers of the flood |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |`;

export function rowOf(title: string, { found, memory, counts }: Line): string {
  const part = (kept: Kept[]): string =>
    [
      spread(kept.map(({ answered, offered }) => (100 * answered) / offered)),
      spread(kept.map(({ ms }) => quantile(ms, 0.5))),
      spread(kept.map(({ ms }) => quantile(ms, 0.95))),
    ].join(' | ');
  const cells = [
    title,
    part(found.map(({ transfers }) => transfers)),
    part(found.map(({ reads }) => reads)),
    spread(found.map(({ cpuPercent }) => cpuPercent)),
    spread(memory),
    Object.keys(counts).length === 0 ? '' : JSON.stringify(counts),
  ];
  return `| ${cells.join(' | ')} |`;
}

const KEPT_MIN = 0.8;
const P50_MS_MAX = 150;

/** Which lines miss the goal: at least 80 % kept, and p50 at most 150 ms, both of transfers and reads; medians of the runs. */
export function missedGoals(lines: ReadonlyMap<string, Line>): string[] {
  return [...lines].flatMap(([title, { found }]) =>
    (['transfers', 'reads'] as const).flatMap((kind) => {
      const kept = quantile(
        found.map(({ [kind]: { answered, offered } }) => answered / offered),
        0.5,
      );
      const p50 = quantile(
        found.map(({ [kind]: { ms } }) => quantile(ms, 0.5)),
        0.5,
      );
      return kept >= KEPT_MIN && p50 <= P50_MS_MAX
        ? []
        : [`${title}: ${kind} keep ${(100 * kept).toFixed(0)} %, p50 ${p50.toFixed(0)} ms`];
    }),
  );
}
