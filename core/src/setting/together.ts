import type { Share } from './define.ts';

/** Values that are right by themselves may be wrong together. */
export type Together = {
  /** How the referral part is divided, in percent. */
  readonly parts: readonly Share[];
  /** What *team* pays to V1 … V6, in basis points of the referral part; none above the part of *team*. */
  readonly teamRates: readonly number[];
  /** The small region from which a member is V1 … V6. */
  readonly levels: readonly bigint[];
};

/**
 * What is promised beyond what comes in, in basis points of the referral part (threats R22): the highest level may get its whole
 * rate, so a rate above the part of *team* is paid by nothing. 0: all of it is funded.
 */
export function computeShortfall({ parts, teamRates }: Pick<Together, 'parts' | 'teamRates'>): number {
  const team = parts.find(({ of }) => of === 'team')?.percent ?? 0;
  return Math.max(0, ...teamRates.map((rate) => rate - team * 100));
}

/** The first level (1 = V1) that needs no more than the one below it; undefined when they rise. */
export function findLevelOutOfOrder({ levels }: Pick<Together, 'levels'>): number | undefined {
  const at = levels.findIndex((level, below) => level <= (levels[below - 1] ?? 0n));
  return at < 0 ? undefined : at + 1;
}
