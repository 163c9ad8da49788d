import { keccak256, stringToBytes } from 'viem';
import type { Hex } from '../platform/chain/log.ts';

/** What the Treasury knows a withdrawal by: keccak256 of its id's UTF-8 text. */
export function payoutIdOf(withdrawalId: string): Hex {
  return keccak256(stringToBytes(withdrawalId));
}

/** Why an approved payout waits when the treasury has paid its id already: nobody signs it again, nobody gives it back. */
export const PAID_ALREADY = 'paid-already';
