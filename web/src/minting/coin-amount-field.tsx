import { fieldPlain } from '../liquidity/liquidity-text.ts';
import { moneyText, percentText } from '../platform/figure-text.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { displayStyle } from '../platform/money-text.ts';
import { AmountField } from '../ui/amount-field.tsx';

const parts = [25n, 50n, 75n, 100n] as const;

type Props = {
  label: string;
  coin: string;
  /** What the wallet holds of it; undefined while not known. */
  held: bigint | undefined;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
};

/** How much of a coin of one's own wallet: the number, what there is, and parts of it. */
export function CoinAmountField({ label, coin, held, value, onChange, error }: Props) {
  const t = useTexts('minting');
  const common = useTexts('liquidity');
  const locale = useLocale();
  return (
    <AmountField
      label={label}
      hint={
        held === undefined
          ? common('balanceUnknown')
          : common('balance', { amount: moneyText(held, coin, locale) })
      }
      error={error}
      value={value}
      onChange={onChange}
      unit={coin}
      decimals={18}
      decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
      chips={
        held === undefined || held === 0n
          ? []
          : parts.map((part) => ({
              key: String(part),
              label: part === 100n ? common('max') : percentText(Number(part) * 100, locale),
              onPress: () => onChange(fieldPlain((held * part) / 100n)),
            }))
      }
      chipsLabel={t('parts', { coin })}
    />
  );
}
