import { checkMintUsdo, checkRedeemUsdo } from '@openmere/core/minting/check.ts';
import { swapImpactAskBps, swapImpactTypeBps } from '@openmere/core/setting/market.ts';
import { quoteSell } from '@openmere/core/swap/quote.ts';
import type { Quote } from '@openmere/core/swap/quote.ts';
import { useEffect, useState } from 'react';
import { fieldAmount } from '../../liquidity/liquidity-text.ts';
import { dropSentDraft, keepDraft, readDraft, readDraftAmount } from '../../platform/drafts.ts';
import { useSetting } from '../../setting/use-setting.ts';
import type { UsdoTerms } from '../mint-data.ts';

export const ways = ['usdt', 'open', 'redeem'] as const;
export type Way = (typeof ways)[number];
export const coinOf = { usdt: 'USDT', open: 'OPEN', redeem: 'USDO' } as const satisfies Record<Way, string>;

const DRAFT = 'usdo';

/** Way and amount, kept as a draft, and what would come of it at the terms of now. */
export function useUsdoForm(terms: UsdoTerms) {
  const [form, setForm] = useState(() => ({
    way: ways.find((one) => one === readDraft(DRAFT)['way']) ?? 'usdt',
    amount: readDraftAmount(DRAFT),
  }));
  const { way, amount } = form;
  const [acceptedLoss, setAcceptedLoss] = useState<bigint>();
  useEffect(() => keepDraft(DRAFT, form), [form]);
  const askBps = useSetting(swapImpactAskBps);
  const refuseBps = useSetting(swapImpactTypeBps);
  const held = { usdt: terms.usdt, open: terms.open, redeem: terms.usdo }[way];
  const given = fieldAmount(amount, held ?? 0n);
  const sale: Quote | undefined =
    way === 'open' && given !== undefined && given > 0n ? quoteSell(given, terms.pool) : undefined;
  // Whoever accepted a loss has not accepted a greater one.
  const impactAccepted = acceptedLoss !== undefined && sale !== undefined && sale.lossUsdt <= acceptedLoss;
  const request = { amount: given, available: held };
  const refusal =
    way === 'redeem'
      ? checkRedeemUsdo(request)
      : (terms.noMint ??
        checkMintUsdo(
          {
            ...request,
            paused: terms.paused,
            // Whoever is not activated is told so with the remedy beside it.
            activated: true,
            tradable: terms.tradable,
            coin: coinOf[way],
            sale,
            impactAccepted,
          },
          { askBps, refuseBps },
        ));
  return {
    way,
    amount,
    setAmount: (next: string) => setForm((now) => ({ ...now, amount: next })),
    /** Sent; what was typed meanwhile stays. */
    clear(): void {
      setForm((now) => (now === form ? { way, amount: '' } : now));
      setAcceptedLoss((now) => (now === acceptedLoss ? undefined : now));
      dropSentDraft(DRAFT, form);
    },
    held,
    given: given ?? 0n,
    sale,
    /** What arrives: USDO, or USDT for what is redeemed. */
    received: way === 'open' ? (sale?.received ?? 0n) : (given ?? 0n),
    refusal,
    impactAccepted,
    acceptImpact: (on: boolean) => setAcceptedLoss(on ? sale?.lossUsdt : undefined),
    asksImpact: sale !== undefined && sale.priceImpactBps >= askBps && sale.priceImpactBps < refuseBps,
    choose: (next: Way) => {
      setForm({ way: next, amount: '' });
      setAcceptedLoss(undefined);
    },
  };
}

export type UsdoForm = ReturnType<typeof useUsdoForm>;
