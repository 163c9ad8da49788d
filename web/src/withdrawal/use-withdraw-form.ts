import { Refusal } from '@openmere/core/kit/refusal.ts';
import { formatAmount, parseAmount } from '@openmere/core/money/amount.ts';
import { withdrawTerms } from '@openmere/core/setting/coin-terms.ts';
import * as money from '@openmere/core/setting/money.ts';
import { checkAmount, leastOf, quoteWithdrawal } from '@openmere/core/withdrawal/rules.ts';
import { useEffect, useMemo, useState } from 'react';
import { useBalances } from '../asset/use-balances.ts';
import { useAskedAgain } from '../parts/use-asked-again.ts';
import { keepDraft, readDraft, readDraftAmount } from '../platform/drafts.ts';
import { useLocation } from '../platform/history.ts';
import { baseUnits } from '../platform/money-text.ts';
import { useCall } from '../platform/query.ts';
import { newRequestId } from '../platform/request-id.ts';
import { useSetting, useSettings } from '../setting/use-setting.ts';

export const withdrawable = ['USDT', 'USDO', 'OPEN'] as const;
export type WithdrawableCoin = (typeof withdrawable)[number];

/** Fields of the form with what follows from them; the exact quote and the checks come from the server. */
export function useWithdrawForm() {
  const { query } = useLocation();
  const [coinid, setCoin] = useState<WithdrawableCoin>(() => {
    const wanted = query['coinid'] ?? readDraft('withdrawal')['coinid'];
    return withdrawable.find((coin) => coin === wanted) ?? 'USDT';
  });
  const [amount, setAmount] = useState(() => readDraftAmount('withdrawal'));
  const request = useRequestId(`${coinid} ${amount}`);
  useEffect(() => keepDraft('withdrawal', { coinid, amount, ...request }), [coinid, amount, request]);
  const asking = useAskedAgain('withdrawal', request);
  const { isAskedAgain } = asking;

  const ready = useSettings().data !== undefined;
  const { rows } = useBalances();
  const available = rows?.find((row) => row.coinid === coinid)?.available;
  const terms = withdrawTerms(coinid, money);
  const fee = useSetting(terms.fee);
  const set = { minimum: useSetting(terms.minimum), multiple: useSetting(terms.multiple), fee };
  const rule = { ...set, minimum: leastOf(set), maximum: useSetting(terms.maximum) };
  const short = isAskedAgain ? undefined : shortOf(amount, available, coinid);
  const refusal = amount === '' || !ready ? undefined : (short ?? checkAmount(amount, rule));
  const quote = useCall(
    'Wallet/WithdrawQuote',
    { coinid, amount },
    { enabled: amount !== '' && ready && refusal === undefined },
  );
  const typed = parseAmount(amount);
  const isRight = ready && typed !== undefined && refusal === undefined;
  const own = isAskedAgain && isRight ? quoteWithdrawal(typed, fee) : undefined;
  return {
    coinid,
    setCoin,
    amount,
    setAmount,
    /** The same request has the same id, also after a reload: asked twice, it is one withdrawal. */
    requestId: request.requestId,
    ...asking,
    ready,
    available,
    rule,
    /** What the settings say; the quote has the exact one. */
    fee,
    refusal,
    quote,
    /** The figures: of the quote, or, where the server quotes nothing for what it may have carried out already, by the rules read here. */
    shown: quote.data ?? (own && { fee: formatAmount(own.fee), received: formatAmount(own.received) }),
  };
}

/** One id for one request (`request` names it); kept beside the draft, so that a lost answer and a reload make no second one. */
function useRequestId(request: string): { request: string; requestId: string; requestedAt: string } {
  return useMemo(() => {
    const { request: known, requestId, requestedAt = '' } = readDraft('withdrawal');
    const isSame = known === request && requestId !== undefined;
    return {
      request,
      ...(isSame ? { requestId, requestedAt } : { requestId: newRequestId(), requestedAt: '' }),
    };
  }, [request]);
}

/** Said before minimum and multiple: who types more than there is wants to know what there is. */
function shortOf(amount: string, available: string | undefined, asset: string): Refusal | undefined {
  if (available === undefined) return undefined;
  const needed = parseAmount(amount) ?? 0n;
  const has = baseUnits(available);
  if (needed <= has) return undefined;
  return new Refusal('ledger.insufficient', {
    needed: formatAmount(needed),
    available: formatAmount(has),
    asset,
  });
}
