import { exactAt, sumDifferential } from '@openmere/core/reward/differential.ts';
import { divideReferral } from '@openmere/core/reward/referral.ts';
import { buildTree, levelsOf, sumTeams } from '@openmere/core/reward/tree.ts';
import { linkUplines } from '@openmere/core/reward/uplines.ts';
import { rule, thresholds } from './workload.ts';
import type { Community, Found } from './workload.ts';

/** The engine: totals, largest leg, small region, level, and each member's differential, exact. */
export function settleColumns({ inviter, own, fees }: Community) {
  const tree = buildTree(inviter);
  const teams = sumTeams(tree, own);
  const levels = levelsOf(teams.small, thresholds);
  const division = { uplines: linkUplines(tree, levels), reasons: new Uint8Array(inviter.length), rule };
  const sums = sumDifferential(division, fees);
  const found: Found = {
    team: (member) => teams.team[member] ?? 0n,
    largestLeg: (member) => teams.largestLeg[member] ?? 0n,
    small: (member) => teams.small[member] ?? 0n,
    level: (member) => levels[member] ?? 0,
    differential: (member) => exactAt(sums, member),
  };
  return { found, division, bytes: countBytes([teams, levels, division.uplines, division.reasons, sums]) };
}

/** What the columns take, each once, the community's own left out; one more pair of them is let go at the end. */
function countBytes(results: readonly object[]): number {
  const columns = new Set(
    results.flatMap((one) =>
      ArrayBuffer.isView(one) ? [one] : Object.values(one).filter((value) => ArrayBuffer.isView(value)),
    ),
  );
  return [...columns].reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** Every part of every payer, to the unit, as the settlement writes them. Answers how many. */
export function listEveryPart({ fees }: Community, { division }: ReturnType<typeof settleColumns>): number {
  let count = 0;
  for (const parts of divideReferral(division, fees)) count += parts.count;
  return count;
}
