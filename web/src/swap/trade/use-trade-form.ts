import { formatAmount, parseAmount } from '@openmere/core/money/amount.ts';
import { openInFor, quoteTrade, usdtInFor } from '@openmere/core/swap/quote.ts';
import type { PoolState, Side } from '@openmere/core/swap/quote.ts';
import { useEffect, useState } from 'react';
import { dropSentDraft, keepDraft, readDraft, readDraftAmount } from '../../platform/drafts.ts';
import { placesFor } from '../../platform/figure-text.ts';
import { replace, useLocation } from '../../platform/history.ts';

export type TradeForm = {
  side: Side;
  /** Which of the two amounts was typed; the other one follows from the pool. */
  typed: 'pay' | 'receive';
  /** Plain decimal as typed, or "". */
  amount: string;
};

const DRAFT = 'trade';
/** The amount that was not typed is shown with this many significant figures. */
const SHOWN_FIGURES = 9;

/** What has to be paid for what is in the form; undefined while nothing is typed, or the pool does not hold so much. */
export function paidFor(form: TradeForm, pool: PoolState | undefined): bigint | undefined {
  const amount = form.amount === '' ? undefined : parseAmount(form.amount);
  if (amount === undefined || amount === 0n) return undefined;
  if (form.typed === 'pay') return amount;
  if (!pool) return undefined;
  return form.side === 'buy' ? usdtInFor(amount, pool) : openInFor(amount, pool);
}

/** Plain decimal cut to what a field can hold. */
function shownPlain(amount: bigint): string {
  const unit = 10n ** BigInt(18 - placesFor(amount, SHOWN_FIGURES));
  return formatAmount(amount - (amount % unit));
}

/** The form, kept as a draft, and what the pool would give for it now. */
export function useTradeForm(pool: PoolState | undefined) {
  const { path, query } = useLocation();
  const [form, setForm] = useState<TradeForm>(() => {
    const kept = readDraft(DRAFT);
    const side = (query['side'] ?? kept['side']) === 'sell' ? 'sell' : 'buy';
    // What was typed for the other side is of the other coin.
    if (side !== (kept['side'] ?? side)) return { side, typed: 'pay', amount: '' };
    return {
      side,
      typed: kept['typed'] === 'receive' ? 'receive' : 'pay',
      amount: readDraftAmount(DRAFT),
    };
  });
  useEffect(() => keepDraft(DRAFT, form), [form]);
  // A link to the other side, followed while the form is open.
  const [asked, setAsked] = useState(query['side']);
  if (query['side'] !== asked) {
    setAsked(query['side']);
    const side = query['side'] === 'sell' ? 'sell' : 'buy';
    if (query['side'] !== undefined && side !== form.side) setForm({ side, typed: 'pay', amount: '' });
  }

  /** The link's side is over: who comes back is not turned to it again. */
  function take(next: TradeForm): void {
    if (query['side'] !== undefined) replace(path, { ...query, side: next.side });
    setForm(next);
  }

  const paid = paidFor(form, pool);
  const quote = paid === undefined || !pool ? undefined : quoteTrade(form.side, paid, pool);
  const pay = form.typed === 'pay' ? form.amount : paid === undefined ? '' : shownPlain(paid);
  const receive = form.typed === 'receive' ? form.amount : quote ? shownPlain(quote.received) : '';
  return {
    form,
    paid,
    quote,
    pay,
    receive,
    payCoin: form.side === 'buy' ? 'USDT' : 'OPEN',
    receiveCoin: form.side === 'buy' ? 'OPEN' : 'USDT',
    setSide: (side: Side) => take({ side, typed: 'pay', amount: '' }),
    setPay: (amount: string) => setForm((before) => ({ ...before, typed: 'pay', amount })),
    setReceive: (amount: string) => setForm((before) => ({ ...before, typed: 'receive', amount })),
    fill: take,
    /** Sent; what was typed meanwhile stays. */
    clear(sent: TradeForm): void {
      setForm((now) => (now === sent ? { ...now, typed: 'pay', amount: '' } : now));
      dropSentDraft(DRAFT, sent);
    },
  };
}

export type TradeFormState = ReturnType<typeof useTradeForm>;
