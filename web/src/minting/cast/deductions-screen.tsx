import { RecordsPage } from '../../parts/records-page.tsx';
import { useOwnText } from '../../parts/use-own-text.ts';
import { exactTime } from '../../platform/exact-time.ts';
import { useLocale, useTexts, useTitle } from '../../platform/i18n.ts';
import { amountText } from '../../platform/money-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListRow } from '../../ui/list.tsx';

/** Hash power that was used up: personal by each day's yield, dynamic and bonus by claims. */
export function DeductionsScreen() {
  const t = useTexts('minting');
  const titleOf = useTitle();
  const locale = useLocale();
  const own = useOwnText();
  return (
    <RecordsPage
      call="Cast/Deductions"
      path="/pages/wallet/cast/dedRecode/dedRecode"
      title="minting.titleDeductions"
      parent="/pages/wallet/cast/cast"
      empty={
        <EmptyState
          title={t('noDeductions')}
          drawing="records"
          action={<Button href="#/pages/wallet/cast/cast">{titleOf('minting.titleCast')}</Button>}
        >
          {t('noDeductionsText')}
        </EmptyState>
      }
    >
      {(row) => (
        <ListRow
          title={t(`used_${row.kind}`)}
          subtitle={exactTime(row.time, locale)}
          // In full: a day uses less than a hundredth, and each row must explain the next. The page says of what.
          trailing={own(amountText(row.amount, locale))}
          trailingNote={t('left', { amount: own(amountText(row.remaining, locale)) })}
        />
      )}
    </RecordsPage>
  );
}
