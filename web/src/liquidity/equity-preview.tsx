import type { Locale } from '@openmere/core/kit/language.ts';
import { nextEarned } from '@openmere/core/liquidity/equity.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { moneyText } from '../platform/figure-text.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText, baseUnits } from '../platform/money-text.ts';
import { Notice } from '../ui/notice.tsx';
import type { LiquidityFacts } from './use-liquidity.ts';

type Equity = LiquidityFacts['equity'];

const above = (sum: bigint, mark: bigint) => (sum > mark ? sum - mark : 0n);

/**
 * EQUITY in 10⁻¹⁸ that adding this USDT value now will earn at `equity.next.at`, if it stays: what is new above the highest sum
 * that EQUITY was granted for, as far as the cap then lets; by the same rules that settle it.
 */
export function equityFor(value: bigint, equity: Equity): bigint {
  const due = equity.due.reduce((sum, { amount }) => sum + baseUnits(amount), 0n);
  return equityWithin(freshOf(value, equity), equity, due);
}

/** What of this USDT value has not earned before. */
function freshOf(value: bigint, equity: Equity): bigint {
  const [counted, mark] = [baseUnits(equity.counted), baseUnits(equity.next.above)];
  return above(counted + value, mark) - above(counted, mark);
}

/** What the cap lets of EQUITY for this value, after what is due before it. */
export function equityWithin(value: bigint, equity: Equity, due = 0n): bigint {
  const [earned, spent] = [baseUnits(equity.earned) + due, baseUnits(equity.spent)];
  // The server says whether it is capped and what is still to be spent; one state that says the same is enough here.
  const again = baseUnits(equity.again);
  const state = { earned, spent, cappedAtSpent: equity.capped ? spent : null };
  return nextEarned(state, value, { cap: baseUnits(equity.cap), again }).granted;
}

/** EQUITY for a reader: whole credit points with two places. */
export function equityText(amount: bigint, locale: Locale): string {
  return `${amountText(formatAmount(amount), locale, 2)} EQUITY`;
}

/** Why less is earned than the value that is added; nothing where all of it counts. */
export function EquityLimit({ value, equity }: { value: bigint; equity: Equity }) {
  const t = useTexts('liquidity');
  const locale = useLocale();
  const granted = equityFor(value, equity);
  const fresh = freshOf(value, equity);
  if (granted >= value) return null;
  const cap = equityText(baseUnits(equity.cap), locale);
  if (equity.capped)
    return (
      <Notice title={t('equityCapped')}>
        {t('equityCappedText', { cap, again: equityText(baseUnits(equity.again), locale) })}
      </Notice>
    );
  return (
    <>
      {fresh < value && (
        <Notice title={t('equityEarlier')}>
          {t('equityEarlierText', {
            mark: moneyText(baseUnits(equity.next.above), 'USDT', locale),
            amount: moneyText(value - fresh, 'USDT', locale),
          })}
        </Notice>
      )}
      {granted < fresh && (
        <Notice title={t('equityPart')}>
          {t('equityPartText', { cap, amount: equityText(granted, locale) })}
        </Notice>
      )}
    </>
  );
}
