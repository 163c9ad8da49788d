import { checkAdd, liquidityConfig } from '@openmere/core/liquidity/check.ts';
import type { AddQuote } from '@openmere/core/liquidity/quote.ts';
import { useState } from 'react';
import { ApprovalChoice, missingOf } from '../../parts/approval-choice.tsx';
import { MovedNotice } from '../../parts/moved-notice.tsx';
import { errorText } from '../../platform/error-text.ts';
import { moneyTextUp } from '../../platform/figure-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { useTradeSettings } from '../../swap/trade/use-trade-settings.ts';
import type { TradeWallet } from '../../swap/trade/use-trade-wallet.ts';
import { KeyValue } from '../../ui/key-value.tsx';
import { EquityLimit } from '../equity-preview.tsx';
import type { FreshLiquidity } from '../liquidity-data.ts';
import { SignButton } from '../sign-part.tsx';
import type { LiquidityFacts } from '../use-liquidity.ts';
import { addedValue, useAddRows } from './add-quote.tsx';
import { quoteOf } from './use-add-form.ts';
import type { AddForm } from './use-add-form.ts';

type Props = {
  fresh: FreshLiquidity;
  form: AddForm;
  equity: LiquidityFacts['equity'];
  wallet: TradeWallet;
  /** `unlimited`: the coins that the desk may take without a limit. */
  onSign: (agreed: AddQuote, unlimited: readonly string[]) => Promise<void>;
};

/** What would be signed, reckoned from the chain's own state, and the button that says what it does. */
export function AddReview({ fresh, form, equity, wallet, onSign }: Props) {
  const t = useTexts('liquidity');
  const locale = useLocale();
  const { slippageBps, deadlineMinutes } = useTradeSettings();
  const [unlimited, setUnlimited] = useState<readonly string[]>([]);
  const { pool, twapE18, allowed } = fresh;
  const nothing: AddQuote = {
    usdtDesired: 0n,
    openDesired: 0n,
    usdt: 0n,
    open: 0n,
    lp: 0n,
    shareE18: 0n,
    shareBps: 0,
  };
  const quote = quoteOf(form, pool) ?? nothing;
  const rows = useAddRows({ quote, pool, twapE18, equity });
  const refusal = checkAdd(
    quote,
    {
      paused: fresh.paused,
      activated: wallet.member?.activated ?? false,
      twapE18,
      slippageBps,
      deadlineSec: deadlineMinutes * 60,
      holdings: { usdt: fresh.usdt, open: fresh.open },
    },
    pool,
    { ...liquidityConfig, minimumAdd: fresh.minimumAdd, maxDeviationBps: fresh.maxDeviationBps },
  );
  const missing = missingOf([
    { coin: 'USDT', amount: quote.usdtDesired, allowed: allowed.usdt },
    { coin: 'OPEN', amount: quote.openDesired, allowed: allowed.open },
  ]);
  const value = addedValue(quote, twapE18) ?? 0n;
  const action = t('doAdd', {
    usdt: moneyTextUp(quote.usdt, 'USDT', locale),
    open: moneyTextUp(quote.open, 'OPEN', locale),
  });
  return (
    <>
      <MovedNotice figures={{ gets: [quote.lp], gives: [quote.usdt, quote.open] }} />
      <KeyValue rows={rows.map(({ explain: _explain, ...row }) => row)} />
      <EquityLimit value={value} equity={equity} />
      <ApprovalChoice missing={missing} unlimited={unlimited} onChange={setUnlimited} />
      {missing.length > 0 && unlimited.length === 0 && <p>{t('exactApprovals')}</p>}
      <SignButton
        wallet={wallet}
        action={action}
        disabledReason={refusal && errorText(refusal)}
        onSign={() => onSign(quote, unlimited)}
      />
    </>
  );
}
