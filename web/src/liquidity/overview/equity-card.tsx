import { useOwnText } from '../../parts/use-own-text.ts';
import { exactTime } from '../../platform/exact-time.ts';
import { moneyText } from '../../platform/figure-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { baseUnits } from '../../platform/money-text.ts';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { equityText } from '../equity-preview.tsx';
import { Facts } from '../facts.tsx';
import type { LiquidityFacts } from '../use-liquidity.ts';

/** EQUITY: what was earned and spent, what can still be earned, and in plain words why not more. */
export function EquityCard({ equity }: { equity: LiquidityFacts['equity'] }) {
  const t = useTexts('liquidity');
  const locale = useLocale();
  const own = useOwnText();
  const text = (plain: string) => equityText(baseUnits(plain), locale);
  return (
    <Card>
      <SectionTitle>EQUITY</SectionTitle>
      <Facts
        rows={[
          {
            key: 'balance',
            label: t('equityBalance'),
            value: own(text(equity.balance)),
            explain: t('equityText'),
            strong: true,
          },
          {
            key: 'earned',
            label: t('equityEver'),
            value: own(text(equity.earned)),
            explain: t('equityEarnedText'),
          },
          {
            key: 'counted',
            label: t('equityCounted'),
            value: own(moneyText(baseUnits(equity.counted), 'USDT', locale)),
            explain: t('equityCountedText'),
          },
          {
            key: 'mark',
            label: t('equityMark'),
            value: own(moneyText(baseUnits(equity.mark), 'USDT', locale)),
            explain: t('equityMarkText'),
          },
          ...equity.due.map(({ amount, at }) => ({
            key: at,
            label: t('equityDue'),
            value: own(text(amount)),
            explain: t('equityDueText', { time: exactTime(at, locale) }),
          })),
          {
            key: 'spent',
            label: t('equitySpent'),
            value: own(text(equity.spent)),
            explain: t('equitySpentText'),
          },
          {
            key: 'room',
            label: t('equityRoom'),
            value: own(text(equity.room)),
            explain: t('equityRoomText', { cap: text(equity.cap) }),
          },
        ]}
      />
      {equity.capped && (
        <Notice title={t('equityCapped')}>
          {t('equityCappedText', { cap: text(equity.cap), again: own(text(equity.again)) })}
        </Notice>
      )}
    </Card>
  );
}
