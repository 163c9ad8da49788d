import type { Refusal } from '@openmere/core/kit/refusal.ts';
import { parseAmount } from '@openmere/core/money/amount.ts';
import { checkTrade } from '@openmere/core/swap/check.ts';
import type { PoolState } from '@openmere/core/swap/quote.ts';
import { minimumReceived } from '@openmere/core/swap/slippage.ts';
import { useState } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { moneyText, moneyTextUp } from '../../platform/figure-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { KeyValue } from '../../ui/key-value.tsx';
import { PageAction } from '../../ui/page-action.tsx';
import { SpokenQuote } from '../spoken-quote.tsx';
import { useGateReason } from './trade-gates.tsx';
import { RuleSheet } from './trade-quote.tsx';
import type { Rule } from './trade-quote.tsx';
import { useTradeConfig } from './use-trade-config.ts';
import type { TradeFormState } from './use-trade-form.ts';
import { poolStateOf } from './use-trade-pool.ts';
import type { Pool } from './use-trade-pool.ts';
import { useTradeSettings } from './use-trade-settings.ts';
import type { TradeWallet } from './use-trade-wallet.ts';

/** Why one cannot go on; the amount's own reason also stands under its field. */
export function useReasons(state: TradeFormState, pool: Pool, wallet: TradeWallet) {
  const t = useTexts('swap');
  const locale = useLocale();
  const settings = useTradeSettings();
  const config = useTradeConfig();
  const { form, paid } = state;
  const gateReason = useGateReason(form.side, pool, wallet);
  const refusal =
    form.amount === ''
      ? undefined
      : checkTrade(
          {
            side: form.side,
            amountIn: paid,
            available: form.side === 'buy' ? wallet.usdt : wallet.open,
            tradable: true,
            activated: true,
            slippageBps: settings.slippageBps,
            deadlineSec: settings.deadlineMinutes * 60,
            expert: settings.expert,
            // The question stands in the review.
            confirmed: 'typed',
          },
          poolStateOf(pool),
          config,
        );
  // Zero, with which a small amount begins, is none.
  const wanted = form.typed === 'receive' ? (parseAmount(form.amount) ?? 0n) : 0n;
  const beyond = wanted > 0n && paid === undefined;
  const held = form.side === 'buy' ? wallet.usdt : wallet.open;
  const amountReason = beyond ? t('beyondPool') : refusal && reasonText(refusal);
  const reason = gateReason ?? (form.amount === '' ? t('enterAmount') : amountReason);
  return { reason, amountReason };

  function reasonText(no: Refusal): string {
    // The plain text would show all 18 decimals.
    if (no.code !== 'swap.insufficient' || held === undefined) return errorText(no);
    return t('walletHolds', { amount: moneyText(held, state.payCoin, locale) });
  }
}

/** The action bar: the least that arrives, always in sight, and what comes next, or what is missing. */
export function ActionBar({
  state,
  pool,
  reason,
  busy,
  onReview,
}: {
  state: TradeFormState;
  pool: PoolState;
  reason: string | undefined;
  busy: boolean;
  onReview: () => void;
}) {
  const t = useTexts('swap');
  const locale = useLocale();
  const { slippageBps } = useTradeSettings();
  const [rule, setRule] = useState<Rule>();
  const { form, paid, quote, receiveCoin } = state;
  const least =
    quote && quote.received > 0n
      ? moneyText(minimumReceived(quote.received, slippageBps), receiveCoin, locale)
      : '—';
  return (
    <>
      <KeyValue
        rows={[
          {
            key: 'minimum',
            label: t('minimum'),
            value: least,
            strong: true,
            onExplain: () => setRule('minimum'),
            explainLabel: t('explain', { what: t('minimum') }),
          },
        ]}
      />
      <SpokenQuote
        typed={quote ? `${form.side} ${form.typed} ${form.amount}` : ''}
        label={t('minimum')}
        value={least}
      />
      <PageAction disabledReason={busy ? t('answerWallet') : reason} onPress={onReview}>
        {form.side === 'buy'
          ? t('doBuy', { amount: quote ? moneyText(quote.received, 'OPEN', locale) : 'OPEN' })
          : t('doSell', { amount: paid === undefined ? 'OPEN' : moneyTextUp(paid, 'OPEN', locale) })}
      </PageAction>
      <RuleSheet rule={rule} pool={pool} onClose={() => setRule(undefined)} />
    </>
  );
}
