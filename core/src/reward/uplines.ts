import { assert } from '../kit/fault.ts';
import { NOBODY } from './tree.ts';
import type { Tree } from './tree.ts';

/** For each member, by number, whom walking up their line meets. −1: nobody. */
export type Uplines = {
  readonly inviter: Int32Array;
  /** V0 … V6, of the last settlement. */
  readonly levels: Uint8Array;
  /** The nearest upline with a level at all. */
  readonly ranked: Int32Array;
  /** The nearest upline of a higher level than the member's own. */
  readonly higher: Int32Array;
  /** The nearest upline of the member's own level, if none of a higher one comes before; of no use to who has no level. */
  readonly same: Int32Array;
};

/** One pass from the first member to the last; each step follows at most as many links as there are levels. */
export function linkUplines({ inviter }: Tree, levels: Uint8Array): Uplines {
  const count = inviter.length;
  assert(levels.length === count, 'one level for each member');
  const ranked = new Int32Array(count);
  const higher = new Int32Array(count);
  const same = new Int32Array(count).fill(NOBODY);
  /** Of each member, one place further: themselves, if they have a level, or else `ranked`. One look into memory instead of two. */
  const nearest = new Int32Array(count + 1);
  nearest[0] = NOBODY;
  for (let member = 0; member < count; member += 1) {
    const level = levels[member] ?? 0;
    let above = inviter[member] ?? NOBODY;
    const met = nearest[above + 1] ?? NOBODY;
    ranked[member] = met;
    // Most have no level: whoever has one is higher.
    if (level === 0) {
      higher[member] = met;
      nearest[member + 1] = met;
      continue;
    }
    nearest[member + 1] = member;
    while (above !== NOBODY && (levels[above] ?? 0) < level) above = higher[above] ?? NOBODY;
    same[member] = above !== NOBODY && levels[above] === level ? above : NOBODY;
    while (above !== NOBODY && (levels[above] ?? 0) <= level) above = higher[above] ?? NOBODY;
    higher[member] = above;
  }
  return { inviter, levels, ranked, higher, same };
}
