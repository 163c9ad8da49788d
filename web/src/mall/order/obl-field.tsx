import { formatAmount } from '@openmere/core/money/amount.ts';
import { useId } from 'react';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText, displayStyle } from '../../platform/money-text.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Card } from '../../ui/card.tsx';
import type { Pay } from './use-pay.ts';
import css from './order.module.css';

/** Places of OBL that the slider sets; any may be typed. */
const STEP = 10n ** 16n;

/** How much of the price OBL pays: a slider for the thumb, a field for the exact amount, and why there is a most. */
export function OblField({ pay, refused }: { pay: Pay; refused: string | undefined }) {
  const t = useTexts('order');
  const locale = useLocale();
  const id = useId();
  const { most, part, allowed, ownObl } = pay;
  const obl = (amount: bigint) => `${amountText(formatAmount(amount), locale)} OBL`;
  if (allowed === 0n) return null;
  const share = (percent: bigint) => {
    const amount = (most * percent) / 100n;
    return formatAmount(percent === 100n ? most : amount - (amount % STEP));
  };
  const percent = most === 0n || part > most ? 100 : Number((part * 100n) / most);
  const why = t(ownObl === undefined || allowed <= ownObl ? 'oblMostGoods' : 'oblMostOwn', {
    amount: obl(most),
  });
  return (
    <Card>
      <AmountField
        label={t('oblUse')}
        hint={most === 0n ? t('oblNone', { amount: obl(allowed) }) : why}
        error={pay.isTooMuch ? why : refused}
        value={pay.obl}
        onChange={pay.setObl}
        unit="OBL"
        decimals={6}
        decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
      />
      {ownObl !== undefined && most > 0n && (
        <div>
          <label className={css.note} htmlFor={id}>
            {t('oblSlider')}
          </label>
          <input
            id={id}
            className={css.range}
            type="range"
            min={0}
            max={100}
            step={1}
            value={percent}
            aria-valuetext={obl(part)}
            onChange={(event) => {
              const chosen = share(BigInt(event.target.value));
              pay.setObl(chosen === '0' ? '' : chosen);
            }}
          />
        </div>
      )}
    </Card>
  );
}
