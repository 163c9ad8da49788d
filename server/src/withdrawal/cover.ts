import { setTimeout as wait } from 'node:timers/promises';
import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import { reserveTokens } from '@openmere/core/chain/reserve-account.ts';
import { Fault } from '@openmere/core/kit/fault.ts';
import type { Amount } from '@openmere/core/money/amount.ts';
import type { Hex } from '../platform/chain/log.ts';
import { RpcAnswerError } from '../platform/chain/rpc.ts';
import type { PayoutChain } from './payout-chain.ts';

/** A quote is a preview, and a burst of them must not become a burst on the node. */
const FRESH_MS = 10_000;
/** So long a question is waited for; what was known before stands in for an answer that comes later. */
const PATIENCE_MS = 1_000;
/** Older than that, nothing is said. */
const AGE_MS_MAX = 60_000;

/** What the treasury itself held of a coin, in base units, and how long ago that was. */
export type Cover = { holds: Amount; ageMs: number };
export type ReadCover = (coinId: string) => Promise<Cover | null>;

type Known = { holds: Amount; at: number };

/**
 * What the treasury holds of a coin, for the receipt's line about cover, asked before the transaction that decides: within a
 * second, else the last known value with its age; null when that is older than a minute or there is none, and the line is
 * left out. Decides nothing: the signer looks again.
 */
export function createCover(chain: Pick<PayoutChain, 'holdings'>, contracts: AddressMap): ReadCover {
  const known = new Map<string, Known>();
  const asking = new Map<string, Promise<void>>();
  const ask = (coinId: string, token: Hex): Promise<void> => {
    const running = asking.get(coinId);
    if (running) return running;
    const asked = chain
      .holdings(token)
      .then((holds) => void known.set(coinId, { holds, at: performance.now() }))
      .catch((error: unknown) => {
        if (!(error instanceof Fault || error instanceof RpcAnswerError)) throw error;
      })
      .finally(() => asking.delete(coinId));
    asking.set(coinId, asked);
    return asked;
  };
  return async (coinId) => {
    const token = reserveTokens(contracts).find(({ coin }) => coin === coinId)?.token;
    if (token === undefined) return null;
    const before = known.get(coinId);
    if (!before || performance.now() - before.at >= FRESH_MS) {
      await Promise.race([ask(coinId, token), wait(PATIENCE_MS, undefined, { ref: false })]);
    }
    const last = known.get(coinId);
    if (!last) return null;
    const ageMs = performance.now() - last.at;
    return ageMs <= AGE_MS_MAX ? { holds: last.holds, ageMs } : null;
  };
}
