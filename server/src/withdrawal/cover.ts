import { reserveTokens } from '@openmere/core/chain/reserve-account.ts';
import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import { Fault } from '@openmere/core/kit/fault.ts';
import type { Amount } from '@openmere/core/money/amount.ts';
import type { PayoutChain } from './payout-chain.ts';

/** How old an answer may be: a quote is a preview, and a burst of them must not become a burst on the node. */
const CACHE_MS = 10_000;

/**
 * What the treasury itself holds of a coin, for the receipt's line about cover; null when the node does not answer, and
 * the line is left out. Decides nothing: the signer looks again.
 */
export function createCover(
  chain: Pick<PayoutChain, 'holdings'>,
  contracts: AddressMap,
): (coinId: string) => Promise<Amount | null> {
  const known = new Map<string, { at: number; value: Promise<Amount | null> }>();
  return (coinId) => {
    const token = reserveTokens(contracts).find(({ coin }) => coin === coinId)?.token;
    if (token === undefined) return Promise.resolve(null);
    const now = performance.now();
    const recent = known.get(coinId);
    if (recent && now - recent.at < CACHE_MS) return recent.value;
    const value = chain.holdings(token).catch((error: unknown) => {
      if (error instanceof Fault) return null;
      throw error;
    });
    known.set(coinId, { at: now, value });
    return value;
  };
}
