import { Refusal } from '../kit/refusal.ts';
import { formatAmount } from '../money/amount.ts';
import type { PowerQuote } from './quote.ts';

/** What the wallet gives; undefined when what was typed is no amount, and where the balance is not known: then it is not judged. */
type Given = { readonly amount: bigint | undefined; readonly available: bigint | undefined };

/** More than any coin has: the contracts' arithmetic holds far more. */
const amountMost = 10n ** 36n;

function checkGiven({ amount, available }: Given, coin: string): Refusal | undefined {
  if (amount === undefined || amount < 0n || amount > amountMost) return new Refusal('minting.badamount');
  if (amount === 0n) return new Refusal('minting.nothing');
  if (available === undefined || amount <= available) return undefined;
  return new Refusal('minting.insufficient', { available: formatAmount(available), coin });
}

/** What the entrances of the contracts look at first. */
export type PowerEntrance = {
  readonly paused: boolean;
  readonly activated: boolean;
  /** Why there is no average price that could value OPEN; undefined where there is one. */
  readonly noPrice: 'notready' | 'stale' | undefined;
};

/**
 * Minting hash power, in this order (rulebook §6, §9): minting.paused; member.notactivated; minting.notready; minting.stale;
 * minting.badamount; minting.nothing; minting.insufficient; minting.belowminimum.
 */
export function checkMintPower(
  request: PowerEntrance & Given & { readonly quote: PowerQuote | undefined; readonly minimum: bigint },
): Refusal | undefined {
  if (request.paused) return new Refusal('minting.paused');
  if (!request.activated) return new Refusal('member.notactivated');
  if (request.noPrice !== undefined) return new Refusal(`minting.${request.noPrice}`);
  const refused = checkGiven(request, 'OPEN');
  if (refused) return refused;
  if (request.quote !== undefined && request.quote.value >= request.minimum) return undefined;
  return new Refusal('minting.belowminimum', { minimum: formatAmount(request.minimum) });
}

/** From `askBps` on a sale's impact is confirmed, from `refuseBps` on it is refused here: the trade form has more to say of it. */
export type ImpactBounds = { readonly askBps: number; readonly refuseBps: number };

/**
 * Minting USDO, in this order: minting.usdopaused; member.notactivated; then from OPEN minting.nottradable; minting.badamount;
 * minting.nothing; minting.insufficient; and from OPEN minting.toosmall (nothing would come out); minting.impactrefused;
 * minting.impactask (until confirmed). `sale` is undefined for USDT, which becomes USDO one to one.
 */
export function checkMintUsdo(
  request: Given & {
    readonly paused: boolean;
    readonly activated: boolean;
    readonly tradable: boolean;
    readonly coin: 'USDT' | 'OPEN';
    readonly sale: { readonly received: bigint; readonly priceImpactBps: number } | undefined;
    readonly impactAccepted: boolean;
  },
  bounds: ImpactBounds,
): Refusal | undefined {
  const { sale, coin } = request;
  if (request.paused) return new Refusal('minting.usdopaused');
  if (!request.activated) return new Refusal('member.notactivated');
  if (coin === 'OPEN' && !request.tradable) return new Refusal('minting.nottradable');
  const refused = checkGiven(request, coin);
  if (refused || coin === 'USDT') return refused;
  if (sale === undefined || sale.received === 0n) return new Refusal('minting.toosmall');
  const impact = String(sale.priceImpactBps / 100);
  if (sale.priceImpactBps >= bounds.refuseBps)
    return new Refusal('minting.impactrefused', { impact, most: String(bounds.refuseBps / 100) });
  if (sale.priceImpactBps >= bounds.askBps && !request.impactAccepted)
    return new Refusal('minting.impactask', { impact });
  return undefined;
}

/** Redeeming, an exit that nothing pauses: minting.badamount; minting.nothing; minting.insufficient. */
export function checkRedeemUsdo(given: Given): Refusal | undefined {
  return checkGiven(given, 'USDO');
}
