import { formatAmount } from '@openmere/core/money/amount.ts';
import { RetryLink } from '../../parts/retry.tsx';
import { moneyText, percentText } from '../../platform/figure-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { displayStyle } from '../../platform/money-text.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { TradeFormState } from './use-trade-form.ts';
import type { TradeWallet } from './use-trade-wallet.ts';
import css from './trade.module.css';

const parts = [25n, 50n, 75n, 100n] as const;

/** Buy or sell, and the two amounts: whichever is typed, the other one follows. */
export function TradeFields({
  state,
  wallet,
  error,
}: {
  state: TradeFormState;
  wallet: TradeWallet;
  error: string | undefined;
}) {
  const t = useTexts('swap');
  const locale = useLocale();
  const { form, payCoin, receiveCoin } = state;
  const held = form.side === 'buy' ? wallet.usdt : wallet.open;
  const decimalMark = displayStyle(locale).decimal === ',' ? ',' : '.';
  const holding = wallet.balancesFailed ? (
    <>
      {t('balanceUnknown')} <RetryLink onRetry={wallet.rereadBalances} />
    </>
  ) : (
    held !== undefined && t('balance', { amount: moneyText(held, payCoin, locale) })
  );
  const chipsOf = (amount: bigint) =>
    parts.map((part) => ({
      key: String(part),
      label: part === 100n ? t('max') : percentText(Number(part) * 100, locale),
      onPress: () => state.setPay(formatAmount((amount * part) / 100n)),
    }));
  return (
    <div className={css.sides}>
      <Segmented
        label={t('direction')}
        items={[
          { key: 'buy', label: t('buy') },
          { key: 'sell', label: t('sell') },
        ]}
        value={form.side}
        onChange={state.setSide}
      />
      <AmountField
        label={t('youPay')}
        hint={holding || undefined}
        error={error}
        value={state.pay}
        onChange={state.setPay}
        unit={payCoin}
        decimals={18}
        decimalMark={decimalMark}
        {...(held !== undefined && held > 0n ? { chips: chipsOf(held) } : {})}
        chipsLabel={t('parts')}
      />
      <AmountField
        label={t('youReceive')}
        value={state.receive}
        onChange={state.setReceive}
        unit={receiveCoin}
        decimals={18}
        decimalMark={decimalMark}
      />
    </div>
  );
}
