import type { Refusal } from '@openmere/core/kit/refusal.ts';
import { checkTrade } from '@openmere/core/swap/check.ts';
import type { TradeConfig, TradeRequest } from '@openmere/core/swap/check.ts';
import { quoteTrade } from '@openmere/core/swap/quote.ts';
import type { Quote } from '@openmere/core/swap/quote.ts';
import { minimumReceived } from '@openmere/core/swap/slippage.ts';
import { readChainConfig } from '../../platform/wallet/chain-config.ts';
import type { Hex } from '../../platform/wallet/eip1193.ts';
import { useChainRead } from '../../platform/wallet/use-chain-read.ts';
import { REVIEW_AGAIN_MS, useOpening } from '../../platform/wallet/use-opening.ts';
import type { FreshTrade } from './trade-data.ts';
import { paidFor } from './use-trade-form.ts';
import type { TradeForm } from './use-trade-form.ts';
import { useTradeSettings } from './use-trade-settings.ts';

const moving = ['trade'] as const;

/** What would be signed: reckoned from the chain's own state, not from the server's copy. */
export type Review = {
  fresh: FreshTrade;
  paid: bigint;
  quote: Quote;
  minimum: bigint;
  needsApproval: boolean;
};

/** Reads the chain while the review is open, now and then and whenever the pool moves. What cannot be read again is no figure to sign by. */
export function useTradeReview(open: boolean, form: TradeForm, owner: Hex | undefined) {
  const { slippageBps } = useTradeSettings();
  const { side } = form;
  const opening = useOpening(open);
  const isOpen = opening !== undefined;
  const query = useChainRead({
    queryKey: ['chain', 'trade', side, owner, opening],
    enabled: isOpen && owner !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: REVIEW_AGAIN_MS,
    pushes: moving,
    queryFn: async () => {
      const [{ contracts }, data] = await Promise.all([readChainConfig(), import('./trade-data.ts')]);
      return data.readFreshTrade(contracts, owner ?? '0x', side);
    },
  });

  const fresh = isOpen && !query.isError ? query.data : undefined;
  const paid = fresh && paidFor(form, fresh.pool);
  const quote = fresh && paid !== undefined ? quoteTrade(side, paid, fresh.pool) : undefined;
  const review: Review | undefined =
    fresh && quote && paid !== undefined
      ? {
          fresh,
          paid,
          quote,
          minimum: minimumReceived(quote.received, slippageBps),
          needsApproval: fresh.allowance < paid,
        }
      : undefined;
  return { query, review };
}

/** The same check as in the form, on what the chain says now. */
export function refusalOf(
  review: Review,
  request: Pick<TradeRequest, 'side' | 'activated' | 'slippageBps' | 'deadlineSec' | 'expert' | 'confirmed'>,
  config: TradeConfig,
): Refusal | undefined {
  const { fresh, paid } = review;
  return checkTrade(
    { ...request, amountIn: paid, available: fresh.held, tradable: fresh.tradable },
    fresh.pool,
    config,
  );
}
