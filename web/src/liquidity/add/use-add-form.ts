import { quoteAdd } from '@openmere/core/liquidity/quote.ts';
import type { AddQuote, LiquidityPool } from '@openmere/core/liquidity/quote.ts';
import { parseAmount } from '@openmere/core/money/amount.ts';
import { useEffect, useState } from 'react';
import { dropSentDraft, keepDraft, readDraft, readDraftAmount } from '../../platform/drafts.ts';
import { fieldPlain } from '../liquidity-text.ts';

export type AddForm = {
  /** Which side was typed; the other one follows from the pool. */
  typed: 'usdt' | 'open';
  /** Plain decimal as typed, or "". */
  amount: string;
};

const DRAFT = 'addLiquidity';

/** What the pool takes for what is in the form; undefined while nothing is typed. */
export function quoteOf(form: AddForm, pool: LiquidityPool): AddQuote | undefined {
  const amount = form.amount === '' ? undefined : parseAmount(form.amount);
  if (amount === undefined) return undefined;
  return quoteAdd(form.typed === 'usdt' ? { usdtDesired: amount } : { openDesired: amount }, pool);
}

/** The form, kept as a draft, and both of its amounts. */
export function useAddForm(pool: LiquidityPool) {
  const [form, setForm] = useState<AddForm>(() => {
    const kept = readDraft(DRAFT);
    return { typed: kept['typed'] === 'open' ? 'open' : 'usdt', amount: readDraftAmount(DRAFT) };
  });
  useEffect(() => keepDraft(DRAFT, form), [form]);
  const quote = quoteOf(form, pool);
  const side = (which: AddForm['typed'], follows: bigint | undefined) =>
    form.typed === which ? form.amount : follows === undefined ? '' : fieldPlain(follows);
  return {
    form,
    quote,
    usdt: side('usdt', quote?.usdtDesired),
    open: side('open', quote?.openDesired),
    type: (typed: AddForm['typed'], amount: string) => setForm({ typed, amount }),
    /** Sent; what was typed meanwhile stays. */
    clear(sent: AddForm): void {
      setForm((now) => (now === sent ? { typed: 'usdt', amount: '' } : now));
      dropSentDraft(DRAFT, sent);
    },
  };
}

export type AddFormState = ReturnType<typeof useAddForm>;
