import { RecordsPage } from '../../parts/records-page.tsx';
import { useOwnText } from '../../parts/use-own-text.ts';
import { exactTime } from '../../platform/exact-time.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText } from '../../platform/money-text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListRow } from '../../ui/list.tsx';

/** Dynamic hash power, lot by lot: for whose fees, how much, and what is left of it. */
export function GrantsScreen() {
  const t = useTexts('minting');
  const locale = useLocale();
  const own = useOwnText();
  return (
    <RecordsPage
      call="Cast/Grants"
      path="/pages/wallet/cast/grants/grants"
      title="minting.titleGrants"
      parent="/pages/wallet/cast/cast"
      empty={
        <EmptyState title={t('noGrants')} drawing="records">
          {t('noGrantsText')}
        </EmptyState>
      }
    >
      {(row) => (
        <ListRow
          title={row.payer === null ? t('titleGrants') : t('grantedFor', { name: row.payer })}
          subtitle={exactTime(row.time, locale)}
          trailing={own(amountText(row.amount, locale))}
          trailingNote={t('left', { amount: own(amountText(row.left, locale)) })}
        />
      )}
    </RecordsPage>
  );
}
