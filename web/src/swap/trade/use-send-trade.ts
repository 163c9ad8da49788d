import { Refusal } from '@openmere/core/kit/refusal.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { useState } from 'react';
import { useLeft } from '../../parts/use-left.ts';
import { errorText, isCancelled } from '../../platform/error-text.ts';
import { useServerAhead } from '../../platform/use-server-clock.ts';
import { readChainConfig } from '../../platform/wallet/chain-config.ts';
import { deadlineOf } from '../../platform/wallet/deadline.ts';
import type { Hex } from '../../platform/wallet/eip1193.ts';
import { sendTransaction } from '../../platform/wallet/transactions.ts';
import { showToast } from '../../ui/toast-store.ts';
import type { TradeNote } from './trade-progress.tsx';
import type { TradeForm } from './use-trade-form.ts';
import type { Review } from './use-trade-review.ts';
import { useTradeSettings } from './use-trade-settings.ts';

export type TradeProblem = { text: string; bySlippage: boolean };

/** Approves exactly (or without limit, when chosen), signs, sends. What goes wrong stays in sight with its remedy; once the screen was left it is mentioned. */
export function useSendTrade(form: TradeForm, from: Hex | undefined, onSent: () => void) {
  const { deadlineMinutes } = useTradeSettings();
  useServerAhead('business');
  const [problem, setProblem] = useState<TradeProblem>();
  const left = useLeft();

  async function send(review: Review, unlimited: boolean): Promise<void> {
    setProblem(undefined);
    const { side, typed, amount } = form;
    const { paid, minimum, quote } = review;
    try {
      const [{ contracts }, data] = await Promise.all([readChainConfig(), import('./trade-data.ts')]);
      const { swapDesk, usdt, open } = data.marketOf(contracts);
      const note: TradeNote = {
        side,
        typed,
        amount,
        paid: formatAmount(paid),
        expected: formatAmount(quote.received),
      };
      await sendTransaction({
        kind: 'trade',
        note,
        from,
        to: swapDesk,
        data: data.tradeData(side, paid, minimum, deadlineOf(review.fresh, deadlineMinutes)),
        approve: { token: side === 'buy' ? usdt : open, spender: swapDesk, amount: paid, unlimited },
        pool: true,
      });
      onSent();
    } catch (error) {
      const text = errorText(error);
      const bySlippage = error instanceof Refusal && error.code === 'wallet.revertSlippage';
      if (isCancelled(error)) showToast({ text, tone: 'plain' });
      else if (left.current) showToast({ text, tone: 'danger' });
      else setProblem({ text, bySlippage });
    }
  }

  return { send, problem, clear: () => setProblem(undefined) };
}
