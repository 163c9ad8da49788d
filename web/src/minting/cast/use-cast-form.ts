import { checkMintPower } from '@openmere/core/minting/check.ts';
import { quotePower } from '@openmere/core/minting/quote.ts';
import { useEffect, useState } from 'react';
import { fieldAmount } from '../../liquidity/liquidity-text.ts';
import { dropSentDraft, keepDraft, readDraftAmount } from '../../platform/drafts.ts';
import type { PowerTerms } from '../mint-data.ts';

const DRAFT = 'mintPower';

/** The amount, kept as a draft, and what the contract would give for it at the terms of now. */
export function useCastForm(terms: PowerTerms) {
  const [amount, setAmount] = useState(() => readDraftAmount(DRAFT));
  useEffect(() => keepDraft(DRAFT, { amount }), [amount]);
  const openIn = fieldAmount(amount, terms.open ?? 0n);
  const { priceE18, powerPerUsdt } = terms;
  const quote =
    openIn === undefined || priceE18 === undefined ? undefined : quotePower(openIn, priceE18, powerPerUsdt);
  const refusal = checkMintPower({
    paused: terms.paused,
    // Whoever is not activated is told so with the remedy beside it.
    activated: true,
    noPrice: terms.noPrice,
    amount: openIn,
    available: terms.open,
    quote,
    minimum: terms.minimumValue,
  });
  /** Sent; what was typed meanwhile stays. */
  function clear(): void {
    setAmount((now) => (now === amount ? '' : now));
    dropSentDraft(DRAFT, { amount });
  }
  return { amount, setAmount, clear, openIn, quote, refusal };
}

export type CastForm = ReturnType<typeof useCastForm>;
