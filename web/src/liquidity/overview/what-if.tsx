import { quoteWhatIf, valueAt } from '@openmere/core/liquidity/position.ts';
import type { Position } from '@openmere/core/liquidity/position.ts';
import type { LiquidityPool } from '@openmere/core/liquidity/quote.ts';
import { useId, useState } from 'react';
import { useOwnText } from '../../parts/use-own-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { baseUnits } from '../../platform/money-text.ts';
import { Card } from '../../ui/card.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { Facts } from '../facts.tsx';
import { partText, priceText, signedText, spotOf, worthText } from '../liquidity-text.ts';
import type { LiquidityFacts } from '../use-liquidity.ts';
import css from './what-if.module.css';

/** The stops of the slider: the price in percent of what it is, ×0.5 to ×2, as far down as up. */
const stops = [
  50, 55, 60, 65, 70, 75, 80, 85, 90, 95, 100, 110, 120, 130, 140, 150, 160, 170, 180, 190, 200,
] as const;
const middle = stops.indexOf(100);

/** The position as `core` reckons with it; the root at entry only matters for fees, which are not asked here. */
export function positionOf(facts: LiquidityFacts): Position {
  return {
    lp: baseUnits(facts.lp),
    paidInUsdt: baseUnits(facts.paidinusdt),
    paidInOpen: baseUnits(facts.paidinopen),
    paidInValue: baseUnits(facts.paidinvalue),
    entryRootE18: 0n,
  };
}

/** The liquidity against only holding the same coins, if the price moved: a slider, and its figures in words. */
export function WhatIf({ facts, pool }: { facts: LiquidityFacts; pool: LiquidityPool }) {
  const t = useTexts('liquidity');
  const locale = useLocale();
  const own = useOwnText();
  const id = useId();
  const [at, setAt] = useState(middle);
  const percent = stops[at] ?? 100;
  const spot = spotOf(pool) ?? 0n;
  const priceThen = valueAt(0n, (spot * BigInt(percent)) / 100n, 10n ** 18n);
  const { value, heldValue, difference } = quoteWhatIf(positionOf(facts), pool, BigInt(percent) * 10n ** 16n);
  const factor = `×${new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(percent / 100)}`;
  const price = t('priceOf', { amount: priceText(priceThen, locale) });
  return (
    <Card>
      <SectionTitle note={t('whatIfNote')}>{t('whatIf')}</SectionTitle>
      <div>
        <div className={css.head}>
          <label htmlFor={id}>{t('whatIfPrice')}</label>
          <span>
            <output htmlFor={id} className={css.factor}>
              {factor}
            </output>{' '}
            {price}
          </span>
        </div>
        <input
          id={id}
          className={css.range}
          type="range"
          min={0}
          max={stops.length - 1}
          step={1}
          value={at}
          aria-valuetext={`${factor}, ${price}`}
          onChange={(event) => setAt(Number(event.target.value))}
        />
      </div>
      <Facts
        rows={[
          {
            key: 'liquidity',
            label: t('whatIfValue'),
            value: own(worthText(value, 'USDT', locale)),
            explain: t('whatIfText'),
          },
          { key: 'held', label: t('onlyHeld'), value: own(worthText(heldValue, 'USDT', locale)) },
          {
            key: 'difference',
            label: t('difference'),
            value: own(
              `${signedText(difference, 'USDT', locale)} (${partText(difference, heldValue, locale)})`,
            ),
            explain: t('differenceText'),
            strong: true,
          },
        ]}
      />
    </Card>
  );
}
