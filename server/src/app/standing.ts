import { isMining } from '@openmere/core/minting/power.ts';
import type { StandingDeps } from '../member/info.ts';
import { powerOf } from '../minting/power-store.ts';
import { findHeld } from '../node/store.ts';
import { readSettings } from '../setting/read.ts';

/** How far a member is beyond activation, as minting and node know it. */
export function standingOf(chainId: number): StandingDeps['findStanding'] {
  return async (db, { id, walletAddress: wallet }) => {
    const { mintingThreshold: threshold, mintingThresholdInclusive: inclusive } = await readSettings(db);
    const { power } = await powerOf(db, id);
    return {
      mining: isMining(power.personal, { threshold, inclusive }),
      holdsNode: wallet !== null && (await findHeld(db, chainId, wallet)) !== undefined,
    };
  };
}
