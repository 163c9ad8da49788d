import { Refusal } from '../kit/refusal.ts';
import { formatAmount } from '../money/amount.ts';
import type { NodeType } from './rules.ts';

/** What is read right before signing, all of one block; times in seconds by the chain. */
export type SubscribeFacts = {
  type: NodeType;
  /** The contract's entrance is closed by the guard. */
  paused: boolean;
  /** Nodes are not sold to whoever lives there. */
  countryOff: boolean;
  activated: boolean;
  now: number;
  opens: number;
  closes: number;
  total: bigint;
  sold: bigint;
  hasBought: boolean;
  holds: boolean;
  /** For gold only: until when the permit is good; undefined without one. */
  permitUntil: number | undefined;
  /** USDT base units. */
  price: bigint;
  balance: bigint;
  /** Agreed that it is not refundable and can lose all value. */
  consent: boolean;
};

/**
 * The first reason not to subscribe, in this order: paused, country, notactivated, permitneeded, permitexpired, notonsale, ended,
 * soldout, bought, holds, insufficient, consent. It is the contract's own order as far as that goes.
 */
export function checkSubscription(facts: SubscribeFacts): Refusal | undefined {
  const { now, opens, closes, price, balance } = facts;
  if (facts.paused) return new Refusal('node.paused');
  if (facts.countryOff) return new Refusal('node.country');
  if (!facts.activated) return new Refusal('member.notactivated');
  if (facts.type === 'gold' && facts.permitUntil === undefined) return new Refusal('node.permitneeded');
  if (facts.type === 'gold' && (facts.permitUntil ?? 0) < now) return new Refusal('node.permitexpired');
  if (now < opens) return new Refusal('node.notonsale');
  if (now >= closes) return new Refusal('node.ended');
  if (facts.sold >= facts.total) return new Refusal('node.soldout', { total: String(facts.total) });
  if (facts.hasBought) return new Refusal('node.bought');
  if (facts.holds) return new Refusal('node.holds');
  if (balance < price) {
    const missing = formatAmount(price - balance);
    return new Refusal('node.insufficient', { available: formatAmount(balance), missing });
  }
  return facts.consent ? undefined : new Refusal('node.consent');
}
