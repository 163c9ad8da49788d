import { useTexts, useLocale } from '../platform/i18n.ts';
import { displayStyle, amountText } from '../platform/money-text.ts';
import { usePreferences } from '../platform/preferences.ts';
import { BalanceCard } from '../ui/balance-card.tsx';
import { Figure } from '../ui/figure.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { IconEye, IconEyeOff } from '../ui/icon/act.tsx';
import { useBalances } from './use-balances.ts';

/**
 * The total over the lake, with the eye that hides what one has, got and sent. Forms, and what is asked and confirmed there, show
 * their amounts, and so do a team's figures and the market's.
 */
export function TotalCard() {
  const { total, asOf } = useBalances();
  const t = useTexts('asset');
  const locale = useLocale();
  const { hideAmounts, setHideAmounts } = usePreferences();
  const mark = displayStyle(locale).decimal === ',' ? ',' : '.';
  return (
    <BalanceCard
      label={t('total')}
      corner={
        <IconButton
          label={hideAmounts ? t('showAmounts') : t('hideAmounts')}
          icon={hideAmounts ? <IconEyeOff /> : <IconEye />}
          onPress={() => setHideAmounts(!hideAmounts)}
        />
      }
      figure={
        <Figure
          size="hero"
          value={total === undefined ? undefined : amountText(total, locale, 2)}
          decimalMark={mark}
          unit="USDT"
          hiddenLabel={hideAmounts ? t('hidden') : undefined}
          staleNote={asOf}
          missingLabel={t('unknown')}
        />
      }
      footer={t('totalNote')}
    />
  );
}
