import { reserveRootsAbi } from '@openmere/core/chain/abi/reserve-roots.ts';
import type { Hex } from '../platform/wallet/eip1193.ts';
import { readContract } from '../platform/wallet/read-contract.ts';

/** What the publisher said of a day (`2026-05-04`) on the chain, as it stands now: 64 hex digits, zeros when nothing. */
export async function readPublished(
  place: { contract: string; publisher: string },
  day: string,
): Promise<string> {
  const days = BigInt(Date.parse(day) / 86_400_000);
  const at = [place.contract as Hex, reserveRootsAbi] as const;
  return (await readContract(at, 'hashOf', [place.publisher as Hex, days], 'latest')).slice(2);
}
